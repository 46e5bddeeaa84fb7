/**
 * How the colours are judged: text at least 7:1 (AAA), edges of controls and graphics with a meaning at least 3:1 (AA).
 * The same list judges our tokens (a test) and a platform's brand (its build).
 */

export type Tokens = Readonly<Record<string, string>>

/** [what is seen, what it lies on, the least ratio] */
export const PAIRS: readonly (readonly [seen: string, ground: string, least: number])[] = [
  ...['paper', 'card', 'stone', 'stone2', 'turquoise-tint', 'coral-tint', 'green-tint'].map(
    ground => ['ink', ground, 7] as const,
  ),
  ...['paper', 'card', 'stone', 'stone2', 'turquoise-tint'].map(ground => ['ink2', ground, 7] as const),
  ...['paper', 'card', 'stone', 'turquoise-tint', 'coral-tint', 'green-tint'].map(ground => ['link', ground, 7] as const),
  ...['paper', 'card', 'stone', 'coral-tint'].map(ground => ['coral-text', ground, 7] as const),
  ...['paper', 'card', 'stone', 'green-tint'].map(ground => ['green', ground, 7] as const),
  ['on-action', 'action', 7],
  ['on-action', 'action-hover', 7],
  ['on-ink', 'ink', 7],
  // the figure in a pin is 18 px and 600
  ['on-turquoise', 'turquoise', 4.5],
  ...['line2', 'focus', 'action', 'turquoise'].flatMap(seen =>
    ['paper', 'card', 'stone'].map(ground => [seen, ground, 3] as const),
  ),
  ...['coral', 'sun'].flatMap(seen => ['paper', 'card'].map(ground => [seen, ground, 3] as const)),
]

/** `#rrggbb` or `oklch(L C H)` → linear sRGB, each 0 to 1; what lies outside of sRGB is cut off as a browser does. */
export function linearRgb(colour: string): [number, number, number] {
  const hex = /^#([0-9a-f]{6})$/i.exec(colour)?.[1]
  if (hex) return [0, 2, 4].map(at => gammaToLinear(parseInt(hex.slice(at, at + 2), 16) / 255)) as [number, number, number]
  const [lightness, chroma, hue] = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(colour)?.slice(1).map(Number) ?? []
  if (lightness === undefined || chroma === undefined || hue === undefined)
    throw new Error(`not a colour that can be judged: ${colour}`)
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  // Björn Ottosson, "A perceptual color space for image processing", 2020
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  return linear.map(part => Math.min(1, Math.max(0, part))) as [number, number, number]
}

const gammaToLinear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)

const luminance = (colour: string) => {
  const [red, green, blue] = linearRgb(colour)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** WCAG 2 contrast ratio, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

/** The pairs that fall below their least ratio, each as a sentence; empty when all is well. */
export function contrastFailures(tokens: Tokens): string[] {
  return PAIRS.flatMap(([seen, ground, least]) => {
    const [front, back] = [tokens[seen], tokens[ground]]
    if (!front || !back) return [`${front ? ground : seen} is missing`]
    const ratio = contrast(front, back)
    return ratio < least ? [`${seen} on ${ground} is ${ratio.toFixed(2)}, at least ${least} is needed`] : []
  })
}

/** Reads `--name: light-dark(a, b)` out of a style sheet. */
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
