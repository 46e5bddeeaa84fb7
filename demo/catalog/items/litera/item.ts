import { bootswatchTheme } from '../../bootswatch-theme.ts'

const READABLE = `
/* Grey on blue could not be read at all. */
.text-bg-primary .lead { color: inherit; }
`

export const litera = bootswatchTheme({
  name: 'Litera',
  tagline: {
    tr: 'Serifli metin, yuvarlak düğmeler: okunmak için yapılmış bir tema.',
    en: 'Serif text and round buttons: a theme made to be read.',
    ar: 'نص بزوائد وأزرار مستديرة: قالب صُنع ليُقرأ.',
  },
  description: {
    tr: [
      'Litera’da açıklamalar kitaplardaki gibi serifli bir yazıyla, başlıklar ve düğmeler düz yazıyla görünür; ikisi de ziyaretçinin cihazından gelir. Düğmeler hap gibi yuvarlak, renk yumuşak bir mavidir.',
      'Uzun ürün açıklaması yazan mağazalara uyar: kitap, çay, kozmetik, el işi. Arapçada serif yoktur; orada bütün sayfa Vazirmatn ile dizilir.',
    ],
    en: [
      'In Litera descriptions appear in a serif face as in books, headings and buttons in a plain one; both come from the visitor’s device. Buttons are round as pills, the colour is a soft blue.',
      'It fits shops that write long descriptions: books, tea, cosmetics, crafts. Arabic knows no serifs; there the whole page is set in Vazirmatn.',
    ],
    ar: [
      'تظهر الأوصاف اللاتينية في Litera بخط ذي زوائد كما في الكتب، والعناوين والأزرار بخط بسيط، وكلاهما من جهاز الزائر. الأزرار مستديرة كالأقراص واللون أزرق ناعم.',
      'يناسب من يكتب أوصافًا طويلة: الكتب والشاي ومستحضرات العناية والأعمال اليدوية. لا زوائد في العربية، فتُكتب الصفحة كلها بخط Vazirmatn.',
    ],
  },
  features: {
    tr: [
      'Serifli, rahat okunan açıklamalar',
      'Açık ve koyu görünüm',
      'Yazı tipi indirmeden çabuk açılır',
    ],
    en: [
      'Descriptions in a comfortable serif',
      'Light and dark mode',
      'Opens quickly, without loading a font',
    ],
    ar: [
      'أوصاف لاتينية بخط مريح ذي زوائد',
      'وضع فاتح ووضع داكن',
      'يفتح بسرعة من دون تحميل خطوط لاتينية',
    ],
  },
  categories: ['light', 'plain', 'quick'],
  price: { amountMinor: 0, currency: 'TRY' },
  ground: '#4582ec',
  releases: [
    {
      version: '5.3.8',
      releasedOn: '2026-11-20',
      additions: READABLE,
      notes: {
        tr: 'Arasta’daki ilk sürüm. Bootswatch 5.3.8’i izler; mavi zemindeki giriş cümlesi okunur oldu, Arapça sayfalara Vazirmatn eklendi.',
        en: 'First release on Arasta. Follows Bootswatch 5.3.8; the opening sentence on blue can be read, Arabic pages get Vazirmatn.',
        ar: 'الإصدار الأول على Arasta. يتبع Bootswatch 5.3.8؛ صارت جملة الافتتاح على الأزرق مقروءة، وأُضيف Vazirmatn للصفحات العربية.',
      },
    },
  ],
})
