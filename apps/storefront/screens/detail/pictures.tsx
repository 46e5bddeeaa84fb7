import { useState, type ReactNode } from 'react'
import type { ItemDetail } from '#modules/catalog/contract.ts'
import { classes } from '#ui/classes.ts'
import { Picture } from '#ui/picture.tsx'
import { Stage, StageGround } from '#ui/stage.tsx'
import { Phone } from '#ui/device-frame.tsx'
import { pictureOf } from '../../item-card.tsx'
import { useWords } from '../../messages.tsx'

type Shot = ItemDetail['screenshots'][number]

/** The cover and screenshots. Each opens in a dialog; without a script, as an image. */
export function AppPictures({ item }: { item: ItemDetail }) {
  const { t } = useWords()
  const [shown, setShown] = useState(-1)
  const alt = item.cover?.desktop.alt || t('list.picture_alt', { item: item.name })
  const shot = item.screenshots[shown]
  // without pictures there is no stage
  if (!item.cover && item.screenshots.length === 0) return null
  const all = item.cover ? [item.cover.desktop, ...item.screenshots] : item.screenshots
  return (
    <div>
      {shot ? (
        <ShotStage item={item} shot={shot} alt={shot.alt || alt} />
      ) : (
        <Stage
          ground={item.ground ?? undefined}
          alt={alt}
          noPicture={t('card.no_picture')}
          first
          desktop={item.cover ? pictureOf(item.cover.desktop) : undefined}
          phone={item.cover?.phone ? pictureOf(item.cover.phone) : undefined}
        />
      )}
      <div className="mt-4 flex flex-wrap items-center gap-3">
        {item.screenshots.length > 0 && (
          <ul
            aria-label={t('detail.pictures')}
            className="flex min-w-0 flex-1 gap-3 overflow-x-auto p-1 -m-1"
          >
            {all.map((picture, n) => {
              const index = item.cover ? n - 1 : n
              const data = pictureOf(picture)
              return (
                <li key={n} className="shrink-0">
                  <a
                    href={data.src}
                    aria-current={index === shown ? 'true' : undefined}
                    aria-label={t('detail.picture_open', {
                      picture: picture.alt || t('detail.picture_number', { n: n + 1 }),
                    })}
                    className={classes(
                      'waits block h-19 w-29 overflow-hidden rounded-control border border-line bg-stone2',
                      index === shown &&
                        'not-focus-visible:outline-2 not-focus-visible:outline-offset-2 not-focus-visible:outline-turquoise',
                    )}
                    onClick={(event) => {
                      if (event.metaKey || event.ctrlKey) return
                      event.preventDefault()
                      setShown(index)
                    }}
                  >
                    <Picture picture={data} alt="" sizes="116px" />
                  </a>
                </li>
              )
            })}
          </ul>
        )}
      </div>
    </div>
  )
}

function ShotStage({ item, shot, alt }: { item: ItemDetail; shot: Shot; alt: string }) {
  const { t } = useWords()
  if (shot.device === 'desktop')
    return (
      <Stage
        ground={item.ground ?? undefined}
        alt={alt}
        noPicture={t('card.no_picture')}
        desktop={pictureOf(shot)}
        first
      />
    )
  return (
    <div className="relative isolate aspect-[1.48] overflow-hidden rounded-card">
      <StageGround ground={item.ground ?? undefined} />
      <div className="absolute inset-x-0 top-[9%] bottom-0 mx-auto w-[31%] overflow-hidden">
        <Phone picture={pictureOf(shot)} alt={alt} first />
      </div>
    </div>
  )
}

/** A theme on the demo shop: desktop and phone. */
export function ThemePictures({ item, tools }: { item: ItemDetail; tools?: ReactNode }) {
  const { t } = useWords()
  const alt = item.cover?.desktop.alt || t('list.picture_alt', { item: item.name })
  return (
    <div className="moves-cover relative overflow-hidden rounded-panel bg-stone px-4 pt-4 md:px-21 md:pt-5">
      {tools}
      {item.cover ? (
        <>
          {/* the aspect ratio of shop pictures; wider ones are cropped at the bottom */}
          <div className="aspect-[1.6] overflow-hidden rounded-t-card border border-b-0 border-line md:aspect-[1.84]">
            <Picture
              picture={pictureOf(item.cover.desktop)}
              alt={alt}
              first
              sizes="(width < 700px) calc(100vw - 70px), (width < 1280px) 84vw, 1110px"
            />
          </div>
          {item.cover.phone && (
            <div className="waits absolute end-[4%] bottom-0 h-[58%] w-[24%] overflow-hidden md:end-[3.4%] md:h-[64%] md:w-[17%]">
              <Phone picture={pictureOf(item.cover.phone)} />
            </div>
          )}
        </>
      ) : (
        <p className="type-body grid aspect-[1.84] place-items-center text-ink2">
          {t('card.no_picture')}
        </p>
      )}
    </div>
  )
}
