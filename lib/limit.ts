/** What may be done only so often. */
export interface Limit {
  /** What is done and whose turn it is, e.g. `contact ip 192.0.2.1`; kept as its hash. */
  key: string
  /** So many times … */
  most: number
  /** … in so many seconds, counted from the first. */
  seconds: number
}
