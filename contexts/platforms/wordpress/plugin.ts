/** The connector plugin that the market hands out (`connectors/wordpress/arasta-connector`), and the oldest that it works with. */
export const PLUGIN_VERSION = '1.1.0'
const OLDEST = [1, 1, 0]

/** One that does not say its version is older than the first that does. */
export function isPluginGoodEnough(version: string | null): boolean {
  const [, ...parts] = /^(\d{1,4})\.(\d{1,4})\.(\d{1,4})$/.exec(version ?? '') ?? []
  if (parts.length !== OLDEST.length) return false
  const at = parts.findIndex((part, index) => Number(part) !== OLDEST[index])
  return at === -1 || Number(parts[at]) > (OLDEST[at] ?? 0)
}
