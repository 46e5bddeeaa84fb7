import type { ItemSource, ReleaseSource, Texts } from './demo-item.ts'
import { LIGHT_TEXT_THROUGHOUT } from './theme-additions.ts'
import { factsOfTheme, type ThemeMode } from './theme-facts.ts'
import { themeFiles, themeManifest, withLenders } from './theme-files.ts'
import { VAZIRMATN, type ThemeFont } from './theme-fonts.ts'

/** What a Bootswatch theme has of its own; the rest is the same for all of them. */
export interface BootswatchTheme extends Pick<
  ItemSource,
  'tagline' | 'description' | 'features' | 'categories' | 'price' | 'ground'
> {
  /** The project's name for it, in every language. Its folder is the same in small letters. */
  name: string
  /**
   * What it does when a shop changes between light and dark; a theme that does not change has light
   * text throughout.
   */
  mode?: ThemeMode
  /** In the order of the stack; none when it is set in the visitor's own typeface. */
  fonts?: readonly ThemeFont[]
  /** Oldest first. The patch number may run ahead of Bootswatch's: see README.md. */
  releases: readonly ThemeRelease[]
}

interface ThemeRelease extends Pick<ReleaseSource, 'version' | 'releasedOn' | 'notes'> {
  /** Style of ours after the theme's own, in both builds. */
  additions?: string
}

/** A theme of the bootswatch package as an item of the catalogue. */
export function bootswatchTheme({
  name,
  mode = 'light-and-dark',
  fonts = [],
  releases,
  ...said
}: BootswatchTheme): ItemSource {
  const prefix = name.toLowerCase()
  const names: Texts = { tr: name, en: name, ar: name }
  const credited = [...withLenders(fonts), VAZIRMATN].map(({ faces, author }) => ({
    package: faces.package,
    author,
  }))
  const common = mode === 'light-and-dark' ? '' : LIGHT_TEXT_THROUGHOUT
  return {
    ...factsOfTheme(mode),
    market: 'theme',
    prefix,
    name: names,
    ...said,
    inAppPurchase: 0,
    documentation: `https://bootswatch.com/${prefix}/`,
    wraps: [{ package: 'bootswatch', author: 'Thomas Park' }, ...credited],
    releases: releases.map(({ version, additions = '', ...about }) => ({
      version,
      ...about,
      files: () => themeFiles(prefix, fonts, common + additions),
      manifest: (files) => themeManifest({ prefix, version, name: names }, files),
    })),
  }
}
