import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#db/client.ts'
import { latinDigits } from '#lib/text.ts'
import { newId } from '#lib/ids.ts'
import { parsePhone } from '#lib/phone.ts'
import { isPostalCode } from '#lib/postal-code.ts'
import type { FieldMessage } from '#lib/refusal.ts'
import { seal, unseal } from '#lib/sealed.ts'
import { isVatNumber } from '#lib/vat-number.ts'
import { wholeList } from '#lib/wire.ts'
import { type Ctx, inTransaction } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { tryConsumeRateLimits } from '#kernel/rate-limits.ts'
import { addressFormOf, type ExtraField } from './address-forms.ts'
import {
  addAddress as addContract,
  type address,
  type AddressInput,
  deleteAddress as deleteContract,
  listAddresses as listContract,
  updateAddress as updateContract,
} from './contract.ts'
import { lockStore } from './coupons.ts'
import { ADDRESS_COLUMNS, ADDRESS_PURPOSE, type AddressRow } from './data.ts'
import { refuse } from './errors.ts'
import { checkAddress, MAX_ADDRESSES, VAT_QUESTIONS } from './rules.ts'
import { checkVatId, vatColumnsOf, vatStatusOf } from './vat-ids.ts'
import { districtNamed } from './ui/districts.ts'
import { provinceNamed } from './ui/provinces.ts'

const masked = (text: string) => '•'.repeat(Math.max(0, text.length - 2)) + text.slice(-2)

/** All fields are present; missing ones are null (S3.1). */
function presentAddress(ctx: Ctx, row: AddressRow): z.output<typeof address> {
  return {
    id: row.id,
    name: row.name,
    invoice_type: row.invoice_type as AddressInput['invoice_type'],
    tax_office: row.tax_office,
    tax_number: row.tax_number,
    address: row.address,
    city: row.city,
    district: row.district,
    country: row.country,
    zip_code: row.zip_code,
    firstname: row.firstname,
    lastname: row.lastname,
    phone: row.phone,
    company: row.company,
    email: row.email,
    is_default: row.is_default,
    vat_status: vatStatusOf(ctx.operator, row),
    registration_number: row.registration_number,
    building_number: row.building_number,
    additional_number: row.additional_number,
    identity_number:
      row.identity_number_sealed === null
        ? null
        : masked(unseal(ctx.sealing, ADDRESS_PURPOSE, row.identity_number_sealed)),
  }
}

/**
 * Checks foreign numbers with libraries too large for the browser; `checkAddress` has Türkiye's
 * rules.
 */
function checkAbroad({
  country,
  zip_code: zip,
  invoice_type: kind,
  tax_number: tax,
}: AddressInput): Record<string, FieldMessage> {
  if (country === 'TR') return {}
  return {
    ...(zip && !isPostalCode(country, zip) && { zip_code: { code: 'field.postal_code' } }),
    ...(kind === 'institutional' &&
      tax &&
      !isVatNumber(country, tax) && { tax_number: { code: 'field.vat_number' } }),
  }
}

/**
 * Validates and normalizes an address: E.164 phone, bare numbers, official province and district
 * names.
 */
function valuesOf(ctx: Ctx, given: AddressInput): AddressValues {
  const bare = (text: string | undefined) =>
    text === undefined ? undefined : latinDigits(text).replace(/[\s-]/g, '')
  const turkish = given.country === 'TR'
  const city = turkish ? (provinceNamed(given.city) ?? given.city) : given.city
  const input = {
    ...given,
    tax_number: bare(given.tax_number),
    identity_number: bare(given.identity_number),
    registration_number: bare(given.registration_number),
    building_number: bare(given.building_number),
    additional_number: bare(given.additional_number),
    zip_code: turkish ? bare(given.zip_code) : given.zip_code,
    city,
    district: turkish && given.district ? districtNamed(given.district, city) : given.district,
  }
  const phone = parsePhone(input.phone, input.country)
  const fields = { ...checkAddress(input), ...checkAbroad(input) }
  if (phone === null) fields.phone = { code: 'field.phone' }
  if (phone === null || Object.keys(fields).length > 0) throw refuse('input.invalid', { fields })
  const individual = input.invoice_type === 'individual'
  const { extra } = addressFormOf(input.country)
  const only = (name: ExtraField) => (extra.includes(name) ? (input[name] ?? null) : null)
  return {
    name: input.name,
    invoice_type: input.invoice_type,
    address: input.address,
    city: input.city,
    country: input.country,
    district: input.district ?? null,
    zip_code: input.zip_code ?? null,
    firstname: input.firstname ?? null,
    lastname: input.lastname ?? null,
    phone,
    email: input.email,
    building_number: only('building_number'),
    additional_number: only('additional_number'),
    registration_number: individual ? null : only('registration_number'),
    company: individual ? null : (input.company ?? null),
    tax_office: individual ? null : (input.tax_office ?? null),
    tax_number: individual ? null : (input.tax_number ?? null),
    identity_number_sealed:
      individual && input.identity_number
        ? seal(ctx.sealing, ADDRESS_PURPOSE, input.identity_number)
        : null,
  }
}

export const listAddresses = defineOperation({
  ...listContract,
  run: async (ctx) =>
    wholeList(
      (await findAddresses(ctx.db, ctx.actor.storeId)).map((row) => presentAddress(ctx, row)),
    ),
})

export const addAddress = defineOperation({
  ...addContract,
  run: async (ctx, { body }) => {
    const { storeId } = ctx.actor
    const values = valuesOf(ctx, body)
    const row = await inTransaction(ctx, async (trx) => {
      await lockStore(trx, storeId)
      const there = await findAddresses(trx, storeId)
      if (there.length >= MAX_ADDRESSES) throw refuse('checkout.too_many_addresses')
      const isDefault = there.length === 0 || body.is_default === true
      if (isDefault) await clearDefault(trx, storeId)
      return insertAddress(
        trx,
        {
          id: newId('adr'),
          store_id: storeId,
          is_default: isDefault,
          ...values,
          ...vatColumnsOf(values, ctx.clock.now()),
        },
        ctx.clock.now(),
      )
    })
    return { data: presentAddress(ctx, await withVatAnswer(ctx, row)) }
  },
})

export const updateAddress = defineOperation({
  ...updateContract,
  run: async (ctx, { params, body }) => {
    // An unchanged masked identity number keeps the stored one.
    const isUnchanged = body.identity_number?.startsWith('•') ?? false
    const { identity_number_sealed: sealed, ...values } = valuesOf(
      ctx,
      isUnchanged ? { ...body, identity_number: undefined } : body,
    )
    const { storeId } = ctx.actor
    const row = await inTransaction(ctx, async (trx) => {
      // Serializes concurrent choices of the default.
      await lockStore(trx, storeId)
      const before = await findAddress(trx, storeId, params.id)
      if (!before) throw refuse('checkout.address_not_found')
      if (body.is_default && !before.is_default) await clearDefault(trx, storeId)
      const changed = await changeAddress(
        trx,
        storeId,
        params.id,
        {
          ...values,
          ...(hasSameVatId(before, values) ? {} : vatColumnsOf(values, ctx.clock.now())),
          is_default: before.is_default || body.is_default === true,
          identity_number_sealed: isUnchanged ? before.identity_number_sealed : sealed,
        },
        ctx.clock.now(),
      )
      if (!changed) throw refuse('checkout.address_not_found')
      return changed
    })
    return { data: presentAddress(ctx, await withVatAnswer(ctx, row)) }
  },
})

export const deleteAddress = defineOperation({
  ...deleteContract,
  run: async (ctx, { params }) => {
    const { storeId } = ctx.actor
    await inTransaction(ctx, async (trx) => {
      await lockStore(trx, storeId)
      const deleted = await findAddress(trx, storeId, params.id)
      if (!deleted || !(await removeAddress(trx, storeId, params.id, ctx.clock.now())))
        throw refuse('checkout.address_not_found')
      // The address used last becomes the default.
      const [next] = deleted.is_default ? await findAddresses(trx, storeId) : []
      if (next) await makeDefault(trx, storeId, next.id)
    })
    return { success: true as const }
  },
})

const findAddresses = (db: Db, storeId: string) =>
  db
    .selectFrom('addresses')
    .select(ADDRESS_COLUMNS)
    .where('store_id', '=', storeId)
    .where('deleted_at', 'is', null)
    .orderBy('is_default', 'desc')
    .orderBy('updated_at', 'desc')
    .execute()

export const findAddress = (db: Db, storeId: string, id: string) =>
  db
    .selectFrom('addresses')
    .select(ADDRESS_COLUMNS)
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

type VatColumns = ReturnType<typeof vatColumnsOf>
type AddressValues = Omit<
  AddressRow,
  'id' | 'store_id' | 'is_default' | 'created_at' | 'updated_at' | 'deleted_at' | keyof VatColumns
>

const VAT_FACTS = ['country', 'invoice_type', 'tax_number'] as const
const hasSameVatId = (
  before: AddressRow,
  after: Pick<AddressRow, (typeof VAT_FACTS)[number]>,
): boolean => VAT_FACTS.every((name) => before[name] === after[name])

/** The address with what the VAT service says now; one that it has confirmed is not asked again. */
async function withVatAnswer(ctx: Ctx, saved: AddressRow): Promise<AddressRow> {
  const status = vatStatusOf(ctx.operator, saved)
  if (status === null || status === 'confirmed') return saved
  const limit = { key: `vat store ${saved.store_id}`, ...VAT_QUESTIONS }
  if (!(await tryConsumeRateLimits(ctx, [limit]))) return saved
  await checkVatId(ctx, saved.id)
  return (await findAddress(ctx.db, saved.store_id, saved.id)) ?? saved
}

const insertAddress = (
  db: Db,
  row: AddressValues & VatColumns & { id: string; store_id: string; is_default: boolean },
  at: Date,
) =>
  db
    .insertInto('addresses')
    .values({ ...row, created_at: at, updated_at: at })
    .returning(ADDRESS_COLUMNS)
    .executeTakeFirstOrThrow()

const changeAddress = (
  db: Db,
  storeId: string,
  id: string,
  values: AddressValues & Partial<VatColumns> & { is_default: boolean },
  at: Date,
) =>
  db
    .updateTable('addresses')
    .set({ ...values, updated_at: at })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(ADDRESS_COLUMNS)
    .executeTakeFirst()

const removeAddress = (db: Db, storeId: string, id: string, at: Date) =>
  db
    .updateTable('addresses')
    .set({ deleted_at: at, is_default: false })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()

/** A store has one default address. */
const clearDefault = (db: Db, storeId: string) =>
  db
    .updateTable('addresses')
    .set({ is_default: false })
    .where('store_id', '=', storeId)
    .where('is_default', '=', true)
    .execute()

const makeDefault = (db: Db, storeId: string, id: string) =>
  db
    .updateTable('addresses')
    .set({ is_default: true })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .execute()

/** The id of the invoice address: the chosen one while the store has it, else its default. */
export const invoiceAddressOf = (storeId: string, chosen: string | null) =>
  sql<string | null>`(select id from addresses
    where store_id = ${storeId} and deleted_at is null
    order by id = ${chosen}::text desc nulls last, is_default desc, updated_at desc limit 1)`

export const findInvoiceAddress = async (
  db: Db,
  storeId: string,
  chosen: string | null,
): Promise<string | null> =>
  (await db.selectNoFrom(invoiceAddressOf(storeId, chosen).as('id')).executeTakeFirstOrThrow()).id

/** The address that a checkout preselects. */
export const findDefaultAddress = (db: Db, storeId: string): Promise<string | null> =>
  findInvoiceAddress(db, storeId, null)
