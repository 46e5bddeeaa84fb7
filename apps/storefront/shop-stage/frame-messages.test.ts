import { expect, test } from 'vitest'
import { readFrameMessage } from './frame-messages.ts'

test('of what a framed page says only its own path, its end and how far it is scrolled are heard', () => {
  expect(
    readFrameMessage({ type: 'arasta:preview', path: '/cart', search: '?a=1', failed: null }),
  ).toEqual({ type: 'shown', path: '/cart', search: '?a=1', failed: null })
  expect(readFrameMessage({ type: 'arasta:preview:scrolled', y: 120 })).toEqual({
    type: 'scrolled',
    y: 120,
  })
  for (const said of [
    null,
    'arasta:preview',
    { type: 'arasta:path', path: '/cart' },
    { type: 'arasta:preview', path: '//evil.example/' },
    { type: 'arasta:preview', path: '/\\evil.example/' },
    { type: 'arasta:preview', path: 'https://evil.example/' },
    { type: 'arasta:preview', path: `/${'a'.repeat(500)}` },
    { type: 'arasta:preview:scrolled', y: -1 },
    { type: 'arasta:preview:scrolled', y: Number.NaN },
    { type: 'arasta:preview:scrolled', y: '5' },
  ])
    expect(readFrameMessage(said), JSON.stringify(said)).toBeNull()
  expect(readFrameMessage({ type: 'arasta:preview', path: '/', failed: '<b>' })).toMatchObject({
    failed: null,
  })
})
