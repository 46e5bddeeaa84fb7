import type { Locale, Message } from '#lib/locale.ts'
import type { MessageFile } from './keys.ts'

export type StorefrontFile = Exclude<
  keyof MessageFile,
  'arasta' | 'console' | 'errors' | 'mails' | 'missing' | 'receipts' | 'retired' | 'rules' | 'texts'
>
type Load = () => Promise<Record<string, Message>>

const STOREFRONT = import.meta.glob<Record<string, Message>>(
  ['./*/*.json', '!./*/{arasta,console,errors,mails,missing,receipts,retired,rules,texts}.json'],
  { import: 'default' },
)

/** Loads a file of a storefront's messages, each a chunk of its own. */
export const loadMessages = (locale: Locale, file: StorefrontFile): ReturnType<Load> =>
  (STOREFRONT[`./${locale}/${file}.json`] as Load)()
