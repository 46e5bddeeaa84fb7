import { useEffect, useRef } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import type { getProgress, Installation } from '#modules/installs/contract.ts'
import { isMoving, stageOf, type Stage } from '#modules/installs/ui/plan-facts.ts'
import type { AnswerOf } from '#kernel/operation.ts'
import { usePolling } from '../../polling.ts'

type Answer = AnswerOf<typeof getProgress>
const POLL_MS = 700
const isEnd = (answer: Answer) => !isMoving(stageOf(answer.data))

/**
 * The current installation, polled while a run is in progress. The rest of the page is reloaded
 * when it ends.
 */
export function useInstallation(loaded: Installation | null): {
  installation: Installation | null
  stage: Stage
  silent: boolean
  again: () => void
} {
  const { revalidate } = useRevalidator()
  const moving = isMoving(stageOf(loaded))
  const poll = usePolling<Answer>(moving && loaded ? `/installations/${loaded.id}` : null, {
    of: loaded,
    everyMs: POLL_MS,
    isEnd,
  })
  // When the loader no longer finds the installation (uninstalled), keep showing its end on the
  // page where it happened.
  const { pathname } = useLocation()
  const last = useRef<{ pathname: string; installation: Installation } | null>(null)
  if (poll.answer) last.current = { pathname, installation: poll.answer.data }
  const installation =
    poll.answer?.data ??
    loaded ??
    (last.current?.pathname === pathname ? last.current.installation : null)
  const stage = stageOf(installation)
  useEffect(() => {
    if (poll.answer && isEnd(poll.answer)) void revalidate()
  }, [poll.answer, revalidate])
  return { installation, stage, silent: poll.silent, again: poll.again }
}

const START_MS = 1_000
const SELDOM_MS = 15_000

/**
 * Loads the page again, at growing intervals, until the install that was agreed to with the payment
 * has begun. Each load asks the shop, which may be down for long.
 */
export function useWaitForStart(isWaiting: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isWaiting) return
    let timer: ReturnType<typeof setTimeout>
    const askIn = (ms: number) => {
      timer = setTimeout(() => {
        if (document.visibilityState === 'visible') void revalidate()
        askIn(Math.min(ms * 1.5, SELDOM_MS))
      }, ms)
    }
    askIn(START_MS)
    return () => clearTimeout(timer)
  }, [isWaiting, revalidate])
}

/** Query parameter with the paid order that led here. */
export const PAID_PARAM = 'paid'

/** Query parameter with the installation that a form has started or ended. */
export const INSTALLATION_PARAM = 'installation'
