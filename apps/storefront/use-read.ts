import { useEffect, useRef, useState } from 'react'
import { createReader, IDLE, type FetchState, type Reader } from '#lib/fetch-state.ts'

/** S4.9 for a component: the state of a read, and what asks for it. A new question cancels the one before, leaving cancels the last. */
export function useRead<T>(): FetchState<T> & Reader<T> {
  const [state, setState] = useState<FetchState<T>>(IDLE)
  const reader = useRef<Reader<T>>(null)
  reader.current ??= createReader<T>(setState)
  const { read, stop } = reader.current
  useEffect(() => stop, [stop])
  return { ...state, read, stop }
}
