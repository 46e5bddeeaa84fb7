import { drawLogo } from '#modules/stores/platforms/logo.ts'
import { classes } from '#ui/classes.ts'

const GROUND = /^#[0-9a-f]{6}$/

interface Look {
  letters: string
  ground: string
  logo: string | null
}

/** A platform's logo, uploaded or drawn from its letters and color; the name stands beside it. */
export function PlatformLogo({ of, className = 'size-9' }: { of: Look; className?: string }) {
  if (of.logo !== null)
    return (
      <img
        src={of.logo}
        alt=""
        className={classes('inline-block shrink-0 rounded-[25%] object-cover', className)}
      />
    )
  return (
    <span
      aria-hidden="true"
      className={classes('inline-block shrink-0 *:size-full', className)}
      dangerouslySetInnerHTML={{
        __html: drawLogo({
          name: '',
          letters: of.letters.slice(0, 2),
          ground: GROUND.test(of.ground) ? of.ground : '#0b737e',
        }),
      }}
    />
  )
}
