import { bootswatchTheme } from '../../bootswatch-theme.ts'
import { nunito } from '../../theme-fonts.ts'

const AS_OF_5_3_9 = `
/* Grey-blue letters on cloud blue have a contrast of 2.6 to 1. */
:root:not([data-bs-theme=dark]), [data-bs-theme=light] {
  --bs-body-color: #47557f; --bs-body-color-rgb: 71, 85, 127; --bs-secondary-color: #4d5b86;
}
`

export const morph = bootswatchTheme({
  name: 'Morph',
  tagline: {
    tr: 'Bulut mavisi zeminden hafifçe kabaran yumuşak düğmeler ve kutular.',
    en: 'Soft buttons and boxes that swell out of a cloud-blue ground.',
    ar: 'أزرار ومربعات ناعمة تبرز من خلفية بلون الغيم.',
  },
  description: {
    tr: [
      'Morph’ta her şey aynı bulut mavisindendir: düğmeler ve kutular renkle değil, ışık ve gölgeyle ayrılır, içi doldurulmuş gibi kabarır. Yazılar yuvarlak hatlı Nunito’dur.',
      'Bebek ürünleri, mum, uyku ve bakım gibi yumuşak şeylere yakışır. Zayıf yanı düğmelerin zeminle aynı renkte olmasıdır; iyi görmeyen müşterilerin varsa başka bir tema seç.',
    ],
    en: [
      'Everything in Morph is made of one cloud blue: buttons and boxes are told apart not by colour but by light and shadow, as if padded. Texts are set in Nunito, with its round ends.',
      'It suits soft things: baby goods, candles, sleep, care. Its weak point: buttons have the colour of the ground. If your customers see badly, choose another theme.',
    ],
    ar: [
      'كل شيء في Morph من أزرق غيمي واحد: لا يميّز الأزرار والمربعات لون بل ضوء وظل، كأنها محشوّة. الخط اللاتيني Nunito بنهاياته المستديرة.',
      'يناسب الأشياء الناعمة: لوازم الأطفال والشموع والنوم والعناية. نقطة ضعفه أن الأزرار بلون الخلفية، فإن كان بين زبائنك ضعاف بصر فاختر قالبًا آخر.',
    ],
  },
  features: {
    tr: [
      'Işık ve gölgeyle kabaran düğmeler',
      'Açık ve koyu görünüm',
      'Nunito kendi mağazandan yüklenir',
    ],
    en: [
      'Buttons shaped by light and shadow',
      'Light and dark mode',
      'Nunito loads from your own shop',
    ],
    ar: ['أزرار يشكّلها الضوء والظل', 'وضع فاتح ووضع داكن', 'يُحمَّل خط Nunito من متجرك نفسه'],
  },
  categories: ['light', 'raised', 'playful'],
  price: { amountMinor: 4500, currency: 'EUR' },
  ground: '#d9e3f1',
  fonts: [nunito('400', '600', '700')],
  releases: [
    {
      version: '5.3.8',
      releasedOn: '2026-11-20',
      notes: {
        tr: 'Arasta’daki ilk sürüm. Bootswatch 5.3.8’i izler; Nunito paketin içinde, Arapça sayfalara Vazirmatn eklendi.',
        en: 'First release on Arasta. Follows Bootswatch 5.3.8; Nunito is inside the package, Arabic pages get Vazirmatn.',
        ar: 'الإصدار الأول على Arasta. يتبع Bootswatch 5.3.8؛ خط Nunito داخل الحزمة، وأُضيف Vazirmatn للصفحات العربية.',
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
