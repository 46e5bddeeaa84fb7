import { Fragment } from 'react'
import { useWords } from './words.tsx'
import { auditDifferences } from './audit-diff.ts'
import { auditFieldParts } from './audit-words.ts'
import { countOf, useDates } from './dates.ts'
import { LongText } from './long-text.tsx'

interface Changes {
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?/
const MOST_SIGNS = 240
/** So many changed values say what was done; the rest can be opened. */
const MOST_FIELDS = 6

/**
 * Where the value stands, from the outside in: "Plans · 2 · Name · Turkish". What nobody has a word
 * for stands as it is kept.
 */
function FieldName({ path }: { path: string }) {
  const { t, locale } = useWords()
  return auditFieldParts(t, path).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && ' · '}
      {part.kind === 'name' ? (
        <code dir="ltr">{part.text}</code>
      ) : (
        <bdi>{part.kind === 'number' ? countOf(Number(part.text), locale) : part.text}</bdi>
      )}
    </Fragment>
  ))
}

/** The changed values as they were and as they are, one under the other. */
export function AuditChanges({ before, after }: Changes) {
  const { t } = useWords()
  const dates = useDates()
  const shown = (value: unknown): string => {
    if (value === null || value === undefined || value === '') return t('console.audit.nothing')
    if (typeof value === 'boolean') return t(value ? 'console.audit.yes' : 'console.audit.no')
    if (typeof value === 'string')
      return MOMENT.test(value) && !Number.isNaN(Date.parse(value)) ? dates.time(value) : value
    if (Array.isArray(value))
      return value.length === 0 ? t('console.audit.nothing') : value.map(shown).join(' · ')
    return typeof value === 'object'
      ? Object.entries(value)
          .filter(([, one]) => one !== null && one !== '')
          .map(
            ([name, one]) =>
              `${auditFieldParts(t, name)
                .map((part) => part.text)
                .join(' ')}: ${shown(one)}`,
          )
          .join(', ')
      : String(value)
  }
  const found = auditDifferences(before, after)
  if (found.length === 0) return <span className="text-ink2">–</span>
  const list = (those: typeof found) => (
    <ul className="type-sm grid min-w-0 gap-2 text-start wrap-anywhere">
      {those.map((one) => (
        <li key={one.path} className="min-w-0">
          <span className="block text-ink2">
            <FieldName path={one.path} />
          </span>
          {before !== null && (
            <del className="block" dir="auto">
              <span className="sr-only">{t('console.audit.before')}: </span>
              <LongText text={shown(one.before)} most={MOST_SIGNS} />
            </del>
          )}
          {after !== null && (
            <ins className="block" dir="auto">
              <span className="sr-only">{t('console.audit.after')}: </span>
              <LongText text={shown(one.after)} most={MOST_SIGNS} />
            </ins>
          )}
        </li>
      ))}
    </ul>
  )
  if (found.length <= MOST_FIELDS + 1) return list(found)
  return (
    <>
      {list(found.slice(0, MOST_FIELDS))}
      <details className="mt-2">
        <summary className="type-sm cursor-pointer text-link">
          {t('console.audit.more', { n: found.length - MOST_FIELDS })}
        </summary>
        {list(found.slice(MOST_FIELDS))}
      </details>
    </>
  )
}
