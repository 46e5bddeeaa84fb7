import { useCallback, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { createReader } from '#lib/fetch-state.ts'
import { useCallAddress } from './call-address.ts'

/**
 * After this many failed requests in a row the page shows a button to retry; polling continues at
 * growing intervals.
 */
const PATIENCE = 5
const SELDOM_MS = 5_000

export interface Polling<T> {
  answer: T | null
  /** No response: offer to retry. */
  silent: boolean
  again: () => void
}

/**
 * Polls an API call every `everyMs` until `isEnd` of its answer, while the page is visible;
 * immediately when it becomes visible again. A failed request does not end it. `path: null` polls
 * nothing. `of`: what the page itself loaded; when that changes, polled answers are discarded and
 * polling restarts. When the session has expired, the page is loaded again and its guard handles it
 * (S6.3).
 */
export function usePolling<T>(
  path: `/${string}` | null,
  { of, everyMs, isEnd }: { of: unknown; everyMs: number; isEnd: (answer: T) => boolean },
): Polling<T> {
  const addressOf = useCallAddress()
  const [heard, setHeard] = useState<{ of: unknown; answer: T } | null>(null)
  const [silent, setSilent] = useState(false)
  const [round, setRound] = useState(0)
  const { revalidate } = useRevalidator()
  const ended = useRef(isEnd)
  ended.current = isEnd

  useEffect(() => {
    if (path === null) return
    const url = addressOf(path)
    const stop = new AbortController()
    const reader = createReader<T>()
    let timer: ReturnType<typeof setTimeout> | undefined
    let failures = 0
    let asking = false

    async function ask() {
      if (asking || stop.signal.aborted || document.visibilityState === 'hidden') return
      asking = true
      const read = await reader.read(url)
      asking = false
      if (read === null || stop.signal.aborted) return
      if (read.status === 401 || read.status === 403) {
        stop.abort()
        return void revalidate()
      }
      const found = read.step === 'success' ? read.answer : null
      if (found !== null) setHeard({ of, answer: found })
      failures = found === null ? failures + 1 : 0
      setSilent(failures >= PATIENCE)
      if (found !== null && ended.current(found)) stop.abort()
      else
        timer = setTimeout(
          () => void ask(),
          failures === 0 ? everyMs : Math.min(SELDOM_MS, everyMs * 2 ** failures),
        )
    }
    const onLook = () => {
      clearTimeout(timer)
      void ask()
    }
    document.addEventListener('visibilitychange', onLook, { signal: stop.signal })
    void ask()
    return () => {
      stop.abort()
      reader.stop()
      clearTimeout(timer)
    }
  }, [path, of, everyMs, addressOf, round, revalidate])

  const again = useCallback(() => {
    setSilent(false)
    setRound((count) => count + 1)
  }, [])
  return { answer: heard && heard.of === of ? heard.answer : null, silent, again }
}
