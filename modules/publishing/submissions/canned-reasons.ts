import { FALLBACK_LOCALE, type Locale, type Text, readLocale } from '#lib/locale.ts'
import { mailWords } from '#modules/mail/public.ts'
import { REJECTION_REASONS } from './review-rules.ts'

/** Languages in which a decision is written: those of the partner's owners. */
export const languagesOf = (owners: readonly { locale: string }[]): Locale[] => {
  const languages = owners.map((one) => readLocale(one.locale) ?? FALLBACK_LOCALE)
  return languages.length === 0 ? [FALLBACK_LOCALE] : [...new Set(languages)]
}

/** The ready reasons for a rejection in these languages: what is wrong, and which rule says so. */
export const cannedReasons = (languages: readonly Locale[]) =>
  REJECTION_REASONS.map((code) => ({
    code,
    texts: textsOf(languages, (locale) => mailWords(locale)(`mails.rejection.${code}`)),
    rules: textsOf(languages, (locale) => mailWords(locale)(`mails.rejection.${code}.rule`)),
  }))

const textsOf = (languages: readonly Locale[], textIn: (locale: Locale) => string): Text =>
  Object.fromEntries(languages.map((locale) => [locale, textIn(locale)]))
