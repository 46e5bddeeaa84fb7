/** What a call that puts a package is given. */
export interface Offer {
  sha256: string
  url: string
  size: number
  signature: string
  key_id: string
  prefix: string
  version: string
}

/** How a package is handed out when it is asked for. */
export const MANNERS = ['at_once', 'slowly', 'not_found', 'cut', 'redirect'] as const
export type Manner = (typeof MANNERS)[number]

/**
 * Stands for the market that the platform knows: hands out public keys and packages at the origin
 * of the market's installer.
 */
export interface Market {
  origin: string
  /** An origin that is not the installer's, where no package may be asked for. */
  trapOrigin: string
  /** Paths that were asked for there. */
  strayed(): Promise<readonly string[]>
  /** A further public key; its name. */
  addKey(): Promise<string>
  withdrawKey(kid: string): Promise<void>
  /** Signs these bytes and hands them out at an address of their own. */
  offer(
    bytes: Buffer,
    prefix: string,
    how?: { version?: string; manner?: Manner; key?: string },
  ): Promise<Offer>
}
