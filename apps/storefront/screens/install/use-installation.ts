import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import type { getProgress, Installation } from '#contexts/installs/contract.ts'
import { isMoving, stageOf, type Stage } from '#contexts/installs/ui/plan-facts.ts'
import type { AnswerOf } from '#lib/operation.ts'
import { usePolling } from '../../polling.ts'

type Answer = AnswerOf<typeof getProgress>
const POLL_MS = 700
const isEnd = (answer: Answer) => !isMoving(stageOf(answer.data))

/** The installation as it is now: asked for again while something moves. The rest of the page hears when it has ended. */
export function useInstallation(loaded: Installation | null): {
  installation: Installation | null
  stage: Stage
  silent: boolean
  again: () => void
} {
  const { revalidate } = useRevalidator()
  const moving = isMoving(stageOf(loaded))
  const poll = usePolling<Answer>(moving && loaded ? loaded.progress : null, { everyMs: POLL_MS, isEnd })
  const seen = poll.answer?.data ?? null
  // Of the page's own knowledge and the polled one the later counts; when the page knows nothing any more, the end still shows.
  const atLoad = useRef({ loaded, seen })
  if (atLoad.current.loaded !== loaded) atLoad.current = { loaded, seen }
  const installation = loaded === null || seen !== atLoad.current.seen ? (seen ?? loaded) : loaded
  const stage = stageOf(installation)
  const ended = seen !== null && isEnd(poll.answer as Answer)
  useEffect(() => {
    if (ended) void revalidate()
  }, [ended, revalidate])
  return { installation, stage, silent: poll.silent, again: poll.again }
}
