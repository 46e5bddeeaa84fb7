/**
 * Writes `ui/fonts/`: the variable fonts cut down to what the design sets. Bricolage Grotesque has
 * one weight, width and optical size left, Albert Sans and Vazirmatn only the weights of the scale,
 * and all of them the features that our pages use. What a first visit needs of each fits into the
 * first ten packets of a new connection (14 kB). The invoices' fonts
 * (`modules/orders/invoices/fonts/`) are single weights as TrueType, which is what their PDF
 * takes. Run `node tools/fonts.ts` after an update of a font; a test compares.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

type Axes = Record<string, number | { min: number; max: number }>
type Ranges = readonly (readonly [from: number, to: number])[]

const LATIN: Ranges = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x131, 0x131],
  [0x152, 0x153],
  [0x2000, 0x206f],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2190, 0x2193],
  [0x2212, 0x2212],
]
/** Turkish and the rest of Europe, and the signs of money (₺ is U+20BA). */
const EXTENDED: Ranges = [
  [0x100, 0x24f],
  [0x1e00, 0x1eff],
  [0x20a0, 0x20c0],
]
const ARABIC: Ranges = [
  [0x600, 0x6ff],
  [0x200c, 0x200e],
  [0xfb50, 0xfdff],
  [0xfe70, 0xfefc],
]

const DISPLAY: Axes = { wght: 650, wdth: 92, opsz: 32 }
const TEXT: Axes = { wght: { min: 400, max: 600 } }

/** Also signs of direction and money; without the marks for reciting. */
const WRITTEN_ARABIC: Ranges = [
  [0x600, 0x6ff],
  [0x200c, 0x200d],
  [0xfb50, 0xfdff],
  [0xfe70, 0xfefc],
]
const ALBERT = 'albert-sans/files/albert-sans'
const VAZIRMATN = 'vazirmatn/files/vazirmatn'

/**
 * What nearly every page is written with; whole words of the languages we speak lie in one file, or
 * two with the Turkish letters.
 */
const CORE: Ranges = [
  [0x20, 0x7e],
  [0xa0, 0xa0],
  [0xa9, 0xa9],
  [0xab, 0xab],
  [0xb7, 0xb7],
  [0xbb, 0xbb],
  [0xc7, 0xc7],
  [0xd6, 0xd7],
  [0xdc, 0xdc],
  [0xe2, 0xe2],
  [0xe7, 0xe7],
  [0xee, 0xee],
  [0xf6, 0xf6],
  [0xfb, 0xfc],
  [0x131, 0x131],
  [0x2009, 0x2009],
  [0x200e, 0x200f],
  [0x2013, 0x2014],
  [0x2018, 0x2019],
  [0x201c, 0x201d],
  [0x2026, 0x2026],
  [0x202f, 0x202f],
  [0x2066, 0x2069],
  [0x20ac, 0x20ac],
  [0x2212, 0x2212],
]
const TURKISH: Ranges = [
  [0x11e, 0x11f],
  [0x130, 0x130],
  [0x15e, 0x15f],
  [0x20ba, 0x20ba],
]
const CORE_ARABIC: Ranges = [
  [0x60c, 0x60c],
  [0x61b, 0x61b],
  [0x61f, 0x61f],
  [0x621, 0x63a],
  [0x640, 0x652],
  [0x200c, 0x200d],
]
const without = (ranges: Ranges, ...taken: Ranges[]): Ranges =>
  ranges
    .flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, n) => from + n))
    .filter((code) => !taken.flat().some(([from, to]) => code >= from && code <= to))
    .reduce<[number, number][]>((runs, code) => {
      const last = runs.at(-1)
      return last?.[1] === code - 1
        ? [...runs.slice(0, -1), [last[0], code]]
        : [...runs, [code, code]]
    }, [])

/** No small capitals, old-style figures or alternates: nothing on our pages asks for them. */
const LATIN_FEATURES = ['kern', 'tnum']
const ARABIC_FEATURES = [
  'kern',
  'ccmp',
  'mark',
  'mkmk',
  'init',
  'medi',
  'fina',
  'isol',
  'rlig',
  'liga',
  'calt',
]

const BRICOLAGE = 'bricolage-grotesque/files/bricolage-grotesque'
interface Cut {
  source: string
  letters: Ranges
  axes: Axes
  /** OpenType features that stay; all of them when left out. */
  features?: readonly string[]
}

const FONTS: Record<string, Cut> = {
  'display-latin': {
    source: `${BRICOLAGE}-latin-standard-normal`,
    letters: CORE,
    axes: DISPLAY,
    features: LATIN_FEATURES,
  },
  'display-latin-more': {
    source: `${BRICOLAGE}-latin-standard-normal`,
    letters: without(LATIN, CORE),
    axes: DISPLAY,
  },
  'display-turkish': {
    source: `${BRICOLAGE}-latin-ext-standard-normal`,
    letters: TURKISH,
    axes: DISPLAY,
    features: LATIN_FEATURES,
  },
  'display-latin-ext': {
    source: `${BRICOLAGE}-latin-ext-standard-normal`,
    letters: without(EXTENDED, CORE, TURKISH),
    axes: DISPLAY,
  },
  'text-latin': {
    source: `${ALBERT}-latin-wght-normal`,
    letters: CORE,
    axes: TEXT,
    features: LATIN_FEATURES,
  },
  'text-latin-more': {
    source: `${ALBERT}-latin-wght-normal`,
    letters: without(LATIN, CORE),
    axes: TEXT,
  },
  'text-turkish': {
    source: `${ALBERT}-latin-ext-wght-normal`,
    letters: TURKISH,
    axes: TEXT,
    features: LATIN_FEATURES,
  },
  'text-latin-ext': {
    source: `${ALBERT}-latin-ext-wght-normal`,
    letters: without(EXTENDED, CORE, TURKISH),
    axes: TEXT,
  },
  'text-arabic': {
    source: `${VAZIRMATN}-arabic-wght-normal`,
    letters: CORE_ARABIC,
    axes: { wght: { min: 400, max: 700 } },
    features: ARABIC_FEATURES,
  },
  'text-arabic-more': {
    source: `${VAZIRMATN}-arabic-wght-normal`,
    letters: without(ARABIC, CORE_ARABIC),
    axes: { wght: { min: 400, max: 700 } },
  },
}

/** One file a weight and script. */
const PRINTED: typeof FONTS = Object.fromEntries(
  [
    ['regular', 400],
    ['strong', 650],
  ].flatMap(([name, wght]) => [
    [
      `${name}-latin`,
      { source: `${ALBERT}-latin-wght-normal`, letters: LATIN, axes: { wght: Number(wght) } },
    ],
    [
      `${name}-latin-ext`,
      {
        source: `${ALBERT}-latin-ext-wght-normal`,
        letters: EXTENDED,
        axes: { wght: Number(wght) },
      },
    ],
    [
      `${name}-arabic`,
      {
        source: `${VAZIRMATN}-arabic-wght-normal`,
        letters: WRITTEN_ARABIC,
        axes: { wght: Number(wght) },
      },
    ],
  ]),
)

const FOLDERS = [
  {
    folder: new URL('../ui/fonts/', import.meta.url),
    fonts: FONTS,
    format: 'woff2',
    ending: 'woff2',
  },
  {
    folder: new URL('../modules/orders/invoices/fonts/', import.meta.url),
    fonts: PRINTED,
    format: 'truetype',
    ending: 'ttf',
  },
] as const
const LEDGER = new URL('../ui/fonts/ledger.json', import.meta.url)
const hash = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')
const source = (name: string) =>
  readFileSync(fileURLToPath(import.meta.resolve(`@fontsource-variable/${name}.woff2`)))

/**
 * What a font is made of: its source in the installed package, and how it is cut. Changes when
 * either does.
 */
export function fontRecipes(): Record<string, string> {
  return Object.fromEntries(
    FOLDERS.flatMap(({ fonts }) => Object.entries(fonts)).map(([name, font]) => [
      name,
      hash(hash(source(font.source)) + JSON.stringify([font.letters, font.axes, font.features])),
    ]),
  )
}

/** What lies in the folders: recipe and contents of every file. */
export function fontLedger(): Record<string, { recipe: string; file: string }> {
  const recipes = fontRecipes()
  return Object.fromEntries(
    FOLDERS.flatMap(({ folder, fonts, ending }) =>
      Object.keys(fonts).map((name) => [
        name,
        { recipe: recipes[name]!, file: hash(readFileSync(new URL(`${name}.${ending}`, folder))) },
      ]),
    ),
  )
}

if (import.meta.main) {
  const { default: subsetFont } = await import('subset-font')
  for (const { folder, fonts, format, ending } of FOLDERS) {
    mkdirSync(folder, { recursive: true })
    for (const [name, { source: path, letters, axes, features }] of Object.entries(fonts)) {
      const text = letters
        .map(([from, to]) =>
          String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, n) => from + n)),
        )
        .join('')
      const cut = await subsetFont(source(path), text, {
        targetFormat: format,
        variationAxes: axes,
        keepFeatures: features,
      })
      writeFileSync(new URL(`${name}.${ending}`, folder), cut)
      console.log(`${name}: ${cut.length} bytes`)
    }
  }
  writeFileSync(LEDGER, JSON.stringify(fontLedger(), null, 2) + '\n')
}
