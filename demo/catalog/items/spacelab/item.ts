import { bootswatchTheme } from '../../bootswatch-theme.ts'
import { openSans } from '../../theme-fonts.ts'

const AS_OF_5_3_9 = `
/* Letters of #777 on white have a contrast of 4.48 to 1. */
:root:not([data-bs-theme=dark]), [data-bs-theme=light] {
  --bs-body-color: #666666; --bs-body-color-rgb: 102, 102, 102; --bs-secondary-color: #6b6b6b;
}
`

export const spacelab = bootswatchTheme({
  name: 'Spacelab',
  tagline: {
    tr: 'Çelik mavisi ve ışıklı düğmeler: on yıl öncesinin sağlam mağazası.',
    en: 'Steel blue and glossy buttons: the solid shop of ten years ago.',
    ar: 'أزرق فولاذي وأزرار لامعة: متجر متين من قبل عشر سنين.',
  },
  description: {
    tr: [
      'Spacelab’da düğmeler ve üst çubuk yukarıdan aşağı parlar, kutular ince gri çizgilidir. Renk çelik mavisi, bağlantılar parlak mavidir. Metinler gri Open Sans’tır; onda olmayan ₺ işareti tamamlandı.',
      'Müşterilerin mağazanı yıllardır tanıyor ve değişiklik istemiyorsa rahat ettirir: yedek parça, tarım, ofis, eczane.',
    ],
    en: [
      'Buttons and the top bar of Spacelab shine from above, boxes have thin grey lines. The colour is steel blue with bright blue links. Texts are grey Open Sans, completed by the lira sign that it lacks.',
      'It is a comfort where customers have known your shop for years and want no change: spare parts, farming, offices, pharmacies.',
    ],
    ar: [
      'تلمع الأزرار والشريط العلوي في Spacelab من أعلى، وللمربعات خطوط رمادية رفيعة. اللون أزرق فولاذي والروابط زرقاء ساطعة. الخط اللاتيني Open Sans مع رمز الليرة الذي ينقصه.',
      'يريح زبائن يعرفون متجرك منذ سنين ولا يريدون تغييرًا: قطع الغيار والزراعة والمكاتب والصيدليات.',
    ],
  },
  features: {
    tr: [
      'Işıklı düğmeler, ince gri çizgiler',
      'Açık ve koyu görünüm',
      'Open Sans kendi mağazandan yüklenir',
    ],
    en: [
      'Glossy buttons, thin grey lines',
      'Light and dark mode',
      'Open Sans loads from your own shop',
    ],
    ar: ['أزرار لامعة وخطوط رمادية رفيعة', 'وضع فاتح ووضع داكن', 'يُحمَّل خط Open Sans من متجرك نفسه'],
  },
  categories: ['light', 'raised'],
  price: { amountMinor: 0, currency: 'TRY' },
  ground: '#446e9b',
  fonts: [openSans('400', '400-italic', '700', '700-italic')],
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
