import { classes } from './classes.ts'
import { Picture, type PictureData } from './picture.tsx'

/** A frame around a phone's picture: dark rim, round corners. Its parent gives place and width. */
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
  /** How wide it is drawn. */
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
