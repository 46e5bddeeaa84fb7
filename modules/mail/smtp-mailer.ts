import { createTransport } from 'nodemailer'
import { insideTransaction } from '#lib/http.ts'
import { MailFailure, type Mailer } from './mailer.ts'

/** Milliseconds: connecting, the server's greeting, silence in between. */
const CONNECT_MS = 5_000
const GREETING_MS = 5_000
const SILENCE_MS = 15_000

/**
 * What the mail server refused for good, as far as the mail is to blame: a wrong password of ours
 * is not the mail's fault.
 */
const isPermanent = (error: { code?: string; permanent?: boolean }) =>
  error.permanent === true && (error.code === 'EENVELOPE' || error.code === 'EMESSAGE')

/**
 * Mail by SMTP. `url`: `smtp://user:password@host:587` or `smtps://…`; `from`: `Arasta
 * <no-reply@example.com>`.
 */
export function createSmtpMailer({ url, from }: { url: string; from: string }): Mailer {
  const address = /<([^<>]+)>$/.exec(from)?.[1] ?? from
  const transport = createTransport({
    url,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: GREETING_MS,
    socketTimeout: SILENCE_MS,
    dnsTimeout: CONNECT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ messageId, fromName, to, subject, text, html, headers, attachments = [] }) {
      if (insideTransaction.getStore()) throw new Error('a mail sent inside a database transaction')
      try {
        await transport.sendMail({
          from: fromName === null ? from : { name: fromName, address },
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId: `<${messageId}>`,
          attachments,
          headers: {
            ...headers,
            'Auto-Submitted': 'auto-generated',
            'X-Auto-Response-Suppress': 'All',
          },
        })
      } catch (error) {
        const { code, responseCode } = error as { code?: string; responseCode?: number }
        throw new MailFailure(
          isPermanent(error as { code?: string; permanent?: boolean }),
          [code ?? 'unknown', responseCode].filter(Boolean).join(' '),
        )
      }
    },
  }
}
