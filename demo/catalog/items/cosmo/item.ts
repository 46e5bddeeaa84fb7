import { bootswatchTheme } from '../../bootswatch-theme.ts'
import { sourceSans } from '../../theme-fonts.ts'

export const cosmo = bootswatchTheme({
  name: 'Cosmo',
  tagline: {
    tr: 'Keskin köşeler, düz mavi: ekranda bir gösterge tablosu kadar düzenli.',
    en: 'Sharp corners and flat blue, as orderly as a dashboard.',
    ar: 'زوايا حادة وأزرق مسطّح، مرتّب كلوحة قيادة.',
  },
  description: {
    tr: [
      'Cosmo’da hiçbir köşe yuvarlak değildir, hiçbir şeyin gölgesi yoktur. Parlak mavi bir üst bölüm, beyaz sayfa, koyu gri yazı. Metinler Source Sans ile dizilir; Türkçe harfleri ve ₺ işareti tamdır.',
      'Elektronik, ofis malzemesi, yazılım ve yedek parça satan mağazalara uyar; çok ürünlü listelerde düzenini korur. El yapımı bir şey satıyorsan biraz soğuk durur.',
    ],
    en: [
      'Nothing in Cosmo is rounded and nothing casts a shadow: a bright blue top, a white page, dark grey text. It is set in Source Sans, which has all Turkish letters and the lira sign.',
      'It fits electronics, office supplies, software and spare parts, and stays orderly in long lists. For things made by hand it is a little cold.',
    ],
    ar: [
      'لا زوايا مستديرة في Cosmo ولا ظلال: أعلى الصفحة أزرق ساطع، والصفحة بيضاء، والنص رمادي داكن. النصوص اللاتينية بخط Source Sans والعربية بخط Vazirmatn.',
      'يناسب الإلكترونيات ولوازم المكاتب والبرامج وقطع الغيار، ويبقى مرتّبًا في القوائم الطويلة. لكنه بارد قليلًا للأعمال اليدوية.',
    ],
  },
  features: {
    tr: [
      'Yuvarlak köşesi ve gölgesi olmayan düz tasarım',
      'Açık ve koyu görünüm',
      'Source Sans kendi mağazandan yüklenir',
    ],
    en: [
      'Flat design without round corners or shadows',
      'Light and dark mode',
      'Source Sans loads from your own shop',
    ],
    ar: ['تصميم مسطّح بلا استدارة ولا ظلال', 'وضع فاتح ووضع داكن', 'يُحمَّل خط Source Sans من متجرك نفسه'],
  },
  categories: ['light', 'plain'],
  price: { amountMinor: 0, currency: 'TRY' },
  ground: '#2780e3',
  fonts: [sourceSans('300', '400', '700')],
  releases: [
    {
      version: '5.3.8',
      releasedOn: '2026-11-20',
      notes: {
        tr: 'Arasta’daki ilk sürüm. Bootswatch 5.3.8’i izler; Source Sans’ın bugünkü sürümü paketin içinde, Arapça sayfalara Vazirmatn eklendi.',
        en: 'First release on Arasta. Follows Bootswatch 5.3.8; today’s Source Sans is inside the package, Arabic pages get Vazirmatn.',
        ar: 'الإصدار الأول على Arasta. يتبع Bootswatch 5.3.8؛ خط Source Sans بإصداره الحالي داخل الحزمة، وأُضيف Vazirmatn للصفحات العربية.',
      },
    },
  ],
})
