import type { ThemeManifest } from '#contexts/catalog/packages/manifest.ts'
import type { FileToPack } from '#contexts/catalog/packages/write-package.ts'
import type { ItemSource, ReleaseSource, Texts } from './demo-item.ts'
import { packFont, type FontChoice } from './fonts.ts'
import { readRegistryFile } from './registry-package.ts'

/** Latin faces carry no Arabic: the right-to-left build brings a face of its own, asked for Arabic letters only. */
const ARABIC: FontChoice = {
  package: '@fontsource-variable/vazirmatn',
  sheets: ['wght.css'],
  subsets: ['arabic'],
  folder: 'vazirmatn',
}

const STYLESHEET = 'theme.css'
const STYLESHEET_RTL = 'theme.rtl.css'
/** Variables of the theme that make its row of colours. */
const SWATCHES = ['primary', 'info', 'warning', 'danger']

export interface BootswatchTheme {
  prefix: string
  version: string
  releasedOn: string
  name: Texts
  notes: Texts
  fonts: readonly FontChoice[]
  /** Last words of ours about its style, in both builds. */
  additions?: string
  /** A family that completes another one, letter by letter. */
  completes?: { family: string; by: string }
}

/** The one release of a Bootswatch theme: its two builds with the fonts inside the package instead of at Google. */
export function bootswatchRelease(theme: BootswatchTheme): ReleaseSource {
  const { prefix, version, name, notes, releasedOn } = theme
  return {
    version,
    releasedOn,
    notes,
    files: () => themeFiles(theme),
    manifest: files => themeManifest({ prefix, version, name }, files),
  }
}

async function themeFiles({ prefix, fonts, additions = '', completes }: BootswatchTheme): Promise<FileToPack[]> {
  const packed = await Promise.all(fonts.map(packFont))
  const arabic = await packFont(ARABIC)
  const faces = packed.map(font => font.css).join('')
  const complete = (css: string) =>
    (completes ? css.replaceAll(`${completes.family},`, `${completes.family},${completes.by},`) : css) + additions
  const css = withFonts(complete(await build(prefix, 'bootstrap.min.css')), faces)
  const rtl = withFonts(withArabic(complete(await build(prefix, 'bootstrap.rtl.min.css'))), faces + arabic.css)
  return [
    { path: STYLESHEET, bytes: Buffer.from(css) },
    { path: STYLESHEET_RTL, bytes: Buffer.from(rtl) },
    { path: 'licences/bootswatch.txt', bytes: await readRegistryFile('bootswatch', 'LICENSE') },
    ...packed.flatMap(font => font.files),
    ...arabic.files,
  ]
}

/** The source map stays at home: nobody would ever be served it. */
const build = async (prefix: string, file: string) =>
  (await readRegistryFile('bootswatch', `dist/${prefix}/${file}`))
    .toString()
    .replace(/\s*\/\*# sourceMappingURL=[^*]*\*\/\s*$/, '\n')

/** The import of outside fonts gives its place to our own faces. */
function withFonts(css: string, faces: string): string {
  const own = css.replace(/@import url\([^)]*\)[^;]*;/, () => faces)
  if (own.includes('@import') || !own.includes(faces)) throw new Error('the theme imports its fonts in a way that we do not know')
  return own
}

/** First in every stack: the face covers Arabic letters only, so everything else falls through to the theme's own. */
const withArabic = (css: string) =>
  css.replace(/(font-family:|--bs-font-sans-serif:)(?!inherit|var\(|\s)/g, '$1"Vazirmatn Variable",')

function themeManifest(theme: { prefix: string; version: string; name: Texts }, files: readonly FileToPack[]): ThemeManifest {
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

export function swatchesOf(files: readonly FileToPack[]): string[] {
  const css = Buffer.from(files.find(file => file.path === STYLESHEET)?.bytes ?? []).toString()
  return SWATCHES.map(name => {
    const value = new RegExp(`--bs-${name}:(#[0-9a-f]{3,6})[;}]`).exec(css)?.[1]
    if (!value) throw new Error(`the theme has no --bs-${name}`)
    return value.length === 4 ? value.replace(/[0-9a-f]/g, '$&$&') : value
  })
}

/** What is the same in the listing of every theme. */
export const THEME_FACTS: Pick<ItemSource, 'touches' | 'leavesAlone' | 'support'> = {
  touches: [
    {
      title: { tr: 'Tasarım', en: 'Design', ar: 'التصميم' },
      text: {
        tr: 'Mağazanın bütün sayfalarında renkleri, yazı tiplerini ve köşeleri değiştirir.',
        en: 'Changes colours, type and corners on every page of the shop.',
        ar: 'يغيّر الألوان والخطوط والزوايا في كل صفحات المتجر.',
      },
    },
  ],
  leavesAlone: [
    {
      title: { tr: 'İçeriğin', en: 'Your content', ar: 'محتواك' },
      text: {
        tr: 'Ürünler, metinler, fotoğraflar ve menüler olduğu gibi kalır.',
        en: 'Products, texts, photographs and menus stay as they are.',
        ar: 'تبقى المنتجات والنصوص والصور والقوائم كما هي.',
      },
    },
    {
      title: { tr: 'Kod çalıştırmaz', en: 'Runs no code', ar: 'لا يشغّل أي برنامج' },
      text: {
        tr: 'Yalnızca stil ve yazı tipi dosyasıdır; ziyaretçiyi izleyemez.',
        en: 'It is style and font files only, and cannot follow visitors.',
        ar: 'ملفات تنسيق وخطوط فقط، ولا يمكنه تتبّع الزوّار.',
      },
    },
    {
      title: { tr: 'Siparişler, müşteriler, ödemeler', en: 'Orders, customers, payments', ar: 'الطلبات والزبائن والمدفوعات' },
      text: { tr: 'Ne okuyabilir ne değiştirebilir.', en: 'It can neither read nor change them.', ar: 'لا يقرؤها ولا يغيّرها.' },
    },
  ],
  support: [
    {
      heading: { tr: 'Kurunca ne olur?', en: 'What happens when I install it?', ar: 'ماذا يحدث عند التثبيت؟' },
      paragraphs: {
        tr: [
          'Mağazan yeni görünümle açılır. Eski teman silinmez, altında bekler. Temayı kaldırınca mağazan bir önceki görünümüne aynen döner.',
        ],
        en: [
          'Your shop opens in its new look. The old theme is not deleted, it waits underneath. Take the theme off and the shop looks exactly as before.',
        ],
        ar: ['يفتح متجرك بمظهره الجديد. لا يُحذف القالب السابق بل يبقى تحته. عند إزالة القالب يعود متجرك كما كان تمامًا.'],
      },
    },
    {
      heading: {
        tr: 'Koyu görünüm ve sağdan sola diller',
        en: 'Dark mode and right-to-left languages',
        ar: 'الوضع الداكن واللغات من اليمين إلى اليسار',
      },
      paragraphs: {
        tr: [
          'Mağazan koyu görünümü açtığında tema da koyu renklerini kullanır. Arapça sayfalarda ayrı bir sağdan sola dosya ve Vazirmatn yazı tipi yüklenir.',
        ],
        en: [
          'When your shop switches to dark mode, the theme uses its dark colours. Arabic pages load a right-to-left file of their own and the Vazirmatn typeface.',
        ],
        ar: [
          'عندما يتحوّل متجرك إلى الوضع الداكن يستعمل القالب ألوانه الداكنة. وتُحمَّل للصفحات العربية نسخة من اليمين إلى اليسار وخط Vazirmatn.',
        ],
      },
    },
    {
      heading: { tr: 'Bir şey yerinde değilse', en: 'If something is out of place', ar: 'إن وجدت شيئًا في غير مكانه' },
      paragraphs: {
        tr: ['Hangi sayfada ne gördüğünü iletişim formundan bize yaz. Satın aldıktan sonra altı ay destek ücretsizdir.'],
        en: ['Tell us in the contact form which page it is and what you see. Support is free for six months after purchase.'],
        ar: ['اكتب لنا في نموذج التواصل أي صفحة هي وماذا ترى. الدعم مجاني ستة أشهر بعد الشراء.'],
      },
    },
  ],
}
