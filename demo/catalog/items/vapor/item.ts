import { bootswatchTheme } from '../../bootswatch-theme.ts'
import { PRINTS_ON_WHITE } from '../../theme-additions.ts'
import { lato } from '../../theme-fonts.ts'

const AS_OF_5_3_9 = `
.btn-light, .btn-light:hover { color: #170229; text-shadow: none; }
.navbar.bg-primary { --bs-navbar-color: #fff; }
:focus-visible { outline: 3px solid #32fbe2 !important; outline-offset: 3px; }
@media (prefers-contrast: more) {
  *, ::before, ::after { text-shadow: none !important; box-shadow: none !important; }
  :root, [data-bs-theme=light] { --bs-body-color: #fff; --bs-body-color-rgb: 255, 255, 255; --bs-secondary-color: #fff; }
}
`

export const vapor = bootswatchTheme({
  name: 'Vapor',
  tagline: {
    tr: 'Seksenlerin neon tabelası: gece moru, camgöbeği yazı, pembe ışık.',
    en: 'A neon sign of the eighties: night violet, cyan text, pink light.',
    ar: 'لافتة نيون من الثمانينيات: بنفسجي ليلي ونص سماوي وضوء وردي.',
  },
  description: {
    tr: [
      'Vapor’da zemin gece morudur, yazılar camgöbeği, düğmeler mor ve pembe; hepsinin çevresinde neon gibi bir ışık vardır. Metinler Lato’dur, onda olmayan Türkçe harfleri Carlito tamamlar.',
      'Oyun, plak, retro ve gece hayatı ürünlerine yakışır. Açık görünümü yoktur, camgöbeği uzun metinde göz yorar: kısa yazan mağazalar için.',
    ],
    en: [
      'Vapor stands on night violet; text is cyan, buttons violet and pink, and everything glows like neon. Texts are set in Lato; the Turkish letters that it lacks come from Carlito.',
      'It suits games, records, retro things and night life. There is no light mode, and cyan tires the eye in long texts: it is for shops that write little.',
    ],
    ar: [
      'خلفية Vapor بنفسجية ليلية ونصوصه سماوية وأزراره بنفسجية ووردية، ولكل شيء وهج كالنيون. الخط اللاتيني Lato والعربي Vazirmatn.',
      'يناسب الألعاب والأسطوانات وكل ما هو قديم الطراز. ليس له وضع فاتح، والسماوي يتعب العين في النصوص الطويلة: هو لمتاجر تكتب قليلًا.',
    ],
  },
  features: {
    tr: [
      'Neon gibi ışıyan düğme ve başlıklar',
      'Her zaman koyu: açık görünümü yok',
      'Yüksek karşıtlık isteyene ışıksız, yazıcıya sade',
    ],
    en: [
      'Buttons and headings that glow like neon',
      'Always dark: no light mode',
      'No glow for those who ask for contrast, plain in print',
    ],
    ar: [
      'أزرار وعناوين تتوهّج كالنيون',
      'داكن دائمًا وليس له وضع فاتح',
      'بلا وهج لمن يطلب تباينًا أقوى، وبسيط عند الطباعة',
    ],
  },
  categories: ['dark', 'colourful', 'playful'],
  price: { amountMinor: 8900, currency: 'SAR' },
  ground: '#1a0933',
  mode: 'always-dark',
  fonts: [lato('400', '700')],
  releases: [
    {
      version: '5.3.8',
      releasedOn: '2026-11-19',
      notes: {
        tr: 'Arasta’daki ilk sürüm. Bootswatch 5.3.8’i izler; yazı tipleri paketin içinde, sayfa altı mor üstünde okunur oldu, Arapça sayfalara Vazirmatn eklendi.',
        en: 'First release on Arasta. Follows Bootswatch 5.3.8; fonts are inside the package, the page’s foot can be read on violet, Arabic pages get Vazirmatn.',
        ar: 'الإصدار الأول على Arasta. يتبع Bootswatch 5.3.8؛ الخطوط داخل الحزمة، وصار أسفل الصفحة مقروءًا على البنفسجي، وأُضيف Vazirmatn للصفحات العربية.',
      },
    },
    {
      version: '5.3.9',
      releasedOn: '2026-11-21',
      additions: AS_OF_5_3_9 + PRINTS_ON_WHITE,
      notes: {
        tr: 'Camgöbeği düğmelerdeki beyaz yazı koyulaştı. Cihazında yüksek karşıtlık isteyen ziyaretçide ışıma durur, yazıcıdan sayfa beyaz kâğıda siyah çıkar. Hâlâ Bootswatch 5.3.8’i izler.',
        en: 'White words on cyan buttons are dark now. The glow stops for visitors whose device asks for more contrast, and pages print black on white paper. Still follows Bootswatch 5.3.8.',
        ar: 'صارت الكلمات البيضاء على الأزرار السماوية داكنة. ويتوقف الوهج لمن طلب في جهازه تباينًا أقوى، وتُطبع الصفحات سوداء على ورق أبيض. ما زال يتبع Bootswatch 5.3.8.',
      },
    },
  ],
})
