import type { Locale } from '#lib/locale.ts'
import { makeTranslate, type Translate } from '#lib/messages.ts'
import type { MessageKey } from '#locales/keys.ts'
import { mails as ar } from '#locales/ar/mails.ts'
import { mails as en } from '#locales/en/mails.ts'
import { mails as tr } from '#locales/tr/mails.ts'

type MailKey = Extract<MessageKey, `mails.${string}`>

const WORDS: Record<Locale, Translate<MailKey>> = { tr: makeTranslate(tr, 'tr'), en: makeTranslate(en, 'en'), ar: makeTranslate(ar, 'ar') }

/** The words of mails in the language of whoever will read them; a job has no request to take one from. */
export const mailWords = (locale: Locale): Translate<MailKey> => WORDS[locale]
