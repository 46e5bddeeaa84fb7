import { flushCompileCache } from 'node:module'
import pg from 'pg'
import { systemClock } from '#lib/clock.ts'
import { readConfig } from '#server/config.ts'
import { startServer } from '#server/main.ts'
import { fileClock } from './file-clock.ts'

/**
 * The market as it runs, without its screens, as a process that can be ended at any moment.
 * `CLOCK_AHEAD_SECONDS` lets it live a little later, so that what waits for its time comes up at
 * once; `CLOCK_FILE` gives it the time that the proof says.
 */
const ahead = Number(process.env.CLOCK_AHEAD_SECONDS ?? 0) * 1000
const { CLOCK_FILE: file } = process.env
const clock =
  file !== undefined
    ? fileClock(file)
    : ahead === 0
      ? systemClock
      : { now: () => new Date(Date.now() + ahead) }

/** SQL statements so far, by the name of their connections: the product's and the job queue's. */
const statements: Record<string, number> = {}
const send = pg.Client.prototype.query
pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
  const { application_name: name = '' } = (
    this as unknown as { connectionParameters: { application_name?: string } }
  ).connectionParameters
  statements[name] = (statements[name] ?? 0) + 1
  return send.apply(this, given as Parameters<typeof send>)
} as typeof send
process.on('message', () => process.send?.({ statements }))
process.channel?.unref()

await startServer(readConfig(), { clock, screens: false })
console.log('market ready')
// A process that is killed never writes down what it has compiled, and the next one would begin
// anew.
flushCompileCache()
