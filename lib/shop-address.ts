/**
 * Parses what an owner types for their shop to a host, with its port when not the default:
 * `HTTPS://www.Mağazam.com./ürünler` gives `xn--maazam-45a.com`. Null for IP addresses in any
 * notation, names without a dot, e-mail addresses and other credentials, other schemes, control
 * characters (S2.20).
 */
export function readShopAddress(typed: string): string | null {
  // Before any regular expression.
  if (typed.length > 2000) return null
  const text = typed.replace(/^[\s\u200b\ufeff]+|[\s\u200b\ufeff]+$/gu, '')
  if (text === '' || /[\p{Cc}\p{Cf}\\]/u.test(text)) return null
  // A dotted capital I equals i here: identifiers have no language (D18).
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
