import { isPublicHost } from '#lib/foreign/foreign-http.ts'
import type { Services } from '#kernel/context.ts'

/**
 * Whether operators may name this address for calls to a platform: public and https, or at an
 * origin that the market was started with.
 */
export function mayCall(
  { connectorOrigins }: Pick<Services, 'connectorOrigins'>,
  address: string,
): boolean {
  const url = new URL(address)
  if (connectorOrigins.includes(url.origin)) return true
  const isPlain = url.protocol === 'https:' && url.username === '' && url.search === ''
  return isPlain && isPublicHost(url)
}
