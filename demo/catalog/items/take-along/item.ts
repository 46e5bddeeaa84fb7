import { changedFile, ownFile, registryFile } from '../../app-files.ts'
import type { AppManifestInput, ItemSource } from '../../demo-item.ts'
import { takeAlongWords as words } from './words.ts'

const prefix = 'take-along'

const files = async () => [
  await registryFile('lean-qr', 'index.mjs', 'lean-qr.js'),
  await registryFile('lean-qr', 'extras/svg.mjs', 'lean-qr-svg.js'),
  await registryFile('lean-qr', 'LICENSE', 'licences/lean-qr.txt'),
  await ownFile(prefix, 'take-along.js'),
  await ownFile(prefix, 'take-along.css'),
]

/** Where no shop has a form for its cart, the button stands where the site has the block. */
const filesForAnySite = async () => [
  ...(await files()).filter((file) => file.path !== 'take-along.js'),
  await changedFile(prefix, 'take-along.js', [
    ['if (block && form) begin', 'if (block) begin'],
    ['else form.after(block)', 'else form?.after(block)'],
  ]),
]

/** 1.1.0 is for sites that no shop system runs, too (docs/loader.md). */
const manifest = (version: '1.0.0' | '1.1.0'): AppManifestInput => ({
  format: 1,
  kind: 'app',
  prefix,
  version,
  name: words.name,
  permissions: [{ code: 'design_block', required: true, reason: words.reasons.designBlock }],
  design_blocks: [
    {
      id: 'code',
      placement: 1004,
      ...words.parts.code,
      html:
        '<link rel="stylesheet" href="{{asset:take-along.css}}">' +
        '<link rel="modulepreload" href="{{asset:lean-qr.js}}"><link rel="modulepreload" href="{{asset:lean-qr-svg.js}}">' +
        '<div class="arasta-take-along" data-arasta-take-along data-locale="{{store:locale}}"' +
        ' data-place="{{setting:place}}" data-with-price="{{setting:with_price}}" data-note="{{setting:note}}" hidden></div>' +
        '<script type="module" src="{{asset:take-along.js}}" nonce="{{csp:nonce}}" defer></script>',
    },
  ],
  inputs: {
    type: 'object',
    required: [],
    properties: {
      place: {
        type: 'string',
        enum: ['button', 'pictures'],
        default: 'button',
        ...words.inputs.place,
      },
      with_price: { type: 'boolean', default: true, ...words.inputs.withPrice },
      note: { type: 'string', maxLength: 120, ...words.inputs.note },
    },
  },
  compatibility: { platforms: version === '1.0.0' ? { 1: '*' } : { 1: '*', 7: '*' } },
})

export const takeAlong: ItemSource = {
  market: 'app',
  prefix,
  ...words.listing,
  name: words.name,
  categories: ['guide'],
  price: { amountMinor: 1900, currency: 'SAR' },
  inAppPurchase: 0,
  documentation: 'https://github.com/davidje13/lean-qr#readme',
  wraps: [{ package: 'lean-qr', author: 'David Evans' }],
  ground: '#4a3f8f',
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
      files: filesForAnySite,
      manifest: () => manifest('1.1.0'),
    },
  ],
}
