import { readFileSync, writeFileSync } from 'node:fs'
import { ATTEMPT_MOVES, ORDER_MOVES } from '#modules/orders/rules.ts'

/**
 * Draws the two state machines of checkout from their tables into its README: `node
 * tools/state-diagrams.ts`.
 */
const README = new URL('../modules/orders/README.md', import.meta.url)

const draw = (moves: Readonly<Record<string, readonly string[]>>): string =>
  [
    '```mermaid',
    'stateDiagram-v2',
    '  direction LR',
    `  [*] --> ${Object.keys(moves)[0]}`,
    ...Object.entries(moves).flatMap(([from, tos]) =>
      tos.length > 0 ? tos.map((to) => `  ${from} --> ${to}`) : [`  ${from} --> [*]`],
    ),
    '```',
  ].join('\n')

const BEGIN = '<!-- drawn from rules.ts by `node tools/state-diagrams.ts` -->'
const END = '<!-- end of the drawings -->'
const drawings = (): string =>
  [BEGIN, 'An order:', draw(ORDER_MOVES), 'An attempt to pay it:', draw(ATTEMPT_MOVES), END].join(
    '\n\n',
  )

/** The README as it should be, and as it is. */
export function readDiagrams(): { is: string; should: string } {
  const is = readFileSync(README, 'utf8')
  const [before = '', rest = ''] = is.split(BEGIN)
  return { is, should: before + drawings() + (rest.split(END)[1] ?? '') }
}

if (import.meta.main) writeFileSync(README, readDiagrams().should)
