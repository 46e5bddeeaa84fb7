import { drawLogo } from '#modules/stores/platforms/logo.ts'
import { classes } from '#ui/classes.ts'

const GROUND = /^#[0-9a-f]{6}$/

/** A platform's logo from its letters and color; the name stands beside it. */
export const PlatformLogo = ({
  letters,
  ground,
  className = 'size-9',
}: {
  letters: string
  ground: string
  className?: string
}) => (
  <span
    aria-hidden="true"
    className={classes('inline-block shrink-0 *:size-full', className)}
    dangerouslySetInnerHTML={{
      __html: drawLogo({
        name: '',
        letters: letters.slice(0, 2),
        ground: GROUND.test(ground) ? ground : '#0b737e',
      }),
    }}
  />
)
