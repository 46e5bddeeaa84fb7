import type { AnswerOf } from '#kernel/operation.ts'
import type { markInbox } from '#modules/market/inbox-contract.ts'
import { INBOX_KINDS, type InboxKind } from '#modules/market/inbox-rules.ts'

type Before = AnswerOf<typeof markInbox>['before'][number]
type Mark = Partial<Before> & Pick<Before, 'kind' | 'id'>

export const keyOfRow = ({ kind, id }: { kind: InboxKind; id: string }): string => `${kind}:${id}`

/** The acts of the inbox's form, on each of its ticked rows. */
export function readMarkForm(form: FormData): Mark[] {
  const text = (name: string) => String(form.get(name) ?? '')
  const texts = (name: string) => form.getAll(name).map(String)
  if (text('act') === 'undo') return texts('before').flatMap(readBefore)
  const change: Partial<Mark> | undefined = {
    assign: { assigned_to: text('person') || null },
    snooze: { snoozed_until: text('until') },
    done: { done: true },
    back: { done: false, snoozed_until: null },
  }[text('act')]
  return texts('row').flatMap((row) => {
    const [, name, id = ''] = /^(\w+):(.+)$/.exec(row) ?? []
    const kind = INBOX_KINDS.find((one) => one === name)
    return kind && change ? [{ kind, id, ...change }] : []
  })
}

/** A mark as it was, as a hidden field of the form that undoes a change. */
export const beforeText = (before: Before): string =>
  String(
    new URLSearchParams({
      kind: before.kind,
      id: before.id,
      assigned_to: before.assigned_to ?? '',
      snoozed_until: before.snoozed_until ?? '',
      done: before.done ? 'yes' : '',
    }),
  )

function readBefore(text: string): Mark[] {
  const fields = new URLSearchParams(text)
  const kind = INBOX_KINDS.find((one) => one === fields.get('kind'))
  if (kind === undefined) return []
  return [
    {
      kind,
      id: fields.get('id') ?? '',
      assigned_to: fields.get('assigned_to') || null,
      snoozed_until: fields.get('snoozed_until') || null,
      done: fields.get('done') === 'yes',
    },
  ]
}
