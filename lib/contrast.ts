/**
 * `#rrggbb` or `oklch(L C H)` → linear sRGB, each 0 to 1; values outside the gamut are clipped as
 * browsers do.
 */
export function linearRgb(colour: string): [number, number, number] {
  const hex = /^#([0-9a-f]{6})$/i.exec(colour)?.[1]
  if (hex)
    return [0, 2, 4].map((at) => gammaToLinear(parseInt(hex.slice(at, at + 2), 16) / 255)) as [
      number,
      number,
      number,
    ]
  const [lightness, chroma, hue] =
    /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(colour)?.slice(1).map(Number) ?? []
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
  return linear.map((part) => Math.min(1, Math.max(0, part))) as [number, number, number]
}

const gammaToLinear = (part: number) =>
  part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4

const luminance = (colour: string) => {
  const [red, green, blue] = linearRgb(colour)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** WCAG 2 contrast ratio, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [
    number,
    number,
  ]
  return (lighter + 0.05) / (darker + 0.05)
}

/** The nearest `#rrggbb`; black when there is no color. */
export const hexOf = (colour = '#000000'): string =>
  `#${linearRgb(colour)
    .map((part) => (part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055))
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
