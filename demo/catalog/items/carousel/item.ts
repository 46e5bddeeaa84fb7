import type { InputProperty } from '../../../../modules/catalog/packages/manifest.ts'
import type { FileToPack } from '../../../../modules/catalog/packages/write-package.ts'
import { ownFile, registryFile } from '../../app-files.ts'
import type { AppManifestInput, ItemSource } from '../../demo-item.ts'
import { carouselWords as words } from './words.ts'

const prefix = 'carousel'

/**
 * Of Swiper's hundred files the core and three modules with what they import, under the names by
 * which they know each other.
 */
const SWIPER = [
  'shared/swiper-core.min.mjs',
  'shared/utils.min.mjs',
  'shared/classes-to-selector.min.mjs',
  'shared/create-element-if-not-defined.min.mjs',
  'modules/navigation.min.mjs',
  'modules/a11y.min.mjs',
  'modules/pagination.min.mjs',
]

async function swiperFile(path: string): Promise<FileToPack> {
  const { bytes } = await registryFile('swiper', path, `swiper/${path}`)
  return {
    path: `swiper/${path}`,
    bytes: Buffer.from(bytes.toString().replace(/\/\/# sourceMappingURL=\S*\s*$/, '')),
  }
}

const files = async () => [
  ...(await Promise.all(SWIPER.map(swiperFile))),
  await registryFile('swiper', 'swiper.min.css', 'swiper.css'),
  await registryFile('swiper', 'LICENSE', 'licences/swiper.txt'),
  await ownFile(prefix, 'carousel.js'),
  await ownFile(prefix, 'carousel.css'),
]

const beside: InputProperty = {
  type: 'integer',
  minimum: 2,
  maximum: 5,
  default: 3,
  ...words.inputs.beside,
}
const places: InputProperty = {
  type: 'string',
  enum: ['both', 'product', 'home'],
  default: 'both',
  ...words.inputs.places,
}
const dots: InputProperty = { type: 'boolean', default: true, ...words.inputs.dots }

/**
 * 1.0.0 moves the products below a product; 1.1.0 the home page's shelf too, which has no placement
 * of its own, and has dots.
 */
function manifest(version: '1.0.0' | '1.1.0'): AppManifestInput {
  const newer = version === '1.1.0'
  const extras = newer ? ' data-places="{{setting:places}}" data-dots="{{setting:dots}}"' : ''
  return {
    format: 1,
    kind: 'app',
    prefix,
    version,
    name: words.name,
    permissions: [{ code: 'design_block', required: true, reason: words.reasons.designBlock }],
    design_blocks: [
      {
        ...(newer
          ? { id: 'rows', placement: 3, ...words.parts.rows }
          : { id: 'also', placement: 1004, ...words.parts.also }),
        html:
          '<link rel="stylesheet" href="{{asset:swiper.css}}"><link rel="stylesheet" href="{{asset:carousel.css}}">' +
          '<script src="{{asset:carousel.js}}" nonce="{{csp:nonce}}" defer data-locale="{{store:locale}}"' +
          ` data-modules="${SWIPER.map((path) => `{{asset:swiper/${path}}}`).join(' ')}"` +
          ` data-beside="{{setting:beside}}"${extras}></script>`,
      },
    ],
    inputs: {
      type: 'object',
      required: [],
      properties: newer ? { places, beside, dots } : { beside },
    },
    compatibility: { platforms: { 1: '*' } },
  }
}

export const carousel: ItemSource = {
  market: 'app',
  prefix,
  ...words.listing,
  name: words.name,
  categories: ['image'],
  price: { amountMinor: 1250, currency: 'EUR' },
  inAppPurchase: 0,
  documentation: 'https://swiperjs.com',
  wraps: [{ package: 'swiper', author: 'Vladimir Kharlampidi' }],
  ground: '#38609e',
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
