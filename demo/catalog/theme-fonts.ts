import type { FontChoice } from './fonts.ts'

/** A family that a theme is set in, with whatever it needs to write Turkish and prices. */
export interface ThemeFont {
  /** As it stands in the theme's stacks. */
  family: string
  faces: FontChoice
  author: string
  /** Its name today, where the theme still asks for an older one. */
  calledToday?: string
  /** Families that lend it the letters it lacks, one after the other. */
  completedBy?: readonly ThemeFont[]
}

type Cut = '200' | '300' | '400' | '400-italic' | '500' | '600' | '700' | '700-italic'

const ADOBE = '© 2023 Adobe (http://www.adobe.com/), with Reserved Font Name ‘Source’'
const CANONICAL = 'Copyright 2011 Canonical Ltd. Licensed under the Ubuntu Font Licence 1.0'

const LATIN = ['latin', 'latin-ext']
const sheets = (cuts: readonly Cut[]) => cuts.map((cut) => `${cut}.css`)

/**
 * Latin faces carry no Arabic: every right-to-left build brings this one, asked for Arabic letters
 * only.
 */
export const VAZIRMATN: ThemeFont = {
  family: '"Vazirmatn Variable"',
  faces: {
    package: '@fontsource-variable/vazirmatn',
    sheets: ['wght.css'],
    subsets: ['arabic'],
    folder: 'vazirmatn',
  },
  author: 'The Vazirmatn Project Authors',
}

/** The lira sign alone: many older families were drawn before it was, in 2012. */
const LIRA: ThemeFont = {
  family: 'Inter',
  faces: {
    package: '@fontsource/inter',
    sheets: sheets(['400', '700']),
    subsets: ['latin-ext'],
    folder: 'inter',
    letters: 'U+20BA',
  },
  author: 'The Inter Project Authors',
}

/**
 * The registry's Lato has no ğ, ş, Ğ, Ş: Carlito, drawn by the same hand on the same skeleton,
 * brings them.
 */
export const CARLITO: ThemeFont = {
  family: 'Carlito',
  faces: {
    package: '@fontsource/carlito',
    sheets: sheets(['400', '700']),
    subsets: ['latin-ext'],
    folder: 'carlito',
    sizeAdjust: '109%',
  },
  author: 'The Carlito Project Authors',
}

/** Lends its hand-drawn letters to families that were drawn without Turkish. */
const PATRICK_HAND: ThemeFont = {
  family: '"Patrick Hand"',
  faces: {
    package: '@fontsource/patrick-hand',
    sheets: sheets(['400']),
    subsets: ['latin-ext'],
    folder: 'patrick-hand',
  },
  author: 'Patrick Wagesreiter',
}

const ROUND_LIRA: ThemeFont = {
  family: 'Nunito',
  faces: {
    package: '@fontsource/nunito',
    sheets: sheets(['400', '700']),
    subsets: ['latin-ext'],
    folder: 'nunito',
    letters: 'U+20BA',
  },
  author: 'The Nunito Project Authors',
}

export const lato = (...cuts: Cut[]): ThemeFont => ({
  family: 'Lato',
  faces: { package: '@fontsource/lato', sheets: sheets(cuts), subsets: LATIN, folder: 'lato' },
  author: 'Lukasz Dziedzic',
  completedBy: [CARLITO, LIRA],
})

export const montserrat = (...cuts: Cut[]): ThemeFont => ({
  family: 'Montserrat',
  faces: {
    package: '@fontsource/montserrat',
    sheets: sheets(cuts),
    subsets: LATIN,
    folder: 'montserrat',
  },
  author: 'The Montserrat Project Authors',
})

export const nunitoSans = (...cuts: Cut[]): ThemeFont => ({
  family: '"Nunito Sans"',
  faces: {
    package: '@fontsource/nunito-sans',
    sheets: sheets(cuts),
    subsets: LATIN,
    folder: 'nunito-sans',
  },
  author: 'The Nunito Sans Project Authors',
})

/**
 * Bootswatch asks for Source Sans Pro, which its makers continue as Source Sans 3: the same
 * drawing, with the lira sign.
 */
export const sourceSans = (...cuts: Cut[]): ThemeFont => ({
  family: '"Source Sans Pro"',
  calledToday: '"Source Sans 3"',
  faces: {
    package: '@fontsource/source-sans-3',
    sheets: sheets(cuts),
    subsets: LATIN,
    folder: 'source-sans-3',
    notice: ADOBE,
  },
  author: 'Adobe',
})

export const roboto = (...cuts: Cut[]): ThemeFont => ({
  family: 'Roboto',
  faces: { package: '@fontsource/roboto', sheets: sheets(cuts), subsets: LATIN, folder: 'roboto' },
  author: 'The Roboto Project Authors',
})

export const openSans = (...cuts: Cut[]): ThemeFont => ({
  family: '"Open Sans"',
  faces: {
    package: '@fontsource/open-sans',
    sheets: sheets(cuts),
    subsets: LATIN,
    folder: 'open-sans',
  },
  author: 'The Open Sans Project Authors',
  completedBy: [LIRA],
})

export const nunito = (...cuts: Cut[]): ThemeFont => ({
  family: 'Nunito',
  faces: { package: '@fontsource/nunito', sheets: sheets(cuts), subsets: LATIN, folder: 'nunito' },
  author: 'The Nunito Project Authors',
})

export const inter = (...cuts: Cut[]): ThemeFont => ({
  family: 'Inter',
  faces: { package: '@fontsource/inter', sheets: sheets(cuts), subsets: LATIN, folder: 'inter' },
  author: 'The Inter Project Authors',
})

export const ubuntu = (...cuts: Cut[]): ThemeFont => ({
  family: 'Ubuntu',
  faces: {
    package: '@fontsource/ubuntu',
    sheets: sheets(cuts),
    subsets: LATIN,
    folder: 'ubuntu',
    notice: CANONICAL,
  },
  author: 'Canonical Ltd',
  completedBy: [LIRA],
})

export const newsCycle = (...cuts: Cut[]): ThemeFont => ({
  family: '"News Cycle"',
  faces: {
    package: '@fontsource/news-cycle',
    sheets: sheets(cuts),
    subsets: LATIN,
    folder: 'news-cycle',
  },
  author: 'Nathan Willis',
  completedBy: [LIRA],
})

export const neucha: ThemeFont = {
  family: 'Neucha',
  faces: {
    package: '@fontsource/neucha',
    sheets: sheets(['400']),
    subsets: ['latin'],
    folder: 'neucha',
  },
  author: 'Jovanny Lemonad',
  completedBy: [PATRICK_HAND, ROUND_LIRA],
}

export const cabinSketch: ThemeFont = {
  family: '"Cabin Sketch"',
  faces: {
    package: '@fontsource/cabin-sketch',
    sheets: sheets(['400', '700']),
    subsets: ['latin'],
    folder: 'cabin-sketch',
  },
  author: 'The Cabin Project Authors',
  completedBy: [PATRICK_HAND, ROUND_LIRA],
}
