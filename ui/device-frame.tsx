import type { IframeHTMLAttributes, ReactNode, Ref } from 'react'
import { archPath } from './arches.tsx'
import { classes } from './classes.ts'
import { Anchor } from './link.tsx'
import { Icon } from './icon.tsx'
import type { IconName } from './icons.gen.ts'
import { Picture, type PictureData } from './picture.tsx'

export const DEVICES = ['desktop', 'tablet', 'phone'] as const
export type Device = (typeof DEVICES)[number]

/** A device, scaled to its room, around one or two framed pages. */
export function DeviceFrame({
  device,
  waiting,
  ground,
  bar,
  className,
  children,
}: {
  /** `auto`: a phone on phones, otherwise a desktop. */
  device: Device | 'auto'
  /** Shown until the page has loaded over it. */
  waiting: ReactNode
  /** Color of the arch behind a phone, `#rrggbb`. */
  ground?: string | undefined
  /** Above the page, as wide as the device. */
  bar?: ReactNode
  className?: string
  children?: ReactNode
}) {
  return (
    <div className={classes('device-room bg-stone', className)}>
      {device === 'phone' && (
        <svg
          aria-hidden="true"
          viewBox="0 0 520 668"
          preserveAspectRatio="none"
          className="absolute inset-x-0 bottom-0 -z-1 mx-auto h-[94%] w-[min(94%,560px)] opacity-45"
        >
          <path d={archPath(456, 634, 250, 32, 34)} fill={ground ?? 'currentColor'} />
        </svg>
      )}
      <div className="device" data-device={device} data-bar={bar ? '' : undefined} dir="ltr">
        <div className="absolute inset-0 grid place-content-center p-6 text-center">{waiting}</div>
        {children}
        {bar}
      </div>
    </div>
  )
}

/** A page in a sandbox, by default an untrusted one, within a `DeviceFrame`. */
export const FramedPage = ({
  frame,
  title,
  ...rest
}: Pick<
  IframeHTMLAttributes<HTMLIFrameElement>,
  'src' | 'style' | 'className' | 'inert' | 'tabIndex' | 'sandbox'
> & {
  title: string
  frame?: Ref<HTMLIFrameElement>
}) => (
  <iframe
    ref={frame}
    title={title}
    sandbox="allow-scripts allow-forms"
    referrerPolicy="no-referrer"
    {...rest}
  />
)

const DEVICE_ICONS: Record<Device, IconName> = {
  desktop: 'desktop',
  tablet: 'tablet',
  phone: 'phone',
}

/** Links to select the device; icon-only on narrow screens. */
export function DeviceLinks({
  label,
  links,
  className,
}: {
  label: string
  links: readonly { device: Device; name: string; href: string; current: boolean }[]
  className?: string
}) {
  return (
    <nav aria-label={label} className={className}>
      <ul className="inline-flex rounded-control-lg border border-line bg-stone2 p-0.75">
        {links.map(({ device, name, href, current }) => (
          <li key={device}>
            <Anchor
              href={href}
              aria-current={current ? 'true' : undefined}
              className={classes(
                'inline-flex min-h-9.5 items-center gap-2 rounded-[9px] px-3.5 type-sm medium',
                current ? 'bg-card text-ink' : 'text-ink2 hover:text-ink',
              )}
            >
              <Icon name={DEVICE_ICONS[device]} size={17} />
              <span className="sr-only lg:not-sr-only">{name}</span>
            </Anchor>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** A phone's frame around a picture. The parent sets position and width. */
export function Phone({
  picture,
  alt = '',
  first,
  sizes = '180px',
  className,
}: {
  picture: PictureData
  alt?: string
  first?: boolean
  /** Value of the picture's `sizes`. */
  sizes?: string
  className?: string
}) {
  return (
    <span className={classes('phone block overflow-hidden', className)}>
      <Picture
        picture={picture}
        alt={alt}
        first={first}
        sizes={sizes}
        className="rounded-[inherit]"
      />
    </span>
  )
}
