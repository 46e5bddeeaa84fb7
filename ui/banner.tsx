import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import { Anchor } from './link.tsx'
import { Picture, type PictureData } from './picture.tsx'
import { StageGround } from './stage.tsx'

export interface BannerData {
  id: string
  title: string
  text: string
  href: string
  /** Text of the link. */
  action: string
  /** For a link out of the market: opens a new window, and announces it with these words. */
  outside?: string
  /** `#rrggbb` behind the arches; turquoise by default. */
  ground?: string
  picture?: PictureData
  pictureAlt?: string
}

/** A banner: text, and at the end a picture in the banner's color. The whole banner is one link. */
export function Banner({ banner, low }: { banner: BannerData; low?: boolean }) {
  const { title, text, href, action, outside, ground, picture, pictureAlt = '' } = banner
  return (
    <article
      className={classes(
        'relative grid grid-cols-[minmax(0,1fr)_30%] overflow-hidden rounded-panel border border-line bg-card transition-colors',
        'hover:border-line2 md:grid-cols-[minmax(0,1fr)_38%]',
        low ? 'min-h-32 md:min-h-36' : 'min-h-40 md:min-h-48',
        'has-[a:focus-visible]:outline-3 has-[a:focus-visible]:outline-offset-2 has-[a:focus-visible]:outline-focus',
      )}
    >
      <div className="flex min-w-0 flex-col items-start p-5 md:p-7">
        <h2 className="type-d4 line-clamp-4 wrap-anywhere-safe md:type-d3">{title}</h2>
        {text && (
          <p className="type-sm mt-1.5 line-clamp-4 text-ink2 wrap-anywhere-safe md:text-[.9375rem]">
            {text}
          </p>
        )}
        <p className="mt-auto pt-4">
          <Anchor
            href={href}
            {...(outside && { target: '_blank', rel: 'noopener noreferrer' })}
            className="type-label inline-flex items-center gap-2 text-link after:absolute after:inset-0 focus-visible:outline-none"
          >
            {action}
            <Icon name={outside ? 'external' : 'arrow-right'} size={16} />
            {outside && <span className="sr-only">({outside})</span>}
          </Anchor>
        </p>
      </div>
      <div className="relative isolate min-h-full overflow-hidden">
        <StageGround ground={ground} />
        {picture && (
          <div className="waits absolute start-[14%] top-[24%] h-full w-[150%] overflow-hidden rounded-ss-control bg-card">
            <Picture picture={picture} alt={pictureAlt} sizes="(width < 700px) 50vw, 420px" />
          </div>
        )}
      </div>
    </article>
  )
}

/** One banner across the page, or two side by side; never more. */
export function BannerRow({
  banners,
  low,
  className,
}: {
  banners: readonly BannerData[]
  /** Lower, above more important content. */
  low?: boolean
  className?: string
}) {
  const shown = banners.slice(0, 2)
  if (shown.length === 0) return null
  return (
    <div
      className={classes(
        'grid grid-cols-[minmax(0,1fr)] gap-4',
        shown.length === 2 && 'lg:grid-cols-2',
        className,
      )}
    >
      {shown.map((banner) => (
        <Banner key={banner.id} banner={banner} low={low} />
      ))}
    </div>
  )
}
