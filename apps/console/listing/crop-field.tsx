import { useEffect, useId, useRef, useState, type PointerEvent } from 'react'
import { PLACES, type Crop, type Place } from '#modules/catalog/pictures/places.ts'
import { Field } from '#ui/field.tsx'
import { useWords } from '../words.tsx'

interface Loaded {
  src: string
  width: number
  height: number
}

const STEPS = [
  ['x', 'portal.pictures.crop_x', 0],
  ['y', 'portal.pictures.crop_y', 0],
  ['size', 'portal.pictures.crop_size', 100],
] as const

/**
 * A file field with a crop frame: dragged on the picture, or set by three sliders with the
 * keyboard. Without a script the center is used. Sends the frame in thousandths; the server crops.
 */
export function CropField({ place, error }: { place: Place; error: string | undefined }) {
  const { t } = useWords()
  const id = useId()
  const [picture, setPicture] = useState<Loaded | null>(null)
  const [crop, setCrop] = useState<Crop>({ x: 500, y: 500, size: 1000 })
  const from = useRef<{ x: number; y: number; crop: Crop } | null>(null)
  const [file, setFile] = useState<File | null>(null)
  const { aspect, least } = PLACES[place]

  useEffect(() => {
    setPicture(null)
    if (!file) return
    const reader = new FileReader()
    const image = new Image()
    image.addEventListener('load', () =>
      setPicture({ src: image.src, width: image.naturalWidth, height: image.naturalHeight }),
    )
    reader.addEventListener('load', () => {
      image.src = String(reader.result)
    })
    reader.readAsDataURL(file)
    return () => reader.abort()
  }, [file])

  const frame = picture && frameOf(picture, aspect, crop)
  function drag(event: PointerEvent<SVGSVGElement>) {
    const start = from.current
    if (!start || !picture || !frame) return
    const scale = picture.width / event.currentTarget.getBoundingClientRect().width
    const moved = (began: number, delta: number, room: number) =>
      room < 1
        ? began
        : Math.round(Math.min(1000, Math.max(0, began + ((delta * scale) / room) * 1000)))
    setCrop({
      ...start.crop,
      x: moved(start.crop.x, event.clientX - start.x, picture.width - frame.width),
      y: moved(start.crop.y, event.clientY - start.y, picture.height - frame.height),
    })
  }
  return (
    <div className="grid gap-4">
      <Field
        label={t('portal.pictures.file')}
        hint={t('portal.pictures.file_hint', { least })}
        {...(error !== undefined && { error })}
        id={id}
      >
        {(control) => (
          <input
            {...control}
            type="file"
            name="file"
            required
            accept="image/png,image/jpeg,image/webp,image/avif"
            className="control block py-2.5"
            onChange={(event) => {
              setFile(event.currentTarget.files?.[0] ?? null)
              setCrop({ x: 500, y: 500, size: 1000 })
            }}
          />
        )}
      </Field>
      {picture && frame && (
        <fieldset className="grid gap-3">
          <legend className="type-label mb-1.5">{t('portal.pictures.crop')}</legend>
          {/* the sliders below do the same for keyboard users */}
          <svg
            viewBox={`0 0 ${picture.width} ${picture.height}`}
            aria-hidden="true"
            className="block max-h-80 w-full max-w-110 cursor-move touch-none rounded-control border border-line bg-stone2"
            onPointerDown={(event) => {
              from.current = { x: event.clientX, y: event.clientY, crop }
              event.currentTarget.setPointerCapture(event.pointerId)
            }}
            onPointerMove={drag}
            onPointerUp={() => {
              from.current = null
            }}
            onPointerCancel={() => {
              from.current = null
            }}
          >
            <image href={picture.src} width={picture.width} height={picture.height} />
            <path
              d={`M0 0H${picture.width}V${picture.height}H0ZM${frame.left} ${frame.top}v${frame.height}h${frame.width}v${-frame.height}Z`}
              fill="#000"
              fillOpacity=".55"
              fillRule="evenodd"
            />
            <rect
              x={frame.left}
              y={frame.top}
              width={frame.width}
              height={frame.height}
              fill="none"
              stroke="#fff"
              strokeWidth={picture.width / 200}
            />
          </svg>
          <div className="grid gap-3 md:grid-cols-3">
            {STEPS.map(([name, key, min]) => (
              <label key={name} className="type-sm grid gap-1">
                {t(key)}
                <input
                  type="range"
                  name={name}
                  min={min}
                  max={1000}
                  step={10}
                  value={crop[name]}
                  className="min-h-9 w-full accent-action"
                  dir="ltr"
                  onChange={(event) =>
                    setCrop({ ...crop, [name]: Number(event.currentTarget.value) })
                  }
                />
              </label>
            ))}
          </div>
          <p className="type-sm text-ink2 figures">
            <bdi dir="ltr">
              {frame.width} × {frame.height}
            </bdi>
          </p>
        </fieldset>
      )}
    </div>
  )
}

/** The frame, calculated as on the server. */
function frameOf({ width, height }: Loaded, aspect: number, { x, y, size }: Crop) {
  const wide = Math.max(1, Math.floor((Math.min(width, height * aspect) * size) / 1000))
  const high = Math.max(1, Math.min(height, Math.round(wide / aspect)))
  return {
    left: Math.round(((width - wide) * x) / 1000),
    top: Math.round(((height - high) * y) / 1000),
    width: wide,
    height: high,
  }
}
