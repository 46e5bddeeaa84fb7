/**
 * The invariants of installing. Their numbers are those that documentation and commits speak of.
 */
export const INVARIANTS = {
  I5: 'only what is free or was paid for by this store is put on it',
  I6: 'at most one installation of an item on a store, one version or none, and another version only by an update that says so',
  I9: "installations, runs and the ledger's rows move only as the tables allow",
  LEDGER:
    'what the ledger has on a store is there as it was sent, and nothing is there that the ledger has not',
  BACK: 'a store that everything was taken off is byte for byte what it was before',
  END: 'in time everything comes to its end: done, taken back, or waiting for its owner with words',
  BOUND: 'nothing is tried for ever',
  COUNT: 'an item counts as often as it is installed',
  APART: 'whoever has something of one platform gets nothing by it at another',
  WRITTEN: 'a store is never touched before it is written down',
  SECRET: 'no ticket, token or key is in a log',
  SIGNED:
    "what a site's visitors are given is signed, of this week, and of the bytes that were signed",
  SHOWN: "a site's pages show what stands on it, and nothing else of ours",
  LIVE: 'what was stopped can be brought to its end by its owner',
  FAIR: 'no store waits while others are served',
  ZIP: 'no package escapes, hangs or kills',
  SCREEN: 'what a screen says of an installation is so, and an owner gets through by what it shows',
  PREVIEW: 'an item that is looked at reaches no token, no cookie and no other page',
} as const
export type Invariant = keyof typeof INVARIANTS

/**
 * One thing that must not be, with the installation, store or file by which it can be looked up.
 */
export interface Violation {
  invariant: Invariant
  where: string
  what: string
}

export const describeViolation = ({ invariant, where, what }: Violation): string =>
  `${invariant} ${where}: ${what}`
