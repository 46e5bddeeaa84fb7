import { ownFile, registryFile } from '../../app-files.ts'
import type { AppManifestInput, ItemSource } from '../../demo-item.ts'
import { instantWords as words } from './words.ts'

const prefix = 'instant'

const files = async () => [
  await registryFile('instant.page', 'instantpage.js', 'instantpage.js'),
  await registryFile('instant.page', 'LICENSE', 'licences/instant.page.txt'),
  await ownFile(prefix, 'ahead.js'),
  await ownFile(prefix, 'ahead.css'),
  await ownFile(prefix, 'instant.js'),
]

/** 1.1.0 is for sites that no shop system runs, too (docs/loader.md). */
function manifest(version: '1.0.0' | '1.1.0'): AppManifestInput {
  return {
    format: 1,
    kind: 'app',
    prefix,
    version,
    name: words.name,
    permissions: [{ code: 'tracking_code', required: true, reason: words.reasons.trackingCode }],
    tracking_codes: [
      {
        id: 'fetch-early',
        placement: 3,
        ...words.parts.fetchEarly,
        html:
          '<link rel="stylesheet" href="{{asset:ahead.css}}">' +
          '<script src="{{asset:ahead.js}}" nonce="{{csp:nonce}}" defer></script>' +
          '<script src="{{asset:instant.js}}" nonce="{{csp:nonce}}" defer data-locale="{{store:locale}}"' +
          ' data-when="{{setting:fetch_when}}" data-leave-out="{{setting:leave_out}}"></script>' +
          // As its author means it: a module, so that its names stay its own.
          '<script type="module" src="{{asset:instantpage.js}}" nonce="{{csp:nonce}}" defer></script>',
      },
    ],
    inputs: {
      type: 'object',
      required: [],
      properties: {
        fetch_when: {
          type: 'string',
          enum: ['hover', 'press'],
          default: 'hover',
          ...words.inputs.fetchWhen,
        },
        leave_out: { type: 'string', maxLength: 500, default: '', ...words.inputs.leaveOut },
      },
    },
    compatibility: { platforms: version === '1.0.0' ? { 1: '*' } : { 1: '*', 7: '*' } },
  }
}

export const instant: ItemSource = {
  market: 'app',
  prefix,
  ...words.listing,
  name: words.name,
  categories: ['speed'],
  price: { amountMinor: 0, currency: 'TRY' },
  inAppPurchase: 0,
  documentation: 'https://instant.page',
  wraps: [{ package: 'instant.page', author: 'Alexandre Dieulot' }],
  ground: '#0b7886',
  releases: [
    {
      version: '1.0.0',
      releasedOn: '2026-11-20',
      notes: words.notes['1.0.0'],
      files,
      manifest: () => manifest('1.0.0'),
    },
    {
      version: '1.1.0',
      releasedOn: '2026-11-22',
      notes: words.notes['1.1.0'],
      files,
      manifest: () => manifest('1.1.0'),
    },
  ],
}
