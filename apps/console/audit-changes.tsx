import { Fragment } from 'react'
import { useWords } from './words.tsx'
import { countOf, useDates } from './dates.ts'
import { LongText } from './section.tsx'
import { type Translate, type Locale, readLocale, languageName } from '#lib/locale.ts'
import type { ConsoleKey } from '#locales/keys.ts'

interface Changes {
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?/
const MOST_SIGNS = 240
/** Number of changes shown at first; the rest can be expanded. */
const MOST_FIELDS = 6

/**
 * The path of a value from the outside in: "Plans · 2 · Name · Turkish". Parts without a message
 * are shown as stored.
 */
function FieldName({ path }: { path: string }) {
  const { t, locale } = useWords()
  return auditFieldParts(t, locale, path).map((part, index) => (
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

/** The changed values before and after, one under the other. */
export function AuditChanges({ before, after }: Changes) {
  const { t, locale } = useWords()
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
              `${auditFieldParts(t, locale, name)
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

/**
 * One changed value by its path in the row: `words.tr.tagline`. For a list, the removed and added
 * elements.
 */
interface AuditDifference {
  path: string
  before: unknown
  after: unknown
}

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isList = (value: unknown): value is unknown[] => Array.isArray(value)
const key = (value: unknown): string => JSON.stringify(value) ?? ''
const nothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (isList(value) && value.length === 0)

/**
 * The differences between two versions of a row, down to single values; equal parts of larger
 * values are left out.
 */
export function auditDifferences(before: Fields | null, after: Fields | null): AuditDifference[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return names.flatMap((name) => compare(name, before?.[name], after?.[name]))
}

function compare(path: string, before: unknown, after: unknown): AuditDifference[] {
  if (key(before) === key(after) || (nothing(before) && nothing(after))) return []
  const [was, is] = [isFields(before) ? before : {}, isFields(after) ? after : {}]
  if (
    (isFields(before) || isFields(after)) &&
    (isFields(before) || nothing(before)) &&
    (isFields(after) || nothing(after))
  ) {
    return auditDifferences(was, is).map((one) => ({ ...one, path: `${path}.${one.path}` }))
  }
  if (isList(before) && isList(after)) return compareLists(path, before, after)
  return [{ path, before, after }]
}

/** The same elements in another order are shown as they are. */
function compareLists(path: string, before: unknown[], after: unknown[]): AuditDifference[] {
  const [was, is] = [new Set(before.map(key)), new Set(after.map(key))]
  const [gone, come] = [
    before.filter((one) => !is.has(key(one))),
    after.filter((one) => !was.has(key(one))),
  ]
  if (gone.length === 0 && come.length === 0) return [{ path, before, after }]
  // A single changed element is compared in depth.
  const [from, to] = [gone[0], come[0]]
  if (gone.length === 1 && come.length === 1 && isFields(from) && isFields(to))
    return compare(`${path}.${after.indexOf(to) + 1}`, from, to)
  return [{ path, before: gone, after: come }]
}

/** "Ada took an item off the market"; an operation without a message is shown by its name. */
export function auditSentence(
  t: Translate<ConsoleKey>,
  { operation, actor }: { operation: string; actor: { name: string; email: string } },
): string {
  const key = `console.audit.did.${operation}`
  // Isolated, because a name may have the other direction.
  const who = `\u2068${actor.name || actor.email}\u2069`
  const said = t(key as ConsoleKey, { who })
  return said === key ? `${who}: ${operation}` : said
}

/** The kind of the audited object, in words. */
export function auditKind(t: Translate<ConsoleKey>, kind: string): string {
  const key = `console.audit.kind.${kind}`
  const said = t(key as ConsoleKey)
  return said === key ? kind : said
}

/**
 * The role of the actor in words: `operator:admin`, `partner:owner`, `token:<id>`, `self`, or
 * `schedule` for what a job did at a time that somebody chose.
 */
export function auditRole(t: Translate<ConsoleKey>, role: string): string {
  const [side = '', name = ''] = role.split(':')
  if (side === 'self' || side === 'schedule') return t(`console.audit.as.${side}`)
  if (side === 'token') return t('console.audit.as.token', { token: name })
  const key = `console.role.${name}`
  const said = t(key as ConsoleKey)
  if (said === key || (side !== 'operator' && side !== 'partner')) return role
  return t(`console.audit.as.${side}`, { role: said })
}

/** `name`: of a field without a message, or one named by people (a day, a key). */
interface AuditFieldPart {
  kind: 'word' | 'number' | 'name'
  text: string
}

/** A path of `auditDifferences` in words: `plans.2.name.tr`. */
export const auditFieldParts = (
  t: Translate<ConsoleKey>,
  locale: Locale,
  path: string,
): AuditFieldPart[] =>
  // Entries before languages were data: `words_tr`, `about_en`.
  path
    .replace(/^words_(tr|en|ar)\b/, 'words.$1')
    .replace(/^about_(tr|en|ar)\b/, 'profile_about.$1')
    .split('.')
    .map((name) => {
      if (/^\d{1,4}$/.test(name)) return { kind: 'number', text: name }
      const language = readLocale(name)
      if (language) return { kind: 'word', text: languageName(language, locale) }
      const key = `console.audit.field.${name}`
      const said = t(key as ConsoleKey)
      return said === key ? { kind: 'name', text: name } : { kind: 'word', text: said }
    })
