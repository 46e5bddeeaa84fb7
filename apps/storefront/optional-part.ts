/**
 * Asks for a part that the page can do without, or has another way for. Where its chunk does not
 * come, the page is not loaded anew for it (S4.11): whoever asked says what happens instead.
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
