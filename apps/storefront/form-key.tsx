import { useEffect, useId, useState } from 'react'
import { useShell } from './shell.tsx'

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
