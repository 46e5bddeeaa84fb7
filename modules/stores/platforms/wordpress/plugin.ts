/**
 * The connector plugin that the market hands out (`connectors/wordpress/arasta-connector`), the
 * oldest that it works with, and the first that can stop being a copy.
 */
export const PLUGIN_VERSION = '1.3.0'
const OLDEST = '1.1.0'
export const KNOWS_COPIES = '1.2.0'

const partsOf = (version: string | null) =>
  /^(\d{1,4})\.(\d{1,4})\.(\d{1,4})$/
    .exec(version ?? '')
    ?.slice(1)
    .map(Number)

/** One that does not say its version is older than the first that does. */
export function isPluginGoodEnough(
  version: string | null,
  oldest: typeof OLDEST | typeof KNOWS_COPIES = OLDEST,
): boolean {
  const [parts, least] = [partsOf(version), partsOf(oldest) ?? []]
  if (!parts) return false
  const at = parts.findIndex((part, index) => part !== least[index])
  return at === -1 || (parts[at] ?? 0) > (least[at] ?? 0)
}
