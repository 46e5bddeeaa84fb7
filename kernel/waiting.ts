/**
 * Something that waits for an operator, as the module that owns it shows it to the inbox
 * (docs/decisions/0074-inbox.md).
 */
export interface Waiting {
  id: string
  /** As the address of its page has it, where that is not the id. */
  place?: string
  /** What it is about: an item, a partner, a number; at most 300 characters. */
  title: string
  /** What else tells it apart, as somebody wrote it; at most 300 characters. */
  detail: string
  amount?: { minor: number; currency: string }
  since: Date
  /** Who has taken it already, where its module knows. */
  holderId?: string | null
}

/** Texts of a row are short, however long the original is. */
export const shortText = (text: string | null): string => (text ?? '').slice(0, 300)
