/**
 * A second request within this time is the same one: npm and the terminal both pass Ctrl-C on.
 * Milliseconds.
 */
const SAME_REQUEST = 1_000

export interface StopSignals {
  stopping: () => boolean
}

/**
 * Calls `stop` when this process is asked to end in any way, then ends it; a second request calls
 * `kill` and ends at once.
 */
export function onStopSignals({
  stop,
  kill,
}: {
  stop: () => Promise<void>
  kill: () => void
}): StopSignals {
  let since: number | undefined
  function request(): void {
    const now = performance.now()
    if (since === undefined) {
      since = now
      void stop().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    } else if (now - since > SAME_REQUEST) {
      kill()
      process.exit(1)
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, request)
  // The parent process has ended, so nothing else would end the parts.
  if (process.channel) {
    process.on('disconnect', request)
    process.channel.unref()
  }
  return { stopping: () => since !== undefined }
}
