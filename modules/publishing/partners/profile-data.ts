import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import type { Text } from '#lib/locale.ts'
import { nameSkeleton } from '#modules/catalog/public.ts'
import {
  type ProfileFacts,
  type ProfilePart,
  SELLER_FIELDS,
  type SellerField,
  domainOf,
} from './rules.ts'

const profiles = (db: Db) =>
  db
    .selectFrom('partners')
    .innerJoin('partner_profiles as own', 'own.partner_id', 'partners.id')
    .leftJoin('people', 'people.id', 'own.changed_by')
    .select([
      'partners.id',
      'slug',
      'partners.name',
      'website',
      'statement',
      'partners.created_at',
      'verified_at',
      'support_email',
      'support_url',
      'privacy_url',
      'logo',
      ...SELLER_FIELDS,
      'revision',
      'changed',
      'changed_at',
      'people.name as changed_by',
      'domain_proof',
      'proved_domain',
      'domain_way',
      'domain_proved_at',
      'domain_checked_at',
      'domain_missing_at',
      'proved_email',
      'email_proved_at',
      'onboarding_hidden_at',
    ])

type Row = Awaited<ReturnType<ReturnType<typeof profiles>['executeTakeFirstOrThrow']>>
export type ProfileRow = Omit<Row, 'statement' | 'changed' | 'domain_way'> & {
  about: Text
  changed: Partial<Record<ProfilePart, number>>
  domain_way: 'dns' | 'file' | null
  seller: ProfileFacts['seller']
}

const asProfile = ({ statement, changed, domain_way: way, ...row }: Row): ProfileRow => ({
  ...row,
  about: statement as Text,
  changed: changed as ProfileRow['changed'],
  domain_way: way as ProfileRow['domain_way'],
  seller: Object.fromEntries(
    SELLER_FIELDS.map((name) => [name, row[name]]),
  ) as ProfileFacts['seller'],
})

export const findProfile = async (db: Db, partnerId: string): Promise<ProfileRow | null> => {
  const row = await profiles(db).where('partners.id', '=', partnerId).executeTakeFirst()
  return row ? asProfile(row) : null
}

export const findProfileBySlug = async (db: Db, slug: string): Promise<ProfileRow | null> => {
  const row = await profiles(db).where('slug', '=', slug).executeTakeFirst()
  return row ? asProfile(row) : null
}

/** Locks the profile so that writers run one after another. */
export const lockProfile = async (trx: Db, partnerId: string): Promise<ProfileRow | null> => {
  await trx
    .selectFrom('partner_profiles')
    .select('partner_id')
    .where('partner_id', '=', partnerId)
    .forUpdate()
    .executeTakeFirst()
  return findProfile(trx, partnerId)
}

/** Updates only when something differs, because it invalidates all items of the partner. */
export const updatePartner = (
  trx: Db,
  partnerId: string,
  { name, about, website }: { name: string; about: Text; website: string | null },
) =>
  trx
    .updateTable('partners')
    .set({ name, statement: JSON.stringify(about), website })
    .where('id', '=', partnerId)
    .where(
      sql<boolean>`(name, statement, website) is distinct from (${name}, ${JSON.stringify(about)}::jsonb, ${website}::text)`,
    )
    .execute()

export const updateProfile = (
  trx: Db,
  partnerId: string,
  facts: Partial<
    Record<SellerField | 'support_email' | 'support_url' | 'privacy_url' | 'logo', string | null>
  >,
  {
    part,
    revision,
    personId,
    now,
  }: { part: ProfilePart; revision: number; personId: string; now: Date },
) =>
  trx
    .updateTable('partner_profiles')
    .set({
      ...facts,
      revision,
      changed: sql`changed || ${JSON.stringify({ [part]: revision })}::jsonb`,
      changed_at: now,
      changed_by: personId,
    })
    .where('partner_id', '=', partnerId)
    .execute()

export const listOtherNames = (db: Db, partnerId: string) =>
  db.selectFrom('partners').select(['id', 'name']).where('id', '<>', partnerId).execute()

/** Partners whose names look the same, at most `most`. */
export async function listLikeNames(
  db: Db,
  name: string,
  { except, most }: { except: string; most: number },
): Promise<{ id: string; name: string }[]> {
  const like = nameSkeleton(name)
  const others = await listOtherNames(db, except)
  return others.filter((one) => nameSkeleton(one.name) === like).slice(0, most)
}

export const isListed = async (db: Db, partnerId: string): Promise<boolean> =>
  (await db
    .selectFrom('items')
    .select('id')
    .where('partner_id', '=', partnerId)
    .where('status', '=', 'published')
    .where('visibility', '=', 'listed')
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Whether two addresses are the same mailbox, ignoring case and Unicode form. */
export const sameMailbox = (one: string | null, other: string | null): boolean =>
  one !== null &&
  other !== null &&
  one.normalize('NFKC').toLowerCase() === other.normalize('NFKC').toLowerCase()

export const saveDomainProof = (
  trx: Db,
  partnerId: string,
  proof: { domain: string; way: 'dns' | 'file'; at: Date } | null,
) =>
  trx
    .updateTable('partner_profiles')
    .set({
      proved_domain: proof?.domain ?? null,
      domain_way: proof?.way ?? null,
      domain_proved_at: proof?.at ?? null,
      domain_checked_at: proof?.at ?? null,
      domain_missing_at: null,
    })
    .where('partner_id', '=', partnerId)
    .execute()

/** A new partner's domain that was proved when it applied, with what its record or file says. */
export const adoptDomainProof = (
  trx: Db,
  partnerId: string,
  { proof, domain, way, at }: { proof: string; domain: string; way: 'dns' | 'file'; at: Date },
) =>
  trx
    .updateTable('partner_profiles')
    .set({
      domain_proof: proof,
      proved_domain: domain,
      domain_way: way,
      domain_proved_at: at,
      domain_checked_at: at,
    })
    .where('partner_id', '=', partnerId)
    .execute()

export const saveMailProof = (
  trx: Db,
  partnerId: string,
  proof: { email: string; at: Date } | null,
) =>
  trx
    .updateTable('partner_profiles')
    .set({ proved_email: proof?.email ?? null, email_proved_at: proof?.at ?? null })
    .where('partner_id', '=', partnerId)
    .execute()

export const recordProofCheck = (
  trx: Db,
  partnerId: string,
  { at, way, missingAt }: { at: Date; way: 'dns' | 'file' | null; missingAt: Date | null },
) =>
  trx
    .updateTable('partner_profiles')
    .set({ domain_checked_at: at, domain_missing_at: missingAt, ...(way && { domain_way: way }) })
    .where('partner_id', '=', partnerId)
    .execute()

/**
 * Drops proofs of a site or address that has changed, and sets `verified_at`: the later of both
 * proofs, or null. In the caller's transaction, after the change.
 */
export async function updateVerified(trx: Db, partnerId: string): Promise<ProfileRow | null> {
  const row = await findProfile(trx, partnerId)
  if (!row) return null
  const [domain, mail] = [
    row.proved_domain !== null && row.proved_domain === domainOf(row.website),
    sameMailbox(row.proved_email, row.support_email),
  ]
  if (!domain && row.proved_domain !== null) await saveDomainProof(trx, partnerId, null)
  if (!mail && row.proved_email !== null) await saveMailProof(trx, partnerId, null)
  const [one, other] = [row.domain_proved_at, row.email_proved_at]
  const at =
    domain && mail && one && other ? new Date(Math.max(one.getTime(), other.getTime())) : null
  // Only where it differs: a change invalidates everything of that partner.
  await trx
    .updateTable('partners')
    .set({ verified_at: at })
    .where('id', '=', partnerId)
    .where(sql<boolean>`verified_at is distinct from ${at}`)
    .execute()
  return findProfile(trx, partnerId)
}

export const insertMailCheck = (
  trx: Db,
  row: { tokenHash: Buffer; partnerId: string; email: string; now: Date; expiresAt: Date },
) =>
  trx
    .insertInto('partner_mail_checks')
    .values({
      token_hash: row.tokenHash,
      partner_id: row.partnerId,
      email: row.email,
      created_at: row.now,
      expires_at: row.expiresAt,
    })
    .execute()

/** Concurrent clicks run one after another. */
export const lockMailCheck = (trx: Db, tokenHash: Buffer) =>
  trx
    .selectFrom('partner_mail_checks')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .forUpdate()
    .executeTakeFirst()

export const markMailCheckUsed = (trx: Db, tokenHash: Buffer, now: Date) =>
  trx
    .updateTable('partner_mail_checks')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .execute()

export const deleteOldMailChecks = (db: Db, before: Date) =>
  db.deleteFrom('partner_mail_checks').where('expires_at', '<', before).execute()

export const findLastMailCheck = (db: Db, partnerId: string) =>
  db
    .selectFrom('partner_mail_checks')
    .select(['email', 'created_at'])
    .where('partner_id', '=', partnerId)
    .where('used_at', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

export const listDueProofs = (db: Db, before: Date, most: number) =>
  db
    .selectFrom('partner_profiles')
    .select('partner_id')
    .where('proved_domain', 'is not', null)
    .where('domain_checked_at', '<', before)
    .orderBy('domain_checked_at')
    .limit(most)
    .execute()

export const listOwners = (db: Db, partnerId: string) =>
  db
    .selectFrom('partner_members')
    .innerJoin('people', 'people.id', 'partner_members.person_id')
    .select(['people.id', 'people.email', 'people.locale'])
    .where('partner_members.partner_id', '=', partnerId)
    .where('partner_members.role', '=', 'owner')
    .orderBy('people.id')
    .execute()
