/**
 * How an implementation is inspected: as it is meant, by somebody who means ill, with patience,
 * again and again, all at once.
 */
export const PARTS = ['happy', 'hostile', 'slow', 'repeated', 'concurrent'] as const
export type Part = (typeof PARTS)[number]

/**
 * What a check cannot do without: something of the settings, or that the platform has slots of a
 * kind.
 */
export type Need =
  | 'other'
  | 'closed'
  | 'demonstration'
  | 'scratch'
  | 'scopes'
  | 'user_call'
  | 'handover'
  | 'patience'

/** The platform does not keep what the document asks for at `anchor`. */
export class Fault extends Error {
  readonly anchor: string
  /** Status and code of the answer that it should have been, where it is one. */
  readonly expected: string | undefined
  constructor(anchor: string, words: string, expected?: string) {
    super(words)
    this.anchor = anchor
    this.expected = expected
  }
}

/** The run ends before its checks do; the message says why. */
export class Interrupted extends Error {}

/** A check that has nothing to look at on this platform. */
export class NothingToCheck extends Error {}

/** States what the document asks for; the words say what was found instead. */
export function ask(
  anchor: string,
  holds: boolean,
  words: string,
  expected?: string,
): asserts holds {
  if (!holds) throw new Fault(anchor, words, expected)
}

/** `s2-nonce-once` stands in section 2. */
export const sectionOf = (anchor: string): number => Number(/^s(\d)-/.exec(anchor)?.[1] ?? 0)
