/** An answer that takes longer says that the machine is busy with something else. */
const PROMPT_MS = 500
const PAUSE_MS = 300
/** Healthy or not: a machine on which nothing moves for so long cannot prove anything. */
const HARD_LIMIT_MS = 45 * 60_000

/**
 * Waits until `isDone`, for at most `healthyMs` in which the system answered `probe` promptly. Time
 * in which the machine was too busy to answer does not count, so load cannot turn waiting into a
 * violation. Answers whether it was done. Throws when the machine stays too busy for 45 minutes.
 */
export async function waitHealthy({
  healthyMs,
  probe,
  isDone,
  pauseMs = PAUSE_MS,
  hardLimitMs = HARD_LIMIT_MS,
}: {
  healthyMs: number
  probe: () => Promise<unknown>
  isDone: () => Promise<boolean>
  pauseMs?: number
  hardLimitMs?: number
}): Promise<boolean> {
  const began = performance.now()
  for (let healthy = 0; healthy < healthyMs;) {
    if (await isDone()) return true
    const asked = performance.now()
    await probe()
    const answeredIn = performance.now() - asked
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    if (answeredIn < PROMPT_MS && performance.now() - asked < PROMPT_MS + pauseMs)
      healthy += pauseMs
    if (performance.now() - began > hardLimitMs)
      throw new Error(
        'the machine was too busy for a verdict: run the proof again when it has time',
      )
  }
  return isDone()
}
