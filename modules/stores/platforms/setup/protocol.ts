import { readFileSync } from 'node:fs'

/** One sentence of the protocol document that can be linked to. */
export interface Sentence {
  anchor: string
  /** What the sentence begins with, where the anchor stands inside it. */
  before: string
  text: string
}
export interface Section {
  title: string
  sentences: Sentence[]
}

const DOCUMENT = new URL('../../../../docs/protocols/store-connector.md', import.meta.url)
const ANCHOR = '<a id="'

let sections: Section[] | null = null

/**
 * The sentences of the Store Connector protocol, by section, as the document has them
 * (docs/protocols/store-connector.md): what the checks quote.
 */
export function readProtocol(): Section[] {
  sections ??= readFileSync(DOCUMENT, 'utf8')
    .split('\n## ')
    .slice(1)
    .map((section) => ({
      title: section.slice(0, section.indexOf('\n')),
      sentences: sentencesOf(section),
    }))
  return sections
}

/** The words at an anchor of the document; null for an unknown anchor. */
export function quote(anchor: string): { before: string; text: string } | null {
  const found = readProtocol()
    .flatMap((section) => section.sentences)
    .find((one) => one.anchor === anchor)
  return found ? { before: found.before, text: found.text } : null
}

function sentencesOf(section: string): Sentence[] {
  const sentences: Sentence[] = []
  let before = ''
  for (const part of section.split(ANCHOR).slice(1)) {
    const words = part.slice(part.indexOf('</a>') + 4)
    const text = plainText(words)
    sentences.push({ anchor: part.slice(0, part.indexOf('"')), before, text })
    const goesOn = ENDS.every((end) => !words.includes(end)) && !/[.:;?!|]$/.test(text)
    before = goesOn ? `${before} ${text}`.trim() : ''
  }
  return sentences
}

const ENDS = ['\n\n', '\n|', '\n```']

/** Up to the end of the paragraph, block or row; without marks for emphasis. */
function plainText(part: string): string {
  const ends = ENDS.map((end) => part.indexOf(end)).filter((at) => at >= 0)
  return part
    .slice(0, Math.min(part.length, ...ends))
    .replaceAll('**', '')
    .replaceAll('\\|', '/')
    .split('|')
    .map((cell) => cell.split(/\s/).filter(Boolean).join(' '))
    .filter((cell) => cell !== '')
    .join(' → ')
}
