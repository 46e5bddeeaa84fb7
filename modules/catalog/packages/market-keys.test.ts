import { expect, test } from 'vitest'
import { keySet, validKeys, type FormerKey } from './market-keys.ts'
import { generateSigningKey, publicHalf } from './sign-package.ts'

const formerOf = (more: Partial<FormerKey> = {}): FormerKey => {
  const { kty, crv, x, kid } = generateSigningKey()
  return { kty, crv, x, kid, until: '2026-01-01T00:00:00.000Z', ...more }
}

test('the present key and former ones are believed, withdrawn ones are not, and no private half is told', () => {
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
