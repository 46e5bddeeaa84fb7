import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { secondsAfter } from '#lib/clock.ts'
import { newId, newSecret } from '#lib/ids.ts'
import { readLocale, FALLBACK_LOCALE } from '#lib/locale.ts'
import { keyedHashes } from '#lib/sealed.ts'
import type { ConsoleCtx } from '#kernel/context.ts'
import { defineOperation, KeptRefusal } from '#kernel/define-operation.ts'
import { consumeRateLimits, tryConsumeRateLimits } from '#kernel/rate-limits.ts'
import { refuse } from '../errors.ts'
import { findProof } from '../partners/proofs.ts'
import { domainOf, fileAddress, proofText, recordName } from '../partners/rules.ts'
import * as contract from './contract.ts'
import {
  type ApplicationRow,
  changeApplication,
  countWrongCode,
  findByToken,
  findSignUp,
  insertApplication,
  lockByToken,
  moveApplication,
  withdrawOthers,
} from './data.ts'
import { mailCode } from './mails.ts'
import { APPLICATION_LIMITS, CODE_DIGITS, CODE_SECONDS, MOST_TRIES } from './rules.ts'

const DAY = 86_400
const done = { success: true as const }
const iso = (at: Date | null): string | null => at?.toISOString() ?? null

export const getPartnerSignUp = defineOperation({
  ...contract.getPartnerSignUp,
  run: async (ctx) => ({
    open: (await findSignUp(ctx.db)).open,
    contact: ctx.branding.both.mail ?? (ctx.operator.mail || null),
  }),
})

/** Applicants have no account: the row itself says what they did and when. */
const audit = { kind: 'application', id: (_input: unknown, ctx: ConsoleCtx) => ctx.trail.objectId }

/**
 * Counts a mail to an address that may be somebody else's. Strangers who use up its limit do not
 * keep its owner from applying: then each network address has one a day.
 */
async function countMail(ctx: ConsoleCtx, mailbox: string): Promise<void> {
  const isFree = await tryConsumeRateLimits(ctx, [
    { key: `application mails to ${mailbox}`, ...APPLICATION_LIMITS.mailsToOne },
  ])
  if (!isFree)
    await consumeRateLimits(ctx, [
      { key: `application mails of ip ${ctx.ip} to ${mailbox}`, ...APPLICATION_LIMITS.mailsSlowed },
    ])
}

const CODE_PURPOSE = 'partner application code'
const newCode = (): string => String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')

/** A new code with its keyed hash: whoever reads the table could try a million codes. */
function codeFor(ctx: ConsoleCtx, id: string) {
  const code = newCode()
  const [hash] = keyedHashes(ctx.sealing, CODE_PURPOSE, `${id} ${code}`)
  return { code, hash, endsAt: secondsAfter(ctx.clock.now(), CODE_SECONDS) }
}

export const applyAsPartner = defineOperation({
  ...contract.applyAsPartner,

  audit,
  limits: (ctx) => [
    { key: `applications ip ${ctx.ip}`, ...APPLICATION_LIMITS.ip },
    { key: 'applications of a day', ...APPLICATION_LIMITS.day },
  ],
  async prepare(ctx, { body }) {
    if (!(await findSignUp(ctx.db)).open) throw refuse('applications.closed')
    await countMail(ctx, body.email.toLowerCase())
  },

  run: async (ctx, { body }) => {
    const [id, token, now] = [newId('pap'), newSecret(), ctx.clock.now()]
    const locale = readLocale(ctx.locale) ?? FALLBACK_LOCALE
    const code = codeFor(ctx, id)
    const email = body.email.toLowerCase()
    ctx.trail.objectId = id
    await insertApplication(ctx.db, {
      ...body,
      email,
      id,
      token,
      locale,
      now,
      code,
      domainProof: randomBytes(16).toString('hex'),
    })
    await mailCode(ctx, { token, name: body.name, email, locale, code: code.code })
    return { token }
  },
})

async function requireByToken(ctx: ConsoleCtx, token: string): Promise<ApplicationRow> {
  const row = await findByToken(ctx.db, token)
  if (!row) throw refuse('not_found')
  return row
}

/** Locked; refuses once it waits for an operator or is decided. */
async function lockOpen(ctx: ConsoleCtx, token: string): Promise<ApplicationRow> {
  const row = await lockByToken(ctx.db, token)
  if (!row) throw refuse('not_found')
  if (row.state !== 'open') throw refuse('applications.over')
  ctx.trail.objectId = row.id
  return row
}

/** What applicants and operators both read. */
export const presentApplication = (row: ApplicationRow) => ({
  state: row.state,
  name: row.name,
  country: row.country,
  email: row.email,
  website: row.website,
  domain: domainOf(row.website) ?? '',
  makes: row.makes,
  about: row.about,
  applied_at: row.created_at.toISOString(),
  email_proved_at: iso(row.email_proved_at),
  domain_proved_at: iso(row.domain_proved_at),
  domain_way: row.domain_way,
  waiting_at: iso(row.waiting_at),
  decided_at: iso(row.decided_at),
  reason: row.reason,
})

export const getPartnerApplication = defineOperation({
  ...contract.getPartnerApplication,
  run: async (ctx, { params }) => {
    const row = await requireByToken(ctx, params.token)
    const { keptDays } = await findSignUp(ctx.db)
    const present = presentApplication(row)
    return {
      ...present,
      record: { name: recordName(present.domain), value: proofText(row.domain_proof) },
      file: { address: fileAddress(row.website), text: proofText(row.domain_proof) },
      code_ends_at: iso(row.code_tries < MOST_TRIES ? row.code_ends_at : null),
      erased_at: row.state === 'open' ? iso(secondsAfter(row.created_at, keptDays * DAY)) : null,
    }
  },
})

export const sendApplicationCode = defineOperation({
  ...contract.sendApplicationCode,

  audit,
  limits: (_ctx, { params }) => [
    { key: `application codes of ${params.token}`, ...APPLICATION_LIMITS.codes },
  ],
  async prepare(ctx, { params }) {
    const row = await requireByToken(ctx, params.token)
    if (row.state !== 'open' || row.email_proved_at !== null) throw refuse('applications.over')
    await countMail(ctx, row.email)
  },

  run: async (ctx, { params }) => {
    const row = await lockOpen(ctx, params.token)
    if (row.email_proved_at !== null) throw refuse('applications.over')
    const code = codeFor(ctx, row.id)
    await changeApplication(ctx.db, row.id, {
      code_hash: code.hash,
      code_ends_at: code.endsAt,
      code_tries: 0,
    })
    await mailCode(ctx, { ...row, token: params.token, code: code.code })
    return done
  },
})

/** A second press with the right code succeeds again. */
export const confirmApplicationMail = defineOperation({
  ...contract.confirmApplicationMail,

  audit,
  limits: (ctx) => [{ key: `application codes ip ${ctx.ip}`, ...APPLICATION_LIMITS.guesses }],

  run: async (ctx, { params, body }) => {
    const row = await lockOpen(ctx, params.token)
    if (row.email_proved_at !== null) return done
    const now = ctx.clock.now()
    if (
      row.code_hash === null ||
      row.code_ends_at === null ||
      row.code_ends_at <= now ||
      row.code_tries >= MOST_TRIES
    )
      throw refuse('applications.code_over')
    const stored = row.code_hash
    const typed = body.code.replaceAll(/\D/g, '')
    const isRight = keyedHashes(ctx.sealing, CODE_PURPOSE, `${row.id} ${typed}`).some((hash) =>
      timingSafeEqual(hash, stored),
    )
    if (!isRight) {
      await countWrongCode(ctx.db, row.id)
      // Committed, so that the wrong entry counts.
      throw new KeptRefusal(
        refuse(
          row.code_tries + 1 < MOST_TRIES ? 'applications.code_wrong' : 'applications.code_over',
        ),
      )
    }
    await changeApplication(ctx.db, row.id, {
      email_proved_at: now,
      code_hash: null,
      code_ends_at: null,
    })
    await withdrawOthers(ctx.db, row, now)
    return done
  },
})

/**
 * DNS and site are requested before the transaction, and only for applicants whose address is
 * verified. What is found completes the application: it waits for an operator.
 */
export const checkApplicationDomain = defineOperation({
  ...contract.checkApplicationDomain,

  audit,
  limits: (ctx, { params }) => [
    { key: `application looks of ${params.token}`, ...APPLICATION_LIMITS.looks },
    { key: `application looks ip ${ctx.ip}`, ...APPLICATION_LIMITS.looks },
  ],
  async prepare(ctx, { params }) {
    const row = await requireByToken(ctx, params.token)
    if (row.state !== 'open') throw refuse('applications.over')
    if (row.email_proved_at === null) throw refuse('applications.mail_first')
    const domain = domainOf(row.website) ?? ''
    const found = await findProof(ctx, { domain, website: row.website, proof: row.domain_proof })
    if (found === 'nowhere') throw refuse('partners.proof_nowhere', { params: { domain } })
    if (found === 'unreachable') throw refuse('partners.proof_unreachable', { params: { domain } })
    return found
  },

  run: async (ctx, { params }, way) => {
    const row = await lockOpen(ctx, params.token)
    const now = ctx.clock.now()
    await moveApplication(ctx.db, row.id, 'waiting', {
      domain_way: way,
      domain_proved_at: now,
      waiting_at: now,
    })
    return { way }
  },
})

export const withdrawPartnerApplication = defineOperation({
  ...contract.withdrawPartnerApplication,
  audit,
  run: async (ctx, { params }) => {
    const row = await lockByToken(ctx.db, params.token)
    if (!row) throw refuse('not_found')
    ctx.trail.objectId = row.id
    const isOpen = await moveApplication(ctx.db, row.id, 'withdrawn', {
      decided_at: ctx.clock.now(),
      code_hash: null,
      code_ends_at: null,
    })
    if (!isOpen) throw refuse('applications.over')
    return done
  },
})
