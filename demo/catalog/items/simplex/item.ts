import { bootswatchTheme } from '../../bootswatch-theme.ts'
import { openSans } from '../../theme-fonts.ts'

export const simplex = bootswatchTheme({
  name: 'Simplex',
  tagline: {
    tr: 'Kırmızı, beyaz, bir de ince gri çizgi: fazlası yok.',
    en: 'Red, white and a thin grey line, and nothing more.',
    ar: 'أحمر وأبيض وخط رمادي رفيع، ولا شيء غير ذلك.',
  },
  description: {
    tr: [
      'Simplex’te iki renk vardır: düz kırmızı ve beyaz. Kutular ince gri bir çizgiyle ayrılır, gölge yoktur. Metinler Open Sans’tır; onda olmayan ₺ işareti tamamlandı.',
      'Kampanya, yedek parça, gıda ve spor mağazalarında fiyatı ve düğmeyi öne çıkarır. Kırmızı zaten her yerde olduğu için uyarıların ve indirimlerin rengi mordur.',
    ],
    en: [
      'Simplex has two colours, plain red and white. Boxes are divided by a thin grey line and nothing casts a shadow. Texts are set in Open Sans, completed by the lira sign that it lacks.',
      'It brings price and button forward in shops for offers, spare parts, food and sports. As red is everywhere already, notices and discounts are violet.',
    ],
    ar: [
      'في Simplex لونان: أحمر صريح وأبيض. يفصل المربعات خط رمادي رفيع ولا ظلال فيه. الخط اللاتيني Open Sans، وأُكمل برمز الليرة الذي ينقصه.',
      'يبرز السعر والزر في متاجر العروض وقطع الغيار والأغذية والرياضة. ولأن الأحمر في كل مكان فلون التنبيهات والتخفيضات بنفسجي.',
    ],
  },
  features: {
    tr: [
      'Yalnızca kırmızı ve beyaz',
      'Açık ve koyu görünüm',
      'Open Sans kendi mağazandan yüklenir',
    ],
    en: ['Red and white only', 'Light and dark mode', 'Open Sans loads from your own shop'],
    ar: ['أحمر وأبيض فقط', 'وضع فاتح ووضع داكن', 'يُحمَّل خط Open Sans من متجرك نفسه'],
  },
  categories: ['light', 'plain'],
  price: { amountMinor: 0, currency: 'TRY' },
  ground: '#d9230f',
  fonts: [openSans('400', '700')],
  releases: [
    {
      version: '5.3.8',
      releasedOn: '2026-11-20',
      notes: {
        tr: 'Arasta’daki ilk sürüm. Bootswatch 5.3.8’i izler; Open Sans paketin içinde ve ₺ işaretiyle tamamlandı, Arapça sayfalara Vazirmatn eklendi.',
        en: 'First release on Arasta. Follows Bootswatch 5.3.8; Open Sans is inside the package, completed by a lira sign, and Arabic pages get Vazirmatn.',
        ar: 'الإصدار الأول على Arasta. يتبع Bootswatch 5.3.8؛ خط Open Sans داخل الحزمة مع رمز الليرة الذي ينقصه، وأُضيف Vazirmatn للصفحات العربية.',
      },
    },
  ],
})
