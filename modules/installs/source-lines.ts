import type { ReleaseFacts } from '#modules/catalog/public.ts'
import type { Effect } from '#modules/stores/platforms/public.ts'

/**
 * What an effect is made of, line by line, so that two of them can be held beside each other:
 * markup with one tag a line, then each file with the package that it comes from (the same name in
 * another package is another file), settings one by one, rights one by one.
 */
export function sourceLines(
  kind: string,
  content: Record<string, unknown>,
  from: { package: string; files: readonly string[] },
): string {
  const fileLines = from.files.map((file) => `${file} · ${from.package.slice(0, 12)}`)
  switch (kind) {
    case 'web_service_user':
      return scopesOf(content).join('\n')
    case 'theme':
      return [
        ...fileLines,
        ...Object.entries((content.settings ?? {}) as Record<string, unknown>).map(
          ([name, value]) => `${name}: ${String(value)}`,
        ),
      ].join('\n')
    default:
      return [...markupLines(String(content.html)), ...fileLines].join('\n')
  }
}

export const scopesOf = (content: Record<string, unknown>): string[] =>
  (content.scopes as string[] | undefined) ?? []

/** A tag a line, as far as tags stand side by side; text keeps its lines. */
const markupLines = (html: string): string[] => html.replaceAll(/>\s*</g, '>\n<').split('\n')

/** Files of the package that an effect brings onto the page. */
export function filesOf(effect: Pick<Effect, 'kind' | 'content'>): string[] {
  if (effect.kind === 'theme')
    return [effect.content.stylesheet, effect.content.stylesheet_rtl].filter(
      (file) => typeof file === 'string',
    )
  return [...String(effect.content.html ?? '').matchAll(/\{\{asset:([^{}]+)\}\}/g)].map(
    ([, file]) => file as string,
  )
}

/** Origins that markup names besides the shop's own: what a page would load or send elsewhere. */
export function outsideOrigins(release: Pick<ReleaseFacts, 'manifest'>): string[] {
  if (release.manifest.kind === 'theme') return []
  return [
    ...new Set(
      [...release.manifest.tracking_codes, ...release.manifest.design_blocks].flatMap((part) =>
        hostsIn(part.html),
      ),
    ),
  ]
}

/**
 * Written as an address of its own, or without a scheme; a link that somebody presses counts too.
 */
export function hostsIn(html: string): string[] {
  const named = [
    ...html
      .toLowerCase()
      .replaceAll(/\s+/g, ' ')
      .matchAll(/(?:src|href|action|srcset|poster|data) ?= ?["']? ?((?:https?:)?\/\/[^ "'>]+)/g),
  ].map(([, address]) => address as string)
  return [
    ...new Set(named.flatMap((address) => URL.parse(address, 'https://shop.invalid')?.host ?? [])),
  ]
}
