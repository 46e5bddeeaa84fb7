import type { ComponentProps } from 'react'
import { Form, useNavigation } from 'react-router'
import { Button } from '#ui/button.tsx'
import { useShell } from '../../shell.tsx'

type Look = Pick<ComponentProps<typeof Button>, 'kind' | 'size' | 'icon' | 'children'>

/** One button that begins something at once, without a script too. `part`: which of several it is about. */
export function Press({ intent, part, label, ...look }: Look & { intent: string; part?: string; label?: string }) {
  const { store } = useShell()
  const busy = useNavigation().state !== 'idle'
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="store" value={store?.id ?? ''} />
      <input type="hidden" name="intent" value={intent} />
      {part !== undefined && <input type="hidden" name="part" value={part} />}
      <Button type="submit" busy={busy} aria-label={label} {...look} />
    </Form>
  )
}
