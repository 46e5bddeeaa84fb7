/** Rules that only one of the two has, each as often as it has it more; in their order. */
export function changedRules(before: readonly string[], after: readonly string[]): { gone: string[]; come: string[] } {
  return { gone: without(before, after), come: without(after, before) }
}

function without(rules: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>()
  for (const rule of others) left.set(rule, (left.get(rule) ?? 0) + 1)
  return rules.filter(rule => {
    const count = left.get(rule) ?? 0
    if (count > 0) left.set(rule, count - 1)
    return count === 0
  })
}
