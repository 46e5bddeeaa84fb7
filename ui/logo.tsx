import { classes } from './classes.ts'
import { ARABIC } from './fonts.ts'
import { Anchor } from './link.tsx'

/** The mark: three nested arches. */
export function LogoMark({ size = 32, className }: { size?: number; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 32 32"
      className={classes('block shrink-0', className)}
    >
      <path
        d="M1 31V14C1 6.2 7.9 2.625 16 1C24.1 2.625 31 6.2 31 14V31Z"
        className="fill-turquoise"
      />
      <path
        d="M6 31V17.5C6 11.8 10.6 9.19 16 8C21.4 9.19 26 11.8 26 17.5V31Z"
        className="fill-turquoise-light"
      />
      <path
        d="M11 31V20.5C11 17.2 13.3 15.69 16 15C18.7 15.69 21 17.2 21 20.5V31Z"
        className="fill-paper"
      />
    </svg>
  )
}

/**
 * Mark and name as a link to the home page. `logo`: URL of a square picture instead of the default
 * mark.
 */
export function Logo({
  name,
  logo,
  href = '/',
  small,
  className,
}: {
  name: string
  logo?: string
  href?: string
  small?: boolean
  className?: string
}) {
  return (
    <Anchor
      href={href}
      className={classes(
        'inline-flex min-h-11 shrink-0 items-center gap-2 rounded-control',
        className,
      )}
    >
      {logo ? (
        <img
          src={logo}
          alt=""
          width={small ? 26 : 32}
          height={small ? 26 : 32}
          className="block shrink-0 rounded-tick object-cover"
        />
      ) : (
        <LogoMark size={small ? 26 : 32} />
      )}
      <bdi
        className={classes(ARABIC.test(name) ? 'type-d3' : 'wordmark', small && 'text-[1.25rem]')}
      >
        {name}
      </bdi>
    </Anchor>
  )
}
