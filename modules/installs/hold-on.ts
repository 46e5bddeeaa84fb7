/**
 * Does the work and meanwhile renews the hold on it: whoever dies over it is not waited for longer
 * than one hold, however long the work may take. A renewal that is under way is waited for, so that
 * none comes after whatever is decided about the work.
 *
 * @param renew never refuses
 */
export async function holdOn<T>(
  renew: () => Promise<unknown>,
  everyMs: number,
  work: () => Promise<T>,
): Promise<T> {
  let renewing: Promise<unknown> | null = null
  const timer = setInterval(() => {
    renewing ??= renew().finally(() => {
      renewing = null
    })
  }, everyMs)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    await renewing
  }
}
