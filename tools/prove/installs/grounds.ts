import type { Effect } from '../harness/fuse.ts'
import { allCases, behavioursOn } from './behaviours.ts'
import { intentsOn } from './intents.ts'
import { killsOn } from './kills.ts'
import { demoPlatform } from './systems/demo-platform.ts'
import { loaderSites } from './systems/loader-sites.ts'

/** The demo platform: everything, at every side effect. */
export const onDemo = {
  intents: intentsOn({ system: demoPlatform, places: 60, sequences: 200, stores: 300, items: 6 }),
  behaviours: behavioursOn({ system: demoPlatform, cases: allCases(), items: 6 }),
  kills: killsOn({ system: demoPlatform, lanes: 3, stores: 400, items: 6 }),
}

/** Inside a transaction the market dies on the demo platform: there is only what the loader's own writes add. */
const ofAnySite = ({ kind, what }: Effect): boolean => kind !== 'write' || /"site(?:s|_layers|_packages)"/.test(what)

/** Any site, by the loader. Nobody is asked there, so nobody misbehaves. */
export const onLoader = {
  intents: intentsOn({ system: loaderSites, places: 30, sequences: 100, stores: 100, items: 6 }),
  kills: killsOn({ system: loaderSites, lanes: 3, stores: 100, items: 6, takes: ofAnySite }),
}
