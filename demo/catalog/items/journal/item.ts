import { bootswatchTheme } from '../../bootswatch-theme.ts'
import { newsCycle } from '../../theme-fonts.ts'

export const journal = bootswatchTheme({
  name: 'Journal',
  tagline: {
    tr: 'Gazete başlıkları ve mercan kırmızısı: anlatacak hikâyesi olan mağazalar için.',
    en: 'Newspaper headings and coral red, for shops with a story to tell.',
    ar: 'عناوين صحفية ولون مرجاني، لمتاجر عندها حكاية ترويها.',
  },
  description: {
    tr: [
      'Journal’de başlıklar dar ve kalın News Cycle ile, eski bir gazetedeki gibi dizilir; metinler ziyaretçinin kendi yazı tipiyle görünür. Üst bölüm, bağlantılar ve düğmeler mercan kırmızısıdır, gerisi beyaz kâğıt.',
      'Kitap, plak, yöresel yiyecek ve ürününü uzun uzun anlatan mağazalara yakışır. Mercan üstündeki beyaz menü yazıları solgundur; menün uzunsa önizlemede bak.',
    ],
    en: [
      'Journal sets its headings in News Cycle, narrow and bold as in an old newspaper; texts appear in the visitor’s own typeface. Top, links and buttons are coral red, the rest is white paper.',
      'It suits books, records, regional food and anyone who tells a lot about a product. White menu words on coral are rather pale: if your menu is long, check the preview.',
    ],
    ar: [
      'عناوين Journal اللاتينية بخط News Cycle، ضيقة وعريضة كما في صحيفة قديمة، والنصوص بخط جهاز الزائر. أعلى الصفحة والروابط والأزرار بلون المرجان، وما عداها ورق أبيض.',
      'يناسب الكتب والأسطوانات والأطعمة المحلية وكل من يطيل الحديث عن منتجه. كلمات القائمة البيضاء على المرجان باهتة قليلًا، فإن كانت قائمتك طويلة فانظر إلى المعاينة.',
    ],
  },
  features: {
    tr: [
      'Gazete gibi dar ve kalın başlıklar',
      'Açık ve koyu görünüm',
      'News Cycle kendi mağazandan yüklenir',
    ],
    en: [
      'Narrow, bold headings as in a newspaper',
      'Light and dark mode',
      'News Cycle loads from your own shop',
    ],
    ar: ['عناوين ضيقة عريضة كالصحف', 'وضع فاتح ووضع داكن', 'يُحمَّل خط News Cycle من متجرك نفسه'],
  },
  categories: ['light', 'colourful'],
  price: { amountMinor: 0, currency: 'TRY' },
  ground: '#eb6864',
  fonts: [newsCycle('400', '700')],
  releases: [
    {
      version: '5.3.8',
      releasedOn: '2026-11-20',
      notes: {
        tr: 'Arasta’daki ilk sürüm. Bootswatch 5.3.8’i izler; News Cycle paketin içinde ve ₺ işaretiyle tamamlandı, Arapça sayfalara Vazirmatn eklendi.',
        en: 'First release on Arasta. Follows Bootswatch 5.3.8; News Cycle is inside the package, completed by a lira sign, and Arabic pages get Vazirmatn.',
        ar: 'الإصدار الأول على Arasta. يتبع Bootswatch 5.3.8؛ خط News Cycle داخل الحزمة مع رمز الليرة الذي ينقصه، وأُضيف Vazirmatn للصفحات العربية.',
      },
    },
  ],
})
