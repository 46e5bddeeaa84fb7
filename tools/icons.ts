/**
 * Writes `ui/icons.gen.ts`: the few Lucide icons that Arasta shows, and no others; and
 * `server/icon-names.gen.ts`: what Lucide calls them. Run `node tools/icons.ts` after a change of
 * the list; a test refuses a stale file.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Our name → Lucide's name. Only names that a screen uses belong here: each costs about 100 bytes
 * on every page.
 */
const NAMES: Record<string, string> = {
  'arrow-right': 'arrow-right',
  'arrow-up': 'arrow-up',
  block: 'panels-top-left',
  calendar: 'calendar',
  card: 'credit-card',
  check: 'check',
  'chevron-down': 'chevron-down',
  'chevron-left': 'chevron-left',
  'chevron-right': 'chevron-right',
  'chevron-up': 'chevron-up',
  clock: 'clock',
  close: 'x',
  code: 'code',
  desktop: 'monitor',
  document: 'file-text',
  download: 'download',
  external: 'external-link',
  filter: 'sliders-horizontal',
  'full-screen': 'maximize',
  globe: 'globe',
  info: 'info',
  key: 'key-round',
  lock: 'lock',
  mail: 'mail',
  menu: 'menu',
  minus: 'minus',
  package: 'package',
  pencil: 'pencil',
  phone: 'smartphone',
  plus: 'plus',
  refresh: 'refresh-cw',
  search: 'search',
  settings: 'settings',
  shield: 'shield',
  shop: 'store',
  'sign-out': 'log-out',
  tablet: 'tablet',
  trash: 'trash-2',
  undo: 'undo-2',
  user: 'user',
  warning: 'triangle-alert',
}

interface IconSet {
  icons: Record<string, { body: string }>
  aliases: Record<string, { parent: string }>
}

/** Text of `ui/icons.gen.ts` for the Lucide release that is installed. */
export function iconsSource(): string {
  const path = fileURLToPath(import.meta.resolve('@iconify-json/lucide/icons.json'))
  const set = JSON.parse(readFileSync(path, 'utf8')) as IconSet
  const lines = Object.entries(NAMES).map(([name, lucide]) => {
    const body = set.icons[set.aliases[lucide]?.parent ?? lucide]?.body
    if (!body) throw new Error(`Lucide has no icon called ${lucide}`)
    // stroke, cap and join are the same for every icon and stand once on the <svg>
    const drawing = body
      .replace(
        / (fill="none"|stroke="currentColor"|stroke-(linecap|linejoin)="round"|stroke-width="2")/g,
        '',
      )
      .replace(/^<g>(.*)<\/g>$/, '$1')
    return `  '${name}': '${drawing}',`
  })
  return (
    `// Written by tools/icons.ts from Lucide (ISC licence); change the list there, not this file.\n` +
    `export const icons = {\n${lines.join('\n')}\n} as const\n\nexport type IconName = keyof typeof icons\n`
  )
}

/** Text of `server/icon-names.gen.ts`. */
export function iconNamesSource(): string {
  const lines = Object.entries(NAMES)
    .map(([name, lucide]) => `  '${lucide}': '${name}',`)
    .toSorted()
  return `// Written by tools/icons.ts; change the list there, not this file.\n/** Lucide's names of our icons. */\nexport const LUCIDE_NAMES = {\n${lines.join('\n')}\n} as const\n`
}

if (import.meta.main) {
  writeFileSync(new URL('../ui/icons.gen.ts', import.meta.url), iconsSource())
  writeFileSync(new URL('../server/icon-names.gen.ts', import.meta.url), iconNamesSource())
}
