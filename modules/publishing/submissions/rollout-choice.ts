export const ROLLOUTS = ['auto', 'at_once', 'staged'] as const
export type RolloutChoice = (typeof ROLLOUTS)[number]

export const HOURS_RULES = { min: 1, max: 336, usual: 24 } as const
const MOST_STAGES = 6
const EVERYBODY = 10_000

/**
 * `1, 10, 50, 100` as shares of 10,000 stores; null when they do not grow to everybody. Two
 * decimals at most: a share is a whole number of 10,000.
 */
export function readStages(text: string): number[] | null {
  const parts = text
    .split(/[,،;\s]+/)
    .filter(Boolean)
    .map((part) => part.replace(/%$/, ''))
  if (
    parts.length === 0 ||
    parts.length > MOST_STAGES ||
    !parts.every((part) => /^\d{1,3}(\.\d{1,2})?$/.test(part))
  )
    return null
  const shares = parts.map((part) => Math.round(Number(part) * 100))
  const grows = shares.every((share, index) => share > (shares[index - 1] ?? 0))
  return grows && shares.at(-1) === EVERYBODY ? shares : null
}
