import { ownFile, registryFile } from '../../app-files.ts'
import type { AppManifestInput, ItemSource } from '../../demo-item.ts'
import { freeDeliveryWords as words } from './words.ts'

const prefix = 'free-delivery'

const files = async () => [
  await registryFile('@tweenjs/tween.js', 'dist/tween.umd.js', 'tween.js'),
  await registryFile('@tweenjs/tween.js', 'LICENSE', 'licences/tween.js.txt'),
  await ownFile(prefix, 'free-delivery.js'),
  await ownFile(prefix, 'free-delivery.css'),
]

const BAR =
  '<link rel="stylesheet" href="{{asset:free-delivery.css}}">' +
  '<div class="arasta-free-delivery" data-arasta-free-delivery data-locale="{{store:locale}}"' +
  ' data-threshold="{{setting:threshold}}" data-colour="{{setting:colour}}" data-when-free="{{setting:keep_when_free}}" hidden></div>' +
  '<script src="{{asset:tween.js}}" nonce="{{csp:nonce}}" defer></script>' +
  '<script src="{{asset:free-delivery.js}}" nonce="{{csp:nonce}}" defer></script>'

/**
 * 1.0.0 stands in the cart; 1.1.0 also on the product page, where it reckons with the product that
 * is looked at.
 */
function manifest(version: '1.0.0' | '1.1.0'): AppManifestInput {
  const newer = version === '1.1.0'
  return {
    format: 1,
    kind: 'app',
    prefix,
    version,
    name: words.name,
    permissions: [
      {
        code: 'design_block',
        required: true,
        reason: newer ? words.reasons.both : words.reasons.cart,
      },
    ],
    design_blocks: [
      { id: 'cart', placement: 1054, ...words.parts.cart, html: BAR },
      ...(newer
        ? [{ id: 'product', placement: 1004 as const, ...words.parts.product, html: BAR }]
        : []),
    ],
    inputs: {
      type: 'object',
      required: [],
      properties: {
        threshold: { type: 'integer', minimum: 1, maximum: 1_000_000, ...words.inputs.threshold },
        colour: {
          type: 'string',
          enum: ['success', 'primary'],
          default: 'success',
          ...words.inputs.colour,
        },
        keep_when_free: { type: 'boolean', default: true, ...words.inputs.keepWhenFree },
      },
    },
    compatibility: { platforms: { 1: '*' } },
  }
}

export const freeDelivery: ItemSource = {
  market: 'app',
  prefix,
  ...words.listing,
  name: words.name,
  categories: ['deliver'],
  price: { amountMinor: 9900, currency: 'TRY' },
  inAppPurchase: 0,
  documentation: 'https://tweenjs.github.io/tween.js/',
  wraps: [{ package: '@tweenjs/tween.js', author: 'Tween.js authors' }],
  ground: '#1f7a54',
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
      releasedOn: '2026-11-20',
      notes: words.notes['1.1.0'],
      files,
      manifest: () => manifest('1.1.0'),
    },
  ],
}
