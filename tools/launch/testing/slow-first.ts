import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Kinds in the order in which they start. A worker is used again only for the next file of the same
 * project, so the kinds are not mixed.
 */
const KINDS = ['journeys', 'whole', 'unit']

/**
 * What takes longest within its kind, the slowest first. A fresh clone knows no times, and a file's
 * size says little of them: a run ended with one of these by itself and an idle processor. Other
 * journeys are as they come: the slowest of them side by side took longer.
 */
const SLOW = [
  'journeys/open-market',
  'whole/tutorial',
  'whole/naughty-strings',
  'whole/page-tokens',
  'whole/regular-expressions',
  'whole/console-width',
  'whole/gateway-pages',
  'whole/screen-html',
  'server/console/console.test',
  'proofs/money/sample',
  'proofs/installs/sample',
  'modules/publishing/submissions/review',
  'modules/publishing/rollouts/rollouts',
  'items/pictures-and-video',
  'postgres/reach',
  'postgres/cluster',
  'launch/product',
  'items/guidance',
  'items/speed',
  'catalog/load.test',
  'gateways/sandbox.test',
  'catalog/lists',
  'rollouts/page-health',
  'items/notices-and-delivery',
]

const placeOf = ({ moduleId, project }: TestSpecification): number => {
  const place = SLOW.findIndex((name) => moduleId.includes(name))
  return KINDS.indexOf(project.name) * 100 + (place === -1 ? SLOW.length : place)
}

export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}
