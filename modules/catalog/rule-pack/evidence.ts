import { maskCards } from '#lib/card-numbers.ts'
import { maskSecrets } from './secrets.ts'

const MAX = 120

/** The line of a file that `index` is on, the first is 1. */
export function lineAt(text: string, index: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < index; at = text.indexOf('\n', at + 1))
    line += 1
  return line
}

/** What was seen, on one line, with nothing in it that must not be written down. */
export function evidence(seen: string): string {
  const plain = maskCards(maskSecrets(seen))
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
  const letters = [...plain]
  return letters.length > MAX ? `${letters.slice(0, MAX - 1).join('')}…` : plain
}
