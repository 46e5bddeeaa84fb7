import { bootswatchTheme } from '../../bootswatch-theme.ts'
import { lato } from '../../theme-fonts.ts'

const READABLE = `
/* Orange links and red prices on slate boxes, white words on light grey buttons. */
.text-danger { color: #ffb3ae !important; }
:is(.breadcrumb, .card, .list-group) :is(a:not(.btn, .text-reset), .btn-link) { color: #ffc299; }
.btn-light, .btn-light:hover { color: #0f2537; }
`

export const superhero = bootswatchTheme({
  name: 'Superhero',
  tagline: {
    tr: 'Lacivert zemin, turuncu pelerin: enerjisi yüksek, koyu bir mağaza.',
    en: 'Navy ground, orange cape: a dark shop with plenty of energy.',
    ar: 'خلفية كحلية ورداء برتقالي: متجر داكن كثير الحيوية.',
  },
  description: {
    tr: [
      'Superhero koyu lacivert bir zeminde turuncu bir üst bölüm ve turuncu düğmeler kullanır; kutular arduvaz mavisidir, köşeler keskindir. Metinler Lato’dur, onda olmayan Türkçe harfleri Carlito tamamlar.',
      'Çizgi roman, spor, besin takviyesi ve oyun mağazalarına yakışır. Açık görünümü yoktur; turuncu baskın bir renktir, logosu kırmızı ya da pembe olan mağazada yarışır.',
    ],
    en: [
      'Superhero puts an orange top and orange buttons on dark navy; boxes are slate blue and corners sharp. Texts are set in Lato; the Turkish letters that it lacks come from Carlito.',
      'It suits comics, sports, food supplements and games. There is no light mode, and orange is a strong colour: it fights with a red or pink logo.',
    ],
    ar: [
      'يضع Superhero أعلى برتقاليًا وأزرارًا برتقالية على كحلي داكن، والمربعات زرقاء رمادية والزوايا حادة. الخط اللاتيني Lato والعربي Vazirmatn.',
      'يناسب القصص المصوّرة والرياضة والمكمّلات والألعاب. ليس له وضع فاتح، والبرتقالي لون قوي ينافس الشعار الأحمر أو الوردي.',
    ],
  },
  features: {
    tr: [
      'Lacivert üstünde turuncu',
      'Her zaman koyu: açık görünümü yok',
      'Lato ve Carlito kendi mağazandan yüklenir',
    ],
    en: [
      'Orange on navy',
      'Always dark: no light mode',
      'Lato and Carlito load from your own shop',
    ],
    ar: ['برتقالي على كحلي', 'داكن دائمًا وليس له وضع فاتح', 'يُحمَّل خطا Lato وCarlito من متجرك نفسه'],
  },
  categories: ['dark', 'colourful'],
  price: { amountMinor: 17990, currency: 'TRY' },
  ground: '#0f2537',
  mode: 'always-dark',
  fonts: [lato('300', '400', '700')],
  releases: [
    {
      version: '5.3.8',
      releasedOn: '2026-11-20',
      additions: READABLE,
      notes: {
        tr: 'Arasta’daki ilk sürüm. Bootswatch 5.3.8’i izler; yazı tipleri paketin içinde, Arapça sayfalara Vazirmatn eklendi. Kutulardaki bağlantılar, açık düğmeler ve sayfa altı okunur oldu.',
        en: 'First release on Arasta. Follows Bootswatch 5.3.8; fonts are inside the package, Arabic pages get Vazirmatn. Links in boxes, light buttons and the page’s foot can be read.',
        ar: 'الإصدار الأول على Arasta. يتبع Bootswatch 5.3.8؛ الخطوط داخل الحزمة، وأُضيف Vazirmatn للصفحات العربية. وصارت روابط المربعات والأزرار الفاتحة وأسفل الصفحة مقروءة.',
      },
    },
  ],
})
