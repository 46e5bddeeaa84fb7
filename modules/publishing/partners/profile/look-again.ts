import { secondsAfter } from '#lib/clock.ts'
import { formatDay } from '#lib/dates.ts'
import { isEmail } from '#lib/email.ts'
import { DEFAULT_LOCALE, readLocale } from '#lib/locale.ts'
import { inTransaction, type Services } from '#kernel/context.ts'
import { mailWords, queueMail } from '#modules/mail/public.ts'
import { lookForProof } from './look-for-proof.ts'
import { findProfile, lockProfile, type ProfileRow } from './profile-data.ts'
import { domainOf } from './profile-rules.ts'
import {
  deleteOldMailChecks,
  keepDomainProof,
  listDueProofs,
  listOwners,
  noteLook,
  settleVerified,
} from './proof-data.ts'
import { GRACE_SECONDS, KEEP_CHECKS_SECONDS, LOOK_AGAIN_SECONDS } from './proof-rules.ts'

/**
 * So many domains in one round, so many of them at once: each may take as long as its time-outs.
 */
const MOST = 100
const AT_ONCE = 5

type Needs = Pick<Services, 'db' | 'clock' | 'jobs' | 'sealing' | 'origins' | 'http' | 'names'>

/**
 * Housekeeping: domains are looked at again. A proof that is gone is told of once, and counts no
 * more when it stays away.
 */
export async function lookAgain(services: Needs): Promise<void> {
  const now = services.clock.now()
  await deleteOldMailChecks(services.db, secondsAfter(now, -KEEP_CHECKS_SECONDS))
  const due = await listDueProofs(services.db, secondsAfter(now, -LOOK_AGAIN_SECONDS), MOST)
  for (let from = 0; from < due.length; from += AT_ONCE)
    await Promise.all(
      due.slice(from, from + AT_ONCE).map((one) => lookAt(services, one.partner_id)),
    )
}

async function lookAt(services: Needs, partnerId: string): Promise<void> {
  const seen = await findProfile(services.db, partnerId)
  if (!seen || seen.proved_domain === null) return
  const isSame = seen.website !== null && domainOf(seen.website) === seen.proved_domain
  const found = isSame
    ? await lookForProof(services, {
        domain: seen.proved_domain,
        website: seen.website as string,
        proof: seen.domain_proof,
      })
    : 'nowhere'
  await inTransaction(services, async (trx) => {
    const row = await lockProfile(trx, partnerId)
    // Somebody else has looked, or written, meanwhile.
    if (
      !row ||
      row.proved_domain !== seen.proved_domain ||
      row.domain_checked_at?.getTime() !== seen.domain_checked_at?.getTime()
    )
      return
    const now = services.clock.now()
    if (found === 'dns' || found === 'file')
      return void (await noteLook(trx, partnerId, { at: now, way: found, missingAt: null }))
    const missingAt = row.domain_missing_at ?? now
    if (isSame && secondsAfter(missingAt, GRACE_SECONDS) > now) {
      await noteLook(trx, partnerId, { at: now, way: null, missingAt })
      if (row.domain_missing_at === null)
        await tellOwners(services, trx, row, 'missing', secondsAfter(missingAt, GRACE_SECONDS))
      return
    }
    await keepDomainProof(trx, partnerId, null)
    await settleVerified(trx, partnerId)
    await tellOwners(services, trx, row, 'lapsed', now)
  })
}

async function tellOwners(
  services: Needs,
  trx: Services['db'],
  row: ProfileRow,
  what: 'missing' | 'lapsed',
  day: Date,
): Promise<void> {
  for (const owner of await listOwners(trx, row.id)) {
    if (!isEmail(owner.email)) continue
    const locale = readLocale(owner.locale) ?? DEFAULT_LOCALE
    const t = mailWords(locale)
    const said = { domain: row.proved_domain ?? '', partner: row.name, day: formatDay(day, locale) }
    await queueMail(services, trx, {
      key: `proof ${what} ${row.id} ${day.toISOString()} ${owner.id}`,
      to: owner.email,
      locale,
      subject: t(`mails.proof_${what}.subject`, said),
      paragraphs: [t(`mails.proof_${what}.lead`, said)],
      action: {
        label: t('mails.proof.action'),
        url: `${services.origins.console}/partner/${row.id}/profile?hl=${locale}`,
      },
    })
  }
}
