import { systemClock } from '#lib/clock.ts'
import { jsonOf } from './send.ts'
import { describeCounts, type HostilePart } from './part.ts'
import { fuzz } from './openapi/fuzz.ts'
import { addBarePlatforms, knownValues, openCallers } from './openapi/people.ts'
import { targetsOf, type OpenApiDocument } from './openapi/read-document.ts'

/**
 * Every operation of every OpenAPI document, in ways that fit and that do not, as everybody who
 * could call it.
 */
export const fuzzPart: HostilePart = {
  title: 'Calls made from the OpenAPI documents',
  async run({ sender, sites, db, seed, sample, calls, say, isStopping }) {
    await addBarePlatforms(db)
    const callers = await openCallers({ sender, sites, db, clock: systemClock }, null)
    const documented = ['apps', 'themes', 'installer', 'console'] as const
    const targets = (
      await Promise.all(
        documented.map(async (site) =>
          targetsOf(
            jsonOf(
              await sender.ask({ origin: sites[site], method: 'GET', path: '/api/openapi.json' }),
            ) as OpenApiDocument,
            site,
            sites[site],
          ),
        ),
      )
    ).flat()
    const result = await fuzz({
      sender,
      targets,
      callers,
      seed,
      isStopping,
      calls: sample ? 4_000 : calls,
      parallel: 12,
      known: await knownValues(db),
      // What is looked for lies behind the limits; the floods prove these.
      beforeBatch: async () => void (await db.deleteFrom('limits').execute()),
      onBatch: (done) => {
        if (done % 20_480 === 0) say(`${done} calls`)
      },
    })
    return {
      done: `${result.calls} calls at ${result.operations} operations (${result.reached} of them answered with success at least once); ${describeCounts(result.statuses)}; the slowest took ${result.slowest.ms} ms: ${result.slowest.call.slice(0, 200)}`,
      violations: result.violations.map(
        ({ call, what, times }) => `${times} times ${what} — ${call}`,
      ),
    }
  },
}
