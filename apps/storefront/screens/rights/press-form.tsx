import { Form, useNavigation } from 'react-router'
import { Button, type ButtonKind } from '#ui/button.tsx'
import { useShell } from '../../shell.tsx'

interface Press { intent: string; words: string; label?: string; kind?: ButtonKind; disabled?: boolean; scopes?: string; before?: string }

/** One button that changes something at once, without a script too. `before` is what the way back leads to. */
export function PressForm({ intent, words, label, kind = 'secondary', disabled = false, scopes, before }: Press) {
  const { store } = useShell()
  const busy = useNavigation().state !== 'idle'
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="store" value={store?.id ?? ''} />
      <input type="hidden" name="intent" value={intent} />
      {scopes !== undefined && <input type="hidden" name="scopes" value={scopes} />}
      {before !== undefined && <input type="hidden" name="before" value={before} />}
      <Button type="submit" kind={kind} size="small" busy={busy} disabled={disabled} aria-label={label}>
        {words}
      </Button>
    </Form>
  )
}
