import type { Locale } from '#lib/locale.ts'
import type { Ctx } from '#kernel/context.ts'
import type { Mail } from '#modules/mail/public.ts'
import { siteOrigin } from '#kernel/site-origin.ts'
import { unsubscribeTokens } from './sealed-id.ts'

/**
 * RFC 8058: the mail program's own button, one press and no page. For every mail to subscribers.
 */
function wayOut(
  ctx: Pick<Ctx, 'sealing' | 'origins' | 'sites' | 'market' | 'platformId'>,
  subscriberId: string,
) {
  const url = `${siteOrigin(ctx, ctx.market, ctx.platformId)}/newsletter/unsubscribe/${unsubscribeTokens.write(ctx.sealing, subscriberId)}`
  return {
    url,
    headers: {
      'List-Unsubscribe': `<${url}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}

interface To {
  key: string
  to: string
  subscriberId: string
}

/** Asks for the yes, and holds nothing else: promotion needs the yes first (Law 6563). */
export function approvalMail(
  ctx: Ctx,
  { key, to, subscriberId, token }: To & { token: string },
): Mail {
  return {
    key,
    to,
    locale: ctx.locale,
    subject: ctx.t('newsletter.mail.subject'),
    paragraphs: [ctx.t('newsletter.mail.text')],
    action: {
      label: ctx.t('newsletter.mail.action'),
      url: addressOf(ctx, `/newsletter/${token}`, ctx.locale),
    },
    footnote: ctx.t('newsletter.mail.note'),
    headers: wayOut(ctx, subscriberId).headers,
  }
}

/** To an address that has said yes before: whoever asked learns nothing, its owner learns all. */
export function knownMail(ctx: Ctx, { key, to, subscriberId }: To): Mail {
  const { url, headers } = wayOut(ctx, subscriberId)
  return {
    key,
    to,
    locale: ctx.locale,
    subject: ctx.t('newsletter.mail.known_subject'),
    paragraphs: [ctx.t('newsletter.mail.known_text')],
    action: { label: ctx.t('newsletter.mail.leave'), url: `${url}?hl=${ctx.locale}` },
    footnote: ctx.t('newsletter.mail.note'),
    headers,
  }
}

/** After the yes: that it was taken, and the way out. */
export function welcomeMail(ctx: Ctx, { key, to, subscriberId }: To): Mail {
  const { url, headers } = wayOut(ctx, subscriberId)
  return {
    key,
    to,
    locale: ctx.locale,
    subject: ctx.t('newsletter.mail.welcome_subject'),
    paragraphs: [ctx.t('newsletter.mail.welcome_text')],
    action: { label: ctx.t('newsletter.mail.leave'), url: `${url}?hl=${ctx.locale}` },
    headers,
  }
}

const addressOf = (
  ctx: Pick<Ctx, 'origins' | 'sites' | 'market' | 'platformId'>,
  path: string,
  locale: Locale,
) => `${siteOrigin(ctx, ctx.market, ctx.platformId)}${path}?hl=${locale}`
