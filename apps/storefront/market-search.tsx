import { useState, type ComponentType } from 'react'
import { SearchField, type SearchFieldProps } from '#ui/search-field.tsx'
import type { SuggestionsProps } from './suggestions/suggestion-list.tsx'
import { optionalPart } from './optional-part.ts'
import { usePaths } from './paths.ts'

/**
 * The market's search. What is suggested while somebody types comes to the browser when the field
 * is first used.
 */
export function MarketSearch(props: Omit<SearchFieldProps, 'action' | 'children' | 'onWake'>) {
  const { search } = usePaths()
  const [input, setInput] = useState<HTMLInputElement | null>(null)
  const [List, setList] = useState<ComponentType<SuggestionsProps> | null>(null)
  function wake(field: HTMLInputElement) {
    setInput(field)
    // a part that does not come leaves the form as it is without a script
    if (!List)
      void optionalPart(() => import('./suggestions/suggestion-list.tsx')).then(
        (part) => setList(() => part.SuggestionList),
        () => {},
      )
  }
  return (
    <SearchField {...props} action={search} onWake={wake}>
      {List && input && <List input={input} />}
    </SearchField>
  )
}
