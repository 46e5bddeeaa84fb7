import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import type { Installation, listInstallations } from '#modules/installs/contract.ts'
import { isMoving, stageOf } from '#modules/installs/ui/plan-facts.ts'
import type { AnswerOf } from '#kernel/operation.ts'
import { usePolling } from '../../polling.ts'

type Answer = AnswerOf<typeof listInstallations>
const POLL_MS = 1_500

export const moves = (one: Pick<Installation, 'state' | 'run'>): boolean => isMoving(stageOf(one))
const isQuiet = (answer: Answer) => !answer.data.some(moves)

/**
 * The current installations, polled while a run is in progress; the page is reloaded when all have
 * ended.
 */
export function useLiveInstallations(loaded: readonly Installation[]): readonly Installation[] {
  const { revalidate } = useRevalidator()
  const poll = usePolling<Answer>(loaded.some(moves) ? '/installations' : null, {
    of: loaded,
    everyMs: POLL_MS,
    isEnd: isQuiet,
  })
  useEffect(() => {
    if (poll.answer && isQuiet(poll.answer)) void revalidate()
  }, [poll.answer, revalidate])
  return poll.answer?.data ?? loaded
}
