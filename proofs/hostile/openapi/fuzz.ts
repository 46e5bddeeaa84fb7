import { seededRandom } from '../../installs/seeded-random.ts'
import type { Caller } from './callers.ts'
import { checkResponse } from './check-response.ts'
import { makeRequest, type MadeRequest } from './make-request.ts'
import type { Target } from './read-document.ts'
import type { NoReply, Reply, Sender } from '../send.ts'

/**
 * Calls every operation of an OpenAPI document in ways that fit and that do not, as everybody who
 * could, and inspects each answer.
 */

export interface FuzzOptions {
  sender: Sender
  targets: readonly Target[]
  callers: readonly Caller[]
  calls: number
  seed: number
  parallel?: number
  /** What is known from the start: ids, slugs. */
  known?: Readonly<Record<string, readonly unknown[]>>
  /** Before each batch: gives turns back, so that what lies behind the limits is reached. */
  beforeBatch?: () => Promise<void>
  isStopping?: () => boolean
  onBatch?: (done: number) => void
}

export interface Violation {
  call: string
  what: string
  /** How often the same was seen. */
  times: number
}

export interface FuzzResult {
  calls: number
  /** Answers by status; `none` where there was none. */
  statuses: Record<string, number>
  /** Operations that were answered with success at least once, of all. */
  reached: number
  operations: number
  slowest: { ms: number; call: string }
  violations: Violation[]
}

const BATCH = 256
/** Longer than any machine is busy with something else: who gives no answer by then gives none. */
const TIMEOUT_MS = 120_000
/** Of each name; the newest. */
const MAX_KNOWN_VALUES = 40

interface Answer {
  request: MadeRequest
  caller: Caller
  reply: Reply | NoReply
}

/**
 * With the same seed the same requests in the same order, as long as the answers hold the same
 * values.
 */
export async function fuzz({
  sender,
  targets,
  callers,
  calls,
  seed,
  parallel = 8,
  known = {},
  beforeBatch,
  isStopping = () => false,
  onBatch,
}: FuzzOptions): Promise<FuzzResult> {
  const random = seededRandom(`fuzz ${seed}`)
  const dictionary = new Map(Object.entries(known).map(([name, values]) => [name, [...values]]))
  const result = { calls: 0, statuses: {} as Record<string, number> }
  let slowest = { ms: 0, call: '' }
  const [reached, violations] = [new Set<Target>(), new Map<string, Violation>()]
  // Each operation in turn, in another order each time: no one is left out.
  let turn: Target[] = []
  while (result.calls < calls && !isStopping()) {
    await beforeBatch?.()
    const batch = Array.from({ length: Math.min(BATCH, calls - result.calls) }, () => {
      if (turn.length === 0) turn = random.shuffled(targets)
      const target = turn.pop() as Target
      return {
        caller: pickCaller(callers, target, random),
        request: makeRequest(target, random, dictionary),
      }
    })
    const answered: Answer[] = []
    const left = batch.entries()
    await Promise.all(
      Array.from({ length: parallel }, async () => {
        for (const [place, { caller, request }] of left) {
          const sent = {
            ...request,
            headers: { ...caller.headersFor(request), ...request.headers },
          }
          const began = performance.now()
          answered[place] = {
            caller,
            request: sent,
            reply: await sender.send({ ...sent, timeoutMs: TIMEOUT_MS }),
          }
          const ms = Math.round(performance.now() - began)
          if (ms > slowest.ms) slowest = { ms, call: describe(sent, caller) }
        }
      }),
    )
    for (const { request, caller, reply } of answered) {
      const status = typeof reply === 'string' ? reply : String(reply.status)
      result.statuses[status] = (result.statuses[status] ?? 0) + 1
      if (typeof reply !== 'string' && reply.status === 200 && request.ownMethod) {
        reached.add(request.target)
        learn(dictionary, reply)
      }
      const what = checkResponse(request, reply)
      if (what) note(violations, request, caller, what)
    }
    for (const caller of callers)
      await caller.renewIfEnded(
        answered.filter((one) => one.caller === caller).map((one) => one.reply),
      )
    result.calls += batch.length
    onBatch?.(result.calls)
  }
  return {
    ...result,
    slowest,
    reached: reached.size,
    operations: targets.length,
    violations: [...violations.values()],
  }
}

function pickCaller(
  callers: readonly Caller[],
  target: Target,
  random: ReturnType<typeof seededRandom>,
): Caller {
  const here = callers.filter((one) => one.sites.includes(target.site))
  const fitting = here.filter((one) => one.security.some((kind) => target.security.includes(kind)))
  return random.pick(fitting.length > 0 && random.chance(0.75) ? fitting : here)
}

/** Reads what an answer holds by its fields' names, so that later calls can ask for it. */
function learn(dictionary: Map<string, unknown[]>, { headers, body }: Reply): void {
  if (!String(headers['content-type']).startsWith('application/json') || body.length > 256 * 1024)
    return
  let budget = 400
  const walk = (value: unknown, name: string): void => {
    if ((budget -= 1) < 0 || value === null) return
    if (Array.isArray(value)) for (const one of value.slice(0, 5)) walk(one, name)
    else if (typeof value === 'object')
      for (const [key, one] of Object.entries(value)) walk(one, key)
    else if (
      (typeof value === 'string' && value.length <= 120 && value !== '') ||
      typeof value === 'number'
    ) {
      const values = dictionary.get(name) ?? []
      if (values.includes(value)) return
      values.push(value)
      if (values.length > MAX_KNOWN_VALUES) values.splice(8, 1)
      dictionary.set(name, values)
    }
  }
  walk(JSON.parse(body.toString('utf8')), '')
}

function note(
  violations: Map<string, Violation>,
  request: MadeRequest,
  caller: Caller,
  what: string,
): void {
  const kind = `${request.target.method} ${request.target.path} ${what.replace(/[0-9A-Z]{4}-[0-9A-Z]{4}/, '').slice(0, 90)}`
  const seen = violations.get(kind)
  if (seen) seen.times += 1
  else violations.set(kind, { what, times: 1, call: describe(request, caller) })
}

function describe(
  { method, target, path, headers, body, spoiled }: MadeRequest,
  caller: Caller,
): string {
  const shown = Object.entries(headers ?? {})
    .filter(
      ([name]) => !/token|cookie|signature|authorization/.test(name) || spoiled.includes(name),
    )
    .map(([name, value]) => `${name}: ${String(value).slice(0, 60)}`)
  return `${caller.name} at ${target.site}: ${method} ${path.slice(0, 300)} {${shown.join('; ')}} ${JSON.stringify(body?.toString('utf8').slice(0, 500) ?? '')}${spoiled === '' ? '' : ` (spoiled: ${spoiled})`}`
}
