import { bootswatchTheme } from '../../bootswatch-theme.ts'
import { lato } from '../../theme-fonts.ts'

const READABLE = `
/* White words on a light grey button. */
.btn-light { --bs-btn-color: #222; --bs-btn-hover-color: #222; --bs-btn-active-color: #222; }
.btn-light, .btn-light:hover { color: #222; }
`

export const darkly = bootswatchTheme({
  name: 'Darkly',
  tagline: {
    tr: 'Flatly’nin gece hâli: koyu gri sayfa, dingin mavi ve deniz yeşili.',
    en: 'Flatly by night: a dark grey page with calm blue and sea green.',
    ar: 'نسخة Flatly الليلية: صفحة رمادية داكنة وأزرق هادئ وأخضر بحري.',
  },
  description: {
    tr: [
      'Darkly koyu gri bir sayfada mat mavi düğmeler ve deniz yeşili bağlantılar kullanır; gölge ve parlaklık yoktur. Metinler Lato’dur, onda olmayan Türkçe harfleri kardeşi Carlito tamamlar.',
      'Göz yormayan bir koyu tema arıyorsan buradan başla: müzik, kitap, kahve, fotoğraf satan mağazalara uyar. Açık görünümü yoktur.',
    ],
    en: [
      'Darkly puts matt blue buttons and sea-green links on a dark grey page, without shadow or gloss. Texts are set in Lato; the Turkish letters that it lacks come from its sibling Carlito.',
      'If you look for a dark theme that is easy on the eyes, start here: it fits music, books, coffee and photography. It has no light mode.',
    ],
    ar: [
      'يضع Darkly أزرارًا زرقاء غير لامعة وروابط بلون البحر على صفحة رمادية داكنة، بلا ظلال ولا لمعان. النصوص اللاتينية بخط Lato والعربية بخط Vazirmatn.',
      'إن كنت تبحث عن قالب داكن لا يتعب العين فابدأ من هنا: يناسب الموسيقى والكتب والقهوة والصور. ليس له وضع فاتح.',
    ],
  },
  features: {
    tr: [
      'Gölgesiz, dingin renkler',
      'Her zaman koyu: açık görünümü yok',
      'Lato ve Carlito kendi mağazandan yüklenir',
    ],
    en: [
      'Calm colours without shadows',
      'Always dark: no light mode',
      'Lato and Carlito load from your own shop',
    ],
    ar: [
      'ألوان هادئة بلا ظلال',
      'داكن دائمًا وليس له وضع فاتح',
      'يُحمَّل خطا Lato وCarlito من متجرك نفسه',
    ],
  },
  categories: ['dark', 'plain'],
  price: { amountMinor: 1900, currency: 'USD' },
  ground: '#222222',
  mode: 'always-dark',
  fonts: [lato('400', '400-italic', '700')],
  releases: [
    {
      version: '5.3.8',
      releasedOn: '2026-11-20',
      additions: READABLE,
      notes: {
        tr: 'Arasta’daki ilk sürüm. Bootswatch 5.3.8’i izler; yazı tipleri paketin içinde, Arapça sayfalara Vazirmatn eklendi. Sayfa altı ve açık gri düğmeler okunur oldu.',
        en: 'First release on Arasta. Follows Bootswatch 5.3.8; fonts are inside the package, Arabic pages get Vazirmatn. The page’s foot and light grey buttons can be read.',
        ar: 'الإصدار الأول على Arasta. يتبع Bootswatch 5.3.8؛ الخطوط داخل الحزمة، وأُضيف Vazirmatn للصفحات العربية. وصار أسفل الصفحة والأزرار الرمادية الفاتحة مقروءة.',
      },
    },
  ],
})
