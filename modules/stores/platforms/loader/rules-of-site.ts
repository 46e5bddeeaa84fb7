import { canonicalJson } from '#lib/canonical-json.ts'
import { inTransaction, type Services } from '#kernel/context.ts'
import { MOST_RULES, type PageRule } from './page-rules.ts'
import { lockSite, setRules } from './site-data.ts'

/**
 * The newest rule counts first; the same one again is moved there. False when there are too many.
 */
export const addPageRule = (
  services: Pick<Services, 'db'>,
  storeId: string,
  rule: PageRule,
): Promise<boolean> =>
  inTransaction(services, async (trx) => {
    const site = await lockSite(trx, storeId)
    if (!site) return false
    const others = (site.rules as PageRule[]).filter(
      (one) => canonicalJson(one) !== canonicalJson(rule),
    )
    if (others.length >= MOST_RULES) return false
    await setRules(trx, storeId, [rule, ...others])
    return true
  })

/** False when there is none at that place, or it is another by now. */
export const removePageRule = (
  services: Pick<Services, 'db'>,
  storeId: string,
  rule: PageRule,
): Promise<boolean> =>
  inTransaction(services, async (trx) => {
    const rules = ((await lockSite(trx, storeId))?.rules ?? []) as PageRule[]
    const left = rules.filter((one) => canonicalJson(one) !== canonicalJson(rule))
    if (left.length === rules.length) return false
    await setRules(trx, storeId, left)
    return true
  })
