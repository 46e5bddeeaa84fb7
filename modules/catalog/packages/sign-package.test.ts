import { createHash } from 'node:crypto'
import { describe, expect, it, test } from 'vitest'
import {
  generateSigningKey,
  keySet,
  publicHalf,
  publicKeySchema,
  signPackage,
  thumbprint,
  validKeys,
  verifyPackage,
  type FormerKey,
} from './sign-package.ts'

const hash = (text: string) => createHash('sha256').update(text).digest('hex')

describe('a package signature', () => {
  const key = generateSigningKey()
  const signature = signPackage(hash('package'), key)

  it('is verified with the public key alone', () => {
    expect(verifyPackage(hash('package'), signature, [publicHalf(key)])).toBe(true)
  })

  it('is invalid for another package, another key or a changed signature', () => {
    const other = generateSigningKey()
    expect(verifyPackage(hash('another'), signature, [publicHalf(key)])).toBe(false)
    expect(verifyPackage(hash('package'), signature, [publicHalf(other)])).toBe(false)
    expect(
      verifyPackage(hash('package'), signature, [{ ...publicHalf(other), kid: key.kid }]),
    ).toBe(false)
    expect(
      verifyPackage(
        hash('package'),
        { ...signature, signature: signPackage(hash('x'), key).signature },
        [publicHalf(key)],
      ),
    ).toBe(false)
  })

  it('stays valid while keys rotate', () => {
    const next = generateSigningKey()
    expect(verifyPackage(hash('package'), signature, [publicHalf(next), publicHalf(key)])).toBe(
      true,
    )
  })

  it('that is malformed is invalid, and throws nothing', () => {
    const keys = [publicHalf(key)]
    for (const broken of [
      '',
      'x',
      '!'.repeat(86),
      signature.signature + 'A',
      `${signature.signature}==`,
    ]) {
      expect(verifyPackage(hash('package'), { ...signature, signature: broken }, keys)).toBe(false)
    }
    expect(verifyPackage('not a hash', signature, keys)).toBe(false)
    expect(
      verifyPackage(hash('package'), signature, [{ ...publicHalf(key), x: '_'.repeat(43) }]),
    ).toBe(false)
  })

  it('covers the 32 raw bytes of the hash, as RFC 8032 signs them', () => {
    // RFC 8037, appendix A: the key of its examples; signed here is SHA-256 of nothing.
    const example = {
      kty: 'OKP',
      crv: 'Ed25519',
      kid: 'rfc8037',
      x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
      d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A',
    } as const
    expect(thumbprint(example)).toBe('kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k')
    expect(signPackage(hash(''), example).signature).toBe(
      'SKluj2yhGLORvOwR3qFl1Oy8u4H2mb7xU-3uimPkBGi2iHMMG6dGe_sRSywKWoe18HsUWXolNdP3LAe4qxw8Bw',
    )
  })
})

describe('a signing key', () => {
  it('is named by its thumbprint and does not expose its private key', () => {
    const key = generateSigningKey()
    expect(key.kid).toBe(thumbprint(key))
    expect(publicHalf(key)).not.toHaveProperty('d')
    expect(publicKeySchema.parse(publicHalf(key))).toEqual(publicHalf(key))
  })
})

const formerOf = (more: Partial<FormerKey> = {}): FormerKey => {
  const { kty, crv, x, kid } = generateSigningKey()
  return { kty, crv, x, kid, until: '2026-01-01T00:00:00.000Z', ...more }
}

test('is published while present or former, not when withdrawn, and never with its private part', () => {
  const signingKey = generateSigningKey()
  const [old, stolen] = [formerOf(), formerOf({ withdrawn_at: '2026-02-01T00:00:00.000Z' })]
  expect(validKeys({ signingKey, formerKeys: [old, stolen] }).map((key) => key.kid)).toEqual([
    signingKey.kid,
    old.kid,
  ])
  expect(keySet({ signingKey, formerKeys: [old, stolen] })).toEqual({
    keys: [
      { ...publicHalf(signingKey), state: 'current' },
      { ...publicHalf(signingKey), x: old.x, kid: old.kid, state: 'former', until: old.until },
    ],
    withdrawn: [{ kid: stolen.kid, at: '2026-02-01T00:00:00.000Z' }],
  })
})
