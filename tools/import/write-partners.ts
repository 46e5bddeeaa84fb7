import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { inTransaction } from '#kernel/context.ts'
import { byLanguage, FILES, type Catalogue } from './format.ts'
import { makeParser, type FileKind, type Said } from './parse-line.ts'
import { readLines } from './read-lines.ts'
import type { Report } from './report.ts'
import type { RuleId } from './rules.ts'
import { slugCandidates, slugOf, stableId } from './slugs.ts'
import { readAddress } from './values.ts'

const BATCH = 1000
/** Imported categories stand behind those that were there. */
const FIRST_POSITION = 100

export interface AroundInput {
  db: Db
  folder: string
  catalogue: Catalogue
  report: Report
  now: Date
  onBytes: (bytes: number) => void
}

/** Every valid line of a small file once, by its id. */
async function readAll<K extends 'partner' | 'category'>(
  kind: K,
  { folder, report, onBytes }: AroundInput,
  isNamed: (said: Said<K>) => boolean,
): Promise<Map<string, Said<K>>> {
  const all = new Map<string, Said<K>>()
  const path = join(folder, FILES[kind])
  if (!existsSync(path)) return all
  const parse = makeParser<K>(kind, report)
  const file = FILES[kind as FileKind]
  const skip = (at: number, rule: RuleId, id: string) =>
    report.add(file, at, rule, `${kind} ${id}`, true, id)
  for await (const raw of readLines(path, onBytes)) {
    const said = parse(raw)
    if (!said) continue
    if (all.has(said.id)) skip(raw.number, 'R-LINE-TWICE', said.id)
    else if (!isNamed(said)) skip(raw.number, 'R-TITLE-EMPTY', said.id)
    else all.set(said.id, said)
  }
  return all
}

interface PartnerRow {
  id: string
  base: string
  key: string
  name: string
  website: string | null
  statement: object
}

/**
 * Partners by the catalogue's ids, and its standard partner. A partner that says the same is not
 * written again.
 */
export async function writePartners(
  input: AroundInput,
): Promise<{ partners: Map<string, string>; defaultPartner: string }> {
  const {
    db,
    catalogue: { source, default_partner: standard, language },
    report,
  } = input
  const said = await readAll('partner', input, (partner) => partner.name !== '')
  const website = (address: string | undefined, at: number, id: string): string | null => {
    const read = readAddress(address)
    if (address !== undefined && read === null)
      report.add(FILES.partner, at, 'R-LINK-BAD', `website: ${address}`, false, id)
    return read
  }
  const defaultPartner = stableId('par', source)
  const rows: PartnerRow[] = [
    {
      id: defaultPartner,
      base: slugOf(standard.slug ?? '') || `${source}-developers`,
      key: source,
      name: standard.name || source,
      website: readAddress(standard.website),
      statement: byLanguage(standard.statement, language),
    },
    ...[...said.values()].map((one) => ({
      id: stableId('par', source, one.id),
      base: slugOf(one.slug ?? '') || slugOf(one.name) || slugOf(one.id) || 'developer',
      key: one.id,
      name: one.name,
      website: website(one.website, one.at, one.id),
      statement: {},
    })),
  ]
  for (let from = 0; from < rows.length; from += BATCH) {
    await inTransaction({ db }, (trx) =>
      writePartnerRows(trx, source, rows.slice(from, from + BATCH), input.now),
    )
  }
  return {
    partners: new Map([...said.keys()].map((id) => [id, stableId('par', source, id)])),
    defaultPartner,
  }
}

async function writePartnerRows(
  trx: Db,
  source: string,
  rows: PartnerRow[],
  now: Date,
): Promise<void> {
  const candidates = new Map(rows.map((row) => [row.id, slugCandidates(row.base, source, row.key)]))
  const known = await trx
    .selectFrom('partners')
    .select(['id', 'slug'])
    .where((on) =>
      on.or([
        on(
          'id',
          'in',
          rows.map((row) => row.id),
        ),
        on('slug', 'in', [...candidates.values()].flat()),
      ]),
    )
    .execute()
  const taken = new Set(known.map((row) => row.slug))
  const slugs = new Map(known.map((row) => [row.id, row.slug]))
  const list = rows.map(({ base: _base, key: _key, ...row }) => {
    const slug =
      slugs.get(row.id) ?? candidates.get(row.id)?.find((one) => !taken.has(one)) ?? row.id
    taken.add(slug)
    return { ...row, slug, created_at: now }
  })
  await sql`
    insert into partners as known (id, slug, name, website, statement, created_at)
    select * from jsonb_to_recordset(${JSON.stringify(list)}::jsonb)
      as said (id text, slug text, name text, website text, statement jsonb, created_at timestamptz)
    on conflict (id) do update set name = excluded.name, website = excluded.website, statement = excluded.statement
    where (known.name, known.website, known.statement) is distinct from (excluded.name, excluded.website, excluded.statement)`.execute(
    trx,
  )
}

/**
 * Categories by the catalogue's ids. One that is on the market already under the same slug is used
 * as it stands and only gains languages that it lacks; one that an import made follows its
 * catalogue.
 */
export async function writeCategories(
  input: AroundInput,
): Promise<Map<string, { id: string; market: string }>> {
  const {
    db,
    catalogue: { source, market: standard, language },
  } = input
  const said = await readAll(
    'category',
    input,
    (category) => Object.keys(byLanguage(category.name, language)).length > 0,
  )
  const known = new Map<string, { id: string; market: string }>()
  let position = FIRST_POSITION
  await inTransaction({ db }, async (trx) => {
    for (const one of said.values()) {
      const name = byLanguage(one.name, language)
      const market = one.market ?? standard
      const own = stableId('cat', source, one.id)
      const slug =
        slugOf(one.slug ?? '') ||
        slugOf(name.en ?? '') ||
        slugOf(name[language] ?? '') ||
        slugOf(one.id) ||
        own.replace('_', '-')
      const {
        rows: [row],
      } = await sql<{ id: string }>`
        insert into categories as known (id, market, slug, name, position)
        values (${own}, ${market}, ${slug}, ${JSON.stringify(name)}::jsonb, ${position})
        on conflict (market, slug) do update set name = case when known.id = excluded.id then excluded.name else excluded.name || known.name end
        where known.name is distinct from case when known.id = excluded.id then excluded.name else excluded.name || known.name end
        returning id`.execute(trx)
      // Nothing comes back of a row that was not written.
      const { id } =
        row ??
        (await trx
          .selectFrom('categories')
          .select('id')
          .where('market', '=', market)
          .where('slug', '=', slug)
          .executeTakeFirstOrThrow())
      known.set(one.id, { id, market })
      position += 1
    }
  })
  return known
}
