/**
 * The texts that a buyer agrees to (D23). A version names its words for ever: whoever changes a
 * text gives it a new one, and what was agreed to under the old one stays provable by its hash.
 */
export interface LegalText {
  /** Stands in addresses and ids of dialogs. */
  id: string
  title: string
  parts: readonly { heading: string; text: string }[]
}
