import { openConsole, type CallConsole } from '../operator.ts'
import { Owner, type Platform, type Reply } from '../owner.ts'
import { OLD, versionsOf } from '../seed-items.ts'
import type { Violation } from '../violation.ts'
import { openDemoPanel } from './demo-panel.ts'
import type { MarketSide, OpenSystem } from './other-system.ts'
import {
  atHost,
  exchange,
  fleetId,
  launchToken,
  publicHalf,
  signInFromPanel,
  type Panel,
} from './panel.ts'
import { openPlainPanel } from './plain-panel.ts'

/** The second platform's own address of the market. */
const SECOND_HOST = 'marktgasse.localhost'
/** Longer than the checks take on a machine that has other work. */
const CHECKS_MS = 240_000

/**
 * Two platforms that an operator added in the console, served by the same processes of the market:
 * the demo platform and the second implementation of the protocol. Stores take turns between them.
 */
export const twoPlatforms: OpenSystem = async (around) => {
  const { app, console: consoleOrigin } = around.market
  const half = { ...around, stores: Math.ceil(around.stores / 2) }
  const first = await openDemoPanel(half)
  const second = await openPlainPanel(half)
  const panels = [first, second] as const
  const secondOrigin = app.replace(new URL(app).hostname, SECOND_HOST)
  const originOf = (panel: Panel) => (panel === first ? app : secondOrigin)
  let side: MarketSide | undefined
  let opening: Promise<void> | undefined

  async function openBoth(world: Platform): Promise<void> {
    if (!side) throw new Error('the market is not there yet')
    const call = await openConsole(side, consoleOrigin)
    await call('POST', '/operator/platforms', { ...LOOK, name: 'Marktgasse', entry: 'panel' })
    await call('PUT', `/operator/platforms/${first.id}`, { ...LOOK, name: 'Demo Commerce' })
    await call('PUT', `/operator/platforms/${second.id}`, { app_host: SECOND_HOST })
    for (const panel of panels) await connect(call, panel, atHost(world, originOf(panel)))
  }

  return {
    settings: {
      CONNECTOR_ORIGINS: panels
        .flatMap(({ connector, testOrigins }) => [new URL(connector).origin, ...testOrigins])
        .join(),
    },
    shelf: { platforms: panels.map(({ id }) => id), versionsOf },
    async start(given) {
      side = given
    },
    async openOwner(n, world) {
      await (opening ??= openBoth(world))
      const panel = panels[n % 2] as Panel
      return signInFromPanel(panel, atHost(world, originOf(panel)), fleetId(Math.floor(n / 2) + 1))
    },
    refuse: (place, on) => panelOf(panels, place.owner).refuse(place, on),
    async readBook() {
      const books = await Promise.all(panels.map((panel) => panel.readBook()))
      return {
        effects: books.flatMap(({ effects }) => effects),
        own: Object.assign({}, ...books.map(({ own }) => own)),
        secrets: books.flatMap(({ secrets }) => secrets),
      }
    },
    bookBefore: () => first.bookBefore(),
    trespass: (owners) => trespass(panels, owners),
    output: () => first.output(),
    close: async () => void (await Promise.all(panels.map((panel) => panel.close()))),
  }
}

const LOOK = { letters: 'P', ground: '#2f5d3a' }

const panelOf = (panels: readonly Panel[], { platform }: Owner): Panel =>
  panels.find(({ id }) => id === platform) as Panel

/** What an operator does until a platform is open: addresses, keys, checks, the first handover. */
async function connect(call: CallConsole, panel: Panel, world: Platform): Promise<void> {
  const path = `/operator/platforms/${panel.id}`
  await call('PUT', path, { connector: panel.connector, panels: [panel.origin] })
  const { client_id: id, client_secret: secret } = await call('POST', `${path}/credentials`)
  await call('POST', `${path}/keys`, { jwk: JSON.stringify(publicHalf(panel.key)) })
  await panel.start({ id, secret })
  await call('PUT', `${path}/test-stores`, { ...panel.tests, closed: null, user_call: null })
  await call('POST', `${path}/checks`, { only: null })
  await untilChecked(call, path)
  await signInFromPanel(panel, world, fleetId(1))
  await call('PUT', `${path}/state`, { state: 'open' })
}

/** Waits for the run of checks, and says which ones failed. */
async function untilChecked(call: CallConsole, path: string): Promise<void> {
  const until = performance.now() + CHECKS_MS
  for (;;) {
    const { run, checks } = await call('GET', `${path}/setup`)
    const failed = checks.filter((one: { state: string }) => one.state === 'failed')
    if (failed.length > 0) throw new Error(`checks of ${path} failed: ${JSON.stringify(failed)}`)
    if (run.state === 'finished') return
    if (performance.now() > until) throw new Error(`checks of ${path} are ${run.state} still`)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

/** Whoever has something of one platform gets nothing by it at the other. */
async function trespass(panels: readonly Panel[], owners: readonly Owner[]): Promise<Violation[]> {
  const [here, there] = panels.map(({ id }) => owners.find(({ platform }) => platform === id))
  if (!here || !there) return []
  return [
    ...(await findTrespasses(here.name, attemptsOf(panels, here, there))),
    ...(await findTrespasses(there.name, attemptsOf(panels, there, here))),
  ]
}

/** Attempts that were not refused. */
export async function findTrespasses(
  where: string,
  attempts: readonly Attempt[],
): Promise<Violation[]> {
  const found: Violation[] = []
  for (const [what, ask] of attempts) {
    const { status } = await untilAnswered(ask)
    if (status < 400 || status >= 500)
      found.push({ invariant: 'APART', where, what: `${what} was answered ${status}` })
  }
  return found
}

type Attempt = readonly [what: string, ask: () => Promise<Reply>]

function attemptsOf(panels: readonly Panel[], mine: Owner, other: Owner): Attempt[] {
  const [own, foreign] = [panelOf(panels, mine), panelOf(panels, other)]
  const storeToken = own.tokenOf(mine.externalId)
  const { externalId, token, storeId, world } = mine
  const item = { id: 'itm_p0' }
  const ownerAt = (at: Platform, store: string) =>
    new Owner(at, own.id, externalId, { token, storeId: store, storeToken })
  const launch = (panel: Pick<Panel, 'id' | 'key' | 'origin'>, to: Platform, handle = storeToken) =>
    launchToken(panel, to, externalId).then((made) => exchange(to, made, handle))
  return [
    ['a session at the other platform', () => ownerAt(other.world, storeId).look(item)],
    ["the other platform's store", () => ownerAt(world, other.storeId).install(item, OLD)],
    [
      'a handover that names the other platform',
      () => launch({ ...own, id: foreign.id }, other.world),
    ],
    [
      'its own handover, sent to the other platform',
      () =>
        launchToken(own, world, externalId).then((made) => exchange(other.world, made, storeToken)),
    ],
    [
      "the other platform's store token",
      () => launch(own, world, foreign.tokenOf(other.externalId)),
    ],
  ]
}

/** A market that was killed just now may leave a connection that nobody answers. */
async function untilAnswered(ask: () => Promise<Reply>, triesLeft = 5): Promise<Reply> {
  const reply = await ask()
  if (triesLeft === 0 || (reply.status > 0 && reply.status < 500)) return reply
  await new Promise((resolve) => setTimeout(resolve, 500))
  return untilAnswered(ask, triesLeft - 1)
}
