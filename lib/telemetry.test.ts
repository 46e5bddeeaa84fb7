import { afterEach, expect, test } from 'vitest'
import { maskCards } from './field-rules.ts'
import {
  counter,
  currentWork,
  duration,
  measured,
  methodLabel,
  nameWork,
  observe,
  randomHex,
  runWork,
  startWork,
  statusLabel,
  traceHeaders,
  traceparent,
  unrecordedSpan,
  type Instrument,
  type Labels,
  type Span,
} from './telemetry.ts'

afterEach(() => observe(null))

const steps = duration('test.step.duration', 'Steps.')
const ends = counter('test.ends', 'Ends.', [{ outcome: 'good' }])
const step = <R>(run: () => Promise<R>) =>
  measured(
    {
      instrument: steps,
      span: 'step',
      kind: 'internal',
      labels: { place: 'here' },
      ended: (end): Labels => ('result' in end ? {} : { 'error.type': 'fault' }),
    },
    run,
  )

/** Hears everything, and records each trace or none. */
function listen({ traces }: { traces: boolean }) {
  const declared: Instrument[] = []
  const recorded: { name: string; labels: Labels }[] = []
  const spans: { name: string; parent: Span | string | null; ended?: Labels }[] = []
  observe({
    declare: (instrument) => void declared.push(instrument),
    record: ({ name }, _value, labels) => void recorded.push({ name, labels }),
    startSpan(name, _kind, parent) {
      const told: (typeof spans)[number] = { name, parent }
      spans.push(told)
      return {
        traceId: '1'.repeat(32),
        traceparent: traces ? `00-${'1'.repeat(32)}-${'0'.repeat(15)}${spans.length}-01` : null,
        end: (labels) => void (told.ended = labels),
      }
    },
    tracedOrigins: new Set(['http://ours.localhost']),
  })
  return { declared, recorded, spans }
}

test('while nobody listens, work runs as it is and has no trace', async () => {
  expect(startWork('server', 'page /')).toBeNull()
  expect(await step(async () => currentWork() ?? traceparent())).toBeNull()
  ends({ outcome: 'good' })
  await expect(step(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
})

test('who begins to listen is told of every instrument, those of code that is read later too', () => {
  const { declared } = listen({ traces: false })
  const later = duration('test.later.duration', 'Later.')
  expect(declared).toContain(steps)
  expect(declared).toContain(later)
  expect(declared.find(({ name }) => name === 'test.ends')?.known).toEqual([{ outcome: 'good' }])
})

test('a step tells its labels, a failed one what failed, and the failure goes on', async () => {
  const { recorded } = listen({ traces: false })
  expect(await step(async () => 7)).toBe(7)
  await expect(step(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(recorded).toEqual([
    { name: 'test.step.duration', labels: { place: 'here' } },
    { name: 'test.step.duration', labels: { place: 'here', 'error.type': 'fault' } },
  ])
})

test('steps of a recorded trace are spans, each below the one that it runs in; of others none', async () => {
  const { spans } = listen({ traces: true })
  const work = startWork('server', null)!
  await runWork(work, () => step(() => step(async () => nameWork('inner'))))
  expect(spans.map(({ name }) => name)).toEqual(['server', 'step', 'step'])
  expect(spans[1]?.parent).toBe(work.span)
  expect(spans[2]?.parent).not.toBe(work.span)
  expect(work.name).toBe('inner')
  const other = listen({ traces: false })
  await runWork(startWork('server', null)!, () => step(async () => {}))
  expect(other.spans.map(({ name }) => name)).toEqual(['server'])
})

test('only origins of our own are told the trace, and only while it is recorded', () => {
  listen({ traces: true })
  const work = startWork('consumer', 'job', 'from the row')!
  runWork(work, () => {
    expect(traceHeaders('http://ours.localhost')).toEqual({ traceparent: work.span.traceparent })
    expect(traceHeaders('http://shop.example')).toEqual({})
  })
  listen({ traces: false })
  runWork(startWork('server', null)!, () =>
    expect(traceHeaders('http://ours.localhost')).toEqual({}),
  )
})

test('methods and statuses that others invent make no new labels', () => {
  const invented = Array.from({ length: 900 }, (_, n) => statusLabel(n + 100))
  expect(new Set(invented).size).toBeLessThan(45)
  expect([statusLabel(404), statusLabel(418), statusLabel(799)]).toEqual(['404', '4xx', '7xx'])
  expect([methodLabel('GET'), methodLabel('BREW'), methodLabel(undefined)]).toEqual([
    'GET',
    '_OTHER',
    '_OTHER',
  ])
})

test('the number of a trace is never taken for a card by the log', () => {
  for (let n = 0; n < 2_000; n += 1) {
    const id = randomHex(16)
    expect(id).toMatch(/^[0-9a-f]{32}$/)
    expect(maskCards(id)).toBe(id)
  }
  const span = unrecordedSpan()
  expect(span.traceId).toBe(span.traceId)
})
