import { contrast } from '#lib/contrast.ts'

/**
 * Contrast requirements: text at least 7:1 (AAA), edges of controls and meaningful graphics at
 * least 3:1 (AA). Checks our tokens (a test) and a platform's brand (its build).
 */

export type Tokens = Readonly<Record<string, string>>

/** [foreground, background, minimum ratio] */
export const PAIRS: readonly (readonly [seen: string, ground: string, least: number])[] = [
  ...['paper', 'card', 'stone', 'stone2', 'turquoise-tint', 'coral-tint', 'green-tint'].map(
    (ground) => ['ink', ground, 7] as const,
  ),
  ...['paper', 'card', 'stone', 'stone2', 'turquoise-tint'].map(
    (ground) => ['ink2', ground, 7] as const,
  ),
  ...['paper', 'card', 'stone', 'turquoise-tint', 'coral-tint', 'green-tint'].map(
    (ground) => ['link', ground, 7] as const,
  ),
  ...['paper', 'card', 'stone', 'coral-tint'].map((ground) => ['coral-text', ground, 7] as const),
  ...['paper', 'card', 'stone', 'green-tint'].map((ground) => ['green', ground, 7] as const),
  ['on-action', 'action', 7],
  ['on-action', 'action-hover', 7],
  ['on-ink', 'ink', 7],
  // the number in a pin is 18 px, weight 600
  ['on-turquoise', 'turquoise', 4.5],
  ...['line2', 'focus', 'action', 'turquoise'].flatMap((seen) =>
    ['paper', 'card', 'stone'].map((ground) => [seen, ground, 3] as const),
  ),
  ...['coral', 'sun'].flatMap((seen) =>
    ['paper', 'card'].map((ground) => [seen, ground, 3] as const),
  ),
]

/** The pairs below their minimum ratio, each as a sentence; empty when all pass. */
export function contrastFailures(tokens: Tokens): string[] {
  return PAIRS.flatMap(([seen, ground, least]) => {
    const [front, back] = [tokens[seen], tokens[ground]]
    if (!front || !back) return [`${front ? ground : seen} is missing`]
    const ratio = contrast(front, back)
    return ratio < least
      ? [`${seen} on ${ground} is ${ratio.toFixed(2)}, at least ${least} is needed`]
      : []
  })
}

/**
 * Of the pairs that a token is part of, the one that lacks most; null when it is part of none, or
 * the other color is not known.
 */
export function worstPair(token: string, tokens: Tokens) {
  const pairs = PAIRS.filter(([seen, ground]) => seen === token || ground === token).flatMap(
    ([seen, ground, least]) => {
      const [front, back] = [tokens[seen], tokens[ground]]
      return front && back ? [{ seen, ground, least, ratio: contrast(front, back) }] : []
    },
  )
  return pairs.toSorted((a, b) => a.ratio / a.least - b.ratio / b.least)[0] ?? null
}

/** Parses `--name: light-dark(a, b)` in a style sheet. */
export function readTokens(css: string): { light: Tokens; dark: Tokens } {
  const light: Record<string, string> = {}
  const dark: Record<string, string> = {}
  for (const [, name, day, night] of css.matchAll(
    /--([\w-]+): light-dark\(((?:oklch\([^)]*\)|#\w+)), ((?:oklch\([^)]*\)|#\w+))\)/g,
  )) {
    light[name!] = day!
    dark[name!] = night!
  }
  return { light, dark }
}
