import { bootswatchTheme } from '../../bootswatch-theme.ts'
import { ubuntu } from '../../theme-fonts.ts'

export const united = bootswatchTheme({
  name: 'United',
  tagline: {
    tr: 'Sıcak turuncu ve Ubuntu yazısı: samimi, konuşkan bir mağaza.',
    en: 'Warm orange and the Ubuntu typeface: a friendly, talkative shop.',
    ar: 'برتقالي دافئ وخط Ubuntu: متجر ودود يحب الحديث.',
  },
  description: {
    tr: [
      'United’ın turuncusu ve yazısı bilgisayar dünyasından tanıdıktır: Ubuntu’nun yuvarlak hatlı harfleri sayfaya sıcak bir ses verir. Sayfa beyaz, köşeler hafif yuvarlaktır. Yazıda olmayan ₺ işareti tamamlandı.',
      'Yemek, mutfak, el işi ve topluluk mağazalarına yakışır. Turuncu üstündeki beyaz menü yazıları solgundur; menün kısaysa sorun olmaz.',
    ],
    en: [
      'You know the orange and the letters of United from the world of computers: the round shapes of Ubuntu give a page a warm voice. The page is white, corners are slightly rounded. The lira sign that the typeface lacks was added.',
      'It suits food, kitchens, crafts and community shops. White menu words on orange are rather pale, which matters little while the menu is short.',
    ],
    ar: [
      'برتقالي United وحروفه معروفان من عالم الحاسوب: أشكال Ubuntu المستديرة تعطي الصفحة صوتًا دافئًا. الصفحة بيضاء والزوايا مستديرة قليلًا، وأُضيف رمز الليرة الذي ينقص الخط.',
      'يناسب الطعام والمطبخ والأعمال اليدوية ومتاجر الجمعيات. كلمات القائمة البيضاء على البرتقالي باهتة قليلًا، ولا ضرر ما دامت القائمة قصيرة.',
    ],
  },
  features: {
    tr: [
      'Sıcak turuncu, yuvarlak hatlı yazı',
      'Açık ve koyu görünüm',
      'Ubuntu kendi mağazandan yüklenir',
    ],
    en: [
      'Warm orange, letters with round shapes',
      'Light and dark mode',
      'Ubuntu loads from your own shop',
    ],
    ar: ['برتقالي دافئ وحروف مستديرة', 'وضع فاتح ووضع داكن', 'يُحمَّل خط Ubuntu من متجرك نفسه'],
  },
  categories: ['light', 'colourful'],
  price: { amountMinor: 0, currency: 'TRY' },
  ground: '#e95420',
  fonts: [ubuntu('400', '700')],
  releases: [
    {
      version: '5.3.8',
      releasedOn: '2026-11-20',
      notes: {
        tr: 'Arasta’daki ilk sürüm. Bootswatch 5.3.8’i izler; Ubuntu paketin içinde ve ₺ işaretiyle tamamlandı, Arapça sayfalara Vazirmatn eklendi.',
        en: 'First release on Arasta. Follows Bootswatch 5.3.8; Ubuntu is inside the package, completed by a lira sign, and Arabic pages get Vazirmatn.',
        ar: 'الإصدار الأول على Arasta. يتبع Bootswatch 5.3.8؛ خط Ubuntu داخل الحزمة مع رمز الليرة الذي ينقصه، وأُضيف Vazirmatn للصفحات العربية.',
      },
    },
  ],
})
