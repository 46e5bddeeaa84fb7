import { classes } from './classes.ts'
import { Anchor } from './link.tsx'

/**
 * Categories without a picture: text links in one scrolling line on phones, wrapping on wider
 * screens.
 */
export function CategoryLinks({
  words,
  label,
  className,
}: {
  words: readonly { href: string; name: string; count?: string }[]
  label: string
  className?: string
}) {
  return (
    <nav
      aria-label={label}
      className={classes(
        'scroll-row -mx-(--gutter) scroll-px-(--gutter) px-(--gutter) md:mx-0 md:px-0',
        className,
      )}
    >
      <ul className="flex w-max gap-2 py-1 md:w-auto md:flex-wrap">
        {words.map((word) => (
          <li key={word.href} className="max-w-80 shrink-0 md:max-w-full">
            <Anchor
              href={word.href}
              className={classes(
                'inline-flex min-h-10 max-w-full items-center gap-2 rounded-full border border-line2 bg-card px-4 type-sm medium',
                'transition-colors hover:border-ink',
              )}
            >
              <bdi className="min-w-0 truncate">{word.name}</bdi>
              {word.count && (
                <span className="figures regular shrink-0 text-ink2">{word.count}</span>
              )}
            </Anchor>
          </li>
        ))}
      </ul>
    </nav>
  )
}
