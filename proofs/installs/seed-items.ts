import { writePackage } from '#modules/catalog/packages/write-package.ts'
import { publishRelease } from '#modules/catalog/publish-release.ts'
import { NO_TERMS } from '#modules/catalog/plan-terms.ts'
import { writeListings } from '#modules/catalog/write-listings.ts'
import type { Services } from '#kernel/context.ts'
import { bareListing } from '#test/support/reviewers.ts'

/** One thing that a version puts on a store, as its author wrote it. */
export interface Part {
  kind: 'design_block' | 'tracking_code' | 'web_service_user'
  slot: string
  content: object
}

export interface SeededItem {
  id: string
  prefix: string
  /** What each version puts on a store: known from here, not from the market. */
  versions: Readonly<Record<string, readonly Part[]>>
}

/** The platforms that items are for, and what each of their versions puts on a store there. */
export interface SeededItems {
  platforms: readonly number[]
  versionsOf: (prefix: string) => SeededItem['versions']
}

export const OLD = '1.0.0'
export const NEW = '1.1.0'

export const block = (prefix: string, words: string, placement = 1004): Part => ({
  kind: 'design_block',
  slot: `placement:${placement}`,
  content: { html: `<p class="${prefix}">${words}</p>` },
})
export const code = (prefix: string, placement: number, file: string): Part => ({
  kind: 'tracking_code',
  slot: `placement:${placement}`,
  content: { html: `<script src="{{asset:${file}}}" data-item="${prefix}"></script>` },
})
export const user = (prefix: string): Part => ({
  kind: 'web_service_user',
  slot: `user:${prefix}`,
  content: { name: prefix, scopes: ['orders.note'] },
})

/**
 * The new version changes one part, takes one off, brings one, and keeps one: every step that an
 * update knows.
 */
export const versionsOf: SeededItems['versionsOf'] = (prefix) => ({
  [OLD]: [block(prefix, 'first'), code(prefix, 3, 'app.js'), user(prefix)],
  [NEW]: [block(prefix, 'second'), code(prefix, 1, 'app.js'), user(prefix)],
})

/**
 * For sites that know no users: a third part that stays as it is, and is put anew with every
 * package, for it names a file of it.
 */
export const withoutUsers = (prefix: string, blockAt: number): SeededItem['versions'] => ({
  [OLD]: [block(prefix, 'first', blockAt), code(prefix, 3, 'app.js'), code(prefix, 2, 'same.js')],
  [NEW]: [block(prefix, 'second', blockAt), code(prefix, 1, 'app.js'), code(prefix, 2, 'same.js')],
})

const words = (en: string) => ({ en })
const placed = (part: Part, id: string) => ({
  id,
  placement: Number(part.slot.split(':')[1]),
  title: words(id),
  summary: words(id),
  html: (part.content as { html: string }).html,
})

function manifestOf(
  platforms: readonly number[],
  prefix: string,
  version: string,
  parts: readonly Part[],
) {
  const of = (kind: Part['kind']) => parts.filter((part) => part.kind === kind)
  return {
    format: 1,
    kind: 'app',
    prefix,
    version,
    name: words(prefix),
    compatibility: { platforms: Object.fromEntries(platforms.map((id) => [id, '*'])) },
    permissions: [...new Set(parts.map((part) => part.kind))].map((permission) => ({
      code: permission,
      required: true,
      reason: words('It works with it'),
    })),
    design_blocks: of('design_block').map((part) => placed(part, 'note')),
    tracking_codes: of('tracking_code').map((part) =>
      placed(part, `code-${part.slot.split(':')[1]}`),
    ),
    ...(of('web_service_user').length > 0 && {
      web_service_user: { title: words('User'), summary: words('User'), scopes: ['orders.note'] },
    }),
  }
}

type Needs = Pick<Services, 'db' | 'blobs' | 'signingKey' | 'clock'>

/** Items of two versions each; the last one costs something. */
export async function seedItems(
  services: Needs,
  { platforms, versionsOf: partsOf }: SeededItems,
  count: number,
): Promise<{ free: SeededItem[]; paid: SeededItem }> {
  await services.db
    .insertInto('partners')
    .values({ id: 'par_x', slug: 'x', name: 'X', created_at: new Date(0) })
    .execute()
  const items: SeededItem[] = []
  for (let n = 0; n <= count; n += 1) {
    const [id, prefix] = [`itm_p${n}`, `p${n}`]
    const isPaid = n === count
    const price = isPaid
      ? { kind: 'one_time' as const, amountMinor: 24_990, currency: 'TRY' as const, period: null }
      : { kind: 'free' as const, amountMinor: 0, currency: 'TRY' as const, period: null }
    const versions = partsOf(prefix)
    await services.db.transaction().execute((trx) =>
      writeListings(trx, [
        {
          ...bareListing(id),
          slug: prefix,
          prefix,
          price,
          plans: [{ ...price, name: {}, features: {}, ...NO_TERMS }],
          releases: [],
        },
      ]),
    )
    for (const [version, parts] of Object.entries(versions)) {
      const zip = await writePackage([
        {
          path: 'arasta.app.json',
          bytes: Buffer.from(JSON.stringify(manifestOf(platforms, prefix, version, parts))),
        },
        // Runs on pages of sites: who looks there sees which version does.
        {
          path: 'app.js',
          bytes: Buffer.from(`document.documentElement.dataset.${prefix} = '${version}'`),
        },
        { path: 'same.js', bytes: Buffer.from('void 0') },
      ])
      await publishRelease(services, {
        itemId: id,
        version,
        notes: words(version),
        publishedAt: services.clock.now(),
        zip,
      })
    }
    items.push({ id, prefix, versions })
  }
  return { free: items.slice(0, -1), paid: items.at(-1) as SeededItem }
}
