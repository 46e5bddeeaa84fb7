import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { CONTACT_RULES } from '#modules/messaging/rules.ts'
import { allowConsoleBody, allowMarketBody } from './request-body.ts'

const asked = (url: string, headers: Record<string, string> = {}, method = 'POST') =>
  ({ method, url, headers }) as unknown as IncomingMessage
const KB = 1024

describe('SRV-6 what a request may send', () => {
  test('is 16 KB without a session, whatever the address', () => {
    for (const url of [
      '/',
      '/api/contact-forms',
      '/api/nothing',
      '/checkout/x',
      '/contact-us',
      '/api/contact',
      '/sign-out',
      '//contact',
    ])
      expect(allowMarketBody(asked(url)), url).toEqual({ bytes: 16 * KB })
    for (const url of ['/', '/sign-in', '/api/sign-in'])
      expect(allowConsoleBody(asked(url)), url).toEqual({ bytes: 16 * KB })
    expect(
      allowConsoleBody(asked('/', { 'content-type': 'multipart/form-data; boundary=x' })),
    ).toEqual({ bytes: 16 * KB })
  })

  test('is more for who claims a session, and a stream only where the route admits its caller first', () => {
    expect(allowMarketBody(asked('/api/x', { cookie: 'apps-token=x' }))).toEqual({
      bytes: 256 * KB,
    })
    expect(allowMarketBody(asked('/x', { cookie: 'apps-token=x' }))).toEqual({ bytes: 64 * KB })
    expect(
      allowConsoleBody(
        asked('/api/partners/p-1/submissions', { authorization: 'Bearer x' }, 'GET'),
      ),
    ).toEqual({ bytes: 256 * KB })
    expect(
      allowConsoleBody(
        asked('/x', {
          cookie: 'console.session=x',
          'content-type': 'multipart/form-data; boundary=x',
        }),
      ),
    ).toMatchObject({ streamed: true })
  })

  test('is a picture in the form of a review, for who claims a session, and in no other form', () => {
    const form = {
      cookie: 'apps-token=x',
      'content-type': 'multipart/form-data; boundary=x',
    }
    for (const url of ['/gallery/reviews', '/market/gallery/reviews?stars=4'])
      expect(allowMarketBody(asked(url, form))).toEqual({
        bytes: 64 * KB + 8 * 1024 * KB,
        streamed: true,
      })
    for (const url of ['/gallery', '/gallery/reviews/x', '/account/orders'])
      expect(allowMarketBody(asked(url, form)), url).toEqual({ bytes: 64 * KB })
    const { cookie: _, ...guest } = form
    expect(allowMarketBody(asked('/gallery/reviews', guest))).toEqual({ bytes: 16 * KB })
  })

  test('is enough for the longest message in Arabic, as a form and as a call (S3.6)', () => {
    const message = 'ع'.repeat(CONTACT_RULES.message.max)
    const rest = {
      fullname: 'ع'.repeat(CONTACT_RULES.fullname.max),
      subject: 'ع'.repeat(CONTACT_RULES.subject.max),
      email: `${'a'.repeat(200)}@shop.example`,
    }
    expect(new URLSearchParams({ ...rest, message }).toString().length).toBeLessThan(
      allowMarketBody(asked('/contact')).bytes,
    )
    expect(new URLSearchParams({ ...rest, message }).toString().length).toBeLessThan(
      allowMarketBody(asked('/market/contact.data?index')).bytes,
    )
    expect(Buffer.byteLength(JSON.stringify({ ...rest, message }))).toBeLessThan(
      allowMarketBody(asked('/api/contact-forms')).bytes,
    )
  })
})
