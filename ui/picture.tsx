import { classes } from './classes.ts'

/** A picture with its size, so that nothing moves when it comes. */
export interface PictureData {
  src: string
  width: number
  height: number
  /** Better formats first: `{ type: 'image/avif', srcSet: '… 400w, … 800w' }`. */
  sources?: readonly { type: string; srcSet: string }[]
  srcSet?: string
  /**
   * A blurred data: URL of a few hundred bytes that comes with the page; shown for what is in its
   * first screenful.
   */
  placeholder?: string
}

/**
 * AVIF or WebP where the browser can, over its placeholder, which is blurred by being so much
 * smaller (a filter over each picture costs a phone more than drawing the whole page). `alt=""` for
 * decoration.
 */
export function Picture({
  picture,
  alt,
  sizes,
  first,
  fill,
  className,
}: {
  picture: PictureData
  alt: string
  sizes?: string
  /** In the first screenful: loaded at once and before others. */
  first?: boolean
  /**
   * Never shorter than its place: a picture that is too flat loses what is at the end of its lines.
   */
  fill?: boolean
  className?: string
}) {
  const { src, srcSet, width, height, sources, placeholder } = picture
  return (
    <span className={classes('relative block overflow-hidden', fill && 'h-full', className)}>
      {placeholder && first && (
        <img
          src={placeholder}
          alt=""
          aria-hidden="true"
          className="absolute inset-0 size-full scale-110 object-cover"
        />
      )}
      <picture>
        {sources?.map((source) => (
          <source key={source.type} {...source} sizes={sizes} />
        ))}
        <img
          {...{ src, srcSet, width, height, sizes }}
          alt={alt}
          decoding="async"
          loading={first ? 'eager' : 'lazy'}
          fetchPriority={first ? 'high' : 'auto'}
          className={classes(
            'relative block h-auto w-full',
            fill && 'min-h-full object-cover object-left-top rtl:object-right-top',
          )}
        />
      </picture>
    </span>
  )
}
