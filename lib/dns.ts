import { Resolver } from 'node:dns/promises'

export interface DnsResolver {
  /**
   * The TXT records of a name, the strings of each joined; empty when there are none. Null when the
   * lookup failed or timed out.
   */
  txt(name: string): Promise<string[] | null>
}

const NO_RECORD_CODES = new Set(['ENODATA', 'ENOTFOUND'])

/** `servers`: addresses such as `9.9.9.9` or `127.0.0.1:5353`; by default the system's resolvers. */
export function createDnsResolver({
  servers = [],
  timeoutMs = 3_000,
}: { servers?: readonly string[]; timeoutMs?: number } = {}): DnsResolver {
  return {
    async txt(name) {
      const resolver = new Resolver({ timeout: timeoutMs, tries: 2 })
      if (servers.length > 0) resolver.setServers(servers)
      try {
        return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
      } catch (error) {
        return NO_RECORD_CODES.has((error as { code?: string }).code ?? '') ? [] : null
      }
    },
  }
}
