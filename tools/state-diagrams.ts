import { readFileSync, writeFileSync } from 'node:fs'
import { FIRST_STATES, SUBSCRIPTION_MOVES } from '#modules/billing/rules.ts'
import { ATTEMPT_MOVES, ORDER_MOVES } from '#modules/orders/rules.ts'

/**
 * Draws the state machines of orders, payment attempts and subscriptions from their tables into the
 * READMEs of their modules: `node tools/state-diagrams.ts`.
 */
interface Machine {
  title: string
  moves: Readonly<Record<string, readonly string[]>>
  /** The first of the table unless said. */
  begins?: readonly string[]
}

const READMES: Readonly<Record<string, readonly Machine[]>> = {
  orders: [
    { title: 'An order:', moves: ORDER_MOVES },
    { title: 'An attempt to pay it:', moves: ATTEMPT_MOVES },
  ],
  billing: [{ title: 'A subscription:', moves: SUBSCRIPTION_MOVES, begins: FIRST_STATES }],
}

const draw = ({ moves, begins = Object.keys(moves).slice(0, 1) }: Machine): string =>
  [
    '```mermaid',
    'stateDiagram-v2',
    '  direction LR',
    ...begins.map((state) => `  [*] --> ${state}`),
    ...Object.entries(moves).flatMap(([from, tos]) =>
      tos.length > 0 ? tos.map((to) => `  ${from} --> ${to}`) : [`  ${from} --> [*]`],
    ),
    '```',
  ].join('\n')

const BEGIN = '<!-- drawn from rules.ts by `node tools/state-diagrams.ts` -->'
const END = '<!-- end of the drawings -->'

const readmeOf = (module: string) => new URL(`../modules/${module}/README.md`, import.meta.url)

/** The READMEs as they should be, and as they are. */
export const readDiagrams = (): { module: string; is: string; should: string }[] =>
  Object.entries(READMES).map(([module, machines]) => {
    const is = readFileSync(readmeOf(module), 'utf8')
    const [before = '', rest = ''] = is.split(BEGIN)
    const drawings = machines.flatMap((machine) => [machine.title, draw(machine)])
    return {
      module,
      is,
      should: before + [BEGIN, ...drawings, END].join('\n\n') + (rest.split(END)[1] ?? ''),
    }
  })

if (import.meta.main)
  for (const { module, should } of readDiagrams()) writeFileSync(readmeOf(module), should)
