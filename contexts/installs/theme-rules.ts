import type { Ctx } from '../ctx.ts'
import { readPackageText, type ReleaseFacts } from '../catalog/public.ts'
import type { PlanChange } from './contract.ts'
import { changedRules, cssRules } from './css-rules.ts'

/** Nobody reads more; how many there are is said. */
const MOST_RULES = 200

/** Read once for a package that many look at: a release is immutable. */
const rulesOf = (ctx: Ctx, { manifest, sha256 }: ReleaseFacts): Promise<string[] | null> =>
  ctx.memory.recall(`theme rules ${sha256}`, [], async () => {
    const css = manifest.kind === 'theme' ? await readPackageText(ctx, sha256, manifest.stylesheet) : null
    return css === null ? null : cssRules(css)
  })

/** A theme's change with the rules of its stylesheet that go and come, beside its files and settings. */
export async function withRules<Change extends Pick<PlanChange, 'before' | 'detail'>>(ctx: Ctx, change: Change, from: ReleaseFacts, to: ReleaseFacts): Promise<Change> {
  const [before, after] = await Promise.all([rulesOf(ctx, from), rulesOf(ctx, to)])
  if (!before || !after) return change
  const { gone, come } = changedRules(before, after)
  return { ...change, before: linesOf(change.before, gone), detail: linesOf(change.detail, come) }
}

const linesOf = (source: string, rules: readonly string[]): string =>
  [source, ...rules.slice(0, MOST_RULES), ...(rules.length > MOST_RULES ? [`/* … +${rules.length - MOST_RULES} */`] : [])].filter(line => line !== '').join('\n')
