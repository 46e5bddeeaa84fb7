import { ownFile, registryFile } from '../../app-files.ts'
import type { ItemSource } from '../../demo-item.ts'
import { tourWords as words } from './words.ts'

const prefix = 'tour'

export const tour: ItemSource = {
  market: 'app',
  prefix,
  ...words.listing,
  name: words.name,
  categories: ['guide'],
  price: { amountMinor: 4500, currency: 'SAR' },
  inAppPurchase: 0,
  documentation: 'https://driverjs.com',
  wraps: [{ package: 'driver.js', author: 'Kamran Ahmed' }],
  ground: '#6b3a78',
  releases: [
    {
      version: '1.0.0',
      releasedOn: '2026-11-20',
      notes: words.notes,
      files: async () => [
        await registryFile('driver.js', 'dist/driver.js.iife.js', 'driver.js'),
        await registryFile('driver.js', 'dist/driver.css', 'driver.css'),
        await registryFile('driver.js', 'license', 'licences/driver.js.txt'),
        await ownFile(prefix, 'tour.js'),
        await ownFile(prefix, 'tour.css'),
      ],
      manifest: () => ({
        format: 1,
        kind: 'app',
        prefix,
        version: '1.0.0',
        name: words.name,
        permissions: [
          { code: 'tracking_code', required: true, reason: words.reasons.trackingCode },
          { code: 'design_block', required: false, reason: words.reasons.designBlock },
        ],
        tracking_codes: [
          {
            id: 'tour',
            placement: 3,
            ...words.parts.tour,
            html:
              '<link rel="stylesheet" href="{{asset:driver.css}}"><link rel="stylesheet" href="{{asset:tour.css}}">' +
              '<script src="{{asset:driver.js}}" nonce="{{csp:nonce}}" defer></script>' +
              '<script src="{{asset:tour.js}}" nonce="{{csp:nonce}}" defer data-locale="{{store:locale}}"' +
              ' data-start-on="{{setting:start_on}}" data-delivery="{{setting:delivery_text}}"></script>',
          },
        ],
        design_blocks: [
          {
            id: 'again',
            placement: 3,
            ...words.parts.again,
            html:
              '<p class="arasta-tour-again">' +
              '<button type="button" data-arasta-tour aria-haspopup="dialog" hidden></button></p>',
          },
        ],
        inputs: {
          type: 'object',
          required: [],
          properties: {
            start_on: {
              type: 'string',
              enum: ['shelves', 'home'],
              default: 'shelves',
              ...words.inputs.startOn,
            },
            delivery_text: {
              type: 'string',
              maxLength: 160,
              default: '',
              ...words.inputs.deliveryText,
            },
          },
        },
        compatibility: { platforms: { 1: '*' } },
      }),
    },
  ],
}
