import { textOfFields } from '#lib/field-schema.ts'
import { parsePhone } from '#lib/phone.ts'
import { personOf } from '#kernel/actor.ts'
import { type ConsoleCtx, defaultLanguage } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import {
  developerItems,
  isHonestName,
  storePicture,
  nameSkeleton,
  presentVerified,
} from '#modules/catalog/public.ts'
import { isIdentityNumber, isTaxNumber } from '#modules/orders/public.ts'
import { refuse } from '../errors.ts'
import * as profileContract from './profile-contract.ts'
import {
  type ProfileRow,
  findProfile,
  findProfileBySlug,
  isListed,
  listOtherNames,
  lockProfile,
  updateVerified,
  updatePartner,
  updateProfile,
} from './profile-data.ts'
import { PROFILE_FIELDS, type ProfilePart, missingFields } from './rules.ts'
import { pickText } from '#lib/locale.ts'

interface Place {
  params: { partner: string }
}

/** Concurrent changes do not conflict. */
const ANY_REVISION = Number.MAX_SAFE_INTEGER

export const getPartnerProfile = defineOperation({
  ...profileContract.getPartnerProfile,
  run: async (ctx, { params }) => {
    const row = await findProfile(ctx.db, params.partner)
    if (!row) throw refuse('not_found')
    return {
      revision: row.revision,
      changed: row.changed_at && { at: row.changed_at.toISOString(), by: row.changed_by ?? '' },
      slug: row.slug,
      name: row.name,
      about: row.about,
      website: row.website,
      support_email: row.support_email,
      support_url: row.support_url,
      privacy_url: row.privacy_url,
      logo: row.logo,
      seller: row.seller,
      listed: await isListed(ctx.db, row.id),
      missing: missingFields(row, defaultLanguage(ctx)),
      fields: PROFILE_FIELDS.length,
    }
  },
})

/** Fields of a profile in the audit log. */
const audited = {
  kind: 'profile',
  id: ({ params }: Place) => params.partner,
  async read(db: ConsoleCtx['db'], id: string) {
    const row = await findProfile(db, id)
    return (
      row && {
        revision: row.revision,
        title: row.name,
        profile_about: row.about,
        website: row.website,
        support_email: row.support_email,
        support_url: row.support_url,
        privacy_url: row.privacy_url,
        logo: row.logo,
        ...row.seller,
        verified_at: row.verified_at?.toISOString(),
      }
    )
  },
}
const limits = (_ctx: ConsoleCtx, { params }: Place) => [
  { key: `profile of ${params.partner}`, most: 300, seconds: 3_600 },
]

/**
 * Changes one part of a profile in the caller's transaction and returns the new revision. Refuses
 * when somebody else changed that part since revision `seen`.
 */
async function changePart(
  ctx: ConsoleCtx,
  { params }: Place,
  part: ProfilePart,
  seen: number,
  change: (row: ProfileRow) => Promise<Parameters<typeof updateProfile>[2]>,
) {
  const row = await lockProfile(ctx.db, params.partner)
  if (!row) throw refuse('not_found')
  if ((row.changed[part] ?? 0) > seen)
    throw refuse('partners.draft_changed', { params: { person: row.changed_by ?? '' } })
  const facts = await change(row)
  const revision = row.revision + 1
  await updateProfile(ctx.db, params.partner, facts, {
    part,
    revision,
    personId: personOf(ctx).id,
    now: ctx.clock.now(),
  })
  // A changed site or address loses its proof.
  if (part === 'profile') await updateVerified(ctx.db, params.partner)
  return { revision }
}

const orNull = (text: string): string | null => (text === '' ? null : text)

/**
 * Refuses a new name that resembles another partner's, or claims to be official or a brand. An
 * existing name may stay.
 */
async function checkName(ctx: ConsoleCtx, row: ProfileRow, name: string): Promise<void> {
  if (name === row.name) return
  if (!isHonestName(name))
    throw refuse('input.invalid', { fields: { name: { code: 'field.name_claims' } } })
  const mine = nameSkeleton(name)
  if ((await listOtherNames(ctx.db, row.id)).some((other) => nameSkeleton(other.name) === mine))
    throw refuse('input.invalid', { fields: { name: { code: 'field.name_taken' } } })
}

export const changePartnerProfile = defineOperation({
  ...profileContract.changePartnerProfile,
  audit: audited,
  limits,
  run: (ctx, given) =>
    changePart(ctx, given, 'profile', given.body.revision, async (row) => {
      const { body } = given
      await checkName(ctx, row, body.name)
      const about = textOfFields('about', body)
      await updatePartner(ctx.db, row.id, { name: body.name, about, website: orNull(body.website) })
      return {
        support_email: orNull(body.support_email),
        support_url: orNull(body.support_url),
        privacy_url: orNull(body.privacy_url),
      }
    }),
})

/**
 * Phone numbers without a country code are read as Turkish. Personal identity numbers are refused,
 * because the seller's details are public.
 */
export const changePartnerSeller = defineOperation({
  ...profileContract.changePartnerSeller,
  audit: audited,
  limits,
  run: (ctx, given) =>
    changePart(ctx, given, 'seller', given.body.revision, async () => {
      const { revision: _, ...body } = given.body
      const phone = body.phone === '' ? null : parsePhone(body.phone, ctx.operator.country)
      const isPhone = body.phone === '' || phone !== null
      const isTax = !/^\d{10}$/.test(body.tax_number) || isTaxNumber(body.tax_number)
      const isPerson = [body.tax_number, body.registry_number].some(isIdentityNumber)
      const fields = {
        ...(!isPhone && { phone: { code: 'field.phone' } }),
        ...(!isTax && { tax_number: { code: 'field.company_tax_number' } }),
        ...(isPerson && {
          [isIdentityNumber(body.tax_number) ? 'tax_number' : 'registry_number']: {
            code: 'field.personal_number',
          },
        }),
      }
      if (Object.keys(fields).length > 0) throw refuse('input.invalid', { fields })
      return {
        ...Object.fromEntries(Object.entries(body).map(([name, text]) => [name, orNull(text)])),
        phone,
      }
    }),
})

/**
 * The picture is read, cropped and encoded before the transaction. File names are hashes of the
 * content, so a repeated upload adds nothing.
 */
export const setPartnerLogo = defineOperation({
  ...profileContract.setPartnerLogo,

  audit: audited,
  limits: (_ctx, { params }) => [
    { key: `pictures of ${params.partner}`, most: 300, seconds: 3_600 },
  ],
  async prepare(ctx, { query, upload }) {
    const { sources } = await storePicture(ctx, upload, 'icon', query)
    return sources[0]?.path ?? null
  },

  run: (ctx, given, logo) => changePart(ctx, given, 'logo', ANY_REVISION, async () => ({ logo })),
})

export const removePartnerLogo = defineOperation({
  ...profileContract.removePartnerLogo,
  audit: audited,
  limits,
  run: (ctx, given) => changePart(ctx, given, 'logo', ANY_REVISION, async () => ({ logo: null })),
})

/** Takes two statements. Partners without a published item are not found. */
export const getDeveloper = defineOperation({
  ...profileContract.getDeveloper,
  run: async (ctx, { params, query }) => {
    const row = await findProfileBySlug(ctx.db, params.developer)
    if (!row) throw refuse('partners.developer_not_found')
    const { items, total } = await developerItems(ctx, row.id, {
      page: query.page,
      perPage: query.per_page,
    })
    if (items.length === 0 && !(await isListed(ctx.db, row.id)))
      throw refuse('partners.developer_not_found')
    return {
      data: {
        slug: row.slug,
        name: row.name,
        about: pickText(row.about, ctx.locale) || null,
        logo: row.logo,
        website: row.website,
        support_email: row.support_email,
        support_url: row.support_url,
        privacy_url: row.privacy_url,
        verified: presentVerified(row),
        seller: row.seller,
        since: row.created_at.toISOString(),
        items,
        total,
      },
    }
  },
})
