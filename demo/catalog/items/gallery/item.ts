import type { InputProperty } from '../../../../modules/catalog/packages/manifest.ts'
import { ownFile, registryFile } from '../../app-files.ts'
import type { AppManifestInput, ItemSource } from '../../demo-item.ts'
import { galleryWords as words } from './words.ts'

const prefix = 'gallery'

const files = async () => [
  await registryFile('photoswipe', 'dist/photoswipe.esm.min.js', 'photoswipe.js'),
  await registryFile('photoswipe', 'dist/photoswipe.css', 'photoswipe.css'),
  await registryFile('photoswipe', 'LICENSE', 'licences/photoswipe.txt'),
  await ownFile(prefix, 'gallery.js'),
  await ownFile(prefix, 'gallery.css'),
]

const backdrop: InputProperty = {
  type: 'string',
  enum: ['dark', 'light'],
  default: 'dark',
  ...words.inputs.backdrop,
}
const strip: InputProperty = { type: 'boolean', default: true, ...words.inputs.strip }
const captions: InputProperty = { type: 'boolean', default: true, ...words.inputs.captions }

/**
 * 1.0.0 shows picture after picture; 1.1.0 adds a strip of all of them below, and what each shows.
 */
function manifest(version: '1.0.0' | '1.1.0'): AppManifestInput {
  const newer = version === '1.1.0'
  const extras = newer ? ' data-strip="{{setting:strip}}" data-captions="{{setting:captions}}"' : ''
  return {
    format: 1,
    kind: 'app',
    prefix,
    version,
    name: words.name,
    permissions: [{ code: 'design_block', required: true, reason: words.reasons.designBlock }],
    design_blocks: [
      {
        id: 'viewer',
        placement: 1004,
        ...words.parts.viewer,
        html:
          '<link rel="stylesheet" href="{{asset:photoswipe.css}}"><link rel="stylesheet" href="{{asset:gallery.css}}">' +
          '<script src="{{asset:gallery.js}}" nonce="{{csp:nonce}}" defer data-locale="{{store:locale}}"' +
          ` data-backdrop="{{setting:backdrop}}"${extras}></script>`,
      },
    ],
    inputs: {
      type: 'object',
      required: [],
      properties: newer ? { backdrop, strip, captions } : { backdrop },
    },
    compatibility: { platforms: { 1: '*' } },
  }
}

export const gallery: ItemSource = {
  market: 'app',
  prefix,
  ...words.listing,
  name: words.name,
  categories: ['image'],
  price: { amountMinor: 14990, currency: 'TRY' },
  inAppPurchase: 0,
  documentation: 'https://photoswipe.com',
  wraps: [{ package: 'photoswipe', author: 'Dmitry Semenov' }],
  ground: '#3f5f2e',
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
