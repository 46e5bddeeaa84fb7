import { Hono, type Context } from 'hono'
import { etag } from 'hono/etag'
import { z } from 'zod'
import { createAnswerCache } from '#lib/answer-cache.ts'
import type { Clock } from '#lib/clock.ts'
import type { HttpClient } from '#lib/http.ts'
import { refuse } from '#lib/refusal.ts'
import { icons as drawings, type IconName } from '#ui/icons.gen.ts'
import { LUCIDE_NAMES } from './icon-names.gen.ts'

/** Cache of icon sets (S9.7). */
const CACHE = { most: 50, hours: 168 } as const
const UPSTREAM_TIMEOUT_MS = 1_500
const MAX_ICONS = 100

/** Iconify's JSON: an icon is the inside of an `<svg>`. */
const iconSet = z.object({
  prefix: z.string(),
  icons: z.record(
    z.string(),
    z.object({
      body: z.string().max(20_000),
      width: z.number().optional(),
      height: z.number().optional(),
    }),
  ),
  not_found: z.array(z.string()).optional(),
  width: z.number().optional(),
  height: z.number().optional(),
})
export type IconSet = z.output<typeof iconSet>

/** Icons of an upstream must not contain anything that could run or load something. */
const ACTIVE_CONTENT =
  /<\s*(script|foreignObject|iframe|image|use|a|animate|set|style)\b|\bon\w+\s*=|(href|src)\s*=|url\(\s*['"]?[^#'"]|javascript:|<!/i

/** Our icons by our names and by Lucide's. */
const LOCAL: Record<string, (name: string) => IconName | undefined> = {
  arasta: (name) => (Object.hasOwn(drawings, name) ? (name as IconName) : undefined),
  lucide: (name) =>
    Object.hasOwn(LUCIDE_NAMES, name) ? LUCIDE_NAMES[name as keyof typeof LUCIDE_NAMES] : undefined,
}

const LOCAL_SIZE = { width: 24, height: 24 }

interface Options {
  /** An Iconify server that is requested first; without one only local sets answer. */
  upstream: string | null
  http: HttpClient
  clock: Clock
}

/** S7.38, below `/icons`: `GET /{set}.json?icons=a,b`. */
export function iconSets({ upstream, http, clock }: Options): Hono {
  const kept = createAnswerCache<IconSet>({ ...CACHE, clock })
  const routes = new Hono()
  routes.use(etag())
  routes.get('/:file{[a-z0-9]+(?:-[a-z0-9]+)*\\.json}', async (c) => {
    const set = c.req.param('file').slice(0, -'.json'.length)
    const names = readNames(c)
    const key = `${set} ${names.join(',')}`
    const answer = kept.get(key) ?? (await fetchIcons(key, set, names))
    c.header('cache-control', `public, max-age=${CACHE.hours * 3600}`)
    return c.json(answer)
  })
  return routes

  async function fetchIcons(key: string, set: string, names: readonly string[]): Promise<IconSet> {
    const fresh = await fetchUpstream(set, names)
    const answer = fresh ?? localSet(set, names)
    if (answer === null) throw refuse('not_found')
    // Do not cache missing icons while the upstream is down.
    if (fresh !== null || upstream === null) kept.set(key, answer)
    return answer
  }

  /** Null without an upstream or a timely valid answer. */
  async function fetchUpstream(set: string, names: readonly string[]): Promise<IconSet | null> {
    if (upstream === null) return null
    try {
      const answer = await http.request(`${upstream}/${set}.json?icons=${names.join(',')}`, {
        timeoutMs: UPSTREAM_TIMEOUT_MS,
      })
      if (answer.status !== 200) return null
      const { icons, width, height } = iconSet.parse(JSON.parse(answer.body.toString('utf8')))
      const safe = Object.entries(icons).filter(
        ([name, { body }]) => names.includes(name) && !ACTIVE_CONTENT.test(body),
      )
      // Add local icons that the upstream lacks, if the sizes match.
      const own =
        (width ?? 16) === LOCAL_SIZE.width && (height ?? 16) === LOCAL_SIZE.height
          ? localSet(set, names)?.icons
          : undefined
      return assemble(set, names, { ...own, ...Object.fromEntries(safe) }, { width, height })
    } catch {
      return null
    }
  }
}

function localSet(set: string, names: readonly string[]): IconSet | null {
  const ourName = Object.hasOwn(LOCAL, set) ? LOCAL[set] : undefined
  if (!ourName) return null
  const found = names.flatMap((name) => {
    const own = ourName(name)
    return own === undefined ? [] : [[name, { body: drawn(drawings[own]) }] as const]
  })
  return assemble(set, names, Object.fromEntries(found), LOCAL_SIZE)
}

/** Attributes that our `<svg>` has once; in a set each icon needs them. */
const drawn = (lines: string): string =>
  `<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2">${lines}</g>`

function assemble(
  prefix: string,
  names: readonly string[],
  icons: IconSet['icons'],
  size: Pick<IconSet, 'width' | 'height'>,
): IconSet {
  const missing = names.filter((name) => !Object.hasOwn(icons, name))
  return { prefix, icons, ...(missing.length > 0 && { not_found: missing }), ...size }
}

/** Sorted, so that `a,b` and `b,a` share a cache entry. */
function readNames(c: Context): string[] {
  const asked = c.req.queries('icons') ?? []
  const names = [...new Set(asked.length === 1 ? asked[0]!.split(',') : [])].sort()
  const safe =
    names.length > 0 &&
    names.length <= MAX_ICONS &&
    names.every((name) => name.length <= 64 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))
  if (!safe) throw refuse('input.invalid', { fields: { icons: { code: 'field.invalid' } } })
  return names
}
