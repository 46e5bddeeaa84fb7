import { useEffect, useState } from 'react'
import { SHARED_CODE_DIGITS } from '#modules/stores/sessions/one-time-code.ts'
import { digitsOf } from '#lib/text.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { fieldId } from '#ui/use-form-check.ts'
import { maskField } from '#ui/mask.ts'
import { useWords } from '../../messages.tsx'

/** The one-time code from a mail (D6), with its mask (S5.6). */
export function CodeField({ error, slow = false }: { error: string | undefined; slow?: boolean }) {
  const { t } = useWords()
  return (
    <TextField
      label={t(slow ? 'connect.code.slow' : 'connect.code')}
      hint={t(slow ? 'connect.code_hint.slow' : 'connect.code_hint')}
      error={error}
      name="code"
      id={fieldId('code')}
      dir="ltr"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCorrect="off"
      spellCheck={false}
      maxLength={20}
      required
      autoFocus
      figures
      onInput={(event) => maskField(event, (text) => digitsOf(text).slice(0, SHARED_CODE_DIGITS))}
    />
  )
}

/** With a script, counts down; without one, an early submission reports how long to wait. */
export function ResendButton({ seconds }: { seconds: number }) {
  const { t } = useWords()
  const [left, setLeft] = useState(0)
  useEffect(() => {
    const end = performance.now() + seconds * 1000
    const tick = () => setLeft(Math.max(0, Math.ceil((end - performance.now()) / 1000)))
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [seconds])
  return (
    <Button type="submit" kind="secondary" icon="refresh" disabled={left > 0}>
      <span className="figures">
        {left > 0 ? t('connect.resend_in', { seconds: left }) : t('connect.resend')}
      </span>
    </Button>
  )
}
