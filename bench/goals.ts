import type { Kind } from './kinds.ts'
import { KIND_LABELS } from './kinds.ts'
import { isBusy } from './machine.ts'
import type { Measure, Results, Way } from './results.ts'
import {
  count,
  find,
  LIMIT,
  LOAD_GENERATOR_LIMIT,
  milliseconds,
  percent,
  percentOfCpu,
} from './table.ts'

/** What is asked of the lines of README's table, and what the best peer reached. */
interface Goal {
  kind: Kind
  way: Way
  items: number
  perSecond: number
  /** Milliseconds of the server's processor for a request. */
  cpu?: number
  p99?: number
  peer?: string
}

const PAGE = { items: 100_000, perSecond: 350, cpu: 3.5 }
const CALL = { way: 'api', items: 100_000, perSecond: 1_500, cpu: 0.7 } as const
const SEARCH = { way: 'api', p99: 50 } as const

/**
 * Vendure was the fastest open peer: 8 connections on two cores, 100,000 products, measured by hand
 * beside an earlier version of this product, not by this bench.
 */
const GOALS: readonly Goal[] = [
  { ...CALL, kind: 'list', peer: 'Vendure 326/s' },
  { ...CALL, kind: 'detail', peer: 'Vendure 88/s' },
  { kind: 'list', way: 'cached api', items: 100_000, perSecond: 20_000 },
  ...(['list', 'detail'] as const).flatMap((kind) =>
    (['page', 'owner page', 'framed page'] as const).map((way) => ({ ...PAGE, kind, way })),
  ),
  { ...SEARCH, kind: 'selective', items: 100_000, perSecond: 2_000, peer: 'Vendure 15/s' },
  { ...SEARCH, kind: 'broad', items: 100_000, perSecond: 250 },
  { ...SEARCH, kind: 'broad', items: 1_000_000, perSecond: 60 },
  { ...SEARCH, kind: 'typo', items: 100_000, perSecond: 300 },
  { ...SEARCH, kind: 'typo', items: 1_000_000, perSecond: 100 },
]

const WAY_NAMES: Partial<Record<Way, string>> = {
  api: 'call',
  'cached api': 'call, kept',
  page: 'page, rendered',
  'owner page': 'page, signed in',
  'framed page': 'page, in the frame',
}

/** What of a goal was missed, in words; empty when it was met. */
function missedBy(goal: Goal, one: Measure): string {
  const byLoad = one.loader !== null && one.loader > LOAD_GENERATOR_LIMIT
  return [
    one.perSecond < goal.perSecond && `rate${byLoad ? ' (the load was at its limit)' : ''}`,
    goal.cpu !== undefined && one.cpu !== null && one.cpu > goal.cpu && 'CPU',
    goal.p99 !== undefined && one.p99 !== null && one.p99 > goal.p99 && 'p99',
  ]
    .filter(Boolean)
    .join(', ')
}

function rowOf(goal: Goal, { measures }: Pick<Results, 'measures'>): string[] {
  const { kind, way, items, perSecond, cpu, p99, peer = '' } = goal
  const asked = [
    `${count(perSecond)}/s`,
    ...(cpu === undefined ? [] : [`${cpu} ms`]),
    ...(p99 === undefined ? [] : [`p99 ${p99} ms`]),
  ].join(', ')
  const name = `${KIND_LABELS[kind]}, ${WAY_NAMES[way] ?? way}`
  const one = find(measures, items, kind, way)
  if (!one) return [name, count(items), asked, 'not measured', '', '', peer, '']
  const limitWay = LIMIT[way]
  const limit = limitWay && find(measures, items, kind, limitWay)
  const spread = one.spread === null ? '' : ` ± ${Math.round(one.spread * 100)} %`
  const [share, byCpu] = [percent(one, limit), percentOfCpu(one, limit)]
  return [
    name,
    count(items),
    asked,
    `${count(one.perSecond)}/s${spread}, p99 ${milliseconds(one.p99)} ms`,
    `${milliseconds(one.cpu)} ms`,
    limit
      ? `${count(limit.perSecond)}/s (${share} of it${byCpu === '' ? '' : `, ${byCpu} by CPU`})`
      : '',
    peer,
    missedBy(goal, one) || 'met',
  ]
}

/** README's table, in Markdown: each line beside its goal, its limit and the best peer. */
export function goalsTableOf(results: Results): string[] {
  const { machine, at, commit, rounds, seconds, connections } = results
  const head = ['', 'items', 'asked', 'measured', 'CPU', 'limit', 'best peer', 'missed']
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    row(head),
    row(head.map(() => '---')),
    ...GOALS.map((goal) => row(rowOf(goal, results))),
    '',
    `One run of ${at.slice(0, 10)}${commit === null ? '' : ` (${commit})`}: ${machine.processor}, ${machine.cores} cores, Node.js ${machine.node}, PostgreSQL ${machine.postgres}; ${connections} connections, ${seconds} s a line in ${rounds} ${rounds === 1 ? 'round' : 'rounds'}.${
      isBusy(machine) ? ' **The machine was busy with something else: rates mean little.**' : ''
    }`,
  ]
}

const BEGIN = '<!-- bench -->'
const END = '<!-- /bench -->'

/** `readme` with the table in its place; null where it has no place for one. */
export function withTable(readme: string, table: readonly string[]): string | null {
  const [begin, end] = [readme.indexOf(BEGIN), readme.indexOf(END)]
  if (begin < 0 || end < begin) return null
  return `${readme.slice(0, begin + BEGIN.length)}\n\n${table.join('\n')}\n\n${readme.slice(end)}`
}
