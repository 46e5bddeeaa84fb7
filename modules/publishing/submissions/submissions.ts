import { textOfFields } from '#lib/field-schema.ts'
import type { z } from 'zod'
import { personOf, hasPartnerRight } from '#kernel/actor.ts'
import { type ConsoleCtx, type Services, defaultLanguage, marketZone } from '#kernel/context.ts'
import { formatMinute } from '#lib/clock.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { refuse } from '../errors.ts'
import * as contract from './contract.ts'
import type { check, submissionFacts } from './contract.ts'
import {
  type SubmissionRow,
  findItem,
  findSubmission,
  listChecks,
  listReleaseRows,
  listSubmissionRows,
  listVerdicts,
  measureQueue,
  findPersonNames,
  placeInQueue,
} from './data.ts'
import { MEASURED, channelOf } from './rules.ts'
import type { Db } from '#db/client.ts'
import { FALLBACK_LOCALE, type Locale, readLocale, type Text } from '#lib/locale.ts'
import {
  type RuleReport,
  type Verdict,
  overallVerdict,
  sayFinding,
} from '#modules/catalog/public.ts'
import { requiredOf, isKnownRule } from './checks.ts'
import { isEmail } from '#lib/email.ts'
import { mailWords, onOneLine, queueMail } from '#modules/mail/public.ts'

const MOST = 30

type Answer = z.input<typeof contract.listSubmissions.output>

const maySubmit = (ctx: ConsoleCtx, partnerId: string): boolean =>
  hasPartnerRight(personOf(ctx).partners.find((one) => one.id === partnerId)?.role, 'publish')

export const listSubmissions = defineOperation({
  ...contract.listSubmissions,
  run: async (ctx, { params }) => {
    const item = await findItem(ctx.db, params.item, params.partner)
    if (!item) throw refuse('not_found')
    const [releases, rows, queue] = await Promise.all([
      listReleaseRows(ctx.db, item.id),
      listSubmissionRows(ctx.db, item.id, MOST),
      measureQueue(ctx.db, MEASURED),
    ])
    const [verdicts, names] = await Promise.all([
      listVerdicts(
        ctx.db,
        rows.map((row) => row.id),
      ),
      findPersonNames(
        ctx.db,
        rows.map((row) => row.submitted_by),
      ),
    ])
    return {
      item: {
        id: item.id,
        name: item.name,
        market: item.market as 'app' | 'theme',
        status: item.status as Answer['item']['status'],
        prefix: item.prefix,
      },
      may_submit: maySubmit(ctx, params.partner),
      releases: releases.map((row) => ({
        version: row.version,
        channel: channelOf(row.version),
        state: row.status as Answer['releases'][number]['state'],
        published_at: row.published_at?.toISOString() ?? null,
        notes: row.notes as Answer['releases'][number]['notes'],
        installable: row.package_sha256 !== null,
      })),
      submissions: rows.map((row) =>
        presentSubmission(row, verdicts.get(row.id) ?? [], names, ctx.locale),
      ),
      queue,
    }
  },
})

export const getSubmission = defineOperation({
  ...contract.getSubmission,
  run: async (ctx, { params }) => {
    const row = await findSubmission(ctx.db, {
      id: params.submission,
      partnerId: params.partner,
      itemId: params.item,
    })
    const item = row && (await findItem(ctx.db, row.item_id))
    if (!row || !item) throw refuse('not_found')
    const [checks, queue, names, place] = await Promise.all([
      listChecks(ctx.db, row.id),
      measureQueue(ctx.db, MEASURED),
      findPersonNames(ctx.db, [row.submitted_by]),
      row.state === 'waiting' ? placeInQueue(ctx.db, row) : null,
    ])
    return {
      ...presentSubmission(row, checks, names, ctx.locale),
      item_name: item.name,
      may_submit: maySubmit(ctx, params.partner),
      checks: checks.map((one) => presentCheck(one, ctx.locale)),
      place,
      queue,
    }
  },
})

/** Fields of a submission that the audit log compares. */
export const auditOfSubmission = {
  kind: 'submission',
  read: async (db: Db, id: string) => {
    const row = await findSubmission(db, { id })
    return (
      row && {
        item: row.item_id,
        state: row.state,
        version: row.version,
        sha256: row.package_sha256,
        with_listing: row.with_listing,
        claimed_by: row.claimed_by,
        grounds: row.grounds,
        rule: row.rule,
        looked_at: row.looked_at,
        checked: row.checked,
        reason_codes: row.reason_codes,
        second_by: row.second_by,
        alone_reason: row.alone_reason,
        notes: row.notes,
        publish_at: row.publish_at?.toISOString() ?? null,
      }
    )
  },
}

/** The verdict of all checks (PKG-5); null before the first one ran. */
const verdictOf = (
  row: Pick<SubmissionRow, 'version'>,
  reports: readonly Pick<RuleReport, 'rule' | 'verdict'>[],
): Verdict | null => (reports.length === 0 ? null : overallVerdict(requiredOf(row), reports))

export function presentSubmission(
  row: SubmissionRow,
  reports: readonly Pick<RuleReport, 'rule' | 'verdict'>[],
  names: ReadonlyMap<string, string>,
  locale: Locale,
): z.input<typeof submissionFacts> {
  return {
    id: row.id,
    item: row.item_id,
    state: row.state,
    version: row.version,
    channel: row.channel,
    notes: row.notes,
    with_listing: row.with_listing,
    sha256: row.package_sha256,
    size: row.package_size,
    submitted_at: row.submitted_at.toISOString(),
    submitted_by: names.get(row.submitted_by) ?? '',
    waiting_at: row.waiting_at?.toISOString() ?? null,
    scan_pending_since: row.scan_pending_since?.toISOString() ?? null,
    decided_at: row.decided_at?.toISOString() ?? null,
    publish_at: row.publish_at?.toISOString() ?? null,
    verdict: verdictOf(row, reports),
    quarantined: row.quarantined,
    rejection:
      row.grounds !== null && row.rule !== null && row.reasons !== null
        ? { grounds: row.grounds, rule: row.rule, reasons: row.reasons_in[locale] ?? row.reasons }
        : null,
  }
}

/** A report for people. Rules that no longer exist have no words. */
export function presentCheck(
  { rule, severity, verdict, findings, reason }: RuleReport,
  locale: Locale,
): z.input<typeof check> {
  return {
    rule,
    severity,
    verdict,
    reason,
    findings: isKnownRule(rule)
      ? findings.map((one) => ({
          ...sayFinding(rule, one, locale),
          file: one.file,
          line: one.line,
        }))
      : [],
  }
}

type MailNeeds = Pick<Services, 'db' | 'clock' | 'zones' | 'jobs' | 'sealing' | 'origins'>

/**
 * Mails the submitter that the submission was published, was approved for a later time or failed
 * its checks, in the caller's transaction. Rejections are mailed with their statement of reasons.
 */
export async function mailOutcome(
  services: MailNeeds,
  row: Pick<
    SubmissionRow,
    'id' | 'item_id' | 'partner_id' | 'version' | 'submitted_by' | 'publish_at'
  >,
  outcome: 'approved' | 'scheduled' | 'failed_checks',
): Promise<void> {
  const { db, origins } = services
  const person = await db
    .selectFrom('people')
    .select(['email', 'locale'])
    .where('id', '=', row.submitted_by)
    .executeTakeFirst()
  if (!person || !isEmail(person.email)) return
  const locale = readLocale(person.locale) ?? FALLBACK_LOCALE
  const t = mailWords(locale)
  const name = onOneLine(
    [(await findItem(db, row.item_id))?.name, row.version].filter(Boolean).join(' '),
    100,
  )
  const facts = {
    name,
    time: row.publish_at === null ? '' : formatMinute(row.publish_at, locale, marketZone(services)),
  }
  await queueMail(services, db, {
    key: `submission ${row.id} ${outcome}`,
    to: person.email,
    locale,
    subject: t(`mails.submission.subject.${outcome}`, facts),
    paragraphs: [t(`mails.submission.lead.${outcome}`, facts)],
    action: {
      label: t('mails.submission.action'),
      url: `${origins.console}/partner/${row.partner_id}/items/${row.item_id}/submissions/${row.id}?hl=${locale}`,
    },
    footnote: t('mails.submission.footnote'),
  })
}

/** Release notes as posted. Refuses when there are none in the market's default language. */
export function readNotes(
  ctx: Pick<Services, 'languages'>,
  given: Parameters<typeof textOfFields<'notes'>>[1],
): Text {
  const notes = textOfFields('notes', given)
  const language = defaultLanguage(ctx)
  if (!notes[language])
    throw refuse('input.invalid', { fields: { [`notes_${language}`]: { code: 'field.required' } } })
  return notes
}
