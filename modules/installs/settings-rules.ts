import type { SettingValue } from '#modules/catalog/public.ts'
import type { InputField } from './contract.ts'
import type { SettingChange } from './settings-contract.ts'

/** How long a change of settings can be undone with one click. */
export const UNDO_DAYS = 30

export type Answers = Readonly<Record<string, SettingValue>>

/** An optional text that was cleared and one that was never given are the same. */
const valueOf = (answers: Answers, name: string): SettingValue | null => {
  const value = answers[name]
  return value === undefined || value === '' ? null : value
}

/** The answers that differ, in the order of the form; names that nobody asks for any more last. */
export function changedNames(names: readonly string[], before: Answers, after: Answers): string[] {
  const all = [...new Set([...names, ...Object.keys(before), ...Object.keys(after)])]
  return all.filter((name) => valueOf(before, name) !== valueOf(after, name))
}

interface Words {
  yes: string
  no: string
}

type Field = Pick<InputField, 'name' | 'type' | 'title' | 'choices'>

/** An answer in the reader's words; null when there is none. */
export function wordsOf(field: Field | undefined, value: unknown, words: Words): string | null {
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'boolean') return value ? words.yes : words.no
  return field?.choices?.find((choice) => choice.value === value)?.label ?? String(value)
}

/** What changes, in the reader's words. */
export const describeChanges = (
  fields: readonly Field[],
  before: Answers,
  after: Answers,
  words: Words,
): SettingChange[] =>
  changedNames(
    fields.map((field) => field.name),
    before,
    after,
  ).map((name) => {
    const field = fields.find((one) => one.name === name)
    return {
      name,
      title: field?.title ?? name,
      now: wordsOf(field, before[name], words),
      after: wordsOf(field, after[name], words),
    }
  })

export interface PastChange {
  before: Answers
  after: Answers
  releaseId: string
  finishedAt: Date
}

/**
 * Until when a change can be undone; null when it cannot: too long ago, of another release, or one
 * of its answers has changed again since.
 */
export function undoUntil(
  { before, after, releaseId, finishedAt }: PastChange,
  live: { releaseId: string; answers: Answers },
  now: Date,
): Date | null {
  const until = new Date(finishedAt.getTime() + UNDO_DAYS * 86_400_000)
  if (releaseId !== live.releaseId || now >= until) return null
  const overtaken = changedNames([], before, after).some(
    (name) => valueOf(live.answers, name) !== valueOf(after, name),
  )
  return overtaken ? null : until
}

/** The live answers with those of a change as they were before it. */
export function withoutChange(live: Answers, { before, after }: PastChange): Answers {
  const names = changedNames([], before, after)
  return {
    ...Object.fromEntries(Object.entries(live).filter(([name]) => !names.includes(name))),
    ...Object.fromEntries(Object.entries(before).filter(([name]) => names.includes(name))),
  }
}
