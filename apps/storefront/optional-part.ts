/**
 * Loads an optional chunk. If that fails, the page is not reloaded (S4.11): the caller decides on a
 * fallback.
 */
export async function optionalPart<T>(load: () => Promise<T>): Promise<T> {
  const guard = window.arastaStart
  if (guard) guard.optionalParts += 1
  try {
    return await load()
  } finally {
    if (guard) guard.optionalParts -= 1
  }
}
