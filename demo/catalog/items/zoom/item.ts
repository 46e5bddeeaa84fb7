import { ownFile, registryFile } from '../../app-files.ts'
import type { ItemSource } from '../../demo-item.ts'
import { zoomWords as words } from './words.ts'

const prefix = 'zoom'

export const zoom: ItemSource = {
  market: 'app',
  prefix,
  ...words.listing,
  name: words.name,
  categories: ['image'],
  price: { amountMinor: 900, currency: 'USD' },
  inAppPurchase: 0,
  documentation: 'https://timmywil.com/panzoom/',
  wraps: [{ package: '@panzoom/panzoom', author: 'Timmy Willison' }],
  ground: '#274690',
  releases: [
    {
      version: '1.0.0',
      releasedOn: '2026-11-20',
      notes: words.notes,
      files: async () => [
        await registryFile('@panzoom/panzoom', 'dist/panzoom.min.js', 'panzoom.js'),
        await registryFile('@panzoom/panzoom', 'MIT-License.txt', 'licences/panzoom.txt'),
        await ownFile(prefix, 'zoom.js'),
        await ownFile(prefix, 'zoom.css'),
      ],
      manifest: () => ({
        format: 1,
        kind: 'app',
        prefix,
        version: '1.0.0',
        name: words.name,
        permissions: [{ code: 'design_block', required: true, reason: words.reasons.designBlock }],
        design_blocks: [
          {
            id: 'picture',
            placement: 1004,
            ...words.parts.picture,
            html:
              '<link rel="stylesheet" href="{{asset:zoom.css}}">' +
              '<script src="{{asset:panzoom.js}}" nonce="{{csp:nonce}}" defer></script>' +
              '<script src="{{asset:zoom.js}}" nonce="{{csp:nonce}}" defer data-locale="{{store:locale}}"' +
              ' data-factor="{{setting:factor}}" data-hover="{{setting:hover}}"></script>',
          },
        ],
        inputs: {
          type: 'object',
          required: [],
          properties: {
            factor: { type: 'integer', minimum: 2, maximum: 5, default: 3, ...words.inputs.factor },
            hover: { type: 'boolean', default: true, ...words.inputs.hover },
          },
        },
        compatibility: { platforms: { 1: '*' } },
      }),
    },
  ],
}
