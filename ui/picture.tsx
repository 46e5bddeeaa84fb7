import { classes } from './classes.ts'

/** A picture with its size, so that nothing moves when it comes. */
export interface PictureData {
  src: string
  width: number
  height: number
  /** Better formats first: `{ type: 'image/avif', srcSet: '… 400w, … 800w' }`. */
  sources?: readonly { type: string; srcSet: string }[]
  srcSet?: string
  /** A blurred data: URL of a few hundred bytes that comes with the page. */
  placeholder?: string
}

/** AVIF or WebP where the browser can, over its blurred placeholder. `alt=""` for decoration. */
export function Picture({
  picture,
  alt,
  sizes,
  first,
  className,
}: {
  picture: PictureData
  alt: string
  sizes?: string
  /** In the first screenful: loaded at once and before others. */
  first?: boolean
  className?: string
}) {
  const { src, srcSet, width, height, sources, placeholder } = picture
  return (
    <span className={classes('relative block overflow-hidden', className)}>
      {placeholder && (
        <img src={placeholder} alt="" aria-hidden="true" className="absolute inset-0 size-full scale-110 object-cover blur-lg" />
      )}
      <picture>
        {sources?.map(source => (
          <source key={source.type} {...source} sizes={sizes} />
        ))}
        <img
          {...{ src, srcSet, width, height, sizes }}
          alt={alt}
          decoding="async"
          loading={first ? 'eager' : 'lazy'}
          fetchPriority={first ? 'high' : 'auto'}
          className="relative block h-auto w-full"
        />
      </picture>
    </span>
  )
}
