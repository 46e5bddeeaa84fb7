import { ownFile, registryFile } from '../../app-files.ts'
import type { AppManifestInput, ItemSource } from '../../demo-item.ts'
import { vitalsWords as words } from './words.ts'

const prefix = 'vitals'

const files = async () => [
  await registryFile('web-vitals', 'dist/web-vitals.iife.js', 'web-vitals.js'),
  await registryFile('web-vitals', 'LICENSE', 'licences/web-vitals.txt'),
  await ownFile(prefix, 'vitals.js'),
  await ownFile(prefix, 'panel.js'),
  await ownFile(prefix, 'vitals.css'),
]

/**
 * 1.0.0 shows the values of the page that is open; 1.1.0 adds those of earlier visits, for each
 * kind of page; 1.2.0 is for sites that no shop system runs, too (docs/loader.md).
 */
function manifest(version: '1.0.0' | '1.1.0' | '1.2.0'): AppManifestInput {
  return {
    format: 1,
    kind: 'app',
    prefix,
    version,
    name: words.name,
    permissions: [{ code: 'tracking_code', required: true, reason: words.reasons.trackingCode }],
    tracking_codes: [
      {
        id: 'gauge',
        placement: 3,
        ...words.parts.gauge,
        // The library, the panel and its styles are named only: they are loaded where the owner
        // asks for them.
        html:
          '<script src="{{asset:vitals.js}}" nonce="{{csp:nonce}}" defer data-locale="{{store:locale}}"' +
          ` data-word="{{setting:word}}"${version !== '1.0.0' ? ' data-past="yes"' : ''} data-library="{{asset:web-vitals.js}}"` +
          ' data-panel="{{asset:panel.js}}" data-styles="{{asset:vitals.css}}"></script>',
      },
    ],
    inputs: {
      type: 'object',
      required: ['word'],
      properties: {
        word: {
          type: 'string',
          minLength: 3,
          maxLength: 40,
          default: 'vitals',
          ...words.inputs.word,
        },
      },
    },
    compatibility: { platforms: version === '1.2.0' ? { 1: '*', 7: '*' } : { 1: '*' } },
  }
}

export const vitals: ItemSource = {
  market: 'app',
  prefix,
  ...words.listing,
  name: words.name,
  categories: ['speed'],
  price: { amountMinor: 0, currency: 'TRY' },
  inAppPurchase: 0,
  documentation: 'https://web.dev/articles/vitals',
  wraps: [{ package: 'web-vitals', author: 'Google LLC' }],
  ground: '#12344d',
  releases: [
    {
      version: '1.0.0',
      releasedOn: '2026-11-19',
      notes: words.notes['1.0.0'],
      files,
      manifest: () => manifest('1.0.0'),
    },
    {
      version: '1.1.0',
      releasedOn: '2026-11-21',
      notes: words.notes['1.1.0'],
      files,
      manifest: () => manifest('1.1.0'),
    },
    {
      version: '1.2.0',
      releasedOn: '2026-11-22',
      notes: words.notes['1.2.0'],
      files,
      manifest: () => manifest('1.2.0'),
    },
  ],
}
