import { bootswatchTheme } from '../../bootswatch-theme.ts'

const READABLE = `
/* White words on a white button. */
.card .btn-light { color: #212529; }
/* Its wide gutters reach beyond the page on a phone; nothing stands in what is cut. */
main, aside, footer { overflow-x: clip; }
`

export const quartz = bootswatchTheme({
  name: 'Quartz',
  tagline: {
    tr: 'Turkuazdan pembeye akan bir zemin, üstünde buzlu cam gibi kartlar.',
    en: 'A ground that runs from turquoise to pink, under cards like frosted glass.',
    ar: 'خلفية تنساب من الفيروزي إلى الوردي تحت بطاقات كالزجاج المغبّش.',
  },
  description: {
    tr: [
      'Quartz’da bütün sayfa soldan sağa turkuazdan mora, mordan pembeye geçer; kartlar zemini gösteren yarı saydam camlardır, yazı beyazdır. Yazı tipi indirmez.',
      'Parti malzemesi, çıkartma, müzik ve genç bir kitle için eğlencelidir. Ürün fotoğrafların çok renkliyse zeminle yarışır; açık ya da koyu görünüme göre değişmez.',
    ],
    en: [
      'The whole page of Quartz runs from turquoise through violet to pink; cards are panes that let the ground through, text is white. It loads no font.',
      'It is fun for party goods, stickers, music and a young public. Very colourful pictures compete with the ground, and it does not change with light or dark mode.',
    ],
    ar: [
      'تنساب صفحة Quartz كلها من الفيروزي إلى البنفسجي فالوردي، والبطاقات ألواح شبه شفافة والنص أبيض. لا يحمّل خطًا لاتينيًا.',
      'ممتع للوازم الحفلات والملصقات والموسيقى وجمهور الشباب. الصور الكثيرة الألوان تنافس الخلفية، وهو لا يتبدّل بين الوضعين الفاتح والداكن.',
    ],
  },
  features: {
    tr: [
      'Turkuazdan pembeye akan zemin',
      'Buzlu cam gibi yarı saydam kartlar',
      'Yazı tipi indirmeden çabuk açılır',
    ],
    en: [
      'A ground that runs from turquoise to pink',
      'Translucent cards like frosted glass',
      'Opens quickly, without loading a font',
    ],
    ar: [
      'خلفية تنساب من الفيروزي إلى الوردي',
      'بطاقات شبه شفافة كالزجاج المغبّش',
      'يفتح بسرعة من دون تحميل خطوط لاتينية',
    ],
  },
  categories: ['colourful', 'playful', 'quick'],
  price: { amountMinor: 14900, currency: 'SAR' },
  ground: '#686dc3',
  mode: 'own-ground',
  releases: [
    {
      version: '5.3.8',
      releasedOn: '2026-11-20',
      additions: READABLE,
      notes: {
        tr: 'Arasta’daki ilk sürüm. Bootswatch 5.3.8’i izler; sayfa altı ve kartlardaki açık düğmeler okunur oldu, Arapça sayfalara Vazirmatn eklendi.',
        en: 'First release on Arasta. Follows Bootswatch 5.3.8; the page’s foot and light buttons on cards can be read, Arabic pages get Vazirmatn.',
        ar: 'الإصدار الأول على Arasta. يتبع Bootswatch 5.3.8؛ صار أسفل الصفحة والأزرار الفاتحة على البطاقات مقروءة، وأُضيف Vazirmatn للصفحات العربية.',
      },
    },
  ],
})
