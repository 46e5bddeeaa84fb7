import type { ItemSource } from '../../demo-item.ts'
import { bootswatchRelease, THEME_FACTS } from '../../theme-files.ts'

const name = { tr: 'Flatly', en: 'Flatly', ar: 'Flatly' }

export const flatly: ItemSource = {
  ...THEME_FACTS,
  market: 'theme',
  prefix: 'flatly',
  name,
  tagline: {
    tr: 'Gece mavisi ve düz renkler: her ürüne uyan, kolay okunan bir vitrin.',
    en: 'Night blue and flat colour: an easy-to-read window for any kind of goods.',
    ar: 'أزرق ليلي وألوان مسطّحة: واجهة سهلة القراءة تناسب أي بضاعة.',
  },
  description: {
    tr: [
      'Flatly gölge ve parlaklık kullanmaz: gece mavisi bir başlık, beyaz sayfa, deniz yeşili vurgular. Metinler Lato ile yazılır; onda olmayan Türkçe harfleri kardeşi Carlito tamamlar.',
      'Ne sattığını henüz anlatmaya çalışan yeni mağazalar için iyi bir başlangıçtır: hiçbir rengi ürün fotoğrafıyla yarışmaz.',
    ],
    en: [
      'Flatly does without shadow and gloss: a night-blue header, a white page, sea-green accents. Texts are set in Lato; the Turkish letters that it lacks come from its sibling Carlito.',
      'A good start for a new shop that is still explaining what it sells: none of its colours competes with a product photograph.',
    ],
    ar: [
      'يستغني Flatly عن الظلال واللمعان: ترويسة زرقاء داكنة وصفحة بيضاء ولمسات بلون البحر. النصوص اللاتينية بخط Lato والعربية بخط Vazirmatn.',
      'بداية جيدة لمتجر جديد ما زال يعرّف بما يبيع: لا ينافس أي لون فيه صورة المنتج.',
    ],
  },
  features: {
    tr: ['Soldan sağa ve sağdan sola', 'Açık ve koyu görünüm', 'Yazı tipleri kendi mağazandan yüklenir'],
    en: ['Left to right and right to left', 'Light and dark mode', 'Fonts load from your own shop'],
    ar: ['من اليسار إلى اليمين ومن اليمين إلى اليسار', 'وضع فاتح ووضع داكن', 'الخطوط تُحمَّل من متجرك نفسه'],
  },
  categories: ['light'],
  price: { amountMinor: 0, currency: 'TRY' },
  inAppPurchase: 0,
  documentation: 'https://bootswatch.com/flatly/',
  wraps: [
    { package: 'bootswatch', author: 'Thomas Park' },
    { package: '@fontsource/lato', author: 'Lukasz Dziedzic' },
    { package: '@fontsource/carlito', author: 'The Carlito Project Authors' },
    { package: '@fontsource-variable/vazirmatn', author: 'The Vazirmatn Project Authors' },
  ],
  ground: '#2c3e50',
  releases: [
    bootswatchRelease({
      prefix: 'flatly',
      version: '5.3.8',
      name,
      releasedOn: '2026-11-20',
      fonts: [
        {
          package: '@fontsource/lato',
          sheets: ['400.css', '400-italic.css', '700.css'],
          subsets: ['latin', 'latin-ext'],
          folder: 'lato',
        },
        // The registry's Lato has no ğ, ş, Ğ, Ş: Carlito, drawn by the same hand on the same skeleton, brings them.
        {
          package: '@fontsource/carlito',
          sheets: ['400.css', '700.css'],
          subsets: ['latin-ext'],
          folder: 'carlito',
          sizeAdjust: '109%',
        },
      ],
      completes: { family: 'Lato', by: 'Carlito' },
      notes: {
        tr: 'Arasta’daki ilk sürüm. Bootswatch 5.3.8’i izler; yazı tipleri paketin içinde, Arapça sayfalara Vazirmatn eklendi.',
        en: 'First release on Arasta. Follows Bootswatch 5.3.8; fonts are inside the package, Arabic pages get Vazirmatn.',
        ar: 'الإصدار الأول على Arasta. يتبع Bootswatch 5.3.8؛ الخطوط داخل الحزمة، وأُضيف خط Vazirmatn للصفحات العربية.',
      },
    }),
  ],
}
