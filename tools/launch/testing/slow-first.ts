import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * What takes longest, the slowest first. A fresh clone knows no times, and a file's size says little of them: a run ended with one of these by itself and a processor that had
 * nothing to do. Journeys are as they come: the slowest of them side by side took 50 s longer (325 s, 274 s mixed with quick ones).
 */
const SLOW = [
  'tools/prove/money/sample', 'server/console/console.test', 'tools/prove/installs/sample', 'contexts/submissions/review', 'contexts/rollouts/rollouts', 'items/pictures-and-video',
  'postgres/reach', 'postgres/cluster', 'launch/product', 'items/speed', 'demo-catalogue/load', 'catalog/lists', 'rollouts/page-health', 'items/notices-and-delivery',
  'whole/naughty-strings', 'whole/tutorial', 'whole/gateway-pages', 'whole/card-pages',
]

const placeOf = ({ moduleId }: TestSpecification): number => {
  const place = SLOW.findIndex(name => moduleId.includes(name))
  return place === -1 ? SLOW.length : place
}

export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}
