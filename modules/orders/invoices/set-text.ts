import { readFileSync } from 'node:fs'
import bidiFactory from 'bidi-js'
import PDFDocument from 'pdfkit'

export type Weight = 'regular' | 'strong'
export type Direction = 'ltr' | 'rtl'
export interface Style {
  size: number
  weight: Weight
  direction: Direction
}

/** A part of a line as it is drawn, from left to right. */
interface Piece {
  text: string
  font: string
  width: number
}
export interface Line {
  pieces: Piece[]
  width: number
}

interface TextSetter {
  /** Breaks text into lines of at most `width`; a wider word gets a line of its own. */
  lines(text: string, width: number, style: Style): Line[]
  /** Draws a line with its left end at `x` and its baseline at `y`. */
  draw(line: Line, x: number, y: number, style: Style): void
}

const bidi = bidiFactory()
const FOLDER = new URL('./fonts/', import.meta.url)
const SCRIPTS = ['latin', 'latin-ext', 'arabic'] as const
type Script = (typeof SCRIPTS)[number]
/** The part of fontkit's fonts that pdfkit calls for every line, several times over. */
interface SharedFont {
  layout(text: string, features: readonly string[]): { positions: object[] }
}
/** Texts of which a font keeps the shape: those of every document, and of the last few. */
const MOST_SHAPED = 1_000

/**
 * What pdfkit makes of a font's bytes, which it would do again for every document. It takes that
 * itself as well, although its types say nothing of it.
 */
function openFont(bytes: Buffer): Buffer {
  const doc = new PDFDocument({ font: '' }).font(bytes) as unknown as {
    _font: { font: Buffer & SharedFont }
  }
  const { font } = doc._font
  const shape = font.layout.bind(font)
  const shapes = new Map<string, ReturnType<typeof shape>>()
  font.layout = (text, features) => {
    const run = shapes.get(text) ?? shape(text, features)
    if (!shapes.has(text) && shapes.size >= MOST_SHAPED) shapes.clear()
    shapes.set(text, run)
    // pdfkit scales the positions that it is given.
    return Object.assign(Object.create(Object.getPrototypeOf(run) as object), run, {
      positions: run.positions.map((position) => ({ ...position })),
    }) as typeof run
  }
  return font
}

// Read at startup, so that missing fonts are noticed at once.
const FONTS = Object.fromEntries(
  (['regular', 'strong'] as const).flatMap((weight) =>
    SCRIPTS.map((script) => [
      `${weight}-${script}`,
      openFont(readFileSync(new URL(`${weight}-${script}.ttf`, FOLDER))),
    ]),
  ),
)

const ARABIC = /[\u0600-\u06ff\ufb50-\ufdff\ufe70-\ufefc]|\u200c|\u200d/
const EXTENDED = /[\u0100-\u0130\u0132-\u0151\u0154-\u024f\u1e00-\u1eff\u20a0-\u20ab\u20ad-\u20c0]/
const scriptOf = (letter: string): Script =>
  ARABIC.test(letter) ? 'arabic' : EXTENDED.test(letter) ? 'latin-ext' : 'latin'
/** They steer the order and are not drawn. */
const CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Isolates a value inside text of the other direction. */
export const isolated = (text: string): string => `\u2068${text}\u2069`
/** Isolates left-to-right values: numbers, codes, telephones. */
export const leftToRight = (text: string): string => `\u2066${text}\u2069`

/** Letters of right-to-left scripts, and signs that steer the order. */
const TURNS =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

interface Run {
  text: string
  level: number
}

/** Runs of one direction in visual order (UAX #9, rule L2). */
function visualRuns(text: string, direction: Direction): Run[] {
  if (direction === 'ltr' && !TURNS.test(text)) return [{ text, level: 0 }]
  const { levels } = bidi.getEmbeddingLevels(text, direction)
  const runs: Run[] = []
  for (let at = 0; at < text.length; at += 1) {
    const level = levels[at] ?? 0
    const last = runs.at(-1)
    if (last?.level === level) last.text += text[at]
    else runs.push({ text: text[at] ?? '', level })
  }
  const highest = Math.max(0, ...runs.map((run) => run.level))
  for (let level = highest; level >= 1; level -= 1) {
    for (let from = 0; from < runs.length; from += 1) {
      if ((runs[from]?.level ?? 0) < level) continue
      let to = from
      while ((runs[to + 1]?.level ?? 0) >= level) to += 1
      runs.splice(from, to - from + 1, ...runs.slice(from, to + 1).reverse())
      from = to
    }
  }
  return runs
}

/**
 * Runs split by font, in visual order. Arabic stays in reading order because the font's shaping
 * reverses it.
 */
function partsOf({ text, level }: Run): { text: string; script: Script }[] {
  const parts: { text: string; script: Script }[] = []
  for (const letter of text.replace(CONTROLS, '')) {
    const script = scriptOf(letter)
    const last = parts.at(-1)
    if (last?.script === script) last.text += letter
    else parts.push({ text: letter, script })
  }
  if (level % 2 === 0) return parts
  const turned = (part: string) =>
    [...part]
      .reverse()
      .map((letter) => bidi.getMirroredCharacter(letter) ?? letter)
      .join('')
  return parts
    .reverse()
    .map((part) => (part.script === 'arabic' ? part : { ...part, text: turned(part.text) }))
}

/**
 * Sets mixed-direction text: pdfkit shapes letters but neither orders runs nor breaks Arabic lines.
 */
export function createTextSetter(doc: PDFKit.PDFDocument): TextSetter {
  for (const [name, font] of Object.entries(FONTS)) doc.registerFont(name, font)
  // Named features make pdfkit shape the text as a whole, on which `openFont` relies; shaped by
  // word, Arabic is ordered wrongly.
  const features: PDFKit.Mixins.OpenTypeFeatures[] = ['kern', 'liga', 'tnum']

  function lineOf(text: string, { size, weight, direction }: Style): Line {
    const pieces = visualRuns(text, direction)
      .flatMap(partsOf)
      .map(({ text: part, script }): Piece => {
        const font = `${weight}-${script}`
        return {
          text: part,
          font,
          width: doc.font(font).fontSize(size).widthOfString(part, { features }),
        }
      })
    return { pieces, width: pieces.reduce((sum, piece) => sum + piece.width, 0) }
  }

  return {
    lines(text, width, style) {
      return text.split('\n').flatMap((paragraph) => {
        const words = paragraph.split(/ +/).filter(Boolean)
        if (words.length === 0) return []
        const whole = lineOf(words.join(' '), style)
        if (whole.width <= width) return [whole]
        const lines: string[] = []
        for (const word of words) {
          const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`
          if (lines.length === 0 || lineOf(longer, style).width > width) lines.push(word)
          else lines[lines.length - 1] = longer
        }
        return lines.map((line) => lineOf(line, style))
      })
    },
    draw({ pieces }, x, y, { size }) {
      let at = x
      for (const { text, font, width } of pieces) {
        doc
          .font(font)
          .fontSize(size)
          .text(text, at, y, { lineBreak: false, baseline: 'alphabetic', features })
        at += width
      }
    },
  }
}
