/**
 * An answer of the connector that is not a success: `{ "error": code, "message" }` (protocol,
 * section 2).
 */
export class Refusal extends Error {
  readonly status: 400 | 401 | 403 | 404 | 409 | 410 | 422 | 429 | 500 | 502
  readonly code: string
  readonly retryAfterSeconds: number | undefined
  constructor(
    status: Refusal['status'],
    code: string,
    message: string,
    retryAfterSeconds?: number,
  ) {
    super(message)
    this.status = status
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}
