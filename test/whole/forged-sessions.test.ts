import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSubmissions, type SubmissionDesk } from '#test/support/submissions.ts'
import { Sender } from '#proofs/hostile/send.ts'

let desk: SubmissionDesk
const sender = new Sender()
beforeAll(async () => {
  desk = await startSubmissions({ buildFolder: 'build' })
})
afterAll(async () => {
  sender.close()
  await desk.market.stop()
})

const post = async (cookie: string, type: string, body: Buffer) => {
  const origin = desk.market.origins.console
  const headers = { origin, cookie, accept: 'text/html', 'content-type': type }
  return (await sender.ask({ origin, method: 'POST', path: '/operator/coupons', headers, body }))
    .status
}
const formOf = (parts: number): Buffer =>
  Buffer.from(
    `${'--B\r\nContent-Disposition: form-data; name="x"\r\n\r\n\r\n'.repeat(parts)}--B--\r\n`,
  )

describe('a large form of the console (SRV-6)', () => {
  test('is refused before it is parsed when its sender only claims a session', async () => {
    // Without a boundary it cannot be parsed: 400 would mean that somebody tried.
    const unreadable = Buffer.alloc(64 * 1024, 'x')
    expect(await post('console.x=1', 'multipart/form-data', unreadable)).toBe(413)
    expect(await post('console.x=1', 'multipart/form-data; boundary=B', formOf(1_000))).toBe(413)
  })

  test('has at most as many parts as our forms, whoever sends it', async () => {
    const cookie = [...desk.admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const type = 'multipart/form-data; boundary=B'
    expect(await post(cookie, type, formOf(301))).toBe(400)
    expect(await post(cookie, type, formOf(2))).not.toBe(400)
  })
})
