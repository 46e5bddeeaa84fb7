import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { SCHEMA_FILES } from './manifest-schemas.ts'
import { appManifest, assetsOf, themeManifest } from './manifest.ts'
import { GOOD_MANIFEST } from './zip-forge.support.ts'

const app = (changes: object) => {
  const result = appManifest.safeParse({ ...GOOD_MANIFEST, ...changes })
  return result.success
    ? []
    : result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
}
const [greeting] = GOOD_MANIFEST.tracking_codes
const withHtml = (html: string, changes: object = {}) =>
  app({ tracking_codes: [{ ...greeting, html }], ...changes })
const color = { type: 'string', title: { en: 'Colour' }, format: 'color', default: '#ffffff' }

const THEME = {
  format: 1,
  kind: 'theme',
  prefix: 'plain',
  version: '1.0.0',
  name: { en: 'Plain' },
  stylesheet: 'a.css',
  stylesheet_rtl: 'b.css',
  swatches: ['#ffffff'],
  pages: ['home'],
  os2: true,
  title: { en: 'Theme' },
  summary: { en: 'All pages.' },
  compatibility: { platforms: { 1: '*' } },
}

describe('an app manifest', () => {
  it('is valid when its parts fit together', () => {
    expect(app({})).toEqual([])
  })

  it('has a URL for webhooks, and one where a connection starts', () => {
    const webhooks = '{{store:url}}/apps/plain/webhooks'
    const connect = { redirect_uris: ['https://app.example/back'], scopes: ['store.read'] }
    expect(app({ events: ['app.installed', 'app.purchase'], links: { webhooks } })).toEqual([])
    expect(app({ events: ['app.installed'] })).toEqual([
      'links.webhooks: events need an address to be told at',
    ])
    expect(app({ events: ['app.updated', 'app.updated'], links: { webhooks } })).toEqual([
      'events: an event stands twice',
    ])
    expect(app({ events: ['order.approved'], links: { webhooks } })).toHaveLength(1)
    expect(app({ connect, links: { connect: 'https://app.example/begin' } })).toEqual([])
    expect(app({ connect })).toEqual([
      'links.connect: an app that connects needs an address to begin at',
    ])
    expect(
      app({
        connect: { ...connect, scopes: ['orders.read'] },
        links: { connect: 'https://app.example/begin' },
      }),
    ).toHaveLength(1)
  })

  it('must request the permissions that its parts need, and no others', () => {
    const reason = { en: 'because' }
    expect(app({ permissions: [] })).toEqual([
      'permissions: a part of the package needs the permission tracking_code',
    ])
    expect(
      app({
        permissions: [
          ...GOOD_MANIFEST.permissions,
          { code: 'design_block', required: false, reason },
        ],
      }),
    ).toEqual(['permissions.1.code: no part of the package needs this permission'])
    expect(
      app({ permissions: [...GOOD_MANIFEST.permissions, ...GOOD_MANIFEST.permissions] }),
    ).toEqual(['permissions.1.code: asked for twice'])
  })

  it('uses only placeholders that are filled', () => {
    expect(withHtml('<p lang="{{store:locale}}">{{asset:a.css}}{{csp:nonce}}</p>')).toEqual([])
    expect(withHtml('<p>{{customer:name}}</p>')).toEqual([
      'tracking_codes.0.html: {{customer:name}} is filled by nobody',
    ])
    expect(withHtml('<p>{{setting:colour}}</p>')).toEqual([
      'tracking_codes.0.html: {{setting:colour}} names no input',
    ])
  })

  it('uses a setting only where escaping is safe', () => {
    const inputs = { type: 'object', properties: { colour: color } }
    expect(
      withHtml('<p data-colour="{{setting:colour}}">{{setting:colour}}</p>', { inputs }),
    ).toEqual([])
    for (const html of [
      '<script>let a = "{{setting:colour}}"</script>',
      '<style>a{color:{{setting:colour}}}</style>',
      '<p data-a={{setting:colour}}>',
      '<a href="{{setting:colour}}">',
      '<p onclick="{{setting:colour}}">',
      '<p style="color:{{setting:colour}}">',
      '<{{setting:colour}}>',
      '<script data-a="{{setting:colour}}">{{setting:colour}}',
    ])
      expect(withHtml(html, { inputs }), html).toHaveLength(1)
  })

  it('has a label for every choice and a default that is one of them', () => {
    const layout = {
      type: 'string',
      title: { en: 'Layout' },
      enum: ['box', 'bar'],
      'x-arasta-labels': { box: { en: 'Box' }, bar: { en: 'Bar' } },
    }
    const inputs = (property: object) =>
      app({ inputs: { type: 'object', properties: { layout: property } } })
    expect(inputs(layout)).toEqual([])
    expect(inputs({ ...layout, default: 'round' })).toEqual([
      'inputs.properties.layout.default: is none of the choices',
    ])
    expect(inputs({ ...layout, 'x-arasta-labels': { box: { en: 'Box' } } })).toEqual([
      'inputs.properties.layout: every choice needs a label',
    ])
    expect(inputs({ type: 'integer', title: { en: 'Days' }, minimum: 1, default: 0 })).toEqual([
      'inputs.properties.layout.default: is outside the limits',
    ])
    expect(app({ inputs: { type: 'object', properties: {}, required: ['layout'] } })).toEqual([
      'inputs.required.0: names no input',
    ])
  })

  it('accepts only the placements of the specification (S3.8)', () => {
    for (const placement of [1, 2, 3, 4, 5, 1003, 1004, 1054, 100100, 100101, 100102]) {
      expect(app({ tracking_codes: [{ ...greeting, placement }] })).toEqual([])
    }
    expect(app({ tracking_codes: [{ ...greeting, placement: 6 }] })).toHaveLength(1)
  })

  it('has unique part names, at least in English, and a version of three numbers', () => {
    expect(app({ tracking_codes: [greeting, greeting] })).toEqual([
      'tracking_codes.1.id: two parts have this id',
    ])
    expect(app({ name: { tr: 'Merhaba' } })).toHaveLength(1)
    expect(app({ version: '1.0' })).toHaveLength(1)
    expect(app({ prefix: 'Hello' })).toHaveLength(1)
    expect(app({ links: { go_to_app: 'javascript:alert(1)' } })).toHaveLength(1)
  })

  it('sells products with unique names and their own prices, and only if the app can be opened (S3.4)', () => {
    const pack = {
      id: 'colour-pack',
      name: { en: 'Colours' },
      price: { amount_minor: 4_900, currency: 'TRY' },
      kind: 'permanent',
    }
    const links = { go_to_app: 'https://app.example/' }
    expect(app({ in_app_products: [pack], links })).toEqual([])
    expect(
      app({ in_app_products: [pack], links: { go_to_app: '{{store:url}}/apps/colours' } }),
    ).toEqual([])
    for (const address of [
      '{{store:url}}',
      '{{store:url}}.evil.example/',
      '{{store:url}}@evil.example/',
      'https://{{store:url}}/',
      '{{setting:a}}/',
    ]) {
      expect(app({ links: { go_to_app: address } }), address).toHaveLength(1)
    }
    expect(app({ in_app_products: [pack] })).toEqual([
      'links.go_to_app: an app that sells needs an address to be opened at',
    ])
    expect(app({ in_app_products: [pack, pack], links })).toEqual([
      'in_app_products.1.id: two products have this id',
    ])
    for (const wrong of [
      { price: { amount_minor: 0, currency: 'TRY' } },
      { price: { amount_minor: -1, currency: 'TRY' } },
      { price: { amount_minor: 0.5, currency: 'TRY' } },
      { price: { amount_minor: 100, currency: 'XTS' } },
      { kind: 'recurring' },
      { id: 'Colour Pack' },
      { name: { tr: 'Renkler' } },
    ])
      expect(
        app({ in_app_products: [{ ...pack, ...wrong }], links }),
        JSON.stringify(wrong),
      ).toHaveLength(1)
  })

  it('names files that exist in the package', () => {
    expect(assetsOf(appManifest.parse(GOOD_MANIFEST))).toEqual(['hello.js'])
    expect(assetsOf(themeManifest.parse(THEME))).toEqual(['a.css', 'b.css'])
  })
})

describe('a theme manifest', () => {
  it('names stylesheets inside the package and complete color values', () => {
    expect(themeManifest.safeParse(THEME).success).toBe(true)
    for (const changes of [
      { stylesheet: '../a.css' },
      { stylesheet: 'https://a.example/a.css' },
      { swatches: ['red'] },
      { stylesheet_rtl: undefined },
    ]) {
      expect(themeManifest.safeParse({ ...THEME, ...changes }).success).toBe(false)
    }
  })
})

describe('the JSON Schema files for editors', () => {
  it.each(SCHEMA_FILES)('are up to date: $file', async ({ file, text }) => {
    expect(
      await readFile(file, 'utf8'),
      'run: node modules/catalog/packages/manifest-schemas.ts',
    ).toBe(text)
  })
})
