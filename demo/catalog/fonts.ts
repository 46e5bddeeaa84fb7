import type { FileToPack } from '../../modules/catalog/packages/write-package.ts'
import { readRegistryFile } from './registry-package.ts'

/**
 * A font family of the registry, to be carried inside a theme instead of fetched from an outside
 * address.
 */
export interface FontChoice {
  package: string
  /** Style sheets of the package: one per weight and style. */
  sheets: readonly string[]
  /** Scripts to carry, as fontsource names them. */
  subsets: readonly string[]
  /** The family's name as fontsource writes it in names of files. */
  folder: string
  /** Drawn this much larger, to stand in one word with another family. */
  sizeAdjust?: string
  /**
   * As `unicode-range`, when only these letters are wanted of it; a browser then loads it for
   * nothing else.
   */
  letters?: string
  /** Whose it is, where the package's licence text forgets to say. */
  notice?: string
}

export interface PackedFont {
  /** `@font-face` rules with addresses inside the package. */
  css: string
  files: FileToPack[]
}

const FACE = /\/\* (?<name>[a-z0-9-]+) \*\/\s*(?<rule>@font-face \{[^{}]*\})/g

/** Takes the faces of the wanted scripts, woff2 only (every browser that a shop meets reads it). */
export async function packFont(font: FontChoice): Promise<PackedFont> {
  const faces = new Map<string, string>()
  for (const sheet of font.sheets) {
    const css = (await readRegistryFile(font.package, sheet)).toString()
    for (const { groups } of css.matchAll(FACE))
      if (groups?.name && groups.rule) faces.set(groups.name, groups.rule)
  }
  const wanted = [...faces].filter(([name]) => font.subsets.includes(subsetOf(name, font.folder)))
  if (wanted.length === 0)
    throw new Error(`${font.package}: no face found for ${font.subsets.join(', ')}`)
  const files: FileToPack[] = []
  const rules: string[] = []
  for (const [, rule] of wanted) {
    const file = /url\(\.\/files\/([a-z0-9-]+\.woff2)\)/.exec(rule)?.[1]
    if (!file) throw new Error(`${font.package}: a face without a woff2 file`)
    files.push({
      path: `fonts/${file}`,
      bytes: await readRegistryFile(font.package, `files/${file}`),
    })
    const size = font.sizeAdjust ? `size-adjust: ${font.sizeAdjust};` : ''
    const named = rule.replace(/src: [^;:]*;/, `src: url(fonts/${file}) format("woff2");${size}`)
    rules.push(
      minified(
        font.letters
          ? named.replace(/unicode-range: [^;:]*;/, `unicode-range: ${font.letters};`)
          : named,
      ),
    )
  }
  const licence = await readRegistryFile(font.package, 'LICENSE')
  const bytes = font.notice ? Buffer.concat([Buffer.from(`${font.notice}\n\n`), licence]) : licence
  files.push({ path: `licences/${font.folder}.txt`, bytes })
  return { css: rules.join(''), files }
}

/** `nunito-sans-latin-ext-300-normal` → `latin-ext`. */
const subsetOf = (name: string, folder: string) =>
  name.slice(folder.length + 1).replace(/-(?:\d+|wght)-(?:normal|italic)$/, '')

const minified = (rule: string) =>
  rule
    .replace(/\s+/g, ' ')
    .replace(/ ?([{}:;,]) ?/g, '$1')
    .replace(/;\}/g, '}')
