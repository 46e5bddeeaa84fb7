import type { Proof } from './proof.ts'
import { runParts } from './harness/run-parts.ts'
import { openTestBed } from './installs/test-bed.ts'
import { provideChromium } from '#tools/launch/testing/chromium.ts'
import { openBrowser } from './screens/browser.ts'
import { onPanels, onLoader, onWordPress } from './installs/systems.ts'
import { loaderPages } from './installs/loader-pages.ts'
import { hostile } from './installs/hostile/hostile-theme.ts'
import { everyItem } from './installs/items/every-item.ts'
import { openBrowserTestBed } from './installs/items/browser-test-bed.ts'
import { load } from './installs/load.ts'
import { updates } from './installs/updates.ts'
import { zips } from './installs/zip-part.ts'
import { describeViolation } from './installs/violation.ts'

/**
 * What is installed is one version or none, the ledger is true, and what is taken off leaves a
 * store as it was: real processes of the market and a platform, killed, raced, lied to; after each
 * part both ledgers are held against each other. Then the whole product and a browser: every item
 * of the demo through the owner's screens.
 */
export const prove: Proof = (run) => {
  const stage = openBrowserTestBed(run)
  return runParts(
    {
      name: 'installs',
      title: 'Installs',
      times: 1,
      parts: {
        intents: { title: 'Opposite intents', part: onPanels.intents },
        behaviours: { title: 'A platform that misbehaves', part: onPanels.behaviours },
        rush: { title: 'A thousand stores in a minute', part: load, beside: true },
        updates: { title: 'A release for a thousand stores', part: updates },
        kills: { title: 'A market that dies at every step', part: onPanels.kills },
        'loader-intents': { title: 'Opposite intents on any site', part: onLoader.intents },
        'wordpress-intents': { title: 'Opposite intents on WordPress', part: onWordPress.intents },
        'loader-kills': {
          title: 'A market that dies at every step, any site',
          part: onLoader.kills,
        },
        'wordpress-behaviours': {
          title: 'A WordPress that misbehaves',
          part: onWordPress.behaviours,
          beside: true,
        },
        'loader-pages': {
          title: 'Any site in a browser',
          part: loaderPages(async () => openBrowser(await provideChromium(run.root))),
        },
        'wordpress-kills': {
          title: 'A market that dies at every step, WordPress',
          part: onWordPress.kills,
        },
        zips: { title: 'Packages that are none', part: zips },
        items: { title: 'Every item in a browser', part: everyItem(stage) },
        'hostile-theme': { title: 'Hostile items in the live preview', part: hostile(stage) },
      },
      inWords: describeViolation,
      openArena: (options) => openTestBed({ ...options, onChild: run.onChild }),
      closeArena: (testBed) => testBed.close(),
      killArena: (testBed) => testBed.killMarkets(),
    },
    run,
  )
}
