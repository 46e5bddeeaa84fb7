import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import { hashSecret, newId } from '#lib/ids.ts'
import { MARKET_NAME, nameForms, withName } from '#lib/market-name.ts'
import { seal, unseal } from '#lib/sealed.ts'
import {
  type Services,
  type SiteOrigins,
  inTransaction,
  marketNameAt,
  siteOrigin,
} from '#kernel/context.ts'
import { shortText, type Waiting } from '#kernel/waiting.ts'
import { MailFailure } from './mailer.ts'
import { html } from 'hono/html'
import { z } from 'zod'
import { isOneAddress } from '#lib/field-rules.ts'
import {
  LOCALES,
  type Locale,
  type Translate,
  directionOf,
  forEachLocale,
  makeTranslate,
} from '#lib/locale.ts'
import type { Market } from '#lib/market.ts'
import type { MessageKey } from '#locales/keys.ts'
import { readMessages } from '#locales/read.ts'

const oneLine = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^[^\u0000-\u001f\u007f\u0085\u2028\u2029]*$/, 'has a line break or a control character')
/** Tabs, which people paste from tables, become spaces. */
const lines = (most: number) =>
  z
    .string()
    .overwrite((text) => text.replaceAll('\t', '  '))
    .trim()
    .min(1)
    .max(most)
    .regex(/^[^\u0000-\u0009\u000b-\u001f\u007f]*$/, 'has a control character')

/** Typed text as a single line of at most `most` characters, for mail subjects and invoices. */
export const onOneLine = (text: string, most = 120): string => {
  const line = text.replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ').trim()
  return line.length > most ? `${line.slice(0, most - 1)}…` : line
}

/** The outbox and the mailer set these headers. */
const OWN_HEADERS =
  /^(to|cc|bcc|from|sender|subject|date|message-id|return-path|received|mime-version|content-.*|dkim-.*|auto-submitted)$/i

/**
 * The parts of a mail, before the template. Line breaks are refused where they could end a header
 * (ABU-1): text of a stranger goes into `paragraphs`, or is joined to one line before.
 */
export const mailSchema = z.strictObject({
  /** A second mail with the same key is not sent. */
  key: z.string().min(1).max(200),
  to: z.string().max(254).refine(isOneAddress, 'is not one address'),
  locale: z.enum(LOCALES),
  /** Of the recipient's store: the mail names the market as it is called there (D26). */
  platform: z.int().min(1).optional(),
  subject: oneLine(200),
  paragraphs: z.array(lines(10_000)).min(1).max(30),
  /** Shown large, for example a one-time code. */
  code: oneLine(40).optional(),
  action: z
    .strictObject({ label: oneLine(80), url: z.url({ protocol: /^https?$/ }).max(2000) })
    .optional(),
  /** Small print: why this mail was sent, and what to do if it was not expected. */
  footnote: lines(2000).optional(),
  /** Names like `receipt:ord_…`; `Services.mailAttachment` makes the bytes when it is sent. */
  attachments: z
    .array(z.string().regex(/^[a-z]{1,20}:[A-Za-z0-9_-]{1,60}$/))
    .max(4)
    .optional(),
  headers: z
    .record(
      z
        .string()
        .regex(/^[A-Za-z][A-Za-z0-9-]{0,60}$/)
        .refine((name) => !OWN_HEADERS.test(name), 'is set by the market'),
      oneLine(900),
    )
    .optional(),
})
export type Mail = z.output<typeof mailSchema>

const FONT = `font-family:'Albert Sans','Vazirmatn',system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif`

/** The template of all mails: plain text, and HTML that loads nothing. */
export async function writeMail(
  { locale, subject, paragraphs, code, action, footnote }: Omit<Mail, 'key'>,
  market: string,
): Promise<{ text: string; html: string }> {
  const text = [
    ...paragraphs,
    ...(code === undefined ? [] : [code]),
    ...(action ? [`${action.label}\n${action.url}`] : []),
    ...(footnote === undefined ? [] : [`-- \n${footnote}`]),
  ].join('\n\n')
  const withLineBreaks = (part: string) =>
    part.split('\n').map((line, index) => (index === 0 ? line : html`<br>${line}`))
  const dir = directionOf(locale)
  const page = html`<!doctype html>
<html lang="${locale}" dir="${dir}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${subject}</title></head>
<body style="margin:0;background:#f4f1ea;color:#131f2c;${FONT};font-size:16px;line-height:1.55">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f1ea"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" dir="${dir}" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border:1px solid #dfdcd5;border-radius:14px">
<tr><td style="padding:28px 32px 0;${FONT};font-size:20px;font-weight:700;color:#00616d">${market}</td></tr>
<tr><td style="padding:12px 32px 28px;${FONT};font-size:16px;line-height:1.55;color:#131f2c">
<h1 style="margin:0 0 12px;font-size:24px;line-height:1.25;font-weight:700">${subject}</h1>
${paragraphs.map((part) => html`<p style="margin:0 0 14px">${withLineBreaks(part)}</p>`)}
${code === undefined ? '' : html`<p dir="ltr" style="margin:20px 0;padding:18px 12px;background:#def6f7;border-radius:10px;text-align:center;font-size:34px;line-height:1.1;font-weight:700;letter-spacing:.22em;font-variant-numeric:tabular-nums">${code}</p>`}
${
  action
    ? html`<p style="margin:22px 0 14px"><a href="${action.url}" style="display:inline-block;padding:12px 22px;background:#00616d;color:#ffffff;text-decoration:none;font-weight:600;border-radius:10px">${action.label}</a></p>
<p dir="ltr" style="margin:0 0 14px;font-size:13px;line-height:1.4;word-break:break-all;color:#3e4955;text-align:${dir === 'rtl' ? 'right' : 'left'}">${action.url}</p>`
    : ''
}
</td></tr>
${footnote === undefined ? '' : html`<tr><td style="padding:18px 32px 24px;border-top:1px solid #dfdcd5;${FONT};font-size:13px;line-height:1.5;color:#3e4955">${withLineBreaks(footnote)}</td></tr>`}
</table></td></tr></table>
</body></html>
`
  return { text: `${text}\n`, html: String(await page) }
}

/**
 * Where mails to stores of a platform say that people may write: the operator's mailbox, or the
 * contact page while none is set.
 */
export const helpAddress = (
  services: Pick<Services, 'operator'> & SiteOrigins,
  market: Market,
  platformId: number,
): string => services.operator.mail || `${siteOrigin(services, market, platformId)}/contact`

type MailKey = Extract<MessageKey, `mails.${string}`>

const TEXTS = forEachLocale<Translate<MailKey>>((locale) =>
  makeTranslate(readMessages(locale, 'mails'), locale),
)

/** The texts of mails in the recipient's language; a job has no request to take one from. */
export const mailWords = (locale: Locale): Translate<MailKey> => TEXTS[locale]

const SEALING_PURPOSE = 'mail'
const contentSchema = mailSchema.omit({ key: true })

/**
 * Puts a mail into the outbox, in the caller's transaction: it is sent if and only if that commits.
 * A second call with the same key does nothing. Throws when the mail does not follow `mailSchema`.
 */
export async function queueMail(
  ctx: Pick<Services, 'jobs' | 'sealing' | 'clock'>,
  trx: Db,
  mail: Mail,
): Promise<void> {
  const { key, ...content } = mailSchema.parse(mail)
  const id = newId('mai')
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('mails')
    .values({
      id,
      key_hash: hashSecret(key),
      content_sealed: seal(ctx.sealing, SEALING_PURPOSE, JSON.stringify(content)),
      state: 'queued',
      next_try_at: ctx.clock.now(),
      created_at: ctx.clock.now(),
    })
    .onConflict((conflict) => conflict.column('key_hash').doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 1n) await ctx.jobs.enqueue(trx, 'send-mail', { id })
}

/** How mails with these keys went, by key; those of long ago are forgotten. */
export async function findMailStates(
  db: Db,
  keys: readonly string[],
): Promise<Map<string, 'queued' | 'sent' | 'failed'>> {
  if (keys.length === 0) return new Map()
  const rows = await db
    .selectFrom('mails')
    .select(['key_hash', 'state'])
    .where('key_hash', 'in', keys.map(hashSecret))
    .execute()
  const states = new Map(rows.map((row) => [row.key_hash.toString('hex'), row.state]))
  return new Map(
    keys.flatMap((key) => {
      const state = states.get(hashSecret(key).toString('hex'))
      return state === undefined ? [] : [[key, state as 'queued' | 'sent' | 'failed']]
    }),
  )
}

/** The wait before the next try, in seconds; the last one repeats. */
const RETRY_SECONDS = [10, 30, 120, 600, 1800, 3600, 7200]
const GIVE_UP_SECONDS = 86_400
/** While a process sends a mail, no other does; longer than all timeouts of the mailer together. */
const LEASE_SECONDS = 60

/**
 * The job `send-mail`: one try, outside of any transaction. A mail that was sent, or refused for
 * good, is erased from the outbox; another failure is retried for a day. A process that dies
 * between sending and recording sends again with the same message id.
 */
export async function sendMail(services: Services, id: string): Promise<void> {
  const now = services.clock.now()
  const mail = await leaseMail(services.db, id, now)
  if (!mail) return
  if (now >= secondsAfter(mail.created_at, GIVE_UP_SECONDS)) {
    services.log.error({ mail: id, tries: mail.tries }, 'mail given up')
    await finishMail(services.db, id, 'failed', now, 'given up')
    return
  }
  try {
    await deliver(services, id, mail.content_sealed)
    await finishMail(services.db, id, 'sent', services.clock.now(), null)
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error
    services.log.warn({ mail: id, tries: mail.tries, fault: error.code }, 'mail not accepted')
    if (error.permanent)
      return finishMail(services.db, id, 'failed', services.clock.now(), error.code)
    const wait = RETRY_SECONDS[Math.min(mail.tries, RETRY_SECONDS.length) - 1] ?? 10
    await inTransaction(services, async (trx) => {
      await postponeMail(trx, id, secondsAfter(now, wait), error.code)
      await services.jobs.enqueue(trx, 'send-mail', { id }, wait)
    })
  }
}

async function deliver(services: Services, id: string, sealedContent: string): Promise<void> {
  const stored = contentSchema.parse(
    JSON.parse(unseal(services.sealing, SEALING_PURPOSE, sealedContent)),
  )
  const marketName =
    stored.platform === undefined
      ? services.branding.both.name
      : marketNameAt(services, 'both', stored.platform)
  const content = withMarketName(stored, marketName)
  const attachments = await Promise.all(
    (content.attachments ?? []).map((name) =>
      services.mailAttachment(services, name, content.locale),
    ),
  )
  await services.mailer.send({
    messageId: `${id}@${new URL(services.origins.app).hostname}`,
    fromName: marketName === MARKET_NAME ? null : marketName,
    to: content.to,
    subject: content.subject,
    headers: content.headers ?? {},
    attachments: attachments.filter((one) => one !== null),
    ...(await writeMail(content, marketName)),
  })
}

/** Texts have a placeholder for the market's name, because it may change before the mail is sent. */
function withMarketName(mail: Omit<Mail, 'key'>, name: string): Omit<Mail, 'key'> {
  const forms = nameForms(name, mail.locale)
  const fill = (text: string) => withName(text, forms)
  return {
    ...mail,
    subject: fill(mail.subject),
    paragraphs: mail.paragraphs.map(fill),
    ...(mail.footnote !== undefined && { footnote: fill(mail.footnote) }),
    ...(mail.action && { action: { ...mail.action, label: fill(mail.action.label) } }),
  }
}

const leaseMail = (db: Db, id: string, now: Date) =>
  db
    .updateTable('mails')
    .set({ tries: sql<number>`tries + 1`, next_try_at: secondsAfter(now, LEASE_SECONDS) })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .where('next_try_at', '<=', now)
    .returning([sql<string>`content_sealed`.as('content_sealed'), 'tries', 'created_at'])
    .executeTakeFirst()

async function finishMail(
  db: Db,
  id: string,
  state: 'sent' | 'failed',
  now: Date,
  fault: string | null,
): Promise<void> {
  await db
    .updateTable('mails')
    .set({ state, content_sealed: null, ended_at: now, fault })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute()
}

const postponeMail = (db: Db, id: string, nextTryAt: Date, fault: string) =>
  db
    .updateTable('mails')
    .set({ next_try_at: nextTryAt, fault })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute()

/** Mails that are overdue by more than a lease: their job was lost. */
export async function findWaitingMails({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<string[]> {
  const mails = await db
    .selectFrom('mails')
    .select('id')
    .where('state', '=', 'queued')
    .where('next_try_at', '<=', secondsAfter(clock.now(), -LEASE_SECONDS))
    .orderBy('next_try_at')
    .limit(100)
    .execute()
  return mails.map((mail) => mail.id)
}

/** Until then its key prevents that a mail is sent twice. */
const RETENTION_SECONDS = 30 * 86_400

export const purgeMails = ({ db, clock }: Pick<Services, 'db' | 'clock'>) =>
  db
    .deleteFrom('mails')
    .where('state', '<>', 'queued')
    .where('ended_at', '<', secondsAfter(clock.now(), -RETENTION_SECONDS))
    .execute()

/** For the inbox: mails that could not be sent, the oldest first. */
export const listFailedMails = async (db: Db, most: number): Promise<Waiting[]> =>
  (
    await db
      .selectFrom('mails')
      .select(['id', 'fault', 'created_at', 'ended_at'])
      .where('state', '=', 'failed')
      .orderBy('ended_at')
      .limit(most)
      .execute()
  ).map((row) => ({
    id: row.id,
    title: row.id,
    detail: shortText(row.fault),
    since: row.ended_at ?? row.created_at,
  }))
