import type { Ctx } from '../ctx.ts'
import { readPackageText, styleRules, type ReleaseFacts } from '../catalog/public.ts'
import type { UpdateChange } from './contract.ts'
import { changedRules } from './css-rules.ts'

/** Nobody reads more; how many there are is said. */
const MOST_RULES = 200

/** Read once for a package that many look at: a release is immutable. */
const rulesOf = (ctx: Ctx, { manifest, sha256 }: ReleaseFacts): Promise<string[] | null> =>
  ctx.memory.recall(`theme rules ${sha256}`, [], async () => {
    const css = manifest.kind === 'theme' ? await readPackageText(ctx, sha256, manifest.stylesheet) : null
    return css === null ? null : styleRules(css)
  })

/** The rules of a theme's stylesheet that go and come with an update; null where they are not to be had. */
export async function compareRules(ctx: Ctx, from: ReleaseFacts, to: ReleaseFacts): Promise<UpdateChange['rules']> {
  const [before, after] = await Promise.all([rulesOf(ctx, from), rulesOf(ctx, to)])
  if (!before || !after) return null
  const { gone, come } = changedRules(before, after)
  const shown = { gone: gone.slice(0, MOST_RULES), come: come.slice(0, MOST_RULES) }
  return { ...shown, more: gone.length + come.length - shown.gone.length - shown.come.length }
}
