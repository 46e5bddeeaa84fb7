import { posix } from 'node:path'
import type { FileToPack } from '../../../../modules/catalog/packages/write-package.ts'
import { ownFile, registryFile } from '../../app-files.ts'
import type { AppManifestInput, ItemSource } from '../../demo-item.ts'
import { videoWords as words } from './words.ts'

const prefix = 'video'

/** The parts of media-chrome that `files/video.js` imports. */
const PARTS = [
  'controller',
  'control-bar',
  'play-button',
  'time-range',
  'time-display',
  'mute-button',
  'fullscreen-button',
]

/** These parts and what they import in turn, under their own names: a third of media-chrome. */
async function playerFiles(): Promise<FileToPack[]> {
  const found = new Map<string, FileToPack>()
  const waiting = PARTS.map((part) => `media-${part}.js`)
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue
    const file = await registryFile('media-chrome', `dist/${name}`, `player/${name}`)
    found.set(name, file)
    for (const [, other = ''] of file.bytes
      .toString()
      .matchAll(/\b(?:from|import)\s*"(\.[^"]+)"/g)) {
      waiting.push(posix.join(posix.dirname(name), other))
    }
  }
  return [...found.values()]
}

const files = async (): Promise<FileToPack[]> => [
  ...(await playerFiles()),
  await registryFile('media-chrome', 'LICENSE', 'licences/media-chrome.txt'),
  await ownFile(prefix, 'video.js'),
  await ownFile(prefix, 'video.css'),
  await ownFile(prefix, 'clip.webm'),
  await ownFile(prefix, 'poster.webp'),
]

/** Where its server half lives, on the shop (demo/shop/hosted). */
const HOME = '{{store:url}}/apps/video'

/**
 * 1.1.0 has a page for the owner: it reads the shop's products and, when it is asked to, its
 * orders, and can be connected to the market.
 */
function manifest(version: '1.0.0' | '1.1.0'): AppManifestInput {
  const newer = version === '1.1.0'
  return {
    format: 1,
    kind: 'app',
    prefix,
    version,
    name: words.name,
    permissions: [
      { code: 'design_block', required: true, reason: words.reasons.designBlock },
      ...(newer
        ? [
            {
              code: 'web_service_user' as const,
              required: false,
              reason: words.reasons.webServiceUser,
            },
          ]
        : []),
    ],
    design_blocks: [
      {
        id: 'video',
        placement: 1004,
        ...words.parts.video,
        html:
          '<link rel="stylesheet" href="{{asset:video.css}}"><div class="arasta-video" data-arasta-video hidden></div>' +
          '<script src="{{asset:video.js}}" nonce="{{csp:nonce}}" defer data-locale="{{store:locale}}"' +
          ' data-video="{{setting:video}}" data-caption="{{setting:caption}}" data-product="{{setting:product}}"' +
          ' data-poster="{{asset:poster.webp}}"></script>',
      },
    ],
    ...(newer && {
      web_service_user: { ...words.parts.user, scopes: ['products.read', 'orders.read'] },
      links: { go_to_app: HOME, connect: `${HOME}/connect` },
      connect: {
        redirect_uris: [`${HOME}/connected`],
        scopes: ['store.read' as const, 'languages.read' as const],
      },
    }),
    inputs: {
      type: 'object',
      required: [],
      properties: {
        video: { type: 'string', format: 'uri', maxLength: 300, ...words.inputs.video },
        caption: { type: 'string', maxLength: 120, ...words.inputs.caption },
        product: { type: 'string', maxLength: 200, ...words.inputs.product },
      },
    },
    compatibility: { platforms: { 1: '*' } },
  }
}

export const video: ItemSource = {
  market: 'app',
  prefix,
  ...words.listing,
  name: words.name,
  categories: ['video'],
  price: { amountMinor: 0, currency: 'TRY' },
  inAppPurchase: 0,
  documentation: 'https://www.media-chrome.org',
  wraps: [{ package: 'media-chrome', author: 'Mux' }],
  ground: '#23283d',
  releases: [
    {
      version: '1.0.0',
      releasedOn: '2026-11-21',
      notes: words.notes,
      files,
      manifest: () => manifest('1.0.0'),
    },
    {
      version: '1.1.0',
      releasedOn: '2026-11-21',
      notes: words.laterNotes,
      files,
      manifest: () => manifest('1.1.0'),
    },
  ],
}
