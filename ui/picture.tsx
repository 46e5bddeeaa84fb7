import { classes } from './classes.ts'

/** A picture with its size, to avoid layout shifts. */
export interface PictureData {
  src: string
  width: number
  height: number
  /** Preferred formats first: `{ type: 'image/avif', srcSet: '… 400w, … 800w' }`. */
  sources?: readonly { type: string; srcSet: string }[]
  srcSet?: string
  /** A tiny data URL of a few hundred bytes, for pictures in the first screenful. */
  placeholder?: string
}

/**
 * A picture as AVIF or WebP over its placeholder, which is blurred by upscaling (a blur filter per
 * picture costs a phone more than rendering the page). `alt=""` for decorative ones.
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
  /** In the first screenful: loaded immediately, with high priority. */
  first?: boolean
  /** At least as high as its box: cropped at the end of its lines when too wide. */
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
