import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sendConnectCode } from '#modules/stores/sessions/public.ts'
import { writePackage } from '#modules/catalog/packages/write-package.ts'
import { findWaitingMails, sendMail } from '#modules/mail/public.ts'
import { processRun } from '#test/support/installs.ts'
import type { Marketplace } from '#test/support/marketplace.ts'
import { call, type Owner } from '#test/support/owner.ts'
import { listBare, publish, zipOf } from '#test/support/releases.ts'

/** What the market has for a WordPress site, and its owner there. */

const THEME = fileURLToPath(new URL('../../connectors/wordpress/sample-theme', import.meta.url))
const FOR_WORDPRESS = { compatibility: { platforms: { 2: '>=6.1.0' } } }
const text = (en: string) => ({ en })

/** A ribbon at three places of every page. */
const ribbon = (version: string) =>
  writeApp(
    'ribbon',
    version,
    {
      permissions: [
        { code: 'tracking_code', required: true, reason: text('It is on every page.') },
        { code: 'design_block', required: true, reason: text('It shows a ribbon.') },
      ],
      tracking_codes: [
        {
          id: 'style',
          placement: 1,
          title: text('Head'),
          summary: text('Its style'),
          html: '<link rel="stylesheet" href="{{asset:ribbon.css}}">',
        },
        {
          id: 'script',
          placement: 3,
          title: text('End'),
          summary: text('Its script'),
          html: `<script src="{{asset:ribbon.js}}" nonce="{{csp:nonce}}" data-version="${version}" defer></script>`,
        },
      ],
      design_blocks: [
        {
          id: 'band',
          placement: 2,
          title: text('Top'),
          summary: text('The ribbon'),
          html: `<div class="ribbon" lang="{{store:locale}}">Ribbon ${version}</div>`,
        },
      ],
    },
    {
      'ribbon.css': '.ribbon{background:#0b737e}',
      'ribbon.js': `window.ribbon=${JSON.stringify(version)}`,
    },
  )

async function writeApp(
  prefix: string,
  version: string,
  facts: object,
  files: Record<string, string>,
): Promise<Buffer> {
  const manifest = {
    format: 1,
    kind: 'app',
    prefix,
    version,
    name: text(prefix),
    ...FOR_WORDPRESS,
    ...facts,
  }
  return writePackage([
    { path: 'arasta.app.json', bytes: Buffer.from(JSON.stringify(manifest)) },
    ...Object.entries(files).map(([path, content]) => ({ path, bytes: Buffer.from(content) })),
  ])
}

async function themeZip(): Promise<Buffer> {
  const files = (await readdir(THEME, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  return writePackage(
    await Promise.all(
      files.map(async (file) => ({
        path: file.slice(THEME.length + 1),
        bytes: await readFile(file),
      })),
    ),
  )
}

/** An app in two versions, a theme, and an app for a place that only a shop has. */
export async function seedMarket(market: Marketplace): Promise<{
  ribbon: string
  theme: string
  shopOnly: string
  publishUpdate: () => Promise<unknown>
}> {
  const { services } = market
  const [ribbonId, theme, shopOnly] = [
    await listBare(market, 'ribbon'),
    await listBare(market, 'kemer', 'theme'),
    await listBare(market, 'calendar'),
  ]
  await publish(services, ribbonId, '1.0.0', await ribbon('1.0.0'))
  await publish(services, theme, '1.0.0', await themeZip())
  await publish(
    services,
    shopOnly,
    '1.0.0',
    await zipOf('calendar', '1.0.0', {
      ...FOR_WORDPRESS,
      permissions: [
        { code: 'design_block', required: true, reason: text('It stands on the product page.') },
      ],
      design_blocks: [
        {
          id: 'days',
          placement: 1004,
          title: text('Product page'),
          summary: text('A calendar'),
          html: '<p>days</p>',
        },
      ],
    }),
  )
  return {
    ribbon: ribbonId,
    theme,
    shopOnly,
    publishUpdate: async () => publish(services, ribbonId, '1.1.0', await ribbon('1.1.0')),
  }
}

/**
 * The site's owner signs in with its address and the code that comes to the mailbox that WordPress
 * knows (D6).
 */
export async function signInAtSite(
  market: Marketplace,
  site: string,
): Promise<Owner & { mailbox: string }> {
  const started = await call(market, 'POST', '/auth/connect', { body: { address: site } })
  for (const { id } of await market.services.db
    .selectFrom('connect_attempts')
    .select('id')
    .execute())
    await sendConnectCode(market.services, id)
  for (const id of await findWaitingMails(market.services)) await sendMail(market.services, id)
  for (const { id } of await market.services.db
    .selectFrom('mails')
    .select('id')
    .where('state', '=', 'queued')
    .execute())
    await sendMail(market.services, id)
  const [mail] = market.shop.mails()
  const code = /\n(\d{6})\n/.exec(mail?.text ?? '')?.[1] ?? ''
  const done = await call(market, 'POST', '/auth/connect/confirm', {
    headers: { 'connect-handle': started.body.handle as string },
    body: { code },
  })
  if (done.status !== 200)
    throw new Error(`the owner could not sign in: ${JSON.stringify([started.body, done.body])}`)
  const {
    token,
    store_id: storeId,
    domain,
  } = done.body as { token: string; store_id: string; domain: string }
  const callAs =
    (site: 'app' | 'theme'): Owner['call'] =>
    (method, path, options = {}) =>
      call(market, method, path, {
        ...options,
        site,
        headers: { 'apps-token': token, ...options.headers },
      })
  return {
    token,
    storeToken: '',
    storeId,
    domain,
    mailbox: mail?.recipient ?? '',
    call: (method, path, options) =>
      callAs(path.startsWith('/theme-store') ? 'theme' : 'app')(method, path, options),
  }
}

/** Works off what was begun; a word where it did not succeed. */
export async function settle(market: Marketplace): Promise<string[]> {
  const { kind, state, failure } = await processRun(market)
  return state === 'succeeded' ? [] : [`the ${kind} ended ${state}: ${failure ?? ''}`]
}
