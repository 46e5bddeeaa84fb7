import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { maskCards } from './field-rules.ts'

/**
 * What the product tells of its own work: how often, how long, with what outcome, and what caused
 * what. `server/telemetry` listens where settings ask for it. Where nobody does, telling costs a
 * comparison.
 *
 * Labels are words of the code (operations, outcomes, statuses), never values of a request: they
 * make series that are kept, and nobody may read a person's data out of them.
 */
export type Labels = Readonly<Record<string, string>>

export interface Instrument {
  /** As OpenTelemetry's semantic conventions name it, else `arasta.…`. */
  name: string
  kind: 'counter' | 'duration'
  description: string
  /** Sets of labels that are there from the start, so that the first event is an increase. */
  known: readonly Labels[]
}

export type SpanKind = 'server' | 'consumer' | 'client' | 'internal'

export interface Span {
  readonly traceId: string
  /** W3C trace context for what it causes; null when nobody records the trace. */
  readonly traceparent: string | null
  end(labels: Labels, name?: string): void
}

export interface Observer {
  declare(instrument: Instrument): void
  /** Durations are in seconds. */
  record(instrument: Instrument, value: number, labels: Labels): void
  /** `parent`: a span, or the trace context that a job carries. */
  startSpan(name: string, kind: SpanKind, parent: Span | string | null): Span
  /** Origins that are told the trace context. */
  tracedOrigins: ReadonlySet<string>
}

/** A request or a job while it runs. */
export interface Work {
  /** Operation, page or job. */
  name: string | null
  /** Sent to the database so far. */
  statements: number
  readonly span: Span
}

let observer: Observer | null = null
const instruments: Instrument[] = []
const places = new AsyncLocalStorage<{ work: Work; span: Span }>()

/** From now on `next` is told; null: nobody. */
export function observe(next: Observer | null): void {
  observer = next
  for (const instrument of instruments) next?.declare(instrument)
}

export const isObserved = (): boolean => observer !== null

function declare(instrument: Instrument): Instrument {
  instruments.push(instrument)
  observer?.declare(instrument)
  return instrument
}

/** Something that is counted. */
export function counter(
  name: string,
  description: string,
  known: readonly Labels[] = [],
): (labels: Labels) => void {
  const instrument = declare({ name, kind: 'counter', description, known })
  return (labels) => observer?.record(instrument, 1, labels)
}

/** Something that takes time; its distribution is kept. */
export const duration = (name: string, description: string): Instrument =>
  declare({ name, kind: 'duration', description, known: [] })

export function recordDuration(instrument: Instrument, beganAt: number, labels: Labels): void {
  observer?.record(instrument, (performance.now() - beganAt) / 1000, labels)
}

interface Measured<R> {
  instrument: Instrument
  span: string
  kind: SpanKind
  labels: Labels
  /** What only the end tells. `error.type` marks what is a fault. */
  ended(end: { result: R } | { error: unknown }): Labels
}

/** Runs `run` and tells how long it took and how it ended: as a duration, and as a span. */
export async function measured<R>(what: Measured<R>, run: () => Promise<R>): Promise<R> {
  if (observer === null) return run()
  const place = places.getStore()
  const span = place?.span.traceparent
    ? observer.startSpan(what.span, what.kind, place.span)
    : undefined
  const began = performance.now()
  const end = (labels: Labels) => {
    const all = { ...what.labels, ...labels }
    recordDuration(what.instrument, began, all)
    span?.end(all)
  }
  let result: R
  try {
    result = await (place && span ? places.run({ work: place.work, span }, run) : run())
  } catch (error) {
    end(what.ended({ error }))
    throw error
  }
  end(what.ended({ result }))
  return result
}

/** Begins a request or a job; null when nobody listens. Its span is ended by the caller. */
export function startWork(
  kind: 'server' | 'consumer',
  name: string | null,
  parent?: string,
): Work | null {
  if (observer === null) return null
  return { name, statements: 0, span: observer.startSpan(name ?? kind, kind, parent ?? null) }
}

/** Everything that `run` begins belongs to `work`. */
export const runWork = <R>(work: Work, run: () => R): R =>
  places.run({ work, span: work.span }, run)

export const currentWork = (): Work | undefined => places.getStore()?.work

/** The first name counts: a page is named before the operations that it runs. */
export function nameWork(name: string): void {
  const work = currentWork()
  if (work) work.name ??= name
}

/** W3C trace context for what the present span causes; null when it is not recorded. */
export const traceparent = (): string | null => places.getStore()?.span.traceparent ?? null

/** The headers that tell this origin the trace, if settings name it. */
export function traceHeaders(origin: string): Record<string, string> {
  const context = observer?.tracedOrigins.has(origin) ? traceparent() : null
  return context === null ? {} : { traceparent: context }
}

/** Hexadecimal digits, of which none look like a card number: the log would mask them. */
export function randomHex(bytes: number): string {
  for (;;) {
    const id = randomBytes(bytes).toString('hex')
    if (maskCards(id) === id && !/^0+$/.test(id)) return id
  }
}

/** A span that nobody records, for its number in the log. */
export function unrecordedSpan(): Span {
  let id: string | undefined
  return {
    get traceId() {
      return (id ??= randomHex(16))
    },
    traceparent: null,
    end() {},
  }
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** A method as a label: clients invent others. */
export const methodLabel = (method = ''): string => (METHODS.has(method) ? method : '_OTHER')

const STATUSES = new Set(
  [
    [200, 201, 202, 204, 206, 301, 302, 303, 304, 307, 308],
    [400, 401, 402, 403, 404, 405, 406, 408, 409, 410, 411, 412, 413, 415, 422, 429, 431, 499],
    [500, 501, 502, 503, 504],
  ].flat(),
)

/** A status as a label: other servers invent others. */
export const statusLabel = (status: number): string =>
  STATUSES.has(status) ? String(status) : `${Math.trunc(status / 100) % 10}xx`
