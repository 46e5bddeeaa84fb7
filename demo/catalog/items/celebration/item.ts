import { ownFile, registryFile } from '../../app-files.ts'
import type { AppManifestInput, ItemSource } from '../../demo-item.ts'
import { celebrationWords as words } from './words.ts'

const prefix = 'celebration'

const PARTY =
  '<svg viewBox="0 0 48 48" aria-hidden="true" focusable="false"><path d="m8 41 8-20 12 12z" fill="#f2c14e"/>' +
  '<path d="m12 31 6 6M15 25l9 9" stroke="#e9523f" stroke-width="2.4"/>' +
  '<path d="M25 20c1-5-2-6 0-11M30 25c4-4 7 0 10-5" fill="none" stroke="#33c0c7" stroke-width="2.8" stroke-linecap="round"/>' +
  '<circle cx="35" cy="11" r="2.4" fill="#e9523f"/><circle cx="39" cy="30" r="2.2" fill="#7a4a86"/><circle cx="18" cy="11" r="2" fill="#2f7d5b"/></svg>'

const files = async () => [
  await registryFile('canvas-confetti', 'dist/confetti.browser.js', 'confetti.js'),
  await registryFile('canvas-confetti', 'LICENSE', 'licences/canvas-confetti.txt'),
  await ownFile(prefix, 'celebration.js'),
  await ownFile(prefix, 'celebration.css'),
]

/**
 * 1.1.0 sells fireworks inside: its server half lives on the shop (demo/shop/hosted). 1.2.0 is
 * told what happens to it.
 */
function manifest(version: '1.0.0' | '1.1.0' | '1.2.0'): AppManifestInput {
  const newer = version !== '1.0.0'
  const isTold = version === '1.2.0'
  return {
    format: 1,
    kind: 'app',
    prefix,
    version,
    name: words.name,
    permissions: [
      { code: 'tracking_code', required: true, reason: words.reasons.trackingCode },
      { code: 'design_block', required: false, reason: words.reasons.designBlock },
    ],
    tracking_codes: [
      {
        id: 'confetti',
        placement: 100102,
        ...words.parts.confetti,
        html:
          '<link rel="stylesheet" href="{{asset:celebration.css}}">' +
          '<script src="{{asset:confetti.js}}" nonce="{{csp:nonce}}" defer></script>' +
          '<script src="{{asset:celebration.js}}" nonce="{{csp:nonce}}" defer data-locale="{{store:locale}}"' +
          ' data-amount="{{setting:amount}}" data-palette="{{setting:palette}}"></script>' +
          (newer
            ? '<script src="{{asset:fireworks.js}}" nonce="{{csp:nonce}}" defer></script>'
            : ''),
      },
    ],
    design_blocks: [
      {
        id: 'thanks',
        placement: 100102,
        ...words.parts.thanks,
        html: `<p class="arasta-celebration" data-arasta-celebration role="status" hidden>${PARTY}<span data-thanks></span></p>`,
      },
    ],
    inputs: {
      type: 'object',
      required: [],
      properties: {
        amount: {
          type: 'string',
          enum: ['light', 'full'],
          default: 'full',
          ...words.inputs.amount,
        },
        palette: {
          type: 'string',
          enum: ['festive', 'shop'],
          default: 'festive',
          ...words.inputs.palette,
        },
      },
    },
    ...(isTold && {
      events: [
        'app.installed',
        'app.updated',
        'app.uninstalled',
        'app.purchase',
        'app.permissions_changed',
      ],
    }),
    ...(newer && {
      links: {
        go_to_app: '{{store:url}}/apps/celebration',
        ...(isTold && { webhooks: '{{store:url}}/apps/celebration/webhooks' }),
      },
      in_app_products: [
        {
          id: 'fireworks',
          ...words.products.fireworks,
          kind: 'permanent' as const,
          price: { amount_minor: 4_900, currency: 'TRY' as const },
        },
      ],
    }),
    compatibility: { platforms: { 1: '*' } },
  }
}

export const celebration: ItemSource = {
  market: 'app',
  prefix,
  ...words.listing,
  name: words.name,
  categories: ['notice'],
  price: { amountMinor: 0, currency: 'TRY' },
  inAppPurchase: 1,
  documentation: 'https://github.com/catdad/canvas-confetti#readme',
  wraps: [{ package: 'canvas-confetti', author: 'Kiril Vatev' }],
  ground: '#e0a526',
  releases: [
    {
      version: '1.0.0',
      releasedOn: '2026-11-20',
      notes: words.notes,
      files,
      manifest: () => manifest('1.0.0'),
    },
    {
      version: '1.1.0',
      releasedOn: '2026-11-21',
      notes: words.laterNotes,
      files: async () => [...(await files()), await ownFile(prefix, 'fireworks.js')],
      manifest: () => manifest('1.1.0'),
    },
    {
      version: '1.2.0',
      releasedOn: '2026-11-21',
      notes: words.toldNotes,
      files: async () => [...(await files()), await ownFile(prefix, 'fireworks.js')],
      manifest: () => manifest('1.2.0'),
    },
  ],
}
