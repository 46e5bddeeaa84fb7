import type { InputProperty } from '../../../../modules/catalog/packages/manifest.ts'
import { ownFile, registryFile } from '../../app-files.ts'
import type { AppManifestInput, ItemSource } from '../../demo-item.ts'
import { tidyPhoneWords as words } from './words.ts'

const prefix = 'tidy-phone'

const files = async () => [
  await registryFile('libphonenumber-js', 'bundle/libphonenumber-min.js', 'libphonenumber.js'),
  await registryFile('libphonenumber-js', 'LICENSE', 'licences/libphonenumber-js.txt'),
  await ownFile(prefix, 'tidy-phone.js'),
  await ownFile(prefix, 'tidy-phone.css'),
]

const home: InputProperty = {
  type: 'string',
  enum: ['TR', 'SA', 'AE', 'QA', 'EG', 'JO', 'MA', 'DE', 'NL', 'FR', 'GB', 'US'],
  default: 'TR',
  ...words.inputs.home,
}
const writeAs: InputProperty = {
  type: 'string',
  enum: ['typed', 'international'],
  default: 'typed',
  ...words.inputs.writeAs,
}

/**
 * 1.0.0 groups the digits and is silent; 1.1.0 also says whether the number can be right, and may
 * write it with its code.
 */
function manifest(version: '1.0.0' | '1.1.0'): AppManifestInput {
  const newer = version === '1.1.0'
  const part = newer ? words.parts.checked : words.parts.grouped
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
        reason: newer ? words.reasons.checked : words.reasons.grouped,
      },
    ],
    design_blocks: [
      {
        id: 'phone',
        placement: 100100,
        ...part,
        html:
          (newer ? '<link rel="stylesheet" href="{{asset:tidy-phone.css}}">' : '') +
          '<p class="arasta-tidy-phone" data-arasta-tidy-phone data-locale="{{store:locale}}"' +
          ' data-home="{{setting:home_country}}"' +
          `${newer ? ' data-check="true" data-write-as="{{setting:write_as}}" role="status"' : ''} hidden></p>` +
          '<script src="{{asset:libphonenumber.js}}" nonce="{{csp:nonce}}" defer></script>' +
          '<script src="{{asset:tidy-phone.js}}" nonce="{{csp:nonce}}" defer></script>',
      },
    ],
    inputs: {
      type: 'object',
      required: [],
      properties: newer ? { home_country: home, write_as: writeAs } : { home_country: home },
    },
    compatibility: { platforms: { 1: '*' } },
  }
}

export const tidyPhone: ItemSource = {
  market: 'app',
  prefix,
  ...words.listing,
  name: words.name,
  categories: ['deliver'],
  price: { amountMinor: 190, currency: 'USD' },
  inAppPurchase: 0,
  documentation: 'https://gitlab.com/catamphetamine/libphonenumber-js',
  wraps: [{ package: 'libphonenumber-js', author: '@catamphetamine' }],
  ground: '#12566b',
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
