import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ScriptInventory } from '#apps/storefront/build-facts.ts'
import { queueMail } from '#modules/mail/public.ts'
import { inTransaction, type Services, defaultLanguage } from '#kernel/context.ts'
import { receiptWords } from '#modules/orders/public.ts'
import { requirePlatform } from '#modules/stores/platforms/public.ts'
import { attributeOf, readTags } from '#lib/foreign/html-tags.ts'
import type { HttpClient } from '#lib/http.ts'
import type { Market } from '#lib/market.ts'
import { byNonce, pagePolicy } from './security-headers.ts'

/** A path with the card page's policy that anybody can request. */
const PROBE = '/market/checkout/watch'
const AT_ONCE = 6
const MAX_BYTES = 8 * 1024 * 1024

interface Watched {
  http: HttpClient
  origin: string
  inventory: ScriptInventory
  policy: string
}

const sha384 = (bytes: Buffer) => createHash('sha384').update(bytes).digest('base64')
const withoutNonce = (policy: string) => policy.replaceAll(/'nonce-[^']*'/g, "'nonce'")

/**
 * PAYPAGE-1, PAYPAGE-2, PCI DSS 6.4.3 and 11.6.1: fetches the card page and its scripts at the
 * public address, as browsers get them through all proxies, and lists each difference from the
 * build.
 */
export async function inspectCardPage({
  http,
  origin,
  inventory,
  policy,
}: Watched): Promise<string[]> {
  const found: string[] = []
  const page = await http.request(origin + PROBE, {
    headers: { accept: 'text/html' },
    maxBytes: MAX_BYTES,
    timeoutMs: 20_000,
  })
  const text = page.body.toString('utf8')
  if (withoutNonce(page.headers['content-security-policy'] ?? 'none') !== withoutNonce(policy))
    found.push(`policy: ${page.headers['content-security-policy'] ?? 'none'}`)
  if (page.headers['x-content-type-options'] !== 'nosniff')
    found.push('x-content-type-options is not nosniff')
  const known = new Map(inventory.scripts.map((one) => [one.path, one.sha384]))
  const [, nonce = ''] = /'nonce-([^']+)'/.exec(page.headers['content-security-policy'] ?? '') ?? []
  for (const tag of readTags(text).filter(({ name }) => name === 'script')) {
    const src = attributeOf(tag, 'src')
    const isData = ['application/json', 'application/ld+json'].includes(
      attributeOf(tag, 'type') ?? '',
    )
    if (src === undefined && !isData && attributeOf(tag, 'nonce') !== nonce)
      found.push(`a script without our nonce: ${tag.text.slice(0, 120)}`)
    if (src !== undefined && !known.has(src))
      found.push(`a script that is not in the inventory: ${src.slice(0, 200)}`)
  }
  for (const [path] of text.matchAll(/\/assets\/[\w.-]+\.js/g))
    if (!known.has(path)) found.push(`a script that is not in the inventory: ${path}`)
  const left = [...known]
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let one = left.pop(); one; one = left.pop()) {
        const [path, expected] = one
        const answer = await http.request(origin + path, { maxBytes: MAX_BYTES, timeoutMs: 20_000 })
        if (answer.status !== 200 || sha384(answer.body) !== expected)
          found.push(`${path} arrives changed (${answer.status})`)
      }
    }),
  )
  return [...new Set(found)].sort()
}

export const readInventory = async (
  buildFolder: string,
  market: Market,
): Promise<ScriptInventory> =>
  JSON.parse(
    await readFile(join(buildFolder, `storefront-${market}/client/builds/scripts.json`), 'utf8'),
  ) as ScriptInventory

/** Checks the card page of a market once. Differences are logged each time and mailed once. */
export async function watchCardPage(
  services: Services,
  {
    http,
    buildFolder,
    market,
    origin,
    platformId,
  }: { http: HttpClient; buildFolder: string; market: Market; origin: string; platformId: number },
): Promise<string[]> {
  const { panel_origins: framers } = await requirePlatform(services, platformId)
  const { forms, element } = services.gateway.browser
  const policy = pagePolicy({
    path: PROBE,
    inline: byNonce(''),
    framers,
    formTargets: forms,
    previews: services.origins.preview,
    cardFields: element,
  })
  const found = await inspectCardPage({
    http,
    origin,
    inventory: await readInventory(buildFolder, market),
    policy,
  })
  if (found.length === 0) return found
  services.log.error(
    { market, origin, found },
    'the page where cards are typed does not arrive as it was built',
  )
  const to = services.alertMailTo
  if (to === null) return found
  const t = receiptWords(defaultLanguage(services))
  await inTransaction(services, (trx) =>
    queueMail(services, trx, {
      key: `card page ${createHash('sha256')
        .update(`${origin} ${found.join('\n')}`)
        .digest('hex')
        .slice(0, 32)}`,
      to,
      locale: defaultLanguage(services),
      subject: t('card_page.subject', { origin }),
      paragraphs: [t('card_page.lead', { origin }), ...found.slice(0, 20)],
      footnote: t('card_page.do'),
    }),
  )
  return found
}
