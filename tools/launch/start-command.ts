import { type Addresses } from './addresses.ts'
import { claimPlace } from './place.ts'
import type { Ends } from './product.ts'
import { openScreen } from './screen.ts'
import type { Killable } from './packages.ts'
import { setUp } from './set-up.ts'
import { readSettings } from './settings.ts'
import { plainly } from './start-error.ts'
import { onStopSignals } from './stop-signals.ts'

/** The table of addresses and what to do next. */
export function welcome(
  at: Addresses,
  {
    firstOperator,
    empty,
    onePlatform,
  }: { firstOperator: string | undefined; empty: boolean; onePlatform: boolean },
): string {
  const rows = [
    [
      'Demo panel',
      at.panel,
      empty
        ? 'a platform to sell to: its shops open your market from here'
        : 'begin here: choose a shop, open the app store or the theme store',
    ],
    ['Demo shops', at.shop, "what the shop's customers see"],
    ['', at.shop2, 'a second shop'],
    ['App store', at.apps, 'the same store without the panel'],
    ['Theme store', at.themes, ''],
    ...(onePlatform
      ? []
      : [
          ['WordPress store', at.wordpress, 'apps for WordPress sites'] as const,
          ['Any-site store', at.sites, 'apps for a site that no platform runs'] as const,
        ]),
    ['Example site', at.ownSite, 'such a site, with a page on which you edit it'],
    ['Console', at.console, 'for partners and operators'],
    ['Sandbox bank', at.bank, 'test cards and the ledger'],
    ['Installer', at.installer, 'where shops fetch packages'],
    ['Previews', at.preview, 'shops with an item on them, each preview on a host of its own'],
  ] as const
  const [first, second] = [0, 1].map((column) =>
    Math.max(...rows.map((row) => row[column as 0 | 1].length)),
  )
  const table = rows.map(([title, address, words]) =>
    `  ${title.padEnd(first ?? 0)}  ${address.padEnd(second ?? 0)}  ${words}`.trimEnd(),
  )
  const way = firstOperator
    ? [
        'Nobody runs this market yet. Whoever opens this link first becomes its operator (once, within a day):',
        `  ${firstOperator}`,
        '',
      ]
    : []
  return [
    '',
    empty ? 'Your market is ready to be opened.' : 'Arasta is ready.',
    '',
    ...table,
    '',
    ...way,
    `Open ${empty ? at.console : at.panel} in a browser. Ctrl-C stops everything.`,
    '',
  ].join('\n')
}

// A reader that went away (`npm start | head`) is no reason to stop the shops.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
const screen = openScreen()
const stoppable: { ends?: Ends; children: Set<Killable>; release?: () => void } = {
  children: new Set(),
}

const signals = onStopSignals({
  async stop() {
    screen.line('Stopping …')
    for (const child of stoppable.children) child.kill('SIGKILL')
    await stoppable.ends?.stop()
    stoppable.release?.()
    screen.line('Stopped.')
  },
  kill: () => stoppable.ends?.kill(),
})

try {
  const settings = readSettings(process.env, undefined, process.argv.slice(2))
  const place = await claimPlace(settings.dataFolder, settings.ports)
  stoppable.release = place.release
  await setUp(settings, screen, (child) => stoppable.children.add(child))
  // Only now: this one needs the packages.
  const { startProduct } = await import('./product.ts')
  const product = await startProduct({
    ...settings,
    place,
    screen,
    onStoppable: (ends) => {
      stoppable.ends = ends
    },
    onGiveUp(error) {
      screen.error(error.message)
      process.exit(1)
    },
  })
  screen.line(
    welcome(product.addresses, {
      firstOperator: product.firstOperator,
      empty: settings.empty,
      onePlatform: settings.empty || settings.platformId !== null,
    }),
  )
} catch (error) {
  // What is being stopped fails on its way out; that is no news.
  if (!signals.stopping()) {
    screen.error(plainly(error))
    if (process.env.ARASTA_DEBUG) screen.error(String((error as Error).stack))
    stoppable.release?.()
    process.exit(1)
  }
}
