import type { Suggestions } from '#modules/catalog/find-contract.ts'
import { withQuery, type Paths } from '../paths.ts'

export type OptionKind = 'word' | 'item' | 'category' | 'developer'

export interface SuggestionOption {
  kind: OptionKind
  /** Where it leads. */
  href: string
  name: string
  icon?: string | null
}

/** What was suggested, in the order of the list. */
export function optionsFrom(
  { words, corrected, items, categories, developers }: Suggestions,
  paths: Paths,
): SuggestionOption[] {
  const found = (q: string) => withQuery(paths.search, { q })
  return [
    ...(corrected === null ? words : [corrected, ...words]).map((word) => ({
      kind: 'word' as const,
      href: found(word),
      name: word,
    })),
    ...items.map(({ slug, name, icon }) => ({
      kind: 'item' as const,
      href: paths.item(slug),
      name,
      icon,
    })),
    ...categories.map(({ slug, name }) => ({
      kind: 'category' as const,
      href: withQuery(paths.list, { category: slug }),
      name,
    })),
    ...developers.map(({ slug, name }) => ({
      kind: 'developer' as const,
      href: paths.developer(slug),
      name,
    })),
  ]
}

/** Up and down through the list and the field itself, which stands before the first (-1). */
export function moved(active: number, by: 1 | -1, count: number): number {
  const next = active + by
  return next >= count ? -1 : next < -1 ? count - 1 : next
}

/**
 * Asks when nothing more was typed for a moment. `wait` is the moment, given so that a test need
 * not wait for a clock.
 */
export function afterPause(
  ask: (text: string) => void,
  wait: (run: () => void) => () => void,
): { typed(text: string): void; stop(): void } {
  let cancel = () => {}
  let last = ''
  return {
    typed(text) {
      const wanted = text.trim()
      if (wanted === last) return
      last = wanted
      cancel()
      cancel = wait(() => ask(wanted))
    },
    stop() {
      cancel()
      last = ''
    },
  }
}
