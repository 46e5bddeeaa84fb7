import { contrast } from '#lib/contrast.ts'
import type { ThemeManifest } from '../packages/manifest.ts'
import { declarationsIn, readStyleSheet, type Declaration } from '../style-sheet.ts'
import { evidence, lineAt, manifestOf, packageOf } from './sources.ts'
import { CannotCheck, finding, type Candidate, type Finding, type Rule } from './rule.ts'

function themeOf(candidate: Candidate): ThemeManifest | null {
  const manifest = manifestOf(candidate)
  return manifest.kind === 'theme' ? manifest : null
}

function sheetOf(candidate: Candidate, path: string): string {
  const text = packageOf(candidate).files.find((file) => file.path === path)?.text
  if (text === undefined || text === null) throw new CannotCheck(`${path} cannot be read`)
  return text
}

/** Nesting of rules. */
const DEEPEST = 20

/** Throws for a style sheet whose end is ambiguous. */
function declarationsOf(css: string): Declaration[] {
  const sheet = readStyleSheet(css)
  if (sheet.isOpen)
    throw new CannotCheck('the style sheet has brackets, texts or comments that are never closed')
  if (sheet.depth > DEEPEST) throw new CannotCheck('the style sheet is nested too deeply')
  return declarationsIn(sheet)
}

/** The mirrored declaration; null if it has no side. */
function mirrored({ selectors, property, value }: Declaration): string | null {
  // Selectors that name a side mean it in every language: `[data-placement=left]`.
  if (selectors.every((selector) => /\b(?:left|right)\b/i.test(selector))) return null
  if (/^(?:scroll-)?(?:margin|padding)-(?:left|right)$/.test(property))
    return `${swap(property)}:${value}`
  if (/^(?:float|clear|text-align)$/.test(property) && /^(?:left|right)\b/.test(value))
    return `${property}:${swap(value)}`
  if (!/^(?:margin|padding)$/.test(property) || value.length > 200) return null
  const [top, right, bottom, left, more] = withoutImportance(value).split(/\s+(?![^(]*\))/)
  return left === undefined || more !== undefined || left === right
    ? null
    : `${property}:${[top, left, bottom, right].join(' ')}`
}

const swap = (text: string) =>
  text.replace(/left|right/, (side) => (side === 'left' ? 'right' : 'left'))

const rightToLeft: Rule = {
  id: 'theme.right_to_left',
  looksAt: 'package',
  severity: 'reject',
  check(candidate) {
    const theme = themeOf(candidate)
    if (!theme) return []
    const text = sheetOf(candidate, theme.stylesheet_rtl)
    const leftToRight = new Set(declarationsOf(sheetOf(candidate, theme.stylesheet)).map(keyOf))
    const rtl = declarationsOf(text)
    const all = new Set(rtl.map(keyOf))
    return rtl
      .filter((one) => {
        const other = mirrored(one)
        // Symmetric rules need no mirroring.
        return other !== null && leftToRight.has(keyOf(one)) && !all.has(`${placeOf(one)}|${other}`)
      })
      .slice(0, 20)
      .map((one): Finding =>
        finding({
          file: theme.stylesheet_rtl,
          line: lineAt(text, one.index + 1),
          evidence: evidence(placeOf(one).slice(0, 300)),
          params: { declaration: `${one.property}: ${one.value}` },
        }),
      )
  },
}

const placeOf = ({ within, selectors }: Declaration) => `${within} ${selectors.join()}`.trim()
const keyOf = (one: Declaration) => `${placeOf(one)}|${one.property}:${one.value}`

/** WCAG 2.2, 1.4.3, for text of normal size. */
const LEAST = 4.5

const readable: Rule = {
  id: 'theme.contrast',
  looksAt: 'package',
  severity: 'reject',
  check(candidate) {
    const theme = themeOf(candidate)
    if (!theme) return []
    return [theme.stylesheet, theme.stylesheet_rtl]
      .filter((path, index, all) => all.indexOf(path) === index)
      .flatMap((path) => judgeSheet(path, sheetOf(candidate, path)))
  },
}

/** The page in light mode. */
const PAGE = /^(?::root|html|body)(?::not\(\[data-bs-theme=["']?dark["']?\]\))?$/
const BODY = /^(?:(?::root|html) {0,3}>? {0,3})?(?:body|:(?:is|where)\( ?body ?\))$/
/** Conditions that are true on all present screens; rules in a layer apply without a condition. */
const HOLDS = /^@(?:layer\b|supports\b|media (?:only )?(?:all|screen)$)/i

function judgeSheet(file: string, text: string): Finding[] {
  const live = declarationsOf(text).filter((one) =>
    one.around.every((condition) => HOLDS.test(condition)),
  )
  const inLayer = (one: Declaration) => one.around.some((condition) => /^@layer\b/i.test(condition))
  // In the order of precedence.
  const declarations = [...live.filter(inLayer), ...live.filter((one) => !inLayer(one))]
  const variables = new Map(
    declarations
      .filter(
        ({ selectors, property }) =>
          property.startsWith('--') && selectors.some((one) => PAGE.test(one)),
      )
      .map(({ property, value }) => [property, value]),
  )
  const last = (property: RegExp) =>
    declarations.findLast(
      (one) => property.test(one.property) && one.selectors.some((selector) => BODY.test(selector)),
    )
  const [front, back] = [last(/^color$/), last(/^background(?:-color)?$/)]
  if (!front || !back) throw new CannotCheck(`${file} gives the page no text colour and ground`)
  const [seen, ground] = [colourOf(front.value, variables), colourOf(back.value, variables)]
  const ratio = contrast(seen, ground)
  if (ratio >= LEAST) return []
  return [
    finding({
      file,
      line: lineAt(text, front.index + 1),
      params: { text: seen, ground, ratio: Math.round(ratio * 100) / 100, least: LEAST },
    }),
  ]
}

const withoutImportance = (value: string): string =>
  value.endsWith('!important') ? value.slice(0, -'!important'.length).trimEnd() : value

/** `var(--ink)`, `#fff`, `rgb(1, 2, 3)` → `#rrggbb`. */
function colourOf(value: string, variables: ReadonlyMap<string, string>): string {
  let text = withoutImportance(value)
  for (let round = 0; round < 5 && text.includes('var('); round += 1) {
    text = text.replace(
      /var\(\s*(--[\w-]+)\s*(?:,([^()]*))?\)/g,
      (whole, name: string, standard?: string) => variables.get(name) ?? standard ?? whole,
    )
  }
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(text.trim())
  if (short)
    return `#${short
      .slice(1)
      .map((digit) => digit + digit)
      .join('')}`
  if (/^#[0-9a-f]{6}$/i.test(text.trim())) return text.trim().toLowerCase()
  const named = { white: '#ffffff', black: '#000000' }[text.trim().toLowerCase()]
  if (named) return named
  const parts =
    /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})(?:[\s,/]+(?:1|100%))?\s*\)$/.exec(
      text.trim(),
    )
  if (!parts) throw new CannotCheck(`the colour ${value} cannot be judged`)
  return `#${parts
    .slice(1, 4)
    .map((part) => Math.min(255, Number(part)).toString(16).padStart(2, '0'))
    .join('')}`
}

export const THEME_RULES: readonly Rule[] = [rightToLeft, readable]
