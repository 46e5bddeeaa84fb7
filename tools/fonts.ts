/**
 * Writes `ui/fonts/`: the variable fonts cut down to what the design sets. Bricolage Grotesque keeps only its optical
 * size (weight 650, width 92 are all we use), Albert Sans and Vazirmatn only the weights of the scale. A Turkish first
 * visit then loads 89 kB of type instead of 240. The invoices' fonts (`contexts/checkout/invoices/fonts/`) are single weights as TrueType, which is
what their PDF takes. Run `node tools/fonts.ts` after an update of a font; a test compares.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

type Axes = Record<string, number | { min: number; max: number }>
type Ranges = readonly (readonly [from: number, to: number])[]

const LATIN: Ranges = [
  [0x20, 0x7e], [0xa0, 0xff], [0x131, 0x131], [0x152, 0x153], [0x2000, 0x206f], [0x20ac, 0x20ac], [0x2122, 0x2122],
  [0x2190, 0x2193], [0x2212, 0x2212],
]
/** Turkish and the rest of Europe, and the signs of money (₺ is U+20BA). */
const EXTENDED: Ranges = [[0x100, 0x24f], [0x1e00, 0x1eff], [0x20a0, 0x20c0]]
const ARABIC: Ranges = [[0x600, 0x6ff], [0x200c, 0x200e], [0xfb50, 0xfdff], [0xfe70, 0xfefc]]

const DISPLAY: Axes = { wght: 650, wdth: 92 }
const TEXT: Axes = { wght: { min: 400, max: 600 } }

/** Also signs of direction and money; without the marks for reciting. */
const WRITTEN_ARABIC: Ranges = [[0x600, 0x6ff], [0x200c, 0x200d], [0xfb50, 0xfdff], [0xfe70, 0xfefc]]
const ALBERT = 'albert-sans/files/albert-sans'
const VAZIRMATN = 'vazirmatn/files/vazirmatn'

const FONTS: Record<string, { source: string; letters: Ranges; axes: Axes }> = {
  'display-latin': { source: 'bricolage-grotesque/files/bricolage-grotesque-latin-standard-normal', letters: LATIN, axes: DISPLAY },
  'display-latin-ext': { source: 'bricolage-grotesque/files/bricolage-grotesque-latin-ext-standard-normal', letters: EXTENDED, axes: DISPLAY },
  'text-latin': { source: 'albert-sans/files/albert-sans-latin-wght-normal', letters: LATIN, axes: TEXT },
  'text-latin-ext': { source: 'albert-sans/files/albert-sans-latin-ext-wght-normal', letters: EXTENDED, axes: TEXT },
  'text-arabic': { source: 'vazirmatn/files/vazirmatn-arabic-wght-normal', letters: ARABIC, axes: { wght: { min: 400, max: 700 } } },
}

/** One file a weight and script. */
const PRINTED: typeof FONTS = Object.fromEntries([['regular', 400], ['strong', 650]].flatMap(([name, wght]) => [
  [`${name}-latin`, { source: `${ALBERT}-latin-wght-normal`, letters: LATIN, axes: { wght: Number(wght) } }],
  [`${name}-latin-ext`, { source: `${ALBERT}-latin-ext-wght-normal`, letters: EXTENDED, axes: { wght: Number(wght) } }],
  [`${name}-arabic`, { source: `${VAZIRMATN}-arabic-wght-normal`, letters: WRITTEN_ARABIC, axes: { wght: Number(wght) } }],
]))

const FOLDERS = [
  { folder: new URL('../ui/fonts/', import.meta.url), fonts: FONTS, format: 'woff2', ending: 'woff2' },
  { folder: new URL('../contexts/checkout/invoices/fonts/', import.meta.url), fonts: PRINTED, format: 'truetype', ending: 'ttf' },
] as const
const LEDGER = new URL('../ui/fonts/ledger.json', import.meta.url)
const hash = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')
const source = (name: string) => readFileSync(fileURLToPath(import.meta.resolve(`@fontsource-variable/${name}.woff2`)))

/** What a font is made of: its source in the installed package, and how it is cut. Changes when either does. */
export function fontRecipes(): Record<string, string> {
  return Object.fromEntries(FOLDERS.flatMap(({ fonts }) => Object.entries(fonts)).map(([name, font]) =>
    [name, hash(hash(source(font.source)) + JSON.stringify([font.letters, font.axes]))]))
}

/** What lies in the folders: recipe and contents of every file. */
export function fontLedger(): Record<string, { recipe: string; file: string }> {
  const recipes = fontRecipes()
  return Object.fromEntries(FOLDERS.flatMap(({ folder, fonts, ending }) => Object.keys(fonts).map(name =>
    [name, { recipe: recipes[name]!, file: hash(readFileSync(new URL(`${name}.${ending}`, folder))) }])))
}

if (import.meta.main) {
  const { default: subsetFont } = await import('subset-font')
  for (const { folder, fonts, format, ending } of FOLDERS) {
    mkdirSync(folder, { recursive: true })
    for (const [name, { source: path, letters, axes }] of Object.entries(fonts)) {
      const text = letters.map(([from, to]) => String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, n) => from + n))).join('')
      const cut = await subsetFont(source(path), text, { targetFormat: format, variationAxes: axes })
      writeFileSync(new URL(`${name}.${ending}`, folder), cut)
      console.log(`${name}: ${cut.length} bytes`)
    }
  }
  writeFileSync(LEDGER, JSON.stringify(fontLedger(), null, 2) + '\n')
}
