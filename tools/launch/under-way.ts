import type { ChildProcess } from 'node:child_process'
import { onStopSignals } from './stop-signals.ts'

export interface End {
  stop: () => Promise<unknown>
  /** When there is no time to stop in order. */
  kill: () => unknown
}

export interface UnderWay {
  onChild: (child: ChildProcess) => void
  onEnd: (end: End) => void
  /** Ends the processes, then puts everything else away, the last one first. */
  endAll: () => Promise<void>
  stopping: () => boolean
}

/**
 * What a command has started and must put away, at its end or when it is asked to stop.
 *
 * @param graceMs how long a process may take to end by itself
 */
export function watchUnderWay({
  graceMs,
  onStop = () => {},
}: {
  graceMs: number
  onStop?: () => void
}): UnderWay {
  const children = new Set<ChildProcess>()
  const ends: End[] = []

  async function endAll(): Promise<void> {
    if (graceMs > 0) {
      for (const child of children) child.kill('SIGTERM')
      const until = performance.now() + graceMs
      while (children.size > 0 && performance.now() < until)
        await new Promise((resolve) => setTimeout(resolve, 100))
    }
    for (const child of children) child.kill('SIGKILL')
    for (const end of ends.splice(0).toReversed()) await end.stop()
  }

  const signals = onStopSignals({
    async stop() {
      onStop()
      await endAll()
    },
    kill() {
      for (const child of children) child.kill('SIGKILL')
      for (const end of ends.toReversed()) end.kill()
    },
  })
  return {
    onChild(child) {
      children.add(child)
      child.once('close', () => children.delete(child))
    },
    onEnd: (end) => void ends.push(end),
    endAll,
    stopping: signals.stopping,
  }
}
