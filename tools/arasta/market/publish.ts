import { setTimeout as wait } from 'node:timers/promises'
import { readPackage } from '#contexts/catalog/packages/read-package.ts'
import { getOwnToken } from '#contexts/partners/token-contract.ts'
import { getSubmission, listSubmissions, submitRelease } from '#contexts/submissions/contract.ts'
import type { AnswerOf } from '#lib/operation.ts'
import { check } from '../check.ts'
import { openProject } from '../project.ts'
import type { MarketClient } from './market-client.ts'
import { readNotes } from './notes-file.ts'

export type Submission = AnswerOf<typeof getSubmission>
export type Published =
  | { outcome: 'check_failed'; rules: string[] }
  | { outcome: 'no_item'; prefix: string; partner: string }
  | { outcome: 'handed_in'; item: string; submission: Submission }

interface Handing {
  folder: string
  client: MarketClient
  /** Until the market's own checks are over. */
  waits: boolean
  /** Hands the listing's draft in, too; of an item that was never published it always goes along. */
  withListing: boolean
  look?: number
}

const LOOK_MS = 2_000
/** By then the market has looked itself; a person may take days, and for that nobody waits. */
const PATIENCE_MS = 5 * 60_000

/** Hands a folder in as the next release of the item with its prefix. The same rules as in the market are run first, so that what fails there fails here. */
export async function publish({ folder, client, waits, withListing, look = LOOK_MS }: Handing): Promise<Published> {
  const notes = await readNotes(folder)
  const checked = await check(folder, { listing: undefined, packageOnly: true })
  if (checked.verdict === 'failed') return { outcome: 'check_failed', rules: checked.reports.filter(report => report.verdict === 'failed').map(report => report.rule) }
  const bytes = await (await openProject(folder)).packed()
  const { manifest: { prefix, version } } = await readPackage({ bytes })
  const own = await client.call('GET', '/token', getOwnToken.output)
  const item = own.items.find(one => one.prefix === prefix)
  if (!item) return { outcome: 'no_item', prefix, partner: own.partner.name }
  const path = `/partners/${own.partner.id}/items/${item.id}/submissions`
  const { id } = await client.call('POST', path, submitRelease.output, {
    query: { channel: version.includes('-') ? 'beta' : 'stable', with_listing: withListing || item.status === 'draft' ? '1' : '0', ...notes }, bytes: { content: bytes, type: 'application/zip' },
  })
  const see = () => client.call('GET', `${path}/${id}`, getSubmission.output)
  let submission = await see()
  for (let waited = 0; waits && submission.state === 'checking' && waited < PATIENCE_MS; waited += look) {
    await wait(look)
    submission = await see()
  }
  return { outcome: 'handed_in', item: item.id, submission }
}

/** How what was handed in of each item of the token stands, or of the one whose prefix is given. */
export async function readStatus(client: MarketClient, prefix: string | undefined): Promise<{ prefix: string; item: AnswerOf<typeof listSubmissions> }[]> {
  const own = await client.call('GET', '/token', getOwnToken.output)
  const found: { prefix: string; item: AnswerOf<typeof listSubmissions> }[] = []
  for (const one of own.items.filter(item => prefix === undefined || item.prefix === prefix).slice(0, 50)) {
    found.push({ prefix: one.prefix, item: await client.call('GET', `/partners/${own.partner.id}/items/${one.id}/submissions`, listSubmissions.output) })
  }
  return found
}
