import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import type { Text } from '#lib/locale.ts'
import type { ProfileFacts, ProfilePart, SellerField } from './profile-rules.ts'

export interface ProfileRow extends ProfileFacts {
  id: string
  slug: string
  name: string
  created_at: Date
  verified_at: Date | null
  revision: number
  changed: Partial<Record<ProfilePart, number>>
  changed_at: Date | null
  changed_by: string | null
  domain_proof: string
  proved_domain: string | null
  domain_way: 'dns' | 'file' | null
  domain_proved_at: Date | null
  domain_checked_at: Date | null
  domain_missing_at: Date | null
  proved_email: string | null
  email_proved_at: Date | null
}

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
      'legal_name',
      'legal_address',
      'tax_office',
      'tax_number',
      'registry_number',
      'registered_mail',
      'phone',
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
    ])

function asProfile(
  row: Awaited<ReturnType<ReturnType<typeof profiles>['executeTakeFirstOrThrow']>>,
): ProfileRow {
  const {
    statement,
    legal_name,
    legal_address,
    tax_office,
    tax_number,
    registry_number,
    registered_mail,
    phone,
    changed,
    domain_way: way,
    ...rest
  } = row
  return {
    ...rest,
    about: statement as Text,
    changed: changed as ProfileRow['changed'],
    domain_way: way as ProfileRow['domain_way'],
    seller: {
      legal_name,
      legal_address,
      tax_office,
      tax_number,
      registry_number,
      registered_mail,
      phone,
    },
  }
}

export const findProfile = async (db: Db, partnerId: string): Promise<ProfileRow | null> => {
  const row = await profiles(db).where('partners.id', '=', partnerId).executeTakeFirst()
  return row ? asProfile(row) : null
}

export const findProfileBySlug = async (db: Db, slug: string): Promise<ProfileRow | null> => {
  const row = await profiles(db).where('slug', '=', slug).executeTakeFirst()
  return row ? asProfile(row) : null
}

/** One who writes waits here for the other. */
export const lockProfile = async (trx: Db, partnerId: string): Promise<ProfileRow | null> => {
  await trx
    .selectFrom('partner_profiles')
    .select('partner_id')
    .where('partner_id', '=', partnerId)
    .forUpdate()
    .executeTakeFirst()
  return findProfile(trx, partnerId)
}

/**
 * What items show, too: only written where it differs, for all that partner's items are looked at
 * again.
 */
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
  db.selectFrom('partners').select('name').where('id', '<>', partnerId).execute()

export const isListed = async (db: Db, partnerId: string): Promise<boolean> =>
  (await db
    .selectFrom('items')
    .select('id')
    .where('partner_id', '=', partnerId)
    .where('status', '=', 'published')
    .limit(1)
    .executeTakeFirst()) !== undefined
