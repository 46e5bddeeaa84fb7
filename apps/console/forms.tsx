import { useState, type ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import type { FieldMessage } from '#lib/refusal.ts'
import type { Attempt, ErrorFacts } from '#lib/wire-error.ts'
import { Button, type ButtonKind } from '#ui/button.tsx'
import { Checkbox } from '#ui/tick.tsx'
import { Notice } from '#ui/notice.tsx'
import { FormKey } from './form-key.tsx'
import { useWords } from './words.tsx'

/** What a form's press comes back with: which form it was, what is wrong, what was typed. */
export interface FormAnswer { form: string; error: ErrorFacts | null; given: Record<string, string>; done?: Record<string, unknown> }

/** Never put back into a page. */
const SECRET = /password|code|token|credential/

/** What was typed is put back whole, however long a field may be. */
export function answerOf(name: string, form: FormData, result: Attempt<unknown> | ErrorFacts): FormAnswer {
  const given = Object.fromEntries([...form].flatMap(([key, value]) => (typeof value === 'string' && !SECRET.test(key) ? [[key, value.slice(0, 12_000)]] : [])))
  if (!('ok' in result)) return { form: name, error: result, given }
  return result.ok ? { form: name, error: null, given: {}, done: result.answer as Record<string, unknown> } : { form: name, error: result.error, given }
}

/** Whether the box of `confirm` was ticked; what was not is refused by the operation. */
export const confirmedOf = (form: FormData): true => (form.get('confirmed') === 'yes') as true

export const textOf = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** Where the frame of a `CropField` stands; without a script there is none, and the middle is kept. */
export const cropOf = (form: FormData): { x?: string; y?: string; size?: string } =>
  Object.fromEntries(['x', 'y', 'size'].flatMap(name => (form.has(name) ? [[name, textOf(form, name)]] : [])))

/** The bytes of a chosen file; null when none was. */
export async function fileOf(form: FormData, name: string): Promise<Uint8Array | null> {
  const value = form.get(name)
  return value instanceof File && value.size > 0 ? new Uint8Array(await value.arrayBuffer()) : null
}

/** Counts the successes of this form: with each it begins anew, empty or with what is saved now. */
function useRound(mine: FormAnswer | undefined): number {
  const [known, setKnown] = useState({ answer: mine, round: 0 })
  if (known.answer === mine) return known.round
  const round = known.round + (mine?.done ? 1 : 0)
  setKnown({ answer: mine, round })
  return round
}

interface DeskFormProps {
  name: string; answer: FormAnswer | undefined; submit: string; kind?: ButtonKind; hidden?: Record<string, string>; action?: string; children?: ReactNode; className?: string
  /** It has a field for a file. */
  files?: boolean
  mayPress?: boolean
  /** What is typed stays after a success: a draft that is written on while it is saved. */
  stays?: boolean
  /** A sentence to be ticked first: it moves money or cannot be undone. */
  confirm?: string
}

/** One form of a page: its own errors over it, its button below. Works without a script. */
export function DeskForm({ name, answer, submit, kind, hidden = {}, action, files = false, mayPress = true, stays = false, confirm, children, className }: DeskFormProps) {
  const { t } = useWords()
  const navigation = useNavigation()
  const busy = navigation.state !== 'idle' && navigation.formData?.get('form') === name
  const mine = answer?.form === name ? answer : undefined
  const round = useRound(mine)
  const fieldless = mine?.error && Object.keys(mine.error.mistakes ?? {}).length === 0
  return (
    <Form key={stays ? 0 : round} method="post" action={action} encType={files ? 'multipart/form-data' : undefined} noValidate className={className ?? 'grid gap-5'}>
      <FormKey />
      <input type="hidden" name="form" value={name} />
      {Object.entries(hidden).map(([key, value]) => <input key={key} type="hidden" name={key} value={value} />)}
      {fieldless && <Notice tone="attention" alert>{mine?.error?.message}</Notice>}
      {children}
      {confirm !== undefined && mayPress && (
        <Checkbox name="confirmed" value="yes" required error={mine?.error?.mistakes?.confirmed && t('console.field.confirm')}>{confirm}</Checkbox>
      )}
      {mayPress && (
        <div>
          <Button type="submit" busy={busy} kind={kind}>{submit}</Button>
        </div>
      )}
    </Form>
  )
}

/**
 * The revision that a form of several on one page was made from, to be sent along: a new one when this form was saved, or when it was told that somebody else was quicker.
 * `key`: of the form; it begins anew for the latter, and by its own save unless it `stays`. What is typed stays while another form of the page is being saved and read again.
 */
export function useFormRevision(answer: FormAnswer | undefined, form: string, revision: number, stays = true): { key: number; revision: number } {
  const [own, setOwn] = useState({ key: revision, revision })
  const isMine = answer?.form === form && (answer.done !== undefined || answer.error?.code === 'partners.draft_changed')
  // What is saved is read after the answer: only then is there something new to be shown.
  const saved = typeof answer?.done?.['revision'] === 'number' ? answer.done['revision'] : own.revision + 1
  if (isMine && own.revision !== revision && revision >= saved) setOwn({ key: answer.done && stays ? own.key : revision, revision })
  return own
}

/** What is wrong with a field of this form, and what was typed into it. */
export function useField(answer: FormAnswer | undefined, form: string) {
  const { t } = useWords()
  const mine = answer?.form === form ? answer : undefined
  const words = (message: FieldMessage): string => {
    switch (message.code) {
      case 'field.required': return t('console.field.required')
      case 'field.confirm': return t('console.field.confirm')
      case 'field.email': return t('console.field.email')
      case 'field.min': return t('console.field.min', { n: Number(message.params?.n) })
      case 'field.max': return t('console.field.max', { n: Number(message.params?.n) })
      case 'field.password_wrong': return t('console.field.password_wrong')
      case 'field.amount': return t('portal.field.amount')
      case 'field.percent': return t('portal.field.percent')
      case 'field.past': return t('portal.field.past')
      case 'field.code_taken': return t('portal.field.code_taken')
      case 'field.code_malformed': return t('portal.field.code_malformed')
      case 'field.phone': return t('portal.field.phone')
      case 'field.name_taken': return t('portal.field.name_taken')
      case 'field.name_claims': return t('portal.field.name_claims')
      case 'field.company_tax_number': return t('portal.field.company_tax_number')
      case 'field.personal_number': return t('portal.field.personal_number')
      case 'field.https': return t('portal.field.https')
      case 'field.colour': return t('portal.field.colour')
      case 'field.three': return t('portal.field.three')
      case 'field.five': return t('portal.field.five')
      case 'field.slug_taken': return t('portal.field.slug_taken')
      case 'field.slug_reserved': return t('portal.field.slug_reserved')
      case 'field.slug_malformed': return t('portal.field.slug_malformed')
      case 'field.prefix_taken': return t('portal.field.prefix_taken')
      case 'field.prefix_malformed': return t('portal.field.prefix_malformed')
      default: return t('console.field.invalid')
    }
  }
  return (name: string, fallback = '') => {
    const mistake = mine?.error?.mistakes?.[name]
    return { name, defaultValue: mine?.given[name] ?? fallback, error: mistake && words(mistake) }
  }
}

/** A press that needs nothing to be typed: one button. `confirm`: what cannot be undone is said first, and pressed after it. */
export function PressForm({ confirm, ...press }: { name: string; hidden: Record<string, string>; label: string; kind?: ButtonKind; about: string; confirm?: string }) {
  if (confirm === undefined) return <OnePress {...press} />
  return (
    <details className="max-w-72 text-start whitespace-normal">
      <summary className="type-sm inline-flex min-h-11 items-center text-link" aria-label={`${press.label}…: ${press.about}`}>{press.label}…</summary>
      <p className="type-sm mb-2 text-ink2">{confirm}</p>
      <OnePress {...press} />
    </details>
  )
}

function OnePress({ name, hidden, label, kind = 'quiet', about }: { name: string; hidden: Record<string, string>; label: string; kind?: ButtonKind; about: string }) {
  return (
    <Form method="post">
      <FormKey />
      <input type="hidden" name="form" value={name} />
      {Object.entries(hidden).map(([key, value]) => <input key={key} type="hidden" name={key} value={value} />)}
      <Button type="submit" size="small" kind={kind} aria-label={`${label}: ${about}`}>{label}</Button>
    </Form>
  )
}
