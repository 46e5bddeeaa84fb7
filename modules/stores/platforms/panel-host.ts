/**
 * How panel hosts follow from shop hosts: `{shop}.demo.localhost` → `{shop}.panel.demo.localhost`
 * (S9.6).
 */
export interface PanelHostRule {
  from: string
  to: string
}

const HOST = /^(?:\{shop\}|[a-z0-9-]{1,63})(?:\.(?:\{shop\}|[a-z0-9-]{1,63})){0,10}$/

/** Parses `{shop}.shops.example={shop}.panel.example`; null when it is not a rule. */
export function readPanelHostRule(text: string): PanelHostRule | null {
  const [from, to, ...more] = text.trim().toLowerCase().split('=')
  if (
    from === undefined ||
    to === undefined ||
    more.length > 0 ||
    !HOST.test(from) ||
    !HOST.test(to)
  )
    return null
  return from.split('{shop}').length === 2 ? { from, to } : null
}

/** As it is typed and read. */
export const writePanelHostRule = ({ from, to }: PanelHostRule): string => `${from}=${to}`

/**
 * The panel host of a shop, with the shop's port; null when the rule does not match. `{shop}`
 * stands for one label, so that no shop's domain can name an unintended host.
 */
export function panelHostOf(rule: PanelHostRule | null, domain: string): string | null {
  const [before, after, ...more] = rule ? rule.from.split('{shop}') : []
  if (!rule || before === undefined || after === undefined || more.length > 0) return null
  const [host = '', port] = domain.toLowerCase().split(':')
  if (
    !host.startsWith(before) ||
    !host.endsWith(after) ||
    host.length <= before.length + after.length
  )
    return null
  const shop = host.slice(before.length, host.length - after.length)
  if (!/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(shop)) return null
  return rule.to.replaceAll('{shop}', shop) + (port === undefined ? '' : `:${port}`)
}

/**
 * The origin of a shop's panel: by the platform's rule if it matches, otherwise the platform's
 * first panel.
 */
export function panelOriginOf(
  {
    panel_origins: [first],
    panel_host_rule: rule,
  }: { panel_origins: string[]; panel_host_rule: unknown },
  domain: string,
): string | null {
  const host = panelHostOf(rule as PanelHostRule | null, domain)
  return first === undefined || host === null
    ? (first ?? null)
    : `${new URL(first).protocol}//${host}`
}
