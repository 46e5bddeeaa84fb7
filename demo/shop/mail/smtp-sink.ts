import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { callbackify } from 'node:util'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { SMTPServerDataStream } from 'smtp-server'
import type { Platform } from '../platform.ts'
import { receiveMail } from '../storage/mails.ts'

/** Bytes of one mail. */
const mostBytes = 1024 * 1024

export interface SmtpSink {
  /** Listens on this machine only. Returns the port. */
  start(port: number): Promise<number>
  stop(): Promise<void>
}

/**
 * The demo's mail server: whatever is sent through it lands in the panel's mailbox and goes nowhere
 * else.
 */
export function createSmtpSink(platform: Platform): SmtpSink {
  const server = new SMTPServer({
    name: 'mail.localhost',
    banner: 'Demo Commerce mailbox',
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: mostBytes,
    socketTimeout: 30_000,
    closeTimeout: 1_000,
    maxClients: 50,
    onData(stream, session, done) {
      const { mailFrom, rcptTo } = session.envelope
      fileMail(
        platform,
        stream,
        mailFrom ? mailFrom.address : '',
        rcptTo.map((one) => one.address),
        (error) => done(error),
      )
    },
  })
  // A connection that breaks is the sender's trouble: it will try again.
  server.on('error', (error) => {
    if (server.server.listening) console.error(`mailbox: ${error.message}`)
  })
  return {
    async start(port) {
      server.listen(port, '127.0.0.1')
      await once(server.server, 'listening')
      return (server.server.address() as AddressInfo).port
    },
    stop: () =>
      server.server.listening
        ? new Promise((resolve) => server.close(() => resolve()))
        : Promise.resolve(),
  }
}

const fileMail = callbackify(file)

async function file(
  platform: Platform,
  stream: SMTPServerDataStream,
  envelopeSender: string,
  recipients: string[],
): Promise<void> {
  const chunks: Buffer[] = []
  // To the end, or the answer would come in the middle of what is still being sent.
  for await (const chunk of stream as AsyncIterable<Buffer>)
    if (!stream.sizeExceeded) chunks.push(chunk)
  if (stream.sizeExceeded) throw Object.assign(new Error('too large'), { responseCode: 552 })
  const mail = await PostalMime.parse(Buffer.concat(chunks))
  const sender = mail.from?.address
    ? `${mail.from.name ? `${mail.from.name} ` : ''}<${mail.from.address}>`
    : envelopeSender
  const attachments = mail.attachments.map(({ filename, mimeType, content }) => ({
    filename: filename ?? 'file',
    contentType: mimeType,
    content: typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content),
  }))
  for (const recipient of recipients) {
    receiveMail(platform, {
      sender,
      recipient,
      subject: mail.subject ?? '',
      text: mail.text ?? '',
      html: mail.html ?? '',
      attachments,
    })
  }
}
