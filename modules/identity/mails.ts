import { personIn } from '#kernel/actor.ts'
import { marketZone, type ConsoleCtx, type NotedChange } from '#kernel/context.ts'
import type { Locale } from '#lib/locale.ts'
import { newId } from '#lib/ids.ts'
import { formatMinute } from '#lib/clock.ts'
import { FALLBACK_LOCALE, readLocale } from '#lib/locale.ts'
import { findPerson } from './data.ts'
import { mailWords, onOneLine, queueMail } from '#modules/mail/public.ts'

export interface Addressee {
  id: string
  name: string
  email: string
  emailVerified: boolean
  locale: Locale
}

const addressOf = (ctx: ConsoleCtx, path: string, locale: Locale) =>
  `${ctx.consoleOrigin}${path}?hl=${locale}`
/** Mails the link that sets a new password. */
export const sendRecoveryMail = (
  ctx: ConsoleCtx,
  person: Addressee,
  token: string,
): Promise<void> => sendLinkMail(ctx, person, 'recovery', `recovery/${token}`)

/** Mails the link that confirms an address. */
export const sendEmailCheckMail = (
  ctx: ConsoleCtx,
  person: Addressee,
  token: string,
): Promise<void> => sendLinkMail(ctx, person, 'email_check', `email-check/${token}`)

function sendLinkMail(
  ctx: ConsoleCtx,
  { email, locale }: Addressee,
  kind: 'recovery' | 'email_check',
  path: string,
): Promise<void> {
  const t = mailWords(locale)
  return queueMail(ctx, ctx.db, {
    key: `console ${kind === 'recovery' ? 'recovery' : 'check'} ${newId('rec')}`,
    to: email,
    locale,
    subject: t(`mails.${kind}.subject`),
    paragraphs: [t(`mails.${kind}.lead`)],
    action: { label: t(`mails.${kind}.action`), url: addressOf(ctx, `/${path}`, locale) },
    footnote: t(`mails.${kind}.footnote`),
  })
}

/**
 * Mails the owner of an account in their language that its credentials changed, perhaps not by
 * them.
 */
export async function sendChangeMail(
  ctx: ConsoleCtx,
  { change, personId, name = '', revoked = [] }: NotedChange,
): Promise<void> {
  const person = await findPerson(ctx.db, personId)
  if (!person) return
  const locale = readLocale(person.locale) ?? FALLBACK_LOCALE
  const t = mailWords(locale)
  await queueMail(ctx, ctx.db, {
    key: `console change ${newId('chg')}`,
    to: person.email,
    locale,
    subject: t(`mails.change.${change}`),
    paragraphs: [
      name === ''
        ? t('mails.change.lead', { what: t(`mails.change.${change}`) })
        : t('mails.change.lead_named', {
            what: t(`mails.change.${change}`),
            name: onOneLine(name, 80),
          }),
      t('mails.change.where', {
        at: formatMinute(ctx.clock.now(), locale, marketZone(ctx)),
        address: ctx.ip || '-',
        program: onOneLine(ctx.browser.userAgent, 120) || '-',
      }),
      ...(revoked.length > 0
        ? [t('mails.change.revoked', { list: revoked.map((one) => onOneLine(one, 80)).join(', ') })]
        : []),
      t('mails.change.not_you'),
    ],
    action: { label: t('mails.change.action'), url: addressOf(ctx, '/recovery', locale) },
    footnote: t('mails.change.footnote'),
  })
}

/** `approved`: the team is a new partner's, whose application was approved. */
export type InvitedFor = 'invitation' | 'approved'

export async function sendInvitationMail(
  ctx: ConsoleCtx,
  {
    id,
    to,
    token,
    partnerName,
    locale,
    why,
  }: {
    id: string
    to: string
    token: string
    partnerName: string | null
    locale: Locale
    why: InvitedFor
  },
): Promise<void> {
  const t = mailWords(locale)
  const who = {
    name: onOneLine(personIn(ctx)?.name ?? '', 80),
    team: partnerName === null ? t('mails.invitation.market') : onOneLine(partnerName, 80),
  }
  await queueMail(ctx, ctx.db, {
    key: `console invitation ${id}`,
    to,
    locale,
    subject: t(`mails.${why}.subject`, who),
    paragraphs: [t(`mails.${why}.lead`, who)],
    action: {
      label: t(`mails.${why}.action`),
      url: addressOf(ctx, `/invitation/${token}`, locale),
    },
    footnote: t(`mails.${why}.footnote`),
  })
}
