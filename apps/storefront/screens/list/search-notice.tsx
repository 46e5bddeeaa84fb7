import { Notice } from '#ui/notice.tsx'
import { TextLink } from '#ui/link.tsx'
import { useWords } from '../../messages.tsx'
import { type ListData, changed, listAddress } from './list-query.ts'

/**
 * Which words were searched instead, besides, or not at all, with the way to search only those
 * typed.
 */
export function SearchNotice({
  path,
  query,
  corrected,
  widened,
  also,
  dropped,
}: Pick<ListData, 'query' | 'corrected' | 'widened' | 'also' | 'dropped'> & { path: string }) {
  const { t, locale } = useWords()
  const q = query.q ?? ''
  const quoted = (words: readonly string[]) =>
    new Intl.ListFormat(locale).format(words.map((word) => t('list.quoted', { word })))
  const onlyTyped = query.only_typed !== undefined
  const sentences = [
    corrected !== null && t('list.corrected', { query: q, corrected }),
    also.length > 0 && t('list.also', { words: quoted(also) }),
    widened && t('list.widened'),
    dropped.length > 0 && t('list.dropped', { words: quoted(dropped) }),
    onlyTyped && t('list.typed_only', { query: q }),
  ].filter((sentence) => sentence !== false)
  const isWider = also.length > 0 || widened
  return (
    <div aria-live="polite">
      {sentences.length > 0 && (
        <Notice className="mt-4">
          {sentences.join(' ')}{' '}
          {(isWider || onlyTyped) && (
            <TextLink
              href={listAddress(path, changed(query, { only_typed: onlyTyped ? undefined : '1' }))}
              rel="nofollow"
            >
              {onlyTyped ? t('list.search_near') : t('list.only_typed', { query: q })}
            </TextLink>
          )}
        </Notice>
      )}
    </div>
  )
}
