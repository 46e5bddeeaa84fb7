import { join } from 'node:path'

/** Module information of rolldown's chunking. */
interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

/** Used by all forms, and what only buying uses. */
const PAY =
  /[\\/]ui[\\/](choice|field|mask|error-summary|use-form-check|listed-field|dialog)\.|polling|field-(rules|words)|digits|card-number|[\\/]modules[\\/]orders[\\/]/
/** Used by installing and the account, and perhaps by buying. */
const WORK =
  /[\\/]ui[\\/](plan-row|progress|tabs|update-card)\.|page-map|source-diff|receipt-link|[\\/]modules[\\/]|[\\/]screens[\\/](account|addresses|checkout|install|update|updates)[\\/]/
const isWork = (id: string) => PAY.test(id) || WORK.test(id)
/** Components of several pages, none of which is a browsing page. */
const APART =
  /[\\/]ui[\\/](error-scene|device-frame|rating-bars|notice|permission-row|review|star-choice|release-note|frame-header|panel|breadcrumb|stage|listed-field|dialog|theme-cover)\.|storefront[\\/]item-cover\./
const OURS = /[\\/](ui|lib|apps[\\/]storefront)[\\/]/
/** Used by the list page, the most visited one. */
const LIST = [
  'entry.client.tsx',
  'root.tsx',
  'layouts/site.tsx',
  'guards/domain-check.ts',
  'screens/list.tsx',
]

/**
 * Groups modules into chunks, because many small ones compress badly and each costs a request:
 * React with its router, modules shared with the list page, forms and buying, and modules shared by
 * installing and the account. A screen's own modules stay in its chunk. `folder`: the storefront's.
 */
export function chunksOf(folder: string) {
  let found: Set<string> | undefined
  const ofTheList = (graph: Graph) => {
    if (found) return found
    found = new Set(LIST.map((file) => join(folder, file)))
    for (const id of found)
      for (const next of graph.getModuleInfo(id)?.importedIds ?? []) found.add(next)
    return found
  }
  const shared = (id: string, graph: Graph) =>
    ofTheList(graph).has(id) && !isWork(id) && !APART.test(id) ? 'shared' : null
  return {
    groups: [
      {
        name: 'router',
        test: /node_modules[\\/](react|react-dom|react-router|scheduler|cookie-es|set-cookie-parser)[\\/]/,
        priority: 3,
      },
      { name: shared, test: OURS, minShareCount: 3, priority: 2 },
      // Theme covers, which app lists do not use.
      {
        name: 'cover',
        test: /[\\/]ui[\\/]theme-cover\.|storefront[\\/]item-cover\./,
        priority: 1.5,
      },
      // Shared by browsing and buying; as part of `work` they would load all of it.
      {
        name: 'parts',
        test: /[\\/]ui[\\/](notice|panel|fit-notice)\.|call-address|stores[\\/]platforms[\\/]registry/,
        priority: 1.5,
      },
      // Apart from `work`, which would give the checkout all that installing needs.
      { name: 'pay', test: PAY, minShareCount: 2, priority: 1.2 },
      { name: 'work', test: isWork, minShareCount: 2, priority: 1 },
    ],
  }
}
