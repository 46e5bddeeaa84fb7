import { Resolver } from 'node:dns/promises'

/** What name servers say. */
export interface Names {
  /**
   * The TXT records of a name, each as one text; none is an empty list. Null when nobody answered.
   */
  txt(name: string): Promise<string[] | null>
}

/** DNS's own words for "there is none". */
const NONE = new Set(['ENODATA', 'ENOTFOUND'])

/** `servers`: addresses (`9.9.9.9`, `127.0.0.1:5353`) to ask; without them the machine's own. */
export function createNames({
  servers = [],
  timeoutMs = 3_000,
}: { servers?: readonly string[]; timeoutMs?: number } = {}): Names {
  return {
    async txt(name) {
      const resolver = new Resolver({ timeout: timeoutMs, tries: 2 })
      if (servers.length > 0) resolver.setServers(servers)
      try {
        return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
      } catch (error) {
        return NONE.has((error as { code?: string }).code ?? '') ? [] : null
      }
    },
  }
}
