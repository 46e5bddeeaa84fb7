import { html } from 'hono/html'
import { directionOf } from '#lib/locale.ts'
import type { Mail } from './mail.ts'

const FONT = `font-family:'Albert Sans','Vazirmatn',system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif`

/**
 * The one template of all mails, in the name of the market: plain text and HTML, right to left
 * where the language is; nothing is loaded from anywhere.
 */
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
  const broken = (words: string) =>
    words.split('\n').map((line, at) => (at === 0 ? line : html`<br>${line}`))
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
${paragraphs.map((words) => html`<p style="margin:0 0 14px">${broken(words)}</p>`)}
${code === undefined ? '' : html`<p dir="ltr" style="margin:20px 0;padding:18px 12px;background:#def6f7;border-radius:10px;text-align:center;font-size:34px;line-height:1.1;font-weight:700;letter-spacing:.22em;font-variant-numeric:tabular-nums">${code}</p>`}
${
  action
    ? html`<p style="margin:22px 0 14px"><a href="${action.url}" style="display:inline-block;padding:12px 22px;background:#00616d;color:#ffffff;text-decoration:none;font-weight:600;border-radius:10px">${action.label}</a></p>
<p dir="ltr" style="margin:0 0 14px;font-size:13px;line-height:1.4;word-break:break-all;color:#3e4955;text-align:${dir === 'rtl' ? 'right' : 'left'}">${action.url}</p>`
    : ''
}
</td></tr>
${footnote === undefined ? '' : html`<tr><td style="padding:18px 32px 24px;border-top:1px solid #dfdcd5;${FONT};font-size:13px;line-height:1.5;color:#3e4955">${broken(footnote)}</td></tr>`}
</table></td></tr></table>
</body></html>
`
  return { text: `${text}\n`, html: String(await page) }
}
