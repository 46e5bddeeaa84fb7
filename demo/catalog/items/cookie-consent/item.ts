import type { InputProperty } from '../../../../modules/catalog/packages/manifest.ts'
import { changedFile, ownFile, registryFile } from '../../app-files.ts'
import type { AppManifestInput, ItemSource } from '../../demo-item.ts'
import { cookieConsentWords as words } from './words.ts'

const prefix = 'cookie-consent'

const files = async () => [
  await registryFile('vanilla-cookieconsent', 'dist/cookieconsent.umd.js', 'cookieconsent.js'),
  await registryFile('vanilla-cookieconsent', 'dist/cookieconsent.css', 'cookieconsent.css'),
  await registryFile('vanilla-cookieconsent', 'LICENSE', 'licences/vanilla-cookieconsent.txt'),
  await ownFile(prefix, 'banner.js'),
  await ownFile(prefix, 'banner.css'),
]

/** Words that are true of a site without a cart as well. */
const FOR_ANY_SITE = [
  [
    'Sepetin ve girişin çalışması için gerekli çerezleri kullanıyoruz.',
    'Sitenin çalışması için gerekli çerezleri kullanıyoruz.',
  ],
  [
    'Sepet, giriş, ödeme ve bu seçimin saklanması. Bunlar olmadan mağaza çalışmaz.',
    'Giriş, güvenlik ve bu seçimin saklanması gibi işler. Bunlar olmadan site çalışmaz.',
  ],
  ['mağaza kendini buna göre düzeltir.', 'site kendini buna göre düzeltir.'],
  [
    'We use the cookies that your cart and sign-in need.',
    'We use the cookies that this site needs to work.',
  ],
  [
    'Cart, sign-in, payment and remembering this choice. The shop does not work without them.',
    'Signing in, safety, remembering this choice and the like. The site does not work without them.',
  ],
  ['so that the shop can improve.', 'so that the site can improve.'],
  ['نستعمل ملفات الارتباط اللازمة للسلة وتسجيل الدخول.', 'نستعمل ملفات الارتباط اللازمة لعمل الموقع.'],
  [
    'السلة وتسجيل الدخول والدفع وحفظ هذا الاختيار. لا يعمل المتجر من دونها.',
    'تسجيل الدخول والأمان وحفظ هذا الاختيار وما شابه. لا يعمل الموقع من دونها.',
  ],
  ['ليحسّن المتجر نفسه.', 'ليحسّن الموقع نفسه.'],
] as const

const filesForAnySite = async () => [
  ...(await files()).filter((file) => file.path !== 'banner.js'),
  await changedFile(prefix, 'banner.js', FOR_ANY_SITE),
]

const privacyPage: InputProperty = {
  type: 'string',
  format: 'uri',
  maxLength: 300,
  ...words.inputs.privacyPage,
}

/**
 * 1.0.0 asks in a corner and needs tracking codes alone; 1.1.0 adds a bar and, if the owner likes,
 * a link; 1.2.0 is for sites that no shop system runs, too (docs/loader.md).
 */
function manifest(version: '1.0.0' | '1.1.0' | '1.2.0'): AppManifestInput {
  const newer = version !== '1.0.0'
  const layout = newer ? ' data-layout="{{setting:layout}}"' : ''
  return {
    format: 1,
    kind: 'app',
    prefix,
    version,
    name: words.name,
    permissions: [
      { code: 'tracking_code', required: true, reason: words.reasons.trackingCode },
      ...(newer
        ? [{ code: 'design_block' as const, required: false, reason: words.reasons.designBlock }]
        : []),
    ],
    tracking_codes: [
      {
        id: 'style',
        placement: 1,
        ...words.parts.style,
        html: '<link rel="stylesheet" href="{{asset:cookieconsent.css}}"><link rel="stylesheet" href="{{asset:banner.css}}">',
      },
      {
        id: 'banner',
        placement: 3,
        ...words.parts.banner,
        html:
          '<script src="{{asset:cookieconsent.js}}" nonce="{{csp:nonce}}" defer></script>' +
          `<script src="{{asset:banner.js}}" nonce="{{csp:nonce}}" defer data-locale="{{store:locale}}"${layout}` +
          ' data-privacy="{{setting:privacy_page}}"></script>',
      },
    ],
    design_blocks: newer
      ? [
          {
            id: 'settings-link',
            placement: 3,
            ...words.parts.settingsLink,
            html: '<p class="arasta-cookie-settings"><button type="button" data-arasta-cookie-settings aria-haspopup="dialog" hidden></button></p>',
          },
        ]
      : [],
    inputs: {
      type: 'object',
      required: [],
      properties: newer
        ? {
            layout: {
              type: 'string',
              enum: ['box', 'bar'],
              default: 'box',
              ...words.inputs.layout,
            },
            privacy_page: privacyPage,
          }
        : { privacy_page: privacyPage },
    },
    compatibility: { platforms: version === '1.2.0' ? { 1: '*', 7: '*' } : { 1: '*' } },
  }
}

export const cookieConsent: ItemSource = {
  market: 'app',
  prefix,
  ...words.listing,
  name: words.name,
  categories: ['trust'],
  price: { amountMinor: 0, currency: 'TRY' },
  inAppPurchase: 0,
  documentation: 'https://cookieconsent.orestbida.com',
  wraps: [{ package: 'vanilla-cookieconsent', author: 'Orest Bida' }],
  ground: '#1d6a4f',
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
    {
      version: '1.2.0',
      releasedOn: '2026-11-22',
      notes: words.notes['1.2.0'],
      files: filesForAnySite,
      manifest: () => manifest('1.2.0'),
    },
  ],
}
