/** What is measured. Without imports: options are read before anything is installed. */
export const KINDS = ['list', 'first', 'selective', 'broad', 'typo', 'detail', 'home'] as const
export type Kind = (typeof KINDS)[number]

export const KIND_LABELS: Record<Kind, string> = {
  list: 'list: category + sort',
  first: 'list: first page',
  selective: 'search: 5-20 have it',
  broad: 'search: a fifth has it',
  typo: 'search: misspelt',
  detail: 'detail',
  home: 'home',
}
