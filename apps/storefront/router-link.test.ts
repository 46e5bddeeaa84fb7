import { describe, expect, it } from 'vitest'
import { needsDocument } from './router-link.tsx'

describe('a link loads a whole document', () => {
  it('into the checkout and out of it, for the checkout has a policy of its own (D22)', () => {
    expect(needsDocument('/checkout/delivery-day', '/delivery-day')).toBe(true)
    expect(needsDocument('/market/checkout/delivery-day', '/market/delivery-day')).toBe(true)
    expect(needsDocument('/', '/checkout/success')).toBe(true)
  })

  it('when the language changes, and between the site and the frame', () => {
    expect(needsDocument('/list?category=trust&hl=ar', '/list')).toBe(true)
    expect(needsDocument('/list', '/market/list')).toBe(true)
    expect(needsDocument('/market', '/')).toBe(true)
  })

  it('to what is no screen', () => {
    expect(needsDocument('/api/docs', '/')).toBe(true)
  })

  it('and otherwise not', () => {
    expect(needsDocument('/delivery-day', '/list')).toBe(false)
    expect(needsDocument('/market/install/delivery-day', '/market/delivery-day')).toBe(false)
    expect(needsDocument('/digital-marketing', '/list?hl=tr')).toBe(false)
    expect(needsDocument('/list?q=checkout', '/')).toBe(false)
  })
})
