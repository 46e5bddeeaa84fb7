import type { FileToPack } from '../../../../modules/catalog/packages/write-package.ts'
import { ownFile, registryFile } from '../../app-files.ts'
import type { AppManifestInput, ItemSource } from '../../demo-item.ts'
import { quickWords as words } from './words.ts'

const prefix = 'quick'

const files = async () => [
  await quicklinkOfToday(),
  await registryFile('quicklink', 'LICENSE', 'licences/quicklink.txt'),
  await ownFile('instant', 'ahead.js'),
  await ownFile('instant', 'ahead.css'),
  await ownFile(prefix, 'quick.js'),
]

const OLD_FETCH = /window\.fetch\?fetch\(e,o\):function\(e,r\)\{.*?\}\(e,n\)/

/**
 * Without the branch for browsers that lack `fetch`: there are none, and code that asks in one way
 * only is easier to check.
 */
async function quicklinkOfToday(): Promise<FileToPack> {
  const { path, bytes } = await registryFile('quicklink', 'dist/quicklink.umd.js', 'quicklink.js')
  const code = bytes.toString()
  if (!OLD_FETCH.test(code))
    throw new Error('quicklink is written differently now: look at its fetch again')
  const notice =
    '/*! quicklink (Apache-2.0). Changed for Arasta: the fallback for browsers without fetch is left out. */\n'
  return { path, bytes: Buffer.from(notice + code.replace(OLD_FETCH, 'fetch(e,o)')) }
}

/**
 * 1.0.0 fetches every link in view; 1.1.0 stops at a number and leaves slow networks alone; 1.2.0
 * is for sites that no shop system runs, too (docs/loader.md).
 */
function manifest(version: '1.0.0' | '1.1.0' | '1.2.0'): AppManifestInput {
  const newer = version !== '1.0.0'
  const limits = newer
    ? ' data-most="{{setting:most}}" data-slow-networks="{{setting:slow_networks}}"'
    : ''
  const leaveOut = {
    type: 'string' as const,
    maxLength: 500,
    default: '',
    ...words.inputs.leaveOut,
  }
  return {
    format: 1,
    kind: 'app',
    prefix,
    version,
    name: words.name,
    permissions: [{ code: 'tracking_code', required: true, reason: words.reasons.trackingCode }],
    tracking_codes: [
      {
        id: 'fetch-in-view',
        placement: 3,
        ...words.parts.fetchInView,
        html:
          '<link rel="stylesheet" href="{{asset:ahead.css}}">' +
          '<script src="{{asset:ahead.js}}" nonce="{{csp:nonce}}" defer></script>' +
          '<script src="{{asset:quicklink.js}}" nonce="{{csp:nonce}}" defer></script>' +
          '<script src="{{asset:quick.js}}" nonce="{{csp:nonce}}" defer data-locale="{{store:locale}}"' +
          ` data-leave-out="{{setting:leave_out}}"${limits}></script>`,
      },
    ],
    inputs: {
      type: 'object',
      required: [],
      properties: newer
        ? {
            most: { type: 'integer', minimum: 1, maximum: 50, default: 12, ...words.inputs.most },
            slow_networks: {
              type: 'string',
              enum: ['leave', 'fetch'],
              default: 'leave',
              ...words.inputs.slowNetworks,
            },
            leave_out: leaveOut,
          }
        : { leave_out: leaveOut },
    },
    compatibility: { platforms: version === '1.2.0' ? { 1: '*', 7: '*' } : { 1: '*' } },
  }
}

export const quick: ItemSource = {
  market: 'app',
  prefix,
  ...words.listing,
  name: words.name,
  categories: ['speed'],
  price: { amountMinor: 5990, currency: 'TRY' },
  inAppPurchase: 0,
  documentation: 'https://getquick.link',
  wraps: [{ package: 'quicklink', author: 'addyosmani' }],
  ground: '#177a6b',
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
      files,
      manifest: () => manifest('1.2.0'),
    },
  ],
}
