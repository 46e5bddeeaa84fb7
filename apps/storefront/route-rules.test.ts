import { describe, expect, test } from 'vitest'
import { goTo, requireTarget } from './go-to.ts'
import { guard } from './guards/registry.ts'
import { checkRules, ROUTE_RULES, ruleFor } from './route-rules.ts'

const sites = { app: 'https://apps.example', theme: 'https://themes.example' }
const asked = (path: string, market: 'app' | 'theme' = 'app', rules = ROUTE_RULES) =>
  ruleFor(new URL(path, 'https://here.example'), { market, sites }, rules)

describe('S4.2 a route rule', () => {
  test('sends an old address to its page, with what was asked', () => {
    expect(asked('/account/library?hl=ar')).toMatchObject({ to: '/account/installed?hl=ar' })
    expect(asked('/app?q=x')).toMatchObject({ to: '/list?q=x' })
    expect(asked('/app/delivery-day')).toMatchObject({ to: '/delivery-day' })
  })

  test('sends to the other market by its whole address', () => {
    expect(asked('/theme/minty')).toMatchObject({
      to: 'https://themes.example/minty',
      external: true,
    })
    expect(asked('/app', 'theme')).toMatchObject({ to: 'https://apps.example/list' })
  })

  test('fits whole paths only', () => {
    for (const path of ['/', '/apps', '/app/', '/app/a/b', '/market/app', '/account'])
      expect(asked(path), path).toBeNull()
  })

  test('cannot be led out of the site by what stands in its segment', () => {
    const rules = checkRules([{ from: '/old/:slug', to: '/:slug' }])
    for (const slug of ['%2fevil.example', '%5cevil.example', '%252fevil.example']) {
      const found = ruleFor(
        { pathname: `/old/${slug}`, search: '' },
        { market: 'app', sites },
        rules,
      )
      expect(() => goTo(found!.to), slug).toThrow(/leads nowhere/)
    }
  })
})

describe('S4.3 leaving the site without permission', () => {
  test('is an error when a rule says so, before anybody asks', () => {
    expect(() => checkRules([{ from: '/shop', to: 'https://shop.example' }])).toThrow(
      /without permission/,
    )
    expect(() => checkRules([{ from: '/shop', to: '{theme}/list' }])).toThrow(/without permission/)
    expect(() => checkRules([{ from: '/shop', to: '//shop.example', external: true }])).toThrow(
      /leads nowhere/,
    )
    expect(
      checkRules([{ from: '/shop', to: 'https://shop.example', external: true }]),
    ).toHaveLength(1)
  })

  test('is an error at run time', () => {
    expect(() => goTo('https://evil.example')).toThrow(/without permission/)
    for (const trick of [
      '//evil.example',
      '/\\evil.example',
      'https:evil.example',
      '/%2f%2fevil.example',
      'javascript:alert(1)',
    ])
      for (const external of [true, false])
        expect(() => goTo(trick, { external }), trick).toThrow(/leads nowhere/)
    expect(() => requireTarget('https://evil.example', false)).toThrow(/without permission/)
  })

  test('with permission it is for the browser to go there; within the site the page changes by itself', () => {
    const [out, inside, anew] = [
      goTo('https://bank.example/3ds', { external: true, status: 303 }),
      goTo('/list'),
      goTo('/api/docs', { document: true }),
    ]
    expect([
      out.status,
      out.headers.get('location'),
      out.headers.get('x-remix-reload-document'),
    ]).toEqual([303, 'https://bank.example/3ds', 'true'])
    expect([
      inside.status,
      inside.headers.get('location'),
      inside.headers.get('x-remix-reload-document'),
    ]).toEqual([302, '/list', null])
    expect([anew.headers.get('location'), anew.headers.get('x-remix-reload-document')]).toEqual([
      '/api/docs',
      'true',
    ])
  })
})

test('S6.4 there are two guards; an unknown name is an error when the build is loaded', () => {
  expect([guard('auth-required'), guard('domain-check')]).toHaveLength(2)
  expect(() => guard('auth-requird')).toThrow('unknown guard "auth-requird"')
  expect(() => guard('toString')).toThrow('unknown guard')
})
