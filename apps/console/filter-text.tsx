import { useWords } from './words.tsx'

/** Filters as they stand in the address of the list. */
export function FilterText({
  filters,
  className = '',
}: {
  filters: readonly (readonly [string, string])[]
  className?: string
}) {
  const { t } = useWords()
  return (
    <span className={`type-sm text-ink2 wrap-anywhere ${className}`}>
      {filters.length === 0 ? (
        t('console.exports.unfiltered')
      ) : (
        <bdi dir="ltr">{filters.map(([name, value]) => `${name}=${value}`).join(' ')}</bdi>
      )}
    </span>
  )
}
