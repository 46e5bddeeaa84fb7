import { type ReactNode, useEffect, useState } from 'react'
import type { ShownPreview } from '#modules/installs/contract.ts'
import { directionOf } from '#lib/locale.ts'
import { classes } from '#ui/classes.ts'
import { type Device, DeviceFrame, FramedPage } from '#ui/device-frame.tsx'
import { SplitHandle } from '#ui/split.tsx'
import { useWords } from '../messages.tsx'
import { DocumentLink } from '../router-link.tsx'
import { SIDES, type Side, type useShopFrames } from './use-shop-frames.ts'

/** The page that a preview opens: the first one that the item changes. */
export function pageOf(preview: ShownPreview, asked: string | null) {
  const changing = preview.places.flatMap(({ page }) => page ?? [])
  const find = (page: string | null) => preview.pages.find((one) => one.page === page)
  return (
    find(asked) ??
    changing.map(find).find((one) => one !== undefined) ??
    find('home') ??
    preview.pages[0]
  )
}

/** Numbers of the changes on a page of the shop; of what is on every page, too. */
export const pinsOn = ({ places }: ShownPreview, page: string): number[] =>
  places.filter((one) => one.page === page || one.page === null).map((one) => one.pin)

/** Narrow windows show one side at a time: what is inserted moves what is below it. */
export function useNarrow(): boolean {
  const [isNarrow, setIsNarrow] = useState(false)
  useEffect(() => {
    const query = matchMedia('(width < 700px)')
    const look = () => setIsNarrow(query.matches)
    look()
    query.addEventListener('change', look)
    return () => query.removeEventListener('change', look)
  }, [])
  return isNarrow
}

/**
 * The framed shop with what changes outlined. On wide windows a line divides it into before and
 * after; on narrow ones `side` is shown.
 */
export function ShopStage({
  shop,
  title,
  domain,
  device,
  side,
  ground,
  className,
}: {
  shop: ReturnType<typeof useShopFrames>
  /** Of the framed page, for screen readers. */
  title: string
  domain: string
  device: Device | 'auto'
  side: Side
  ground: string | undefined
  className: string
}) {
  const { t, locale } = useWords()
  const isNarrow = useNarrow()
  const [split, setSplit] = useState(50)
  const { addresses, frames, keys, told, isReady } = shop
  const sides = SIDES.filter((one) => one === 'after' || (isReady && addresses.before !== null))
  const isSplit = sides.length === 2 && !isNarrow
  const isMirrored = directionOf(locale) === 'rtl'
  const path = told?.path ?? '/'
  return (
    <DeviceFrame
      className={className}
      device={device}
      ground={ground}
      waiting={told === null && <Waiting address={addresses.after ?? ''} />}
      bar={
        // Its room is there from the start, so that the page does not move when it can be used.
        addresses.before !== null && (
          <div dir={isMirrored ? 'rtl' : 'ltr'} className="split-room">
            {isSplit ? (
              <>
                <SplitBar
                  split={split}
                  onSplit={setSplit}
                  address={domain + path}
                  device={device}
                />
                <SplitHandle
                  value={split}
                  onChange={setSplit}
                  label={t('preview.split')}
                  says={t('preview.split_says', { before: split, after: 100 - split })}
                />
              </>
            ) : (
              <div className="split-bar" />
            )}
          </div>
        )
      }
    >
      {sides.map((one) => {
        const isHidden = !isSplit && sides.length === 2 && one !== side
        return (
          <FramedPage
            key={`${one} ${keys[one]}`}
            data-side={one}
            frame={frames[one]}
            src={addresses[one] ?? undefined}
            title={sides.length === 2 ? t(`preview.frame_${one}`, { frame: title }) : title}
            inert={isHidden}
            className={classes(isHidden && 'invisible')}
            style={isSplit ? { clipPath: clipOf(one, split, isMirrored) } : undefined}
          />
        )
      })}
    </DeviceFrame>
  )
}

/** Before is at the start of the line, which is at the right in right-to-left languages. */
function clipOf(side: Side, split: number, isMirrored: boolean): string {
  const atLeft = (side === 'before') !== isMirrored
  const edge = isMirrored ? 100 - split : split
  return atLeft ? `inset(0 ${100 - edge}% 0 0)` : `inset(0 0 0 ${edge}%)`
}

/** Beside the line, so that they never cover the shop; each shows its side alone. */
function SplitBar({
  split,
  onSplit,
  address,
  device,
}: {
  split: number
  onSplit: (split: number) => void
  address: string
  device: Device | 'auto'
}) {
  const { t } = useWords()
  return (
    <div
      role="group"
      aria-label={t('preview.sides')}
      className="split-bar pointer-events-auto grid"
      style={{
        gridTemplateColumns: `minmax(max-content, ${split}fr) minmax(max-content, ${100 - split}fr)`,
      }}
    >
      {device !== 'phone' && split > 45 && (
        <bdi
          dir="ltr"
          className="type-xs pointer-events-none absolute inset-s-3 max-w-[32%] truncate rounded-full bg-card px-3 py-1 text-ink2"
        >
          {address}
        </bdi>
      )}
      <SideButton isAlone={split === 100} onClick={() => onSplit(100)} className="justify-self-end">
        {t('preview.before')}
      </SideButton>
      <SideButton isAlone={split === 0} onClick={() => onSplit(0)} className="justify-self-start">
        {t('preview.after')}
      </SideButton>
    </div>
  )
}

const SideButton = ({
  isAlone,
  onClick,
  className,
  children,
}: {
  isAlone: boolean
  onClick: () => void
  className: string
  children: ReactNode
}) => (
  <button
    type="button"
    aria-pressed={isAlone}
    onClick={onClick}
    className={classes(
      'type-xs strong relative mx-2.5 inline-flex min-h-6.5 items-center rounded-full bg-ink px-3 text-paper',
      className,
    )}
  >
    {children}
  </button>
)

function Waiting({ address }: { address: string }) {
  const { t } = useWords()
  return (
    <div className="grid justify-items-center gap-4">
      <p role="status" className="type-body text-ink2" dir="auto">
        {t('preview.loading')}
      </p>
      <noscript>
        <DocumentLink href={address} target="_blank" rel="noopener noreferrer" className="link">
          {t('preview.open')}
        </DocumentLink>
      </noscript>
    </div>
  )
}
