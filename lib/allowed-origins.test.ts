import { expect, test } from 'vitest'
import { originMatcher } from './allowed-origins.ts'

test('origins match exactly, and a star stands for one name of this machine only', () => {
  const isAllowed = originMatcher(['https://apps.example', 'http://*.localhost:3000'])
  for (const [origin, expected] of [
    ['https://apps.example', true],
    ['http://apps.localhost:3000', true],
    ['http://x-1.localhost:3000', true],
    ['http://a.b.localhost:3000', false],
    ['http://apps.localhost:3001', false],
    ['http://apps.localhost', false],
    ['https://apps.localhost:3000', false],
    ['https://other.example', false],
    ['http://apps.localhost:3000.evil.example', false],
    ['http://apps.localhost.evil.example:3000', false],
  ] as const)
    expect(isAllowed(origin), origin).toBe(expected)
})
