import { useState, type ComponentType } from 'react'
import { SearchField, type SearchFieldProps } from '#ui/search-field.tsx'
import type { SuggestionsProps } from './suggestions/suggestion-list.tsx'
import { optionalPart } from './optional-part.ts'
import { usePaths } from './paths.ts'

/** The market's search. Suggestions are loaded when the field is first focused. */
export function MarketSearch(
  props: Omit<SearchFieldProps, 'action' | 'children' | 'onFieldFocus'>,
) {
  const { search } = usePaths()
  const [input, setInput] = useState<HTMLInputElement | null>(null)
  const [List, setList] = useState<ComponentType<SuggestionsProps> | null>(null)
  function loadSuggestions(field: HTMLInputElement) {
    setInput(field)
    // if the chunk does not load, the form works as without a script
    if (!List)
      void optionalPart(() => import('./suggestions/suggestion-list.tsx')).then(
        (part) => setList(() => part.SuggestionList),
        () => {},
      )
  }
  return (
    <SearchField {...props} action={search} onFieldFocus={loadSuggestions}>
      {List && input && <List input={input} />}
    </SearchField>
  )
}
