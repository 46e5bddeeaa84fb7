import type { FileToPack } from '#modules/catalog/packages/write-package.ts'
import { writePackage } from '#modules/catalog/packages/write-package.ts'
import { MANIFEST_FILES } from '#modules/catalog/packages/manifest.ts'
import type { Locale } from '#lib/locale.ts'
import type { AppManifestInput, ItemSource } from '#demo/catalog/demo-item.ts'

type ManifestInput = ReturnType<ItemSource['releases'][number]['manifest']>

/** One thing that a version puts on a shop, as its author wrote it. */
export interface WantedPart {
  kind: string
  slot: string
  title: Readonly<Partial<Record<Locale, string>>>
  /**
   * Is this, as the shop keeps it, what the author wrote? What the owner may set stands there
   * somehow.
   */
  isThere: (content: Record<string, unknown>) => boolean
}

export interface WantedVersion {
  version: string
  parts: WantedPart[]
}

const SETTING = /\{\{setting:[a-z0-9_]+\}\}/g
const escapeRegExp = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
const patternOf = (html: string) =>
  new RegExp(`^${html.split(SETTING).map(escapeRegExp).join('[^<>"]*')}$`, 's')

/** What a version puts on a shop: read off its author's manifest, not asked of the market. */
export function wantedOf(manifest: ManifestInput): WantedVersion {
  if (manifest.kind === 'theme') {
    const { stylesheet, stylesheet_rtl: rtl, title, version } = manifest
    return {
      version,
      parts: [
        {
          kind: 'theme',
          slot: 'theme',
          title,
          isThere: (content) => content.stylesheet === stylesheet && content.stylesheet_rtl === rtl,
        },
      ],
    }
  }
  const placed = (kind: string, parts: AppManifestInput['design_blocks'] = []): WantedPart[] =>
    parts.map(({ placement, html, title }) => {
      const pattern = patternOf(html)
      return {
        kind,
        slot: `placement:${placement}`,
        title,
        isThere: (content) => pattern.test(String(content.html)),
      }
    })
  const user = manifest.web_service_user
  const scopes = user?.scopes.join() ?? ''
  return {
    version: manifest.version,
    parts: [
      ...placed('design_block', manifest.design_blocks),
      ...placed('tracking_code', manifest.tracking_codes),
      ...(user
        ? [
            {
              kind: 'web_service_user',
              slot: `user:${manifest.prefix}`,
              title: user.title,
              isThere: (content: Record<string, unknown>) =>
                (content.scopes as string[]).join() === scopes,
            },
          ]
        : []),
    ],
  }
}

/**
 * The version that its author might publish next: the first part says a word more, or the theme has
 * another rule.
 */
function changed(
  manifest: ManifestInput,
  files: readonly FileToPack[],
  version: string,
): { manifest: ManifestInput; files: FileToPack[] } {
  if (manifest.kind === 'theme') {
    const styled = files.map((file) =>
      file.path.endsWith('.css')
        ? { ...file, bytes: Buffer.concat([file.bytes, Buffer.from('\n.arasta-next{order:1}\n')]) }
        : file,
    )
    return { manifest: { ...manifest, version }, files: styled }
  }
  const renew = (parts: AppManifestInput['design_blocks'] = []) =>
    parts.map((part, n) =>
      n === 0 ? { ...part, html: `${part.html}<template data-arasta-next></template>` } : part,
    )
  const hasBlocks = (manifest.design_blocks ?? []).length > 0
  return {
    manifest: {
      ...manifest,
      version,
      ...(hasBlocks
        ? { design_blocks: renew(manifest.design_blocks) }
        : { tracking_codes: renew(manifest.tracking_codes) }),
    },
    files: [...files],
  }
}

export interface TwoVersions {
  /** The newest that the catalogue has. */
  now: WantedVersion
  next: WantedVersion
  /** The package of the next one. */
  zip: Buffer
}

/** The newest version of an item as its author wrote it, and one after it. */
export async function twoVersionsOf(source: ItemSource): Promise<TwoVersions> {
  const newest = source.releases.at(-1)
  if (!newest) throw new Error(`${source.prefix} has no release`)
  const content = await newest.files()
  const manifest = newest.manifest(content)
  const version = newest.version.replace(/\d+$/, (last) => String(Number(last) + 1))
  const next = changed(manifest, content, version)
  const zip = await writePackage([
    { path: MANIFEST_FILES[source.market], bytes: Buffer.from(JSON.stringify(next.manifest)) },
    ...next.files,
  ])
  return { now: wantedOf(manifest), next: wantedOf(next.manifest), zip }
}
