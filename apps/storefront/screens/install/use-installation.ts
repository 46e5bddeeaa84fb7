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
 * The installation as it is now: asked for again while something moves. The rest of the page hears
 * when it has ended.
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
  // When the page knows nothing any more (it was taken off), the end still shows, on the page where
  // it was seen.
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

/** Names the installation that a form has begun or ended, in the address that it leads to. */
export const INSTALLATION_PARAM = 'installation'
