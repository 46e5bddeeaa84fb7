import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { contrastFailures, readTokens } from '#ui/contrast.ts'
import { BRAND_COLOURS } from './rules.ts'

/** A brand (D3) as a style sheet that overrides design tokens. */
export interface Brand {
  css: string
  /** The URL, which changes with the content. */
  href: string
}

/** All other tokens are derived from these or fixed. */
const RADII = ['tick', 'control', 'control-lg', 'card', 'panel'] as const
const FONTS = ['display', 'text', 'arabic'] as const

const colour = z
  .string()
  .regex(
    /^(#[0-9a-f]{6}|oklch\([\d.]{1,8} [\d.]{1,8} [\d.]{1,8}\))$/i,
    'a colour is #rrggbb or oklch(L C H)',
  )
const schema = z.strictObject({
  colours: z.partialRecord(z.enum(BRAND_COLOURS), z.tuple([colour, colour])).default({}),
  radius: z.partialRecord(z.enum(RADII), z.number().min(0).max(32)).default({}),
  font: z
    .partialRecord(
      z.enum(FONTS),
      z.string().regex(/^[\p{L}\d][\p{L}\d -]{0,59}$/u, 'a font is the name of one family'),
    )
    .default({}),
})

/**
 * Parses a brand: `{"colours": {"action": ["#0b5d3b", "#7fd8ad"]}, "radius": {"card": 8}, "font":
 * {"text": "Georgia"}}`, colors for light and dark mode. Throws with an explanation, also when a
 * text would no longer have enough contrast (ui/contrast.ts).
 */
export function readBrand(text: string): Brand {
  const result = schema.safeParse(parse(text))
  if (!result.success) {
    const issue = result.error.issues[0]
    throw new Error(`${issue?.path.join('.') || 'the brand'}: ${issue?.message}`)
  }
  const { colours, radius, font } = result.data
  const own = readTokens(readFileSync(new URL('../../ui/tokens.css', import.meta.url), 'utf8'))
  for (const [mode, index] of [
    ['light', 0],
    ['dark', 1],
  ] as const) {
    const [failure] = contrastFailures({
      ...own[mode],
      ...Object.fromEntries(Object.entries(colours).map(([name, pair]) => [name, pair[index]])),
    })
    if (failure) throw new Error(`in ${mode} mode ${failure}`)
  }
  const lines = [
    ...Object.entries(colours).map(
      ([name, [light, dark]]) => `--${name}: light-dark(${light}, ${dark})`,
    ),
    ...Object.entries(radius).map(([name, pixels]) => `--radius-${name}: ${pixels}px`),
    ...Object.entries(font).map(([name, family]) => `--font-${name}: '${family}'`),
  ]
  const css = `:root, [data-theme] { ${lines.join('; ')} }\n`
  return {
    css,
    href: `/brand.css?v=${createHash('sha256').update(css).digest('hex').slice(0, 10)}`,
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('the brand is not JSON')
  }
}
