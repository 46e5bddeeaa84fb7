import { describe, expect, test } from 'vitest'
import { byNonce, pagePolicy } from './security-headers.ts'

const element = {
  script: 'https://js.example/v3/',
  publicKey: 'pk',
  scripts: ['https://js.example', 'https://*.js.example'],
  frames: ['https://hooks.example'],
  calls: ['https://api.example'],
}
const policyOf = (path: string, more: object = {}) =>
  pagePolicy({
    path,
    inline: byNonce('n'),
    framers: [],
    formTargets: ['https://bank.example'],
    cardFields: element,
    ...more,
  })

describe('the policy of a page (D22)', () => {
  test("lets the gateway's card fields in where the card is asked for, and nowhere else outside the panel's frame", () => {
    for (const path of [
      '/checkout/minty',
      '/checkout/subscribe/minty',
      '/checkout/subscriptions/sub_1',
      '/market/checkout/minty',
      '/market',
    ]) {
      expect(policyOf(path)).toContain(
        "script-src 'self' 'nonce-n' https://js.example https://*.js.example;",
      )
      expect(policyOf(path)).toContain('frame-src https://hooks.example;')
      expect(policyOf(path)).toContain("connect-src 'self' https://api.example;")
    }
    for (const path of [
      '/',
      '/minty',
      '/checkout/success',
      '/checkout/fail',
      '/account/cards',
      '/checkout/a/b',
    ])
      expect(policyOf(path), path).not.toMatch(/js\.example|hooks\.example|api\.example/)
    expect(policyOf('/checkout/minty', { cardFields: undefined })).not.toMatch(
      /js\.example|frame-src/,
    )
  })

  test('is widened by nothing that is no origin, and by no wildcard of a store (FRM-2)', () => {
    const policy = policyOf('/market/x', {
      framers: ['https://*.example', 'https://panel.example', '*', 'https://x; script-src *'],
      formTargets: ['javascript:alert(1)', 'https://*.pay.example', '*'],
    })
    expect(policy).toContain('frame-ancestors https://panel.example;')
    expect(policy).toContain("form-action 'self' https://*.pay.example;")
  })
})
