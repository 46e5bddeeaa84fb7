import type { Translate } from '#lib/messages.ts'
import type { MessageKey } from '#locales/keys.ts'

/** The page's translator; screens hand it to the components below them. */
export type T = Translate<MessageKey>
