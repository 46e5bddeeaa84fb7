import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import { type Services, inTransaction } from '#kernel/context.ts'
import {
  CHECK_SECONDS,
  advanceRollout,
  changeReleaseStateIn,
  lockRunning,
  recordHaltReason,
  setNextCheckAt,
} from '#modules/catalog/public.ts'
import {
  type ReleaseOutcomes,
  countReleaseOutcomes,
  countReleaseSignals,
  listAffectedStores,
} from '#modules/installs/public.ts'
import { stateReasons } from '../statements/state-reasons.ts'
import { findRollout, listDue, listReleaseOperators } from './data.ts'
import {
  BEFORE_SECONDS,
  type HaltReason,
  MOST_NAMED,
  type Signals,
  reasonToHalt,
  signalToHalt,
} from './rules.ts'
import { listWebhookDays } from '#modules/apps/public.ts'
import { LOCALES } from '#lib/locale.ts'
import { mailWords, onOneLine } from '#modules/mail/public.ts'
import { mailPeople } from '../mail-people.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'zones' | 'log' | 'jobs' | 'sealing' | 'origins'>

/** Rollouts that are due for a check. */
export const findDueRollouts = ({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<string[]> =>
  listDue(db, clock.now())

/** Results of a release since a person last resumed it, and of the previous release. */
export async function compareFared(
  db: Db,
  row: { release_id: string; before_id: string | null; counted_from: Date },
  now: Date,
): Promise<{ here: ReleaseOutcomes; before: ReleaseOutcomes | null }> {
  const [here, before] = await Promise.all([
    countReleaseOutcomes(db, row.release_id, row.counted_from),
    row.before_id === null
      ? null
      : countReleaseOutcomes(db, row.before_id, secondsAfter(now, -BEFORE_SECONDS)),
  ])
  return { here, before }
}

/**
 * What happened with a release after its installs, since a person last resumed it, and with the one
 * before: its visits and departures in the last 90 days, its webhooks at the same time, because an
 * outage of the app's server is no release's fault.
 */
export async function compareSignals(
  db: Db,
  row: { item_id: string; release_id: string; before_id: string | null; counted_from: Date },
  now: Date,
): Promise<{ here: Signals; before: Signals | null }> {
  const ids = [row.release_id, ...(row.before_id === null ? [] : [row.before_id])]
  const webhooks = await listWebhookDays(db, ids, row.counted_from)
  const signalsOf = async (releaseId: string, since: Date): Promise<Signals> => {
    const days = webhooks.filter((one) => one.releaseId === releaseId)
    return {
      ...(await countReleaseSignals(db, { itemId: row.item_id, releaseId }, since)),
      sent: days.reduce((sum, one) => sum + one.sent, 0),
      unsent: days.reduce((sum, one) => sum + one.unsent, 0),
    }
  }
  const here = await signalsOf(row.release_id, row.counted_from)
  return {
    here,
    before:
      row.before_id === null
        ? null
        : await signalsOf(row.before_id, secondsAfter(now, -BEFORE_SECONDS)),
  }
}

/** Why a release must be halted now, with what was found, or null. */
async function findReason(db: Db, row: Parameters<typeof compareSignals>[1], now: Date) {
  const { here, before } = await compareFared(db, row, now)
  const why = reasonToHalt(here, before ?? { ended: 0, failed: 0 })
  if (why) return { why, found: here }
  const signals = await compareSignals(db, row, now)
  const signal = signals.before && signalToHalt(signals.here, signals.before)
  return signal ? { why: signal, found: { ...here, ...signals.here } } : null
}

/**
 * The job `look-at-rollout`: halts a failing release or advances one whose stage is over, in one
 * transaction with log, statement of reasons and mails. A resumed release is counted from then on.
 */
export async function checkRollout(services: Needs, releaseId: string): Promise<void> {
  const now = services.clock.now()
  await inTransaction(services, async (trx) => {
    const row = await lockRunning(trx, releaseId)
    if (!row) return
    const reason = await findReason(trx, row, now)
    if (reason) return halt({ ...services, db: trx }, releaseId, reason, now)
    if (row.next_at !== null && row.next_at <= now) return advanceRollout(trx, now, row, null)
    const soon = secondsAfter(now, CHECK_SECONDS)
    await setNextCheckAt(
      trx,
      releaseId,
      row.next_at !== null && row.next_at < soon ? row.next_at : soon,
    )
  })
}

async function halt(
  services: Needs,
  releaseId: string,
  { why, found }: { why: HaltReason; found: Found },
  now: Date,
): Promise<void> {
  const { db } = services
  const row = await findRollout(db, releaseId)
  if (!row) return
  const changed = await changeReleaseStateIn(db, now, {
    itemId: row.item_id,
    version: row.version,
    to: 'halted',
    reason: LOG_REASON[why],
  })
  if (!changed.done) return
  await recordHaltReason(db, releaseId, why)
  const harmed = await listAffectedStores(db, releaseId, row.counted_from, MOST_NAMED)
  const facts = haltFacts(why, found, harmed)
  await stateReasons(services, {
    about: 'release',
    objectId: releaseId,
    objectName: `${row.item_name} ${row.version}`,
    partnerId: row.partner_id,
    decision: 'halted',
    grounds: 'contract',
    rule: HALT_RULE,
    facts,
    automated: 'decided',
  })
  await mailHalted(services, {
    release: releaseId,
    name: `${row.item_name} ${row.version}`,
    halt: String(changed.index),
    facts,
  })
  services.log.warn({ release: releaseId, why, ...found }, 'release halted automatically')
}

/** Figures for the facts of a halt; signals only where one was the reason. */
type Found = ReleaseOutcomes & Partial<Signals>

/** Public reasons in the release log. */
const LOG_REASON = {
  failures:
    'Halted by itself: installs and updates to it failed more often than those to the release before',
  health: 'Halted by itself: shops that answered well before it answered badly after it',
  errors:
    'Halted by itself: visitors of shops saw errors from it more often than from the release before',
  webhooks:
    'Halted by itself: its app took messages less often than with the release before at the same time',
  departures: 'Halted by itself: stores removed it more often than the release before',
} as const satisfies Record<HaltReason, string>
/** The rule that a statement of reasons cites. */
const HALT_RULE = 'docs/rollouts.md: automatic halt'

/** The findings in every language: one text for all owners of a partner and later readers. */
const haltFacts = (
  why: HaltReason,
  found: Found,
  harmed: readonly { domain: string; path: string | null }[],
): string =>
  LOCALES.map((locale) => {
    const t = mailWords(locale)
    const stores = [...new Set(harmed.map((one) => one.domain + (one.path ?? '')))].join(', ')
    return [
      t(`mails.rollout.found.${why}`, { ...found }),
      stores && t('mails.rollout.stores', { stores }),
    ]
      .filter(Boolean)
      .join(' ')
  }).join('\n\n')

/**
 * Mails the operators about a halted release, in the caller's transaction. The partner's owners get
 * the statement of reasons.
 */
async function mailHalted(
  services: Needs,
  { release, name, halt, facts }: { release: string; name: string; halt: string; facts: string },
): Promise<void> {
  const { db, origins } = services
  const short = onOneLine(name, 100)
  await mailPeople(services, db, await listReleaseOperators(db), (operatorId, t, locale) => ({
    key: `rollout ${release} ${halt} ${operatorId}`,
    subject: t('mails.rollout.subject', { name: short }),
    paragraphs: [t('mails.rollout.lead', { name: short }), facts, t('mails.rollout.what')],
    action: {
      label: t('mails.rollout.action'),
      url: `${origins.console}/operator/rollouts?hl=${locale}`,
    },
    footnote: t('mails.rollout.footnote'),
  }))
}
