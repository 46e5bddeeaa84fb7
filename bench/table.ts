import { KIND_LABELS, KINDS } from './kinds.ts'
import { WAYS, type MarketFacts, type Measure, type Results, type Way } from './results.ts'

/** Results as text for a terminal. */

const WAY_WORDS: Record<Way, string> = {
  api: 'API',
  'cached api': 'API, page cache',
  page: 'HTML',
  'owner page': 'HTML, signed in',
  'framed page': 'HTML, in the frame',
  'cached page': 'HTML, page cache',
  'bare json': 'limit: node:http, same JSON',
  'bare page': 'limit: node:http, same HTML',
  'bare react': 'limit: React, same elements',
  database: 'limit: PostgreSQL',
}

export const count = (value: number): string => Math.round(value).toLocaleString('en-US')
export const milliseconds = (value: number | null): string =>
  value === null ? '–' : value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)

/** Pads every column to its widest cell; the first ones stand left, numbers right. */
export function align(rows: readonly (readonly string[])[], left: number): string[] {
  const widths = rows.reduce<number[]>(
    (all, row) => row.map((cell, index) => Math.max(all[index] ?? 0, cell.length)),
    [],
  )
  return rows.map((row) =>
    row
      .map((cell, index) =>
        index < left ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  )
}

export const find = (
  measures: readonly Measure[],
  items: number,
  kind: Measure['kind'],
  way: Way,
): Measure | undefined =>
  measures.find((one) => one.items === items && one.kind === kind && one.way === way)

/** The limit that a measure is held against. */
export const LIMIT: Partial<Record<Way, Way>> = {
  api: 'database',
  'cached api': 'bare json',
  'cached page': 'bare page',
  page: 'bare react',
  'owner page': 'bare react',
  'framed page': 'bare react',
}

export const percent = (part: Measure | undefined, whole: Measure | undefined): string =>
  part && whole && whole.perSecond > 0
    ? `${Math.round((part.perSecond / whole.perSecond) * 100)} %`
    : ''

/** The same by processor time, which says more where the load itself was the limit. */
export const percentOfCpu = (part: Measure, whole: Measure | undefined): string =>
  part.cpu && whole?.cpu ? `${Math.round((whole.cpu / part.cpu) * 100)} %` : ''

/** From this share of a core the load was what limited the rate. */
export const LOAD_GENERATOR_LIMIT = 0.85

const rate = ({ perSecond, loader }: Measure): string =>
  `${count(perSecond)}${loader !== null && loader > LOAD_GENERATOR_LIMIT ? '*' : ' '}`

const spreadOf = ({ spread }: Measure): string =>
  spread === null ? '' : `${Math.round(spread * 100)} %`

export function tableOf({ measures, markets }: Pick<Results, 'measures' | 'markets'>): string[] {
  const head = [
    '',
    '',
    'per second ',
    '±',
    'p50 ms',
    'p99 ms',
    'CPU ms',
    'database CPU',
    'bytes',
    'of limit',
    'by CPU',
    'failed',
  ]
  return markets.flatMap((market) => {
    const rows = KINDS.flatMap((kind) =>
      WAYS.flatMap((way) => {
        const one = find(measures, market.items, kind, way)
        if (!one) return []
        const limit = LIMIT[way]
        return [
          [
            KIND_LABELS[kind],
            WAY_WORDS[way],
            rate(one),
            spreadOf(one),
            milliseconds(one.p50),
            milliseconds(one.p99),
            milliseconds(one.cpu),
            milliseconds(one.databaseCpu),
            one.bytes === null ? '' : count(one.bytes),
            limit === undefined ? '' : percent(one, find(measures, market.items, kind, limit)),
            limit === undefined ? '' : percentOfCpu(one, find(measures, market.items, kind, limit)),
            String(one.errors + one.non2xx),
          ],
        ]
      }),
    )
    const limited = measures.some((one) => one.items === market.items && rate(one).endsWith('*'))
    return [
      '',
      ...headOf(market),
      ...align([head, ...rows], 2),
      ...(limited ? ['* the load itself was at its limit: compare by CPU'] : []),
    ]
  })
}

const megabytes = (bytes: number): string => `${count(bytes / 2 ** 20)} MB`

const headOf = ({ items, generateSeconds, databaseBytes, serverMemory }: MarketFacts): string[] => [
  `${count(items)} items (database ${megabytes(databaseBytes)}, made in ${generateSeconds.toFixed(0)} s${serverMemory === null ? '' : `; server after the load ${megabytes(serverMemory)}`})`,
]

/** How a bigger market compares with the smallest one: 1.00 is just as fast. */
export function growthOf({ measures, markets }: Pick<Results, 'measures' | 'markets'>): string[] {
  const [first, ...others] = markets.map((one) => one.items)
  if (first === undefined || others.length === 0) return []
  const rows = KINDS.flatMap((kind) =>
    (
      ['api', 'cached api', 'page', 'owner page', 'framed page', 'cached page', 'database'] as const
    ).flatMap((way) => {
      const base = find(measures, first, kind, way)
      if (!base) return []
      return [
        [
          KIND_LABELS[kind],
          WAY_WORDS[way],
          ...others.map((items) => {
            const one = find(measures, items, kind, way)
            return one && one.perSecond > 0 ? `${(base.perSecond / one.perSecond).toFixed(2)}x` : ''
          }),
        ],
      ]
    }),
  )
  return [
    '',
    `Times slower than with ${count(first)} items`,
    ...align([['', '', ...others.map((items) => count(items))], ...rows], 2),
  ]
}

/** Runs of one machine differ by as much even where three rounds agree. */
const LEAST_NOISE = 0.08

const isLimit = (way: Way): boolean => /^bare|^database/.test(way)

/** How much more processor time (else time) `now` costs than `old`: 0.1 for a tenth. */
const growth = (now: Measure, old: Measure): number =>
  now.cpu === null || old.cpu === null ? old.perSecond / now.perSecond - 1 : now.cpu / old.cpu - 1

export interface Change {
  now: Measure
  before: Measure
  /** Relative change of the line's cost; more is worse. */
  change: number
  isWorse: boolean
}

/** Every line that both have, and whether it got worse by more than noise. */
export function changesOf(
  now: Pick<Results, 'measures'>,
  before: Pick<Results, 'measures'>,
): Change[] {
  return now.measures.flatMap((one) => {
    const old = find(before.measures, one.items, one.kind, one.way)
    if (!old || isLimit(one.way)) return []
    const change = growth(one, old)
    const noise = Math.max(LEAST_NOISE, (one.spread ?? 0) + (old.spread ?? 0))
    // A machine that was slower in one of two runs was slower for the line's limit, too.
    const limit = LIMIT[one.way]
    const [mine, theirs] = [now, before].map(
      ({ measures }) => limit && find(measures, one.items, one.kind, limit),
    )
    const machine = mine && theirs ? growth(mine, theirs) : 0
    const scaled = (1 + change) / (1 + machine) - 1
    return [{ now: one, before: old, change, isWorse: Math.min(change, scaled) > noise }]
  })
}

/** What has changed since other results, line by line. Speed: more is better; CPU: less is. */
export function comparisonOf(
  now: Pick<Results, 'measures' | 'machine' | 'commit'>,
  before: Pick<Results, 'measures' | 'machine' | 'at' | 'commit'>,
): string[] {
  const changes = changesOf(now, before)
  if (changes.length === 0) return ['', `Nothing in common with the results of ${before.at}.`]
  const change = (a: number | null, b: number | null): string =>
    a === null || b === null || b === 0
      ? ''
      : `${a >= b ? '+' : '−'}${Math.abs((a / b - 1) * 100).toFixed(0)} %`
  const rows = changes.map(({ now: one, before: old, isWorse }) => [
    count(one.items),
    KIND_LABELS[one.kind],
    WAY_WORDS[one.way],
    count(old.perSecond),
    count(one.perSecond),
    change(one.perSecond, old.perSecond),
    milliseconds(old.cpu),
    milliseconds(one.cpu),
    change(one.cpu, old.cpu),
    milliseconds(old.p99),
    milliseconds(one.p99),
    change(one.p99, old.p99),
    isWorse ? 'worse' : '',
  ])
  const other =
    now.machine.processor !== before.machine.processor || now.machine.cores !== before.machine.cores
  const worse = changes.filter(({ isWorse }) => isWorse).length
  return [
    '',
    `Compared with ${before.commit ?? before.at}${other ? ' (ANOTHER MACHINE)' : ''}`,
    ...align(
      [
        ['items', '', '', 'per second', 'now', '', 'CPU ms', 'now', '', 'p99 ms', 'now', '', ''],
        ...rows,
      ],
      3,
    ),
    worse === 0
      ? 'No line got worse by more than noise.'
      : `${worse} of ${changes.length} lines got worse by more than noise.`,
  ]
}
