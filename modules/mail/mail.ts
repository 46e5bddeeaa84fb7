import { html } from 'hono/html'
import { z } from 'zod'
import { isOneAddress } from '#lib/field-rules.ts'
import { directionOf, LOCALES, type Locale } from '#lib/locale.ts'
import type { Market } from '#lib/market.ts'
import { makeTranslate, type Translate } from '#lib/messages.ts'
import type { Services } from '#kernel/context.ts'
import { siteOrigin, type SiteOrigins } from '#kernel/site-origin.ts'
import { mails as ar } from '#locales/ar/mails.ts'
import { mails as en } from '#locales/en/mails.ts'
import type { MessageKey } from '#locales/keys.ts'
import { mails as tr } from '#locales/tr/mails.ts'

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

const TEXTS: Record<Locale, Translate<MailKey>> = {
  tr: makeTranslate(tr, 'tr'),
  en: makeTranslate(en, 'en'),
  ar: makeTranslate(ar, 'ar'),
}

/** The texts of mails in the recipient's language; a job has no request to take one from. */
export const mailWords = (locale: Locale): Translate<MailKey> => TEXTS[locale]
