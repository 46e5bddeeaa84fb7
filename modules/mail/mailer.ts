import type { Transporter } from 'nodemailer'
import { insideTransaction } from '#lib/http.ts'

/** The port through which mails leave. `send` fails with `MailFailure`. */
export interface Mailer {
  send(mail: OutgoingMail): Promise<void>
}

export interface OutgoingMail {
  /** Without brackets; the same for every try, so that a mailbox recognizes a repetition. */
  messageId: string
  /** The name that operators gave the market; null for the name in the sender's setting. */
  fromName: string | null
  to: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  attachments?: Attachment[]
}

export interface Attachment {
  filename: string
  /** For example `application/pdf`. */
  contentType: string
  content: Buffer
}

/** `permanent`: a retry is useless. The code never contains an address. */
export class MailFailure extends Error {
  readonly permanent: boolean
  readonly code: string
  constructor(permanent: boolean, code: string) {
    super(`mail not accepted: ${code}`)
    this.name = 'MailFailure'
    this.permanent = permanent
    this.code = code
  }
}

const CONNECT_MS = 5_000
const GREETING_MS = 5_000
const SOCKET_MS = 15_000

/**
 * Sends by SMTP. `url` is like `smtp://user:password@host:587` or `smtps://…`, `from` like `Arasta
 * <no-reply@example.com>`.
 */
export function createSmtpMailer({ url, from }: { url: string; from: string }): Mailer {
  const address = /<([^<>]+)>$/.exec(from)?.[1] ?? from
  const options = {
    url,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: GREETING_MS,
    socketTimeout: SOCKET_MS,
    dnsTimeout: CONNECT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  let opening: Promise<Transporter> | undefined
  // Loaded with the first mail: only workers send any.
  const open = () =>
    (opening ??= import('nodemailer').then(({ createTransport }) => createTransport(options)))
  return {
    async send({ messageId, fromName, to, subject, text, html, headers, attachments = [] }) {
      if (insideTransaction.getStore())
        throw new Error('A mail was sent inside a database transaction')
      try {
        const transport = await open()
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
        const smtpError = error as SmtpError
        throw new MailFailure(
          isPermanent(smtpError),
          [smtpError.code ?? 'unknown', smtpError.responseCode].filter(Boolean).join(' '),
        )
      }
    },
  }
}

interface SmtpError {
  code?: string
  responseCode?: number
  permanent?: boolean
}

/** Only when the mail itself was refused: a wrong password of ours can be corrected. */
const isPermanent = ({ code, permanent }: SmtpError) =>
  permanent === true && (code === 'EENVELOPE' || code === 'EMESSAGE')
