import { bootswatchTheme } from '../../bootswatch-theme.ts'
import { PRINTS_ON_WHITE } from '../../theme-additions.ts'
import { sourceSans } from '../../theme-fonts.ts'

const AS_OF_5_3_9 = `
/* The muted tones of the palette have a contrast of 3.4 to 1 on cards; white on mustard has 3.2. */
:root, [data-bs-theme=light] {
  --bs-body-color: #b4c1c1; --bs-body-color-rgb: 180, 193, 193; --bs-secondary-color: #a3b3b3;
  --bs-link-color: #4fc9bf; --bs-link-color-rgb: 79, 201, 191;
  --bs-link-hover-color: #8fded7; --bs-link-hover-color-rgb: 143, 222, 215;
}
.text-bg-primary { color: #00212b !important; }
.navbar.bg-primary {
  --bs-navbar-color: #00212b; --bs-navbar-hover-color: #000; --bs-navbar-active-color: #000;
  --bs-navbar-brand-color: #00212b; --bs-navbar-brand-hover-color: #000; --bs-navbar-toggler-border-color: #00212b;
}
.navbar.bg-primary .navbar-toggler-icon { filter: invert(1); }
.btn-primary { --bs-btn-color: #00212b; --bs-btn-hover-color: #000; --bs-btn-active-color: #000; }
.btn-outline-secondary:not(:hover), .nav-pills .nav-link:not(.active), .breadcrumb-item.active { color: #b4c1c1; }
.text-danger { color: #f58abb !important; }
.text-bg-danger { background-color: #b3236a !important; }
`

export const solar = bootswatchTheme({
  name: 'Solar',
  tagline: {
    tr: 'Gece denizi ve hardal sarısı: yazılımcıların sevdiği renklerle bir mağaza.',
    en: 'Night sea and mustard yellow: a shop in the colours that programmers love.',
    ar: 'بحر ليلي وأصفر خردلي: متجر بالألوان التي يحبها المبرمجون.',
  },
  description: {
    tr: [
      'Solar, kod yazanların yakından bildiği Solarized renklerini kullanır: koyu petrol zemin, hardal sarısı üst bölüm ve düğmeler, turkuaz bağlantılar. Metinler Source Sans’tır.',
      'Kahve, kitap, elektronik kart ve hobi ürünlerine yakışır. Açık görünümü yoktur; yazıcıdan çıkan sayfa ise beyaz kâğıda siyah yazıdır.',
    ],
    en: [
      'Solar uses the Solarized colours that people who write code know well: a ground of dark petrol, mustard top and buttons, turquoise links. Texts are set in Source Sans.',
      'It suits coffee, books, electronics kits and hobbies. There is no light mode on screen, but a printed page is black on white paper.',
    ],
    ar: [
      'يستعمل Solar ألوان Solarized التي يعرفها كل من يكتب البرامج: خلفية بترولية داكنة، وأعلى الصفحة والأزرار بأصفر خردلي، وروابط فيروزية. الخط اللاتيني Source Sans.',
      'يناسب القهوة والكتب والدوائر الإلكترونية والهوايات. ليس له وضع فاتح على الشاشة، أما المطبوع منه فأسود على ورق أبيض.',
    ],
  },
  features: {
    tr: [
      'Solarized renkleri, AA karşıtlığında',
      'Her zaman koyu: açık görünümü yok',
      'Yazıcıda beyaz kâğıda siyah yazı',
    ],
    en: [
      'Solarized colours with AA contrast',
      'Always dark: no light mode',
      'Prints black on white paper',
    ],
    ar: ['ألوان Solarized بتباين AA', 'داكن دائمًا وليس له وضع فاتح', 'يُطبع أسود على ورق أبيض'],
  },
  categories: ['dark', 'colourful', 'contrast'],
  price: { amountMinor: 1900, currency: 'EUR' },
  ground: '#002b36',
  mode: 'always-dark',
  fonts: [sourceSans('400', '600', '700')],
  releases: [
    {
      version: '5.3.8',
      releasedOn: '2026-11-19',
      notes: {
        tr: 'Arasta’daki ilk sürüm. Bootswatch 5.3.8’i izler; Source Sans’ın bugünkü sürümü paketin içinde, sayfa altı okunur oldu, Arapça sayfalara Vazirmatn eklendi.',
        en: 'First release on Arasta. Follows Bootswatch 5.3.8; today’s Source Sans is inside the package, the page’s foot can be read, Arabic pages get Vazirmatn.',
        ar: 'الإصدار الأول على Arasta. يتبع Bootswatch 5.3.8؛ خط Source Sans بإصداره الحالي داخل الحزمة، وصار أسفل الصفحة مقروءًا، وأُضيف Vazirmatn للصفحات العربية.',
      },
    },
    {
      version: '5.3.9',
      releasedOn: '2026-11-21',
      additions: AS_OF_5_3_9 + PRINTS_ON_WHITE,
      notes: {
        tr: 'Yazılar ve bağlantılar aydınlandı, sarı üstündeki beyaz yazılar koyulaştı: hepsi AA karşıtlığında. Sayfa yazıcıdan beyaz kâğıda siyah çıkar. Hâlâ Bootswatch 5.3.8’i izler.',
        en: 'Texts and links are brighter and the white words on yellow are dark: all have AA contrast. Pages print black on white paper. Still follows Bootswatch 5.3.8.',
        ar: 'صارت النصوص والروابط أفتح، والكلمات البيضاء على الأصفر داكنة: كلها بتباين AA. وتُطبع الصفحات سوداء على ورق أبيض. ما زال يتبع Bootswatch 5.3.8.',
      },
    },
  ],
})
