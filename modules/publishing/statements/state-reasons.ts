import type { Actor } from '#kernel/actor.ts'
import { secondsAfter } from '#lib/clock.ts'
import { newId } from '#lib/ids.ts'
import { onOneLine } from '#modules/mail/public.ts'
import { type NewStatement, insertStatement, markReversed } from './data.ts'
import {
  APPEAL_SECONDS,
  type About,
  type Automated,
  type Cause,
  type Decision,
  type Grounds,
} from './rules.ts'
import type { Locale, Text } from '#lib/locale.ts'
import { dayInWords, type Services } from '#kernel/context.ts'
import { mailPeople } from '../mail-people.ts'
import { listOwners } from '../partners/profile-data.ts'

export type StatementNeeds = MailNeeds & { actor?: Actor }

export interface StatedReasons {
  about: About
  objectId: string
  /** Its name, for the mail and for later. */
  objectName: string
  /** Its owners are mailed. For a store (`storeId`) the caller notifies the owner. */
  partnerId: string | null
  storeId?: string
  decision: Decision
  grounds: Grounds
  /** Which rule of the contract, or which law. */
  rule: string
  /** What was found. */
  facts: string
  /** The same by language, for readers of these; all others read `facts`. */
  factsIn?: Text
  cause?: Cause
  automated?: Automated
  /** Null or omitted: until it is reversed. */
  endsAt?: Date | null
}

/**
 * Stores why something was decided against a partner or a store and mails the partner's owners, in
 * the caller's transaction (`ctx.db`), so that no decision exists without its reasons. The decider
 * is the signed-in person; without one it is a rule of the market. Returns the statement's id.
 */
export async function stateReasons(ctx: StatementNeeds, given: StatedReasons): Promise<string> {
  const now = ctx.clock.now()
  const statement: NewStatement = {
    id: newId('sta'),
    about: given.about,
    object_id: given.objectId,
    object_name: onOneLine(given.objectName, 200) || given.objectId,
    partner_id: given.partnerId,
    store_id: given.storeId ?? null,
    decision: given.decision,
    grounds: given.grounds,
    rule: given.rule,
    facts: given.facts,
    facts_in: JSON.stringify(given.factsIn ?? {}),
    cause: given.cause ?? 'own',
    automated: given.automated ?? 'no',
    decided_by: ctx.actor?.kind === 'person' ? ctx.actor.id : null,
    decided_at: now,
    ends_at: given.endsAt ?? null,
    appeal_until: secondsAfter(now, APPEAL_SECONDS),
  }
  await insertStatement(ctx.db, statement)
  if (given.partnerId !== null)
    await mailStatement(ctx, statement, { ...given, partnerId: given.partnerId })
  return statement.id
}

/** Marks decisions against an object as reversed: they are no longer in force. */
export const endStatements = (
  ctx: Pick<StatementNeeds, 'db' | 'clock'>,
  objectId: string,
  decisions: readonly Decision[],
) => markReversed(ctx.db, { objectId, decisions }, ctx.clock.now())

type MailNeeds = Pick<Services, 'db' | 'clock' | 'zones' | 'jobs' | 'sealing' | 'origins'>

const statementUrl = ({ origins }: MailNeeds, partnerId: string, id: string, locale: Locale) =>
  `${origins.console}/partner/${partnerId}/statements/${id}?hl=${locale}`

/** Mails every owner in their language. */
async function mailStatement(
  ctx: MailNeeds,
  statement: NewStatement,
  given: Pick<StatedReasons, 'facts' | 'factsIn'> & { partnerId: string },
): Promise<void> {
  const { id, decision, grounds, cause, automated } = statement
  const name = onOneLine(statement.object_name, 100)
  await mailPeople(
    ctx,
    ctx.db,
    await listOwners(ctx.db, given.partnerId),
    (ownerId, t, locale) => ({
      key: `statement ${id} ${ownerId}`,
      subject: t(`mails.statement.subject.${decision}`, { name }),
      paragraphs: [
        t(`mails.statement.decision.${decision}`, {
          name,
          day: dayInWords(ctx, statement.decided_at, locale),
        }),
        statement.ends_at === null
          ? t('mails.statement.without_end')
          : t('mails.statement.until', { day: dayInWords(ctx, statement.ends_at, locale) }),
        t('mails.statement.facts'),
        given.factsIn?.[locale] ?? given.facts,
        t(`mails.statement.grounds.${grounds}`, { rule: onOneLine(statement.rule, 300) }),
        `${t(`mails.statement.cause.${cause}`)} ${t(`mails.statement.automated.${automated}`)}`,
        t('mails.statement.appeal', { day: dayInWords(ctx, statement.appeal_until, locale) }),
      ],
      action: {
        label: t('mails.statement.action'),
        url: statementUrl(ctx, given.partnerId, id, locale),
      },
      footnote: t('mails.statement.footnote'),
    }),
  )
}

interface AppealAnswerMail {
  id: string
  objectName: string
  partnerId: string
  outcome: 'upheld' | 'reversed'
  reasons: string
}

export async function mailAppealAnswer(
  ctx: MailNeeds,
  { id, objectName, partnerId, outcome, reasons }: AppealAnswerMail,
): Promise<void> {
  const name = onOneLine(objectName, 100)
  await mailPeople(ctx, ctx.db, await listOwners(ctx.db, partnerId), (ownerId, t, locale) => ({
    key: `appeal ${id} ${ownerId}`,
    subject: t('mails.appeal.subject', { name }),
    paragraphs: [t(`mails.appeal.outcome.${outcome}`, { name }), reasons],
    action: {
      label: t('mails.statement.action'),
      url: statementUrl(ctx, partnerId, id, locale),
    },
    footnote: t('mails.appeal.footnote'),
  }))
}
