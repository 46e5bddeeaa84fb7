import { ownFile, registryFile } from '../../app-files.ts'
import type { ItemSource } from '../../demo-item.ts'
import { noticesWords as words } from './words.ts'

const prefix = 'notices'

export const notices: ItemSource = {
  market: 'app',
  prefix,
  ...words.listing,
  name: words.name,
  categories: ['notice'],
  price: { amountMinor: 9990, currency: 'TRY' },
  inAppPurchase: 0,
  documentation: 'https://github.com/caroso1222/notyf#readme',
  wraps: [{ package: 'notyf', author: 'Carlos Roso' }],
  ground: '#d9607a',
  releases: [
    {
      version: '1.0.0',
      releasedOn: '2026-11-20',
      notes: words.notes,
      files: async () => [
        await registryFile('notyf', 'notyf.min.js', 'notyf.js'),
        await registryFile('notyf', 'LICENSE.md', 'licences/notyf.txt'),
        await ownFile(prefix, 'notices.js'),
        await ownFile(prefix, 'notices.css'),
      ],
      manifest: () => ({
        format: 1,
        kind: 'app',
        prefix,
        version: '1.0.0',
        name: words.name,
        permissions: [
          { code: 'tracking_code', required: true, reason: words.reasons.trackingCode },
        ],
        tracking_codes: [
          {
            id: 'style',
            placement: 1,
            ...words.parts.style,
            html: '<link rel="stylesheet" href="{{asset:notices.css}}">',
          },
          {
            id: 'notices',
            placement: 3,
            ...words.parts.notices,
            html:
              '<script src="{{asset:notyf.js}}" nonce="{{csp:nonce}}" defer></script>' +
              '<script src="{{asset:notices.js}}" nonce="{{csp:nonce}}" defer data-locale="{{store:locale}}"' +
              ' data-place="{{setting:place}}" data-seconds="{{setting:seconds}}" data-stay="{{setting:stay_on_page}}"></script>',
          },
        ],
        inputs: {
          type: 'object',
          required: [],
          properties: {
            stay_on_page: { type: 'boolean', default: true, ...words.inputs.stayOnPage },
            place: {
              type: 'string',
              enum: ['bottom', 'top'],
              default: 'bottom',
              ...words.inputs.place,
            },
            seconds: {
              type: 'integer',
              minimum: 3,
              maximum: 30,
              default: 7,
              ...words.inputs.seconds,
            },
          },
        },
        compatibility: { platforms: { 1: '*' } },
      }),
    },
  ],
}
