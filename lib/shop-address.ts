/**
 * What an owner types for their shop → host, with the port where it is not the usual one:
 * `HTTPS://www.Mağazam.com./ürünler` gives `xn--maazam-45a.com`. Null for what is no shop's
 * address: an IP in any notation, a name without a dot, an e-mail address or anything else with
 * credentials, another scheme, control characters (S2.20).
 */
export function readShopAddress(typed: string): string | null {
  // Before anything looks through it.
  if (typed.length > 2000) return null
  const text = typed.replace(/^[\s\u200b\ufeff]+|[\s\u200b\ufeff]+$/gu, '')
  if (text === '' || /[\p{Cc}\p{Cf}\\]/u.test(text)) return null
  // A dotted capital I is an i here: identifiers are not cased by a language (D18).
  const [, scheme, rest = ''] = /^(?:([a-z][a-z0-9+.-]*):)?\/\/(.*)$/isu.exec(text) ?? [
    undefined,
    undefined,
    text,
  ]
  if (scheme !== undefined && !/^https?$/i.test(scheme)) return null
  const authority = rest.split(/[/?#]/u)[0]!.replaceAll('İ', 'i')
  if (authority.includes('@')) return null
  const url = URL.parse(`https://${authority}/`)
  if (url === null) return null
  const host = url.hostname.replace(/\.$/, '')
  if (
    host.length > 253 ||
    !host.includes('.') ||
    !host.split('.').every(isLabel) ||
    /^[\d.]+$/.test(host)
  )
    return null
  return withoutWww(host) + (['', '80', '443'].includes(url.port) ? '' : `:${url.port}`)
}

const isLabel = (label: string) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(label)

const withoutWww = (host: string) => host.replace(/^(?:www\.)+(?=[^.]+\.)/, '')

export const isShopAddress = (typed: string): boolean => readShopAddress(typed) !== null
