import type { ItemSource } from '../../demo-item.ts'
import { bootswatchRelease, THEME_FACTS } from '../../theme-files.ts'

const name = { tr: 'Minty', en: 'Minty', ar: 'Minty' }

export const minty: ItemSource = {
  ...THEME_FACTS,
  market: 'theme',
  prefix: 'minty',
  name,
  tagline: {
    tr: 'Nane yeşili, yuvarlak köşeler: sakin şeyler satan mağazalar için.',
    en: 'Mint green and soft corners, for shops that sell quiet things.',
    ar: 'أخضر النعناع وزوايا ناعمة، لمتاجر الأشياء الهادئة.',
  },
  description: {
    tr: [
      'Minty mağazanı nane yeşiline boyar; düğmeler ve kutular yumuşak köşelidir. Başlıklar ve düğmeler Montserrat ile yazılır, metinler ziyaretçinin kendi yazı tipiyle; sayfa bu yüzden hızlı açılır.',
      'Seramik, kırtasiye, çocuk ve kişisel bakım ürünlerine yakışır. Uyarılar ve indirimler mercan rengiyle öne çıkar, gerisi geri durur.',
    ],
    en: [
      'Minty paints your shop mint green and rounds off buttons and boxes. Headings and buttons are set in Montserrat, texts in the visitor’s own typeface, which keeps pages quick.',
      'It suits ceramics, stationery, things for children and personal care. Notices and discounts stand out in coral; everything else keeps back.',
    ],
    ar: [
      'يلوّن Minty متجرك بأخضر النعناع ويجعل زوايا الأزرار والمربعات ناعمة. العناوين والأزرار بخط Montserrat، والنصوص بخط جهاز الزائر، فتفتح الصفحات بسرعة.',
      'يناسب الخزف والقرطاسية ومنتجات الأطفال والعناية الشخصية. تبرز التنبيهات والتخفيضات باللون المرجاني، ويبقى ما سواها هادئًا.',
    ],
  },
  features: {
    tr: ['Soldan sağa ve sağdan sola', 'Açık ve koyu görünüm', 'Yazı tipleri kendi mağazandan yüklenir'],
    en: ['Left to right and right to left', 'Light and dark mode', 'Fonts load from your own shop'],
    ar: ['من اليسار إلى اليمين ومن اليمين إلى اليسار', 'وضع فاتح ووضع داكن', 'الخطوط تُحمَّل من متجرك نفسه'],
  },
  categories: ['colourful', 'light'],
  price: { amountMinor: 24890, currency: 'TRY' },
  inAppPurchase: 0,
  documentation: 'https://bootswatch.com/minty/',
  wraps: [
    { package: 'bootswatch', author: 'Thomas Park' },
    { package: '@fontsource/montserrat', author: 'The Montserrat Project Authors' },
    { package: '@fontsource-variable/vazirmatn', author: 'The Vazirmatn Project Authors' },
  ],
  ground: '#78c2ad',
  releases: [
    bootswatchRelease({
      prefix: 'minty',
      version: '5.3.8',
      name,
      releasedOn: '2026-11-20',
      fonts: [
        {
          package: '@fontsource/montserrat',
          sheets: ['400.css', '500.css', '700.css'],
          subsets: ['latin', 'latin-ext'],
          folder: 'montserrat',
        },
      ],
      notes: {
        tr: 'Arasta’daki ilk sürüm. Bootswatch 5.3.8’i izler; yazı tipleri paketin içinde, Arapça sayfalara Vazirmatn eklendi.',
        en: 'First release on Arasta. Follows Bootswatch 5.3.8; fonts are inside the package, Arabic pages get Vazirmatn.',
        ar: 'الإصدار الأول على Arasta. يتبع Bootswatch 5.3.8؛ الخطوط داخل الحزمة، وأُضيف خط Vazirmatn للصفحات العربية.',
      },
    }),
  ],
}
