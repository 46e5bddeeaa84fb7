/** Id of the one form of a page by which items are saved for later; its buttons stand anywhere. */
export const SAVING_FORM = 'saving'

/** Attributes of a button that saves an item for later, or no longer. */
export const savingOf = (slug: string, isSaved: boolean) =>
  ({ form: SAVING_FORM, name: isSaved ? 'remove' : 'save', value: slug }) as const

/** What the page of saved items answers to that form. */
export interface SavingAnswer {
  slug: string
  saved: boolean
  /** Why it could not be done. */
  message: string | null
}
