import { join } from 'node:path'
import { openSession } from '#modules/stores/sessions/sessions.ts'
import { connectWordPress } from '#modules/stores/platforms/public.ts'
import { createForeignHttp } from '#lib/foreign/foreign-http.ts'
import { createHttp } from '#lib/http.ts'
import { openCallProxy } from '../../harness/call-proxy.ts'
import { startMachine, until } from '../../wordpress/machine.ts'
import type { Needs } from '../../wordpress/needs.ts'
import { Owner } from '../owner.ts'
import { storeName } from '../ledgers.ts'
import { inParallel } from '../part.ts'
import { withoutUsers } from '../seed-items.ts'
import type { Violation } from '../violation.ts'
import { nameOfCall, openRefusals, type MarketSide, type OpenSystem } from './other-system.ts'
import { comparePage, effectsOf, ownMarkup, READ_SITES, type SiteRows } from './wordpress-state.ts'

const WORDPRESS = 2
/** Placement 2: the start of the body. */
const BODY_START = 2

/**
 * Sites of a real WordPress with the connector plugin, in one folder and one MariaDB, each with
 * tables of its own. What stands on one is read from its database, by nothing of WordPress's, and
 * held against the page that its visitors get.
 */
export const wordPressSites =
  (needs: Needs): OpenSystem =>
  async ({ stores, ports, market, killSwitch, witness, misbehavior, onAnswer, onChild }) => {
    const port = ports[0] as number
    const refusals = openRefusals()
    const proxy = await openCallProxy({
      port,
      host: 'sites.localhost',
      killSwitch,
      witness,
      nameOf: nameOfCall,
      misbehavior: (call) => misbehavior(call) ?? refusals.misbehavior(call),
      onAnswer,
    })
    const hostOf = (n: number) => `wp-${n + 1}.sites.localhost:${new URL(proxy.url).port}`
    const origins = Array.from({ length: stores }, (_, n) => `http://${hostOf(n)}`)
    const http = createHttp({ allowOrigins: origins })
    const machine = await startMachine(needs, { port, onChild })
    const pageOf = async (n: number) =>
      (
        await http.request(`${origins[n]}/`, { maxBytes: 2 ** 24, timeoutMs: 20_000 })
      ).body.toString('utf8')
    /** Connected ones, by number. */
    const sites = new Map<number, { externalId: string; own: string }>()
    const passwords: string[] = []
    let side: MarketSide | undefined

    try {
      await machine.copyPlugin()
      await inParallel(origins, 2, async (_, n) => {
        await machine.install(hostOf(n))
        await machine.activatePlugin(hostOf(n))
      })
      machine.serve()
      await until('PHP', () =>
        http.request(`${origins[0]}/`).then((answer) => answer.status === 200),
      )
    } catch (error) {
      await Promise.all([machine.stop(), proxy.close()])
      throw error
    }

    return {
      settings: { PLATFORM_ID: String(WORDPRESS), STORE_ORIGINS: origins.join() },
      shelf: { platforms: [WORDPRESS], versionsOf: (prefix) => withoutUsers(prefix, BODY_START) },
      async start(given) {
        side = given
      },
      async openOwner(n, world) {
        if (!side) throw new Error('the market is not there yet')
        const { db, clock } = side
        const approved = await machine.approve(hostOf(n))
        passwords.push(approved.password)
        const connected = await connectWordPress(
          {
            ...side,
            http: createForeignHttp({ localOrigins: origins }),
            // Every site is new: nothing passes on to it.
            jobs: { enqueue: async () => {} },
          },
          origins[n] as string,
          approved,
          { origin: market.app, installer: market.installer, platformId: WORDPRESS },
        )
        if (!('storeId' in connected))
          throw new Error(`${origins[n]} could not be connected: ${JSON.stringify(connected)}`)
        const { storeId, contact } = connected
        const { external_id: externalId } = await db
          .selectFrom('stores')
          .select('external_id')
          .where('id', '=', storeId)
          .executeTakeFirstOrThrow()
        sites.set(n, { externalId, own: ownMarkup(await pageOf(n)) })
        const { token } = await openSession(
          { db, clock },
          { storeId, account: { id: 'contact', ...contact }, locale: 'tr' },
          null,
          'proof',
        )
        return new Owner(world, WORDPRESS, externalId, { token, storeId })
      },
      refuse: async (place, on) => refusals.set(place, on),
      async readBook() {
        const numbers = [...sites.keys()]
        const rows = (await machine.runPhp(
          READ_SITES(
            machine.socket,
            numbers.map((n) => n + 1),
          ),
        )) as Record<string, SiteRows>
        const own: Record<string, string> = {}
        const odd: Violation[] = (await machine.readLog())
          .split('\n')
          .filter((line) => /PHP Fatal|arasta-connector/.test(line))
          .map((what) => ({ invariant: 'SHOWN', where: join(machine.folder, 'debug.log'), what }))
        const all = await Promise.all(
          numbers.map(async (n) => {
            const { externalId } = sites.get(n) as { externalId: string }
            const page = await pageOf(n)
            own[`${externalId} /`] = ownMarkup(page)
            const effects = effectsOf(storeName(WORDPRESS, externalId), rows[n + 1] as SiteRows)
            odd.push(
              ...(await comparePage(
                externalId,
                page,
                effects,
                async (address) => (await http.request(address)).status,
              )),
            )
            return effects
          }),
        )
        return {
          effects: all.flat(),
          own,
          secrets: [...passwords, ...Object.values(rows).flatMap((one) => one.secrets)],
          odd,
        }
      },
      bookBefore: () => ({
        effects: [],
        own: Object.fromEntries(
          [...sites.values()].map(({ externalId, own }) => [`${externalId} /`, own]),
        ),
        secrets: [],
      }),
      output: () => '',
      close: async () => void (await Promise.all([machine.stop(), proxy.close()])),
    }
  }
