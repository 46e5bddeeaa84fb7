/**
 * Cuts PostgreSQL's wire protocol (version 3) into messages:
 * https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
export interface Message {
  /** The letter in front, empty for the first message of a connection. */
  type: string
  /** The whole message with letter and length. */
  bytes: Buffer
  /** Behind letter and length. */
  body: Buffer
}

/**
 * Collects what comes and gives the messages that are complete. A client's first message has no
 * letter.
 */
export class MessageReader {
  #rest: Buffer = Buffer.alloc(0)
  #first: boolean
  constructor({ beginsWithStartup }: { beginsWithStartup: boolean }) {
    this.#first = beginsWithStartup
  }

  take(chunk: Buffer): Message[] {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    const messages: Message[] = []
    for (;;) {
      const head = this.#first ? 0 : 1
      if (this.#rest.length < head + 4) return messages
      const length = head + this.#rest.readInt32BE(head)
      if (this.#rest.length < length) return messages
      const bytes = this.#rest.subarray(0, length)
      messages.push({
        type: this.#first ? '' : String.fromCharCode(bytes[0] ?? 0),
        bytes,
        body: bytes.subarray(head + 4),
      })
      this.#rest = this.#rest.subarray(length)
      this.#first = false
    }
  }
}

/** Texts that end with a zero, one after the other. */
export function textsOf(body: Buffer, count: number): string[] {
  const texts: string[] = []
  let at = 0
  while (texts.length < count && at < body.length) {
    const end = body.indexOf(0, at)
    texts.push(body.toString('utf8', at, end < 0 ? body.length : end))
    at = end < 0 ? body.length : end + 1
  }
  return texts
}

/** The statements that a client's messages carry out, by the names that the protocol gives them. */
export class StatementNames {
  readonly #parsed = new Map<string, string>()
  readonly #bound = new Map<string, string>()

  /** The text of the statement that this message carries out; undefined for every other message. */
  executedBy({ type, body }: Message): string | undefined {
    if (type === 'P') {
      const [name = '', text = ''] = textsOf(body, 2)
      this.#parsed.set(name, text)
    }
    if (type === 'B') {
      const [portal = '', name = ''] = textsOf(body, 2)
      this.#bound.set(portal, this.#parsed.get(name) ?? '')
    }
    if (type === 'E') return this.#bound.get(textsOf(body, 1)[0] ?? '') ?? ''
    return type === 'Q' ? (textsOf(body, 1)[0] ?? '') : undefined
  }
}
