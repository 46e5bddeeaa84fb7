import { describe, expect, it } from 'vitest'
import { authenticate, createKeys, createNonceMemory, createSigner } from './signing.ts'

const signer = createSigner('0123456789abcdef0123456789abcdef')
const now = new Date('2026-11-20T12:00:00Z')
const timestamp = String(now.getTime() / 1000)
const nonce = 'bm9uY2Utbm9uY2Utbm9uY2U'

describe('signing', () => {
  it('gives the vectors that stand in docs/protocols/sandbox-bank.md', () => {
    expect(
      signer.request({
        method: 'POST',
        target: '/v1/refunds',
        timestamp: '1795176000',
        nonce,
        body: Buffer.from('{"a":1}'),
      }),
    ).toBe('v1=YBv-RwY5EODhaXYzixRftPB39Gi0m-adR2tY7B8QSLo')
    expect(signer.answer({ nonce, status: 200, body: '{"ok":true}' })).toBe(
      'v1=yUWuMD3kX6x8nsF1bwbPm8VQq0jFvtYYtyNXiQslOhA',
    )
    expect(
      signer.browserReturn({
        attemptId: 'att_1',
        mdStatus: '1',
        paymentId: 'pay_1',
        status: 'success',
      }),
    ).toBe('v1=GmY0VIOlQ50Sjlh2lMUkvUCGV7wDmdI98_f4PuFMwMg')
    expect(signer.notice({ eventId: 'evt_1', timestamp: '1795176000', body: '{"a":1}' })).toBe(
      'v1=fcAS4Tjv36f_nNtJr0O9mUn70fafKE9qSyE_RbHSPGQ',
    )
  })

  type Part = 'merchant' | 'timestamp' | 'nonce' | 'signature' | 'method' | 'target' | 'body'
  const request = (change: Partial<Record<Part, string>> = {}) => {
    const body = Buffer.from(change.body ?? '{}')
    const headers: Record<string, string> = {
      'bank-merchant': change.merchant ?? 'arasta',
      'bank-timestamp': change.timestamp ?? timestamp,
      'bank-nonce': change.nonce ?? nonce,
      'bank-signature':
        change.signature ??
        signer.request({
          method: 'POST',
          target: '/v1/x?a=1',
          timestamp: change.timestamp ?? timestamp,
          nonce: change.nonce ?? nonce,
          body: Buffer.from('{}'),
        }),
    }
    const { method = 'POST', target = '/v1/x?a=1' } = change
    return { method, target, headers: (name: string) => headers[name], body }
  }
  const check = (made: ReturnType<typeof request>, nonces = createNonceMemory()) =>
    authenticate(made, { merchantId: 'arasta', signer, nonces, now })

  it('lets the merchant in, once for each nonce', () => {
    const nonces = createNonceMemory()
    expect(check(request(), nonces)).toEqual({ ok: true, nonce })
    expect(check(request(), nonces)).toEqual({ ok: false, error: 'nonce_reused', nonce })
  })

  it.each([
    ['another merchant', { merchant: 'somebody' }, 'unknown_merchant'],
    ['no nonce', { nonce: '' }, 'bad_nonce'],
    ['a nonce with line breaks', { nonce: `${nonce}\n200` }, 'bad_nonce'],
    ['an old time', { timestamp: String(Number(timestamp) - 301) }, 'stale_timestamp'],
    ['a time to come', { timestamp: String(Number(timestamp) + 301) }, 'stale_timestamp'],
    ['a time that is none', { timestamp: 'now' }, 'stale_timestamp'],
    ['another body', { body: '{"amount":1}' }, 'bad_signature'],
    ['another path', { target: '/v1/x?a=2' }, 'bad_signature'],
    ['another method', { method: 'GET' }, 'bad_signature'],
    ['no signature', { signature: '' }, 'bad_signature'],
  ])('refuses %s', (_what, change, error) => {
    expect(check(request(change))).toMatchObject({ ok: false, error })
  })

  it('a forged request does not use up the nonce of a genuine one', () => {
    const nonces = createNonceMemory()
    check(request({ signature: 'v1=forged' }), nonces)
    expect(check(request(), nonces)).toMatchObject({ ok: true })
  })

  it('hashes of cards are keyed: another secret gives another hash', () => {
    const [one, other] = [createKeys('a'.repeat(32)), createKeys('b'.repeat(32))]
    expect(one.cardHash('5528790000000008')).toBe(one.cardHash('5528790000000008'))
    expect(one.cardHash('5528790000000008')).not.toBe(other.cardHash('5528790000000008'))
    expect(one.cardHash('5528790000000008')).not.toBe(one.fingerprint('5528790000000008'))
    expect(Buffer.from(one.challengeToken('pay_1'), 'base64url')).toHaveLength(32)
  })
})
