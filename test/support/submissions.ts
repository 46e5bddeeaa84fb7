import { insertDraftItem, readListing } from '#modules/catalog/public.ts'
import {
  type Change,
  listingWith,
  packageWith,
} from '#modules/catalog/rule-pack/candidate.support.ts'
import { contentOf, saveDraft } from '#modules/publishing/partners/draft.ts'
import { checkSubmission } from '#modules/publishing/public.ts'
import { CHECK_POINTS } from '#modules/publishing/submissions/review-rules.ts'
import { type Answer, signInToConsole, type ConsoleBrowser, firstOperator } from './console.ts'
import { type Marketplace, startMarketplace } from './marketplace.ts'

export const NOTES = {
  notes_tr: 'Küçük düzeltmeler.',
  notes_en: 'Small repairs.',
  notes_ar: 'إصلاحات صغيرة.',
}

export interface SubmittedItem {
  id: string
  prefix: string
  path: string
  zip(version?: string, change?: Change): Promise<Buffer>
}

/** What the partner sees of a submission. */
export interface Reviewed {
  state: string
  verdict: string
  place: number | null
  quarantined: boolean
  checks: {
    rule: string
    verdict: string
    findings: { wrong: string; where: string; mend: string }[]
  }[]
  queue: { measured: number; median_seconds: number }
}

const NAMES = [
  'ada',
  'bor',
  'cem',
  'dut',
  'efe',
  'fil',
  'gul',
  'han',
  'inci',
  'jale',
  'kum',
  'lale',
]

/** A market with an operator, a reviewer, a partner's owner and somebody of another partner. */
export async function startSubmissions(
  options: { buildFolder?: string; settings?: Record<string, string> } = {},
) {
  const market: Marketplace = await startMarketplace({ catalogue: false, ...options })
  const admin = await firstOperator(market)
  await admin.ask('POST', '/operator/invitations', {
    email: 'reviewer@example.com',
    role: 'reviewer',
  })
  const reviewer = await signInToConsole(market, 'reviewer@example.com')
  const partner = String(
    (await admin.ask('POST', '/operator/partners', { name: 'Nar', email: 'owner@example.com' }))
      .body.id,
  )
  const owner = await signInToConsole(market, 'owner@example.com')
  await admin.ask('POST', '/operator/partners', { name: 'Other', email: 'stranger@example.com' })
  const stranger = await signInToConsole(market, 'stranger@example.com')
  const { db, clock } = market.services
  let count = 0
  const idOf = async (email: string) =>
    (
      await db
        .selectFrom('people')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
    ).id

  return {
    market,
    admin,
    reviewer,
    partner,
    owner,
    stranger,
    idOf,
    /** An item of the partner that was never published, with a good draft. */
    async newItem(): Promise<SubmittedItem> {
      const prefix = `note-${NAMES[count]}`
      count += 1
      const id = await insertDraftItem(db, {
        market: 'app',
        slug: prefix,
        prefix,
        partnerId: partner,
        name: prefix,
        now: clock.now(),
      })
      const listed = id === null ? null : await readListing(db, id)
      if (id === null || listed === null) throw new Error(`${prefix} is taken`)
      const { texts, pictures, credits } = listingWith()
      const content = {
        ...contentOf(listed),
        texts: texts.map((one) => ({ ...one, name: `${one.name} ${NAMES[count - 1]}` })),
        pictures,
        credits: credits as never,
      }
      await saveDraft(
        db,
        id,
        { content, changed: {} },
        { revision: 1, personId: await idOf('owner@example.com'), now: clock.now() },
      )
      return {
        id,
        prefix,
        path: `/partners/${partner}/items/${id}`,
        zip: (version = '1.0.0', more = {}) =>
          packageWith({
            ...more,
            manifest: (manifest) => ({
              ...(more.manifest?.(manifest) ?? manifest),
              prefix,
              version,
            }),
          }),
      }
    },
    submit: (
      item: SubmittedItem,
      zip: Buffer,
      query: Record<string, string> = {},
    ): Promise<Answer> =>
      owner.upload(
        `${item.path}/submissions`,
        { channel: 'stable', ...NOTES, with_listing: '1', ...query },
        zip,
      ),
    look: async (item: SubmittedItem, id: unknown): Promise<Reviewed> =>
      (await owner.ask('GET', `${item.path}/submissions/${String(id)}`))
        .body as unknown as Reviewed,
    /** Handed in and looked through; its id. */
    async waiting(
      item: SubmittedItem,
      version = '1.0.0',
      query: Record<string, string> = {},
    ): Promise<string> {
      const { body } = await this.submit(item, await item.zip(version), query)
      await checkSubmission(market.services, String(body.id))
      const seen = await this.look(item, body.id)
      // No browser is at hand in these tests, and that is no pass.
      const open = seen.checks.filter((one) => one.verdict !== 'passed').map((one) => one.rule)
      if (seen.state !== 'waiting' || open.join() !== 'scratch.pictures')
        throw new Error(JSON.stringify({ body, seen }))
      return String(body.id)
    },
    claim: (id: string, who: ConsoleBrowser = reviewer) =>
      who.ask('POST', `/operator/queue/${id}/claim`),
    approve: (id: string, who: ConsoleBrowser = reviewer) =>
      who.ask('POST', `/operator/queue/${id}/approval`, {
        looked_at: ['scratch.pictures'],
        checked: [...CHECK_POINTS],
      }),
    listed: (item: SubmittedItem) =>
      db
        .selectFrom('items')
        .leftJoin('releases', 'releases.id', 'items.latest_release_id')
        .select(['items.status', 'items.name', 'releases.version'])
        .where('items.id', '=', item.id)
        .executeTakeFirstOrThrow(),
  }
}
export type SubmissionDesk = Awaited<ReturnType<typeof startSubmissions>>
