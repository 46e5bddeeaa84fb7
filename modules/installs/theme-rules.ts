import type { Ctx } from '#kernel/context.ts'
import { readPackageText, type ReleaseFacts, styleRules } from '#modules/catalog/public.ts'
import type { UpdateChange } from './contract.ts'

/** Nobody reads more; how many there are is said. */
const MOST_RULES = 200

/** Read once for a package that many look at: a release is immutable. */
const rulesOf = (ctx: Ctx, { manifest, sha256 }: ReleaseFacts): Promise<string[] | null> =>
  ctx.cache.recall(`theme rules ${sha256}`, [], async () => {
    const css =
      manifest.kind === 'theme' ? await readPackageText(ctx, sha256, manifest.stylesheet) : null
    return css === null ? null : styleRules(css)
  })

/**
 * The rules of a theme's stylesheet that go and come with an update; null where they are not to be
 * had.
 */
export async function compareRules(
  ctx: Ctx,
  from: ReleaseFacts,
  to: ReleaseFacts,
): Promise<UpdateChange['rules']> {
  const [before, after] = await Promise.all([rulesOf(ctx, from), rulesOf(ctx, to)])
  if (!before || !after) return null
  const { gone, come } = changedRules(before, after)
  const shown = { gone: gone.slice(0, MOST_RULES), come: come.slice(0, MOST_RULES) }
  return { ...shown, more: gone.length + come.length - shown.gone.length - shown.come.length }
}

/** Rules that only one of the two has, each as often as it has it more; in their order. */
export function changedRules(
  before: readonly string[],
  after: readonly string[],
): { gone: string[]; come: string[] } {
  return { gone: without(before, after), come: without(after, before) }
}

function without(rules: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>()
  for (const rule of others) left.set(rule, (left.get(rule) ?? 0) + 1)
  return rules.filter((rule) => {
    const count = left.get(rule) ?? 0
    if (count > 0) left.set(rule, count - 1)
    return count === 0
  })
}
