import { expect, test } from 'vitest'
import { runWork, unrecordedSpan } from '#lib/telemetry.ts'
import { openLog } from './log.ts'

const PAN = '5528790000000008'

function logged(write: (log: ReturnType<typeof openLog>) => void): string {
  const lines: string[] = []
  write(openLog('debug', { write: (line) => void lines.push(line) }))
  for (const line of lines)
    expect(() => {
      JSON.parse(line)
    }, line).not.toThrow()
  return lines.join('')
}

test('a line of the log is JSON with its level, time, words and values', () => {
  const line = JSON.parse(
    logged((log) =>
      log.warn({ attempt: 'att_1', ms: 12, nested: { one: [1, 'two', null] } }, 'words'),
    ),
  ) as object
  expect(line).toMatchObject({
    level: 40,
    attempt: 'att_1',
    ms: 12,
    nested: { one: [1, 'two', null] },
    msg: 'words',
  })
})

test('card data does not get into the log, by whatever name, depth or way it comes (I12)', () => {
  const failed = Object.assign(new Error(`bad input "${PAN}"`), {
    request: { card: { number: PAN } },
    cause: new Error(`cvc: 739 of ${PAN}`),
  })
  const cyclic: Record<string, unknown> = { name: PAN }
  cyclic.self = cyclic
  const text = logged((log) => {
    log.info({
      number: PAN,
      card: { cvc: '739' },
      'Card-Number': PAN,
      deep: { deeper: { cvv: '739', pan: PAN, list: [{ security_code: '739' }] } },
    })
    log.info({
      path: `/checkout/${PAN}`,
      note: 'cvc=739',
      [PAN]: 1,
      plain: Number(PAN),
      big: BigInt(PAN),
    })
    log.error({ error: failed, incident: 'X' }, `could not pay with 5528 7900 0000 0008, cvc 739`)
    log.error(failed)
    log.error(failed, `%s`, PAN)
    log.info(`${PAN} %o`, { number: PAN, cvc: '739' })
    log.warn({
      body: `{"cvc":"739"}`,
      headers: { authorization: 'Bearer x' },
      raw: Buffer.from(PAN),
      set: new Set([PAN]),
      form: { cvc: '739' },
    })
    log.info(cyclic, 'cyclic')
    log.child({ number: PAN, path: PAN }).info('child')
  })
  expect(text.replace(/[^0-9]/g, '')).not.toContain(PAN)
  expect(text).not.toMatch(/(?<!\d)739(?!\d)/)
  expect(text).toContain('552879…0008')
})

test('an error is logged with its kind, code, words and stack', () => {
  const line = JSON.parse(
    logged((log) =>
      log.error(
        { error: Object.assign(new TypeError('no such thing'), { code: 'E1' }) },
        'unexpected',
      ),
    ),
  ) as { error: { stack: string } }
  expect(line.error).toMatchObject({ name: 'TypeError', message: 'no such thing', code: 'E1' })
  expect(line.error.stack).toContain('log.test.ts')
})

test('what is logged within a request says the number of its trace, and nothing else does', () => {
  const work = { name: 'payOrder', statements: 0, span: unrecordedSpan() }
  const [inside, outside] = logged((log) => {
    runWork(work, () => log.warn('within'))
    log.warn('without')
  })
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as object)
  expect(inside).toMatchObject({ trace: work.span.traceId, msg: 'within' })
  expect(outside).not.toHaveProperty('trace')
})
