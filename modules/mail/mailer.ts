/** A mail as it leaves: what the port is given. */
export interface Letter {
  /** Without brackets; the same for every try, so that a mailbox can tell a repetition. */
  messageId: string
  /** What operators call the market; null: as the sender is set. */
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
  /** E.g. `application/pdf`. */
  contentType: string
  content: Buffer
}

/** The port to the world's mail. Failures are `MailFailure`. */
export interface Mailer {
  send(letter: Letter): Promise<void>
}

/**
 * `permanent`: this mail will never be taken. Else: try again later. The code carries no address.
 */
export class MailFailure extends Error {
  readonly permanent: boolean
  readonly code: string
  constructor(permanent: boolean, code: string) {
    super(`mail not taken: ${code}`)
    this.name = 'MailFailure'
    this.permanent = permanent
    this.code = code
  }
}
