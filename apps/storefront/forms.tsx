import { type ComponentProps, useEffect, useId, useState } from 'react'
import { useShell } from './shell.tsx'
import { Form, useNavigation } from 'react-router'
import { Button } from '#ui/button.tsx'
import type { MessageKey } from '#locales/keys.ts'
import type { Translate } from '#lib/messages.ts'
import { type FieldErrors, fieldId } from '#ui/use-form-check.ts'
import type { ErrorSummaryItem } from '#ui/error-summary.tsx'

/**
 * Makes two presses of one form one; first among the fields, where the server looks. A page that
 * many are shown comes with the same key for all, so what wakes up takes one of its own; without a
 * script the content and the sender count besides.
 */
export function FormKey() {
  const { incident } = useShell()
  const id = useId().replaceAll(/\W/g, '')
  const [key, setKey] = useState(`form-of-page-${incident}-${id}`)
  useEffect(
    () =>
      setKey(
        Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
          byte.toString(16).padStart(2, '0'),
        ).join(''),
      ),
    [],
  )
  return <input type="hidden" name="form_key" value={key} />
}

/**
 * One button that changes something at once, without a script too: it posts `fields` and the store
 * that the page was rendered for (D5).
 */
export function ButtonForm({
  fields,
  label,
  ...button
}: Pick<ComponentProps<typeof Button>, 'kind' | 'size' | 'icon' | 'disabled' | 'children'> & {
  fields: Readonly<Record<string, string | undefined>>
  /** Its accessible name, where the text alone is not enough. */
  label?: string
}) {
  const { store } = useShell()
  const busy = useNavigation().state !== 'idle'
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="store" value={store?.id ?? ''} />
      {Object.entries(fields).map(
        ([name, value]) =>
          value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <Button type="submit" busy={busy} aria-label={label} {...button} />
    </Form>
  )
}

/**
 * What stands under each field, and in the list over the form. `labelOf` names a field as the page
 * does.
 */
export function fieldMessages(
  t: Translate<MessageKey>,
  fieldErrors: FieldErrors,
  labelOf: (name: string) => string,
) {
  const errors: Record<string, string> = {}
  const list: ErrorSummaryItem[] = []
  for (const [name, { code, params }] of Object.entries(fieldErrors)) {
    const field = labelOf(name)
    const text = t(`errors.${code}` as MessageKey, { field, ...params })
    errors[name] = text
    // Some sentences begin with the field's name themselves.
    list.push({
      fieldId: fieldId(name),
      text: code === 'field.invalid' ? text : `${field}: ${text}`,
    })
  }
  return { errors, list }
}
