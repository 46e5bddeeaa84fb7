import { deflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { forgeZip } from '#modules/catalog/packages/zip-forge.support.ts'
import { EICAR, hasClamd, startClamdDouble, startRealClamd } from '#test/support/clamd.ts'
import { ClamdFailure, openClamd, readClamdAddress } from './clamd.ts'

const HOST = '127.0.0.1'
const bytesOf = (text: string) => Buffer.from(text)

test('addresses are a host and port, or the path of a socket', () => {
  expect(
    ['clamav:3310', '[::1]:3310', '/run/clamd.ctl', 'unix:/run/clamd.ctl'].map(readClamdAddress),
  ).toEqual([
    { host: 'clamav', port: 3310 },
    { host: '::1', port: 3310 },
    { path: '/run/clamd.ctl' },
    { path: '/run/clamd.ctl' },
  ])
  for (const wrong of ['', 'clamav', 'clamav:', ':3310', 'clamav:70000', 'http://clamav:3310/x'])
    expect(readClamdAddress(wrong), wrong).toBe(null)
})

const kinds = [
  { name: 'the double', start: () => startClamdDouble(), isReal: false },
  ...(hasClamd ? [{ name: "Debian's clamd", start: startRealClamd, isReal: true }] : []),
]

describe.each(kinds)('$name', ({ start, isReal }) => {
  test('says its version, finds what its signatures name, and refuses what is too long', async () => {
    const server = await start()
    try {
      const clamd = openClamd({ host: HOST, port: server.port })
      expect(await clamd.version()).toMatch(/^ClamAV \d/)
      expect(await clamd.scan(bytesOf('nothing'))).toBe(null)
      expect(await clamd.scan(Buffer.alloc(0))).toBe(null)
      expect(await clamd.scan(bytesOf(`before ${EICAR} after`))).toContain('Eicar-Test-Signature')
      // Across the border of two chunks.
      const long = Buffer.concat([Buffer.alloc(65_530, 'x'), bytesOf(EICAR), Buffer.alloc(70_000)])
      expect(await clamd.scan(long)).toContain('Eicar-Test-Signature')
      if (isReal) {
        const content = bytesOf(EICAR)
        expect(deflateRawSync(content).includes(content)).toBe(false)
        const zip = forgeZip([{ name: 'a/b.js', content, method: 8 }])
        expect(await clamd.scan(zip), 'inside a zip').toContain('Eicar-Test-Signature')
      }
      const failure = await clamd.scan(Buffer.alloc(1024 * 1024 + 1)).catch((error) => error)
      expect(failure).toBeInstanceOf(ClamdFailure)
      // It may close while the rest is still being sent.
      if (!isReal) expect((failure as ClamdFailure).message).toContain('size limit')
    } finally {
      await server.stop()
    }
  })
})

test('one that is silent or gone is unreachable, in the time that it has', async () => {
  const double = await startClamdDouble()
  const clamd = openClamd({ host: HOST, port: double.port }, { commandMs: 200, scanMs: 300 })
  await double.silence(true)
  const began = performance.now()
  for (const call of [clamd.version(), clamd.scan(bytesOf('x'))])
    await expect(call).rejects.toMatchObject({ kind: 'unreachable' })
  expect(performance.now() - began).toBeLessThan(2_000)
  await double.stop()
  await expect(clamd.version()).rejects.toMatchObject({ kind: 'unreachable' })
  await expect(openClamd({ path: '/nonexistent/clamd.ctl' }).version()).rejects.toMatchObject({
    kind: 'unreachable',
  })
})
