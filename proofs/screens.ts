import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { LOCALES, readLocale, type Locale } from '#lib/locale.ts'
import { readScreens } from '#test/support/screens.ts'
import { StartError } from '#tools/launch/start-error.ts'
import type { Proof } from './proof.ts'
import { contactSheet } from './screens/contact-sheet.ts'
import { CONSOLE_VIEWS } from './screens/console-views.ts'
import { openOwnProduct } from './screens/own-product.ts'
import { openSessions } from './screens/people.ts'
import { prepareStates, type ScreenTestBed } from './screens/states.ts'
import {
  allVariants,
  sampleVariants,
  inspectScreens,
  type ScreenVariant,
} from './screens/inspect-screens.ts'
import { missingViews, pagesOf } from './screens/views.ts'
import { openWordPressMarket } from './screens/wordpress-market.ts'

const USAGE =
  "npm run prove -- screens [--only <part of a screen's name>] [--language <code>] [--sample]"
const PARALLEL = 3

function readOptions(args: string[]): {
  only: string | undefined
  locales: readonly Locale[]
  sample: boolean
} {
  try {
    const { values } = parseArgs({
      args,
      options: {
        only: { type: 'string' },
        language: { type: 'string' },
        sample: { type: 'boolean', default: false },
      },
    })
    const locale = values.language === undefined ? undefined : readLocale(values.language)
    if (locale === null) throw new Error(values.language)
    return {
      only: values.only,
      locales: locale ? [locale] : LOCALES,
      sample: values.sample,
    }
  } catch {
    throw new StartError(USAGE)
  }
}

/**
 * Every screen in each of its states, in every language at 390, 768 and 1280 px, light and dark:
 * pictures (`.arasta/prove/screens`), axe, what sticks out, moves, fails or complains, and a walk
 * by keyboard.
 */
export const prove: Proof = async (run) => {
  const { root, args, screen, isStopping } = run
  const options = readOptions(args)
  const gaps = [
    ...missingViews(pagesOf(await readScreens())),
    ...missingViews(
      pagesOf(await readScreens('console')),
      CONSOLE_VIEWS,
      'proofs/screens/console-views.ts',
    ),
  ]
  for (const gap of gaps) screen.line(`  ${gap}`)
  const sittings = options.sample
    ? sampleVariants().filter(({ name }) => name.includes(options.only ?? ''))
    : allVariants(options)
  if (sittings.length === 0) throw new StartError(`No screen is called like that. ${USAGE}`)

  const { addresses, db, databaseUrl, browser } = await openOwnProduct(run)
  let stage: ScreenTestBed = {
    browser,
    db,
    addresses,
    sessions: await openSessions(browser, addresses, db),
  }
  let states = await prepareStates(stage)
  if (sittings.some(({ view }) => view.site?.startsWith('wordpress'))) {
    const sites = await openWordPressMarket(run, browser, databaseUrl)
    stage = {
      ...stage,
      addresses: { ...addresses, ...sites.addresses },
      sessions: { ...stage.sessions, ...sites.sessions },
    }
    states = { ...states, sites: sites.stores }
  }
  const folder = join(root, '.arasta/prove/screens')
  // Pictures of another run would be taken for today's; a part of the screens leaves the others be.
  if (options.only === undefined) rmSync(folder, { recursive: true, force: true })

  const pictures = sittings.reduce((sum, { ways }) => sum + ways.length, 0)
  const step = screen.step(`Looking at ${pictures} pictures on ${sittings.length} pages`)
  const findings = await inspectScreens({
    stage,
    states,
    sittings,
    folder,
    parallel: PARALLEL,
    isStopping,
    onDone(done, { name, locale }, found) {
      step.words(`${done} of ${sittings.length}: ${name} ${locale}`)
      for (const finding of found) screen.line(`  ${name} ${locale}: ${finding}`)
      if (done % 25 === 0) screen.line(`  ${done} of ${sittings.length} pages`)
    },
  })
  step.done()
  writeFileSync(join(folder, 'index.html'), contactSheet(albumOf(sittings), findings))
  screen.line(`  All pictures: ${join(folder, 'index.html')}`)
  return {
    checked: `${sittings.length} pages of screens, ${pictures} pictures`,
    violations: gaps.length + findings.length,
  }
}

/** The pictures of a run by screen and state. */
function albumOf(sittings: readonly ScreenVariant[]): { name: string; files: string[] }[] {
  const album = new Map<string, string[]>()
  for (const { name, locale, ways } of sittings) {
    const files = ways
      .map(({ scheme, width }) => `${name}-${locale}-${scheme}-${width}.webp`)
      .toSorted()
    album.set(name, [...(album.get(name) ?? []), ...files])
  }
  return [...album].map(([name, files]) => ({ name, files }))
}
