import { flushCompileCache } from 'node:module'
import { systemClock } from '#lib/clock.ts'
import { readConfig } from '#server/config.ts'
import { startServer } from '#server/main.ts'

/**
 * The market as it runs, without its screens, as a process that can be ended at any moment.
 * `CLOCK_AHEAD_SECONDS` lets it live a little later, so that what waits for its time comes up at
 * once.
 */
const ahead = Number(process.env.CLOCK_AHEAD_SECONDS ?? 0) * 1000
const clock = ahead === 0 ? systemClock : { now: () => new Date(Date.now() + ahead) }

await startServer(readConfig(), { clock, screens: false })
console.log('market ready')
// A process that is killed never writes down what it has compiled, and the next one would begin
// anew.
flushCompileCache()
