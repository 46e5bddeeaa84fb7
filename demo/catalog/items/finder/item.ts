import { ownFile, registryFile } from '../../app-files.ts'
import type { AppManifestInput, ItemSource } from '../../demo-item.ts'
import { finderWords as words } from './words.ts'

const prefix = 'finder'

const files = async () => [
  // Its smaller build: the larger one adds a language of search operators, which nobody types into
  // a shop.
  await registryFile('fuse.js', 'dist/fuse.basic.min.mjs', 'fuse.js'),
  await registryFile('fuse.js', 'LICENSE', 'licences/fuse.js.txt'),
  await ownFile(prefix, 'finder.js'),
  await ownFile(prefix, 'finder.css'),
]

const MAGNIFIER =
  '<svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">' +
  '<circle cx="10.5" cy="10.5" r="6.5"/><path d="m15.5 15.5 5 5"/></svg>'

/**
 * 1.0.0 finds by name and lists names; 1.1.0 reads the short lines too and shows pictures and
 * prices.
 */
function manifest(version: '1.0.0' | '1.1.0'): AppManifestInput {
  return {
    format: 1,
    kind: 'app',
    prefix,
    version,
    name: words.name,
    permissions: [{ code: 'design_block', required: true, reason: words.reasons.designBlock }],
    design_blocks: [
      {
        id: 'button',
        placement: 3,
        ...words.parts.button,
        // The library is named only: it is loaded when somebody opens the search.
        html:
          '<link rel="stylesheet" href="{{asset:finder.css}}">' +
          '<button type="button" class="arasta-finder-button" data-arasta-finder aria-haspopup="dialog" hidden>' +
          `${MAGNIFIER}<span data-label></span><kbd aria-hidden="true">/</kbd></button>` +
          '<script src="{{asset:finder.js}}" nonce="{{csp:nonce}}" defer data-locale="{{store:locale}}"' +
          ' data-list="{{setting:list_page}}" data-shortcut="{{setting:slash_key}}" data-corner="{{setting:corner}}"' +
          `${version === '1.1.0' ? ' data-rich="yes"' : ''} data-library="{{asset:fuse.js}}"></script>`,
      },
    ],
    inputs: {
      type: 'object',
      required: [],
      properties: {
        corner: { type: 'string', enum: ['end', 'start'], default: 'end', ...words.inputs.corner },
        slash_key: { type: 'boolean', default: true, ...words.inputs.slashKey },
        list_page: {
          type: 'string',
          maxLength: 200,
          default: '/products',
          ...words.inputs.listPage,
        },
      },
    },
    compatibility: { platforms: { 1: '*' } },
  }
}

export const finder: ItemSource = {
  market: 'app',
  prefix,
  ...words.listing,
  name: words.name,
  categories: ['guide'],
  price: { amountMinor: 1900, currency: 'SAR' },
  inAppPurchase: 1,
  documentation: 'https://www.fusejs.io',
  wraps: [{ package: 'fuse.js', author: 'Kirollos Risk' }],
  ground: '#2f4b8a',
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
  ],
}
