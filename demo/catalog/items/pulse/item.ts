import { bootswatchTheme } from '../../bootswatch-theme.ts'

const READABLE = `
/* The theme's lists are black; its violet links cannot be read on them. */
.list-group .btn-link { --bs-btn-color: #cbb8ec; --bs-btn-hover-color: #fff; color: #cbb8ec; }
`

export const pulse = bootswatchTheme({
  name: 'Pulse',
  tagline: {
    tr: 'Koyu mor üst bölüm, beyaz sayfa: sade ama sıradan olmayan bir mağaza.',
    en: 'A deep violet top over a white page: plain, but not ordinary.',
    ar: 'أعلى بنفسجي عميق فوق صفحة بيضاء: بسيط وليس عاديًا.',
  },
  description: {
    tr: [
      'Pulse’ta üst bölüm ve düğmeler koyu mordur; düğmeler köşeli, kartlar ince kenarlıdır. Sepetteki satırlar siyah zeminde durur, böylece toplamdan ayrılır. Yazı tipi indirmez.',
      'Kozmetik, mücevher, etkinlik bileti ve dijital ürünlere yakışır. Sepetin siyah satırları beklenmedik gelebilir; önce önizlemede sepete bir ürün koy.',
    ],
    en: [
      'Top and buttons in Pulse are deep violet; buttons are square, cards have a thin edge. Rows in the cart stand on black, set apart from the sum. It loads no font.',
      'It suits cosmetics, jewellery, tickets and digital goods. The black rows of the cart may surprise you: put something into it in the preview first.',
    ],
    ar: [
      'أعلى الصفحة والأزرار في Pulse بنفسجية عميقة، والأزرار مربعة والبطاقات رفيعة الحواف. تقف أسطر السلة على الأسود فتتميّز عن المجموع. لا يحمّل خطًا لاتينيًا.',
      'يناسب مستحضرات التجميل والحلي والتذاكر والمنتجات الرقمية. قد تفاجئك أسطر السلة السوداء، فضع فيها منتجًا في المعاينة أولًا.',
    ],
  },
  features: {
    tr: ['Koyu mor, köşeli düğmeler', 'Açık ve koyu görünüm', 'Yazı tipi indirmeden çabuk açılır'],
    en: [
      'Square buttons in deep violet',
      'Light and dark mode',
      'Opens quickly, without loading a font',
    ],
    ar: ['أزرار مربعة ببنفسجي عميق', 'وضع فاتح ووضع داكن', 'يفتح بسرعة من دون تحميل خطوط لاتينية'],
  },
  categories: ['light', 'colourful', 'quick'],
  price: { amountMinor: 12990, currency: 'TRY' },
  ground: '#593196',
  releases: [
    {
      version: '5.3.8',
      releasedOn: '2026-11-20',
      additions: READABLE,
      notes: {
        tr: 'Arasta’daki ilk sürüm. Bootswatch 5.3.8’i izler; siyah sepet satırlarındaki bağlantılar okunur oldu, Arapça sayfalara Vazirmatn eklendi.',
        en: 'First release on Arasta. Follows Bootswatch 5.3.8; links on the black rows of the cart can be read, Arabic pages get Vazirmatn.',
        ar: 'الإصدار الأول على Arasta. يتبع Bootswatch 5.3.8؛ صارت الروابط على أسطر السلة السوداء مقروءة، وأُضيف Vazirmatn للصفحات العربية.',
      },
    },
  ],
})
