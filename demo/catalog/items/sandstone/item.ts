import { bootswatchTheme } from '../../bootswatch-theme.ts'
import { roboto } from '../../theme-fonts.ts'

const AS_OF_5_3_9 = `
/* The theme's pale green has a contrast of 2 to 1 on white, its grey of 3.4. */
:root:not([data-bs-theme=dark]), [data-bs-theme=light] {
  --bs-link-color: #4a7317; --bs-link-color-rgb: 74, 115, 23;
  --bs-link-hover-color: #38580f; --bs-link-hover-color-rgb: 56, 88, 15;
  --bs-secondary-color: rgba(62, 63, 58, .9);
}
.navbar.bg-primary { --bs-navbar-color: #fff; }
:root:not([data-bs-theme=dark]) :is(.nav-pills .nav-link, .btn-outline-secondary:not(:hover)) { color: #63615a; }
:root:not([data-bs-theme=dark]) .text-danger { color: #bb302b !important; }
.text-bg-danger { background-color: #bb302b !important; }
:focus-visible { outline: 3px solid #325d88 !important; outline-offset: 2px; }
.navbar :focus-visible, .text-bg-primary :focus-visible { outline-color: #fff !important; }
`

export const sandstone = bootswatchTheme({
  name: 'Sandstone',
  tagline: {
    tr: 'Kum rengi kutular, deniz mavisi, küçük büyük harfler: sıcak ve düzenli.',
    en: 'Sand-coloured boxes, sea blue and small capitals: warm and orderly.',
    ar: 'مربعات بلون الرمل وأزرق بحري: دافئ ومرتّب.',
  },
  description: {
    tr: [
      'Sandstone deniz mavisini kum rengiyle buluşturur. Menü, düğme ve yol satırı küçük boy büyük harflerle yazılır; bağlantılar yosun yeşilidir. Metinler Roboto’dur.',
      'Doğal ürün, bahçe, outdoor ve ahşap işi satan mağazalara uyar. Menü yazıları küçüktür; çok uzun kategori adların varsa kısalt.',
    ],
    en: [
      'Sandstone brings sea blue and the colour of sand together. Menu, buttons and the path line are set in small capitals, links are moss green. Texts are Roboto.',
      'It fits natural products, gardening, outdoor gear and woodwork. Menu words are small, so shorten category names that are very long.',
    ],
    ar: [
      'يجمع Sandstone أزرق البحر ولون الرمل. القائمة والأزرار وسطر المسار اللاتينية بأحرف كبيرة صغيرة الحجم، والروابط خضراء كالطحلب. الخط اللاتيني Roboto.',
      'يناسب المنتجات الطبيعية والحدائق والرحلات والأشغال الخشبية. كلمات القائمة صغيرة، فاختصر أسماء الأقسام الطويلة.',
    ],
  },
  features: {
    tr: [
      'Kum rengi ve deniz mavisi',
      'Açık ve koyu görünüm',
      'AA karşıtlığında bağlantı ve menüler',
    ],
    en: ['Sand and sea blue', 'Light and dark mode', 'Links and menus with AA contrast'],
    ar: ['لون الرمل وأزرق البحر', 'وضع فاتح ووضع داكن', 'روابط وقوائم بتباين AA'],
  },
  categories: ['light', 'plain', 'contrast'],
  price: { amountMinor: 0, currency: 'TRY' },
  ground: '#325d88',
  fonts: [roboto('400', '500', '700')],
  releases: [
    {
      version: '5.3.8',
      releasedOn: '2026-11-19',
      notes: {
        tr: 'Arasta’daki ilk sürüm. Bootswatch 5.3.8’i izler; Roboto paketin içinde, Arapça sayfalara Vazirmatn eklendi.',
        en: 'First release on Arasta. Follows Bootswatch 5.3.8; Roboto is inside the package, Arabic pages get Vazirmatn.',
        ar: 'الإصدار الأول على Arasta. يتبع Bootswatch 5.3.8؛ خط Roboto داخل الحزمة، وأُضيف Vazirmatn للصفحات العربية.',
      },
    },
    {
      version: '5.3.9',
      releasedOn: '2026-11-21',
      additions: AS_OF_5_3_9,
      notes: {
        tr: 'Açık yeşil bağlantılar yosun yeşiline döndü; menüler, sekmeler, gri düğmeler ve indirimli fiyat AA karşıtlığına çıktı. Klavyeyle gezenler nerede olduklarını görür. Hâlâ Bootswatch 5.3.8’i izler.',
        en: 'Pale green links are moss green now; menus, tabs, grey buttons and the sale price reach AA contrast. People who use a keyboard see where they are. Still follows Bootswatch 5.3.8.',
        ar: 'صارت الروابط الخضراء الباهتة بلون الطحلب، وبلغت القوائم والتبويبات والأزرار الرمادية وسعر التخفيض تباين AA. ومن يتنقّل بلوحة المفاتيح يرى أين هو. ما زال يتبع Bootswatch 5.3.8.',
      },
    },
  ],
})
