/**
 * Runs work for one key after the other; other keys do not wait. For what a gateway does not sort
 * out itself, within this process.
 */
export function onceAtATime<Result>(): (
  key: string,
  work: () => Promise<Result>,
) => Promise<Result> {
  const last = new Map<string, Promise<Result>>()
  return (key, work) => {
    const before: Promise<unknown> = last.get(key) ?? Promise.resolve()
    const mine = before.then(work, work)
    last.set(key, mine)
    const forget = () => {
      if (last.get(key) === mine) last.delete(key)
    }
    mine.then(forget, forget)
    return mine
  }
}
