/** Of a load: begun a second, for how many seconds, beside how many old orders; of subscriptions. */
export interface Amounts {
  rate?: number
  seconds?: number
  oldOrders?: number
  subscriptions?: number
  days?: number
}

/** What a part of a proof is notified. */
export interface PartRun<Arena, Options> {
  /** A small sample of everything, for `npm test`. */
  sample: boolean
  /** How often the market dies at each place where something lasts. */
  times: number
  /** Of everything that is random; the same seed does the same again. */
  seed: number
  /** Only the cases whose name has these words in it, where a part has cases. */
  like?: string
  /** How much a part that measures is to do, where that was said. */
  amounts?: Amounts
  /** Progress in words. */
  say: (words: string) => void
  /** An arena for this part; whoever runs samples of many parts may give the same one again. */
  open: (options: Options) => Promise<Arena>
  isStopping: () => boolean
}

export interface PartResult<Violation> {
  /** What was done, with numbers: `312 kills at 58 points`. */
  done: string
  violations: Violation[]
  /** Why nothing could be tried on this machine: that is no proof. */
  skipped?: string
}

export type PartOf<Arena, Options, Violation> = (
  run: PartRun<Arena, Options>,
) => Promise<PartResult<Violation>>

/** Works a list off, so many at a time. */
export async function inParallel<T>(
  list: readonly T[],
  atOnce: number,
  work: (one: T, place: number) => Promise<void>,
): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: Math.min(atOnce, list.length) }, async () => {
      for (let place = next++; place < list.length; place = next++)
        await work(list[place] as T, place)
    }),
  )
}
