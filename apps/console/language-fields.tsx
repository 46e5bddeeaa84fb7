import { LANGUAGE_NAMES, LOCALES, type Locale, languageName } from '#lib/locale.ts'
import type { getMarketSettings } from '#modules/market/contract.ts'
import type { AnswerOf } from '#kernel/operation.ts'
import { Checkbox, Radio } from '#ui/checkbox.tsx'
import { PostForm } from './forms.tsx'
import type { FormAnswer } from './read-form.ts'
import { useWords } from './words.tsx'

/** The languages of a submitted form: the default first, which is always offered. */
export function languagesOf(form: FormData): Locale[] {
  const chosen = (one: Locale) => form.getAll('offered').includes(one)
  const first = LOCALES.find((one) => one === form.get('default'))
  return [...(first ? [first] : []), ...LOCALES.filter((one) => one !== first && chosen(one))]
}

/** Which languages the market is offered in and which is its default, with what is written in each. */
export function LanguageForm({
  languages,
  coverage,
  answer,
  mayWrite,
}: Pick<AnswerOf<typeof getMarketSettings>, 'languages' | 'coverage'> & {
  answer: FormAnswer | undefined
  mayWrite: boolean
}) {
  const { t } = useWords()
  return (
    <PostForm name="languages" answer={answer} submit={t('console.save')} mayPress={mayWrite}>
      <LanguageList
        of={LOCALES}
        chosen={languages}
        mayWrite={mayWrite}
        note={(one) => {
          const { items, unnamed } = coverage.of[one]
          return `${t('console.settings.coverage_items', { n: items, count: coverage.items })} · ${
            unnamed.length === 0
              ? t('console.settings.coverage_named')
              : t('console.settings.coverage_unnamed', { n: unnamed.length })
          }`
        }}
      />
    </PostForm>
  )
}

/** Languages to choose from: which are offered, and which is the default. */
export function LanguageList({
  of,
  chosen,
  mayWrite = true,
  note,
}: {
  of: readonly Locale[]
  chosen: readonly Locale[]
  mayWrite?: boolean
  note?: (language: Locale) => string
}) {
  const { t, locale } = useWords()
  return (
    <ul className="border-t border-line">
      {of.map((one) => (
        <li
          key={one}
          className="grid items-center gap-x-6 border-b border-line py-2 md:grid-cols-[minmax(0,1fr)_auto_auto]"
        >
          <p className="min-w-0">
            <span lang={one} className="type-label">
              {LANGUAGE_NAMES[one]}
            </span>{' '}
            {one !== locale && (
              <span className="type-sm text-ink2">{languageName(one, locale)}</span>
            )}
            {note && <span className="type-sm block text-ink2">{note(one)}</span>}
          </p>
          <Checkbox
            name="offered"
            value={one}
            defaultChecked={chosen.includes(one)}
            disabled={!mayWrite}
            aria-label={`${t('console.settings.offered')}: ${LANGUAGE_NAMES[one]}`}
          >
            {t('console.settings.offered')}
          </Checkbox>
          <Radio
            name="default"
            value={one}
            defaultChecked={chosen[0] === one}
            disabled={!mayWrite}
            aria-label={`${t('console.settings.default_language')}: ${LANGUAGE_NAMES[one]}`}
          >
            {t('console.settings.default_language')}
          </Radio>
        </li>
      ))}
    </ul>
  )
}
