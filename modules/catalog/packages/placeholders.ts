/**
 * Placeholders in an item's markup (docs/protocols/store-connector.md, section 4): `{{setting:…}}`
 * is filled by Arasta at install, the others by the platform for each page. Safe in the browser.
 */
export interface Placeholder {
  kind: 'asset' | 'setting' | 'store' | 'csp'
  name: string
}

export type SettingValue = string | number | boolean

const PLACE = /\{\{([^{}]*)\}\}/g
const NAMES: Record<Placeholder['kind'], RegExp> = {
  asset: /^[A-Za-z0-9._/-]+$/,
  setting: /^[a-z][a-z0-9_]*$/,
  store: /^locale$/,
  csp: /^nonce$/,
}

/** Known placeholders in order, and the text of unknown ones. */
export function listPlaceholders(html: string): { known: Placeholder[]; unknown: string[] } {
  const known: Placeholder[] = []
  const unknown: string[] = []
  for (const [whole, inside = ''] of html.matchAll(PLACE)) {
    const [kind = '', name = ''] = inside.split(':', 2)
    if (isKind(kind) && NAMES[kind].test(name)) known.push({ kind, name })
    else unknown.push(whole)
  }
  return { known, unknown }
}

const isKind = (kind: string): kind is Placeholder['kind'] => Object.hasOwn(NAMES, kind)

/**
 * Settings are escaped for text and quoted attributes only. They are unsafe in scripts, styles,
 * unquoted attributes, `on…` handlers, and at the start of an address (`javascript:`).
 */
export function settingsInUnsafePlaces(html: string): string[] {
  const found = new Set<string>()
  for (const block of ['script', 'style'].flatMap((name) => blocksOf(html, name)))
    for (const place of block.match(/\{\{setting:[^{}]*\}\}/g) ?? []) found.add(place)
  // Lower case with single spaces, so that each expression runs in linear time.
  const plain = html.toLowerCase().replaceAll(/\s+/g, ' ')
  const unsafe = [
    /= ?[^ "'>=]*(\{\{setting:[^{}]*\}\})/g,
    /(?:href|src|srcset|action|data|poster|srcdoc) ?= ?["'] ?(\{\{setting:[^{}]*\}\})/g,
    / (?:on\w+|style) ?= ?"[^"]*?(\{\{setting:[^{}]*\}\})/g,
    / (?:on\w+|style) ?= ?'[^']*?(\{\{setting:[^{}]*\}\})/g,
    /<[^<> ]*(\{\{setting:[^{}]*\}\})/g,
  ]
  for (const pattern of unsafe)
    for (const match of plain.matchAll(pattern)) if (match[1]) found.add(match[1])
  return [...found]
}

/** The contents of raw-text elements, up to the end of the text if one is not closed. */
function blocksOf(html: string, name: string): string[] {
  // Keeps the length: a full lower-casing would turn İ into two characters.
  const lower = html.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
  const blocks: string[] = []
  for (let from = lower.indexOf(`<${name}`); from !== -1;) {
    const end = lower.indexOf(`</${name}`, from)
    const block = html.slice(from, end === -1 ? undefined : end)
    blocks.push(block.slice(block.indexOf('>') + 1))
    from = end === -1 ? -1 : lower.indexOf(`<${name}`, end)
  }
  return blocks
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
  // Braces too: a value `{{csp:nonce}}` must stay text when the platform fills its own
  // placeholders.
  '{': '&#123;',
  '}': '&#125;',
}

/** Escapes the values; a setting without a value becomes an empty text. */
export function fillSettings(
  html: string,
  values: Readonly<Record<string, SettingValue | undefined>>,
): string {
  return html.replace(/\{\{setting:([a-z][a-z0-9_]*)\}\}/g, (_place, name: string) =>
    String(values[name] ?? '').replace(
      /[&<>"'`{}]/g,
      (character) => ESCAPES[character] ?? character,
    ),
  )
}
