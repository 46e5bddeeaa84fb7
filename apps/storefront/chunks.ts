import { join } from 'node:path'

/** What rolldown tells of a module while it sorts them into chunks. */
interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

/** What only buying and installing need. */
const WORK = new RegExp(
  [
    '[\\\\/]ui[\\\\/](choice|field|mask|error-summary|plan-row|progress|use-form-check|tabs|update-card)\\.',
    'polling',
    'field-(rules|words)',
    'digits',
    'card-number',
    'page-map',
    'source-diff',
    'receipt-link',
    '[\\\\/]modules[\\\\/]',
    '[\\\\/]screens[\\\\/](account|addresses|checkout|install|update|updates)[\\\\/]',
  ].join('|'),
)
/** Parts that several pages show, but none that one browses through. */
const APART =
  /[\\/]ui[\\/](error-scene|device-frame|rating-bars|notice|permission-row|review|star-choice|release-note|frame-header|panel|breadcrumb|stage|listed-field|dialog|theme-cover)\.|storefront[\\/]item-cover\./
const OURS = /[\\/](ui|lib|apps[\\/]storefront)[\\/]/
/**
 * What the list of a market is made of: the page that everybody sees, and the first one of most.
 */
const LIST = [
  'entry.client.tsx',
  'root.tsx',
  'layouts/site.tsx',
  'guards/domain-check.ts',
  'screens/list.tsx',
]

/**
 * Many small chunks compress badly and each costs a request: React with its router is one, what the
 * list page shares with others is another, what buying and installing share a third. A screen that
 * nobody else needs anything of stays a chunk of its own. `folder`: the storefront's.
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
    ofTheList(graph).has(id) && !WORK.test(id) && !APART.test(id) ? 'shared' : null
  return {
    groups: [
      {
        name: 'router',
        test: /node_modules[\\/](react|react-dom|react-router|scheduler|cookie-es|set-cookie-parser)[\\/]/,
        priority: 3,
      },
      { name: shared, test: OURS, minShareCount: 3, priority: 2 },
      // Themes' covers: of an app list they are no part.
      {
        name: 'cover',
        test: /[\\/]ui[\\/]theme-cover\.|storefront[\\/]item-cover\./,
        priority: 1.5,
      },
      // What browsing shares with buying; in `work` it would bring all of that along.
      { name: 'parts', test: /[\\/]ui[\\/](notice|panel|fit-notice)\./, priority: 1.5 },
      { name: 'work', test: WORK, minShareCount: 2, priority: 1 },
    ],
  }
}
