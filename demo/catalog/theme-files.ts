import type { ThemeManifest } from '../../modules/catalog/packages/manifest.ts'
import type { FileToPack } from '../../modules/catalog/packages/write-package.ts'
import type { Texts } from './demo-item.ts'
import { packFont } from './fonts.ts'
import { readRegistryFile } from './registry-package.ts'
import { VAZIRMATN, type ThemeFont } from './theme-fonts.ts'
import { withoutMap } from './without-map.ts'

const STYLESHEET = 'theme.css'
const STYLESHEET_RTL = 'theme.rtl.css'
/** Variables of the theme that make its row of colours. */
const SWATCHES = ['primary', 'info', 'warning', 'danger']
const SHORT_SWATCH = new RegExp(`(--bs-(?:${SWATCHES.join('|')}):#)([0-9a-f]{3})(?=[;}])`, 'g')

/**
 * Where a theme asks Google for its fonts; and what follows it in every theme, for those that ask
 * for none.
 */
const OUTSIDE_FONTS = /@import url\([^)]*\)[^;]*;/
const FIRST_RULE = ':root,[data-bs-theme=light]{'

/**
 * A Bootswatch theme's two builds, with the fonts inside the package instead of at Google.
 *
 * @param additions style of ours, last in both builds
 */
export async function themeFiles(
  prefix: string,
  fonts: readonly ThemeFont[],
  additions: string,
): Promise<FileToPack[]> {
  const packed = await Promise.all(withLenders(fonts).map((font) => packFont(font.faces)))
  const arabic = await packFont(VAZIRMATN.faces)
  const faces = packed.map((font) => font.css).join('')
  const complete = (css: string) => fonts.reduce(withWholeStacks, css) + additions
  const css = withFaces(complete(await build(prefix, 'bootstrap.min.css')), faces)
  const rtl = withFaces(
    withArabic(complete(await build(prefix, 'bootstrap.rtl.min.css'))),
    faces + arabic.css,
  )
  return [
    { path: STYLESHEET, bytes: Buffer.from(css) },
    { path: STYLESHEET_RTL, bytes: Buffer.from(rtl) },
    { path: 'licences/bootswatch.txt', bytes: await readRegistryFile('bootswatch', 'LICENSE') },
    ...packed.flatMap((font) => font.files),
    ...arabic.files,
  ]
}

/** The families and those that complete them, each once. */
export function withLenders(fonts: readonly ThemeFont[]): ThemeFont[] {
  const all = fonts.flatMap((font) => [font, ...(font.completedBy ?? [])])
  return [...new Map(all.map((font) => [font.faces.package, font])).values()]
}

/**
 * Without its source map, which nobody would ever be served; colours of the row in six digits, as a
 * listing has them.
 */
const build = async (prefix: string, file: string) =>
  withoutMap((await readRegistryFile('bootswatch', `dist/${prefix}/${file}`)).toString()).replace(
    SHORT_SWATCH,
    (_, name: string, digits: string) => name + digits.replace(/./g, '$&$&'),
  )

/** Behind a family, in every stack, those that lend it letters. */
function withWholeStacks(
  css: string,
  { family, calledToday = family, completedBy = [] }: ThemeFont,
): string {
  const stack = [calledToday, ...completedBy.map((font) => font.family)]
  if (!css.includes(`${family},`)) throw new Error(`the theme is not set in ${family}`)
  return css.replaceAll(`${family},`, `${stack.join()},`)
}

/** The import of outside fonts gives its place to our own faces. */
function withFaces(css: string, faces: string): string {
  const own = OUTSIDE_FONTS.test(css)
    ? css.replace(OUTSIDE_FONTS, () => faces)
    : css.replace(FIRST_RULE, () => faces + FIRST_RULE)
  if (own.includes('@import') || !own.includes(faces))
    throw new Error('the theme imports its fonts in a way that we do not know')
  return own
}

/**
 * First in every stack: the face covers Arabic letters only, so everything else falls through to
 * the theme's own.
 */
const withArabic = (css: string) =>
  css.replace(/(font-family:|--bs-font-sans-serif:)(?!inherit|var\(|\s)/g, `$1${VAZIRMATN.family},`)

export function themeManifest(
  theme: { prefix: string; version: string; name: Texts },
  files: readonly FileToPack[],
): ThemeManifest {
  return {
    format: 1,
    kind: 'theme',
    ...theme,
    stylesheet: STYLESHEET,
    stylesheet_rtl: STYLESHEET_RTL,
    settings: {},
    swatches: swatchesOf(files),
    pages: ['home', 'list', 'product', 'cart', 'order', 'account'],
    os2: true,
    title: { tr: 'Mağazanın görünümü', en: 'The look of your shop', ar: 'مظهر متجرك' },
    summary: {
      tr: `Bütün sayfalar ${theme.name.tr} temasının renkleri, yazı tipi ve köşeleriyle gösterilir. Şimdiki temanın üstüne gelir, onu silmez.`,
      en: `Every page is shown in the colours, type and corners of ${theme.name.en}. It lies over your present theme and deletes nothing of it.`,
      ar: `تظهر كل الصفحات بألوان ${theme.name.ar} وخطوطه وزواياه. يوضع فوق قالبك الحالي ولا يحذف منه شيئًا.`,
    },
    compatibility: { platforms: { 1: '*' } },
  }
}

function swatchesOf(files: readonly FileToPack[]): string[] {
  const css = Buffer.from(files.find((file) => file.path === STYLESHEET)?.bytes ?? []).toString()
  return SWATCHES.map((name) => {
    const value = new RegExp(`--bs-${name}:(#[0-9a-f]{6})[;}]`).exec(css)?.[1]
    if (!value) throw new Error(`the theme has no --bs-${name}`)
    return value
  })
}
