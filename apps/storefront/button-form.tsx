import type { ComponentProps } from 'react'
import { Form, useNavigation } from 'react-router'
import { Button } from '#ui/button.tsx'
import { useShell } from './shell.tsx'

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
