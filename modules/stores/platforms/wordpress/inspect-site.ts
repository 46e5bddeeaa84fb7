import { z } from 'zod'
import { followRedirects } from '#lib/foreign/follow.ts'
import { HEAD_BYTES, readHtmlHead } from '#lib/foreign/html-head.ts'
import { readJson } from '#lib/foreign/json.ts'
import { type HttpAnswer, HttpFailure } from '#lib/http.ts'
import type { Services } from '#kernel/context.ts'
import { isOriginOf } from '../loader/sites.ts'

/** Why a site is not ready to be connected, in the order in which to fix them. */
export const SITE_PROBLEMS = [
  'unreachable',
  'not_public',
  'elsewhere',
  'no_wordpress',
  'rest_off',
  'http_only',
  'no_plugin',
  'old_plugin',
  'no_passwords',
] as const
type SiteProblem = (typeof SITE_PROBLEMS)[number]

interface WordPressLook {
  problem: SiteProblem | null
  /** Its origin as it names itself, when WordPress was found. */
  url: string | null
  /** The page where the owner approves; set when there is no problem. */
  consentUrl: string | null
  plugin: string | null
  woocommerce: boolean
}

const HOPS = 3
const TIMEOUT_MS = 6_000
/**
 * The index has a few hundred bytes if the site supports `_fields`; otherwise it lists every route.
 */
const INDEX_BYTES = 1024 * 1024
const FIELDS = 'name,home,namespaces,authentication,arasta_connector'

const index = z.object({
  home: z.url({ protocol: /^https?$/ }),
  namespaces: z.array(z.string()),
  arasta_connector: z
    .object({ version: z.string().max(20) })
    .optional()
    .catch(undefined),
  // An empty list in PHP is `[]`, not `{}`.
  authentication: z
    .object({
      'application-passwords': z
        .object({ endpoints: z.object({ authorization: z.url({ protocol: /^https?$/ }) }) })
        .optional(),
    })
    .catch({}),
})
const refused = z.object({ code: z.string().startsWith('rest_') })

const nothing = (problem: SiteProblem): WordPressLook => ({
  problem,
  url: null,
  consentUrl: null,
  plugin: null,
  woocommerce: false,
})

/** The application password travels encrypted, or does not leave this machine. */
const isPrivateLine = (url: URL) => url.protocol === 'https:' || url.hostname.endsWith('.localhost')

/**
 * Checks, without any key, whether a WordPress is at `domain` (as `readShopAddress` returns it) and
 * ready to be connected. Public addresses only; redirects are followed within the site. Outside a
 * transaction.
 */
export async function inspectWordPress(
  services: Pick<Services, 'http'>,
  domain: string,
): Promise<WordPressLook> {
  let look = nothing('unreachable')
  for (const scheme of ['https', 'http']) {
    look = await inspectAt(services, domain, `${scheme}://${domain}`)
    if (look.problem !== 'unreachable' && look.problem !== 'not_public') return look
  }
  return look
}

async function inspectAt(
  services: Pick<Services, 'http'>,
  domain: string,
  origin: string,
): Promise<WordPressLook> {
  const answer = await follow(
    services,
    domain,
    `${origin}/index.php?rest_route=/&_fields=${FIELDS}`,
    INDEX_BYTES,
  )
  if (typeof answer === 'string') return nothing(answer)
  const json = readJson(answer.body)
  const found = index.safeParse(json)
  if (found.success && found.data.namespaces.includes('wp/v2')) return judge(domain, found.data)
  if (refused.safeParse(json).success) return nothing('rest_off')
  const page = await follow(services, domain, `${origin}/`, HEAD_BYTES)
  if (typeof page === 'string') return nothing(page)
  return nothing(isWordPressPage(page) ? 'rest_off' : 'no_wordpress')
}

/** Accepts what the site says only as far as it is about itself. */
function judge(
  domain: string,
  { home, namespaces, arasta_connector: connector, authentication }: z.output<typeof index>,
): WordPressLook {
  const url = new URL(home)
  if (!isOriginOf(domain, url.origin)) return nothing('elsewhere')
  const consent = authentication['application-passwords']?.endpoints.authorization
  const plugin = connector?.version ?? null
  const facts = {
    url: url.origin,
    plugin,
    woocommerce: namespaces.some((name) => name.startsWith('wc/')),
  }
  const problem = (() => {
    if (!isPrivateLine(url)) return 'http_only'
    if (!namespaces.includes('arasta/v1')) return 'no_plugin'
    if (!isPluginSupported(plugin)) return 'old_plugin'
    if (consent === undefined) return 'no_passwords'
    return isOriginOf(domain, new URL(consent).origin) && isPrivateLine(new URL(consent))
      ? null
      : 'elsewhere'
  })()
  return { ...facts, problem, consentUrl: problem === null ? (consent ?? null) : null }
}

/** The answer at the end of the site's own redirects, or the problem. Reads at most `maxBytes`. */
async function follow(
  { http }: Pick<Services, 'http'>,
  domain: string,
  address: string,
  maxBytes: number,
): Promise<HttpAnswer | SiteProblem> {
  try {
    const found = await followRedirects(http, address, {
      hops: HOPS,
      timeoutMs: TIMEOUT_MS,
      maxBytes,
      cut: true,
      headers: { accept: 'application/json, text/html', 'user-agent': 'Arasta (site check)' },
      // https and `www.` are the same site.
      mayLead: (next) => isOriginOf(domain, next.origin),
    })
    return found.end === 'answer' ? found.answer : 'elsewhere'
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error
    return error.kind === 'blocked' ? 'not_public' : 'unreachable'
  }
}

/** By the traces that WordPress leaves on its pages. */
function isWordPressPage({ headers, body }: HttpAnswer): boolean {
  if ((headers.link ?? '').includes('api.w.org')) return true
  const { metas, addresses } = readHtmlHead(body)
  return (
    metas.some(({ name, content }) => name === 'generator' && content.includes('WordPress')) ||
    addresses.some(
      (address) =>
        address.includes('/wp-content/') ||
        address.includes('/wp-includes/') ||
        address.includes('api.w.org'),
    )
  )
}

/** The connector plugin that the market offers (`connectors/wordpress/arasta-connector`). */
export const PLUGIN_VERSION = '1.4.0'
const OLDEST = '1.1.0'
export const MIN_COPY_VERSION = '1.2.0'

const partsOf = (version: string | null) =>
  /^(\d{1,4})\.(\d{1,4})\.(\d{1,4})$/
    .exec(version ?? '')
    ?.slice(1)
    .map(Number)

/** A plugin that does not report its version is older than the first that does. */
export function isPluginSupported(
  version: string | null,
  oldest: typeof OLDEST | typeof MIN_COPY_VERSION = OLDEST,
): boolean {
  const [parts, least] = [partsOf(version), partsOf(oldest) ?? []]
  if (!parts) return false
  const at = parts.findIndex((part, index) => part !== least[index])
  return at === -1 || (parts[at] ?? 0) > (least[at] ?? 0)
}
