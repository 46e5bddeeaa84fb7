import type { Words } from '../../messages.tsx'

type Bounds = { from?: string; to?: string; only?: string }

const next = (version: string, place: 0 | 1): string => {
  const numbers = version.split('.').map(Number)
  return place === 0 ? `${(numbers[0] ?? 0) + 1}.0.0` : `${numbers[0]}.${(numbers[1] ?? 0) + 1}.0`
}

/** One comparator of a manifest's range as bounds; null for what has no plain words. */
function boundsOf(comparator: string): Bounds | null {
  const [, operator = '', version = ''] =
    /^(>=|<=|>|<|=|\^|~)?(\d+\.\d+\.\d+)$/.exec(comparator) ?? []
  if (version === '') return null
  switch (operator) {
    case '>=':
      return { from: version }
    case '<':
      return { to: version }
    case '^':
      return { from: version, to: next(version, 0) }
    case '~':
      return { from: version, to: next(version, 1) }
    case '':
    case '=':
      return { only: version }
    default:
      return null
  }
}

/**
 * ">=2.1.0 <4.0.0" → "from 2.1.0, before 4.0.0". Nothing for "*"; what has no plain words is shown
 * as it is.
 */
export function rangeInWords(range: string, { t }: Pick<Words, 't'>): string {
  if (range === '*') return ''
  const all = range.split(' ').map(boundsOf)
  if (all.includes(null)) return range
  const { from, to, only } = Object.assign({}, ...all) as Bounds
  if (only !== undefined) return all.length === 1 ? t('detail.range.only', { from: only }) : range
  if (from !== undefined && to !== undefined) return t('detail.range.between', { from, to })
  return from === undefined
    ? t('detail.range.below', { to: to ?? '' })
    : t('detail.range.from', { from })
}
