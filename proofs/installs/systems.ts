import type { Effect } from '../harness/kill-switch.ts'
import { allCases, behaviorsOn } from './behaviors.ts'
import { concurrentRequestsOn } from './concurrent-requests.ts'
import { killsOn } from './kills.ts'
import { demoPlatform } from './systems/demo-platform.ts'
import { twoPlatforms } from './systems/two-platforms.ts'
import { findNeeds } from '../wordpress/needs.ts'
import type { Part } from './part.ts'
import { loaderSites } from './systems/loader-sites.ts'
import type { OpenSystem } from './systems/other-system.ts'
import { wordPressSites } from './systems/wordpress-sites.ts'

/** Panels: everything, at every side effect; intents and kills with stores of two platforms. */
export const onPanels = {
  intents: concurrentRequestsOn({
    system: twoPlatforms,
    places: 60,
    sequences: 200,
    stores: 300,
    items: 6,
  }),
  behaviours: behaviorsOn({ system: demoPlatform, cases: allCases(), items: 6 }),
  kills: killsOn({ system: twoPlatforms, lanes: 3, stores: 400, items: 6 }),
}

/**
 * Inside a transaction the market dies on the demo platform: there is only what the loader's own
 * writes add.
 */
const ofAnySite = ({ kind, what }: Effect): boolean =>
  kind !== 'write' || /"site(?:s|_layers|_packages)"/.test(what)

/** Any site, by the loader. Nobody is asked there, so nobody misbehaves. */
export const onLoader = {
  intents: concurrentRequestsOn({
    system: loaderSites,
    places: 30,
    sequences: 100,
    stores: 100,
    items: 6,
  }),
  kills: killsOn({ system: loaderSites, lanes: 4, stores: 100, items: 6, takes: ofAnySite }),
}

/** A real WordPress, where the machine has one. */
const withWordPress =
  (make: (system: OpenSystem) => Part): Part =>
  async (run) => {
    const needs = findNeeds()
    return typeof needs === 'string'
      ? { done: '', violations: [], skipped: needs }
      : make(wordPressSites(needs))(run)
  }

/**
 * Each takes its time there: what the proxy does to a call that puts or takes, once; and two that
 * stay so for long.
 */
const cases = allCases().filter(({ call, misbehavior, lasting }) =>
  lasting
    ? call === 'everything' && ['error_500', 'token_lost'].includes(misbehavior)
    : ['package', 'put', 'remove'].includes(call) &&
      ['slow', 'error_500', 'html', 'reset', 'reset_after', 'token_lost'].includes(misbehavior),
)

/** A handful of sites: many items on each instead of many sites. */
export const onWordPress = {
  intents: withWordPress((system) =>
    concurrentRequestsOn({ system, places: 8, sequences: 20, stores: 6, items: 12 }),
  ),
  behaviours: withWordPress((system) => behaviorsOn({ system, cases, stores: 8, items: 8 })),
  // What the market writes down between two calls is the same on every system.
  kills: withWordPress((system) =>
    killsOn({ system, lanes: 2, stores: 4, items: 40, takes: ({ kind }) => kind === 'call' }),
  ),
}
