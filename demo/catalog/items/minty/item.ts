import { bootswatchTheme } from '../../bootswatch-theme.ts'
import { montserrat } from '../../theme-fonts.ts'

const AS_OF_5_3_9 = `
/* Grey letters on white have a contrast of 3.5 to 1. */
:root:not([data-bs-theme=dark]), [data-bs-theme=light] {
  --bs-body-color: #5c6b66; --bs-body-color-rgb: 92, 107, 102; --bs-secondary-color: #66756f;
}
`

export const minty = bootswatchTheme({
  name: 'Minty',
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
    tr: [
      'Soldan sağa ve sağdan sola',
      'Açık ve koyu görünüm',
      'Yazı tipleri kendi mağazandan yüklenir',
    ],
    en: ['Left to right and right to left', 'Light and dark mode', 'Fonts load from your own shop'],
    ar: [
      'من اليسار إلى اليمين ومن اليمين إلى اليسار',
      'وضع فاتح ووضع داكن',
      'الخطوط تُحمَّل من متجرك نفسه',
    ],
  },
  categories: ['colourful', 'light'],
  price: { amountMinor: 24890, currency: 'TRY' },
  ground: '#78c2ad',
  fonts: [montserrat('400', '500', '700')],
  releases: [
    {
      version: '5.3.8',
      releasedOn: '2026-11-20',
      notes: {
        tr: 'Arasta’daki ilk sürüm. Bootswatch 5.3.8’i izler; yazı tipleri paketin içinde, Arapça sayfalara Vazirmatn eklendi.',
        en: 'First release on Arasta. Follows Bootswatch 5.3.8; fonts are inside the package, Arabic pages get Vazirmatn.',
        ar: 'الإصدار الأول على Arasta. يتبع Bootswatch 5.3.8؛ الخطوط داخل الحزمة، وأُضيف خط Vazirmatn للصفحات العربية.',
      },
    },
    {
      version: '5.3.9',
      releasedOn: '2026-11-21',
      additions: AS_OF_5_3_9,
      notes: {
        tr: 'Düz metinler koyulaştı: açık görünümde AA karşıtlığındalar; bağlantılar ve düğmeler eski renklerinde. Hâlâ Bootswatch 5.3.8’i izler.',
        en: 'Running text is darker and has AA contrast in light mode; links and buttons keep their colours. Still follows Bootswatch 5.3.8.',
        ar: 'صار متن النصوص أغمق وبتباين AA في الوضع الفاتح، وبقيت ألوان الروابط والأزرار كما هي. ما زال يتبع Bootswatch 5.3.8.',
      },
    },
  ],
})
