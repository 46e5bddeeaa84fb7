import { type ComponentProps, useEffect, useId, useState } from 'react'
import { useShell } from './shell.tsx'
import { Form, useNavigation } from 'react-router'
import { Button } from '#ui/button.tsx'

/**
 * Idempotency key, so that a double submission counts once; must be the first field, where the
 * server looks for it. Cached pages have the same key for everybody, so hydration replaces it;
 * without a script the server also compares content and sender.
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
 * A form that is only a button, without a script too: posts `fields` and the store for which the
 * page was rendered (D5).
 */
export function ButtonForm({
  fields,
  label,
  ...button
}: Pick<ComponentProps<typeof Button>, 'kind' | 'size' | 'icon' | 'disabled' | 'children'> & {
  fields: Readonly<Record<string, string | undefined>>
  /** Accessible name, when the text is not enough. */
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
