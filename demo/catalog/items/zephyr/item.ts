import { bootswatchTheme } from '../../bootswatch-theme.ts'
import { inter } from '../../theme-fonts.ts'

export const zephyr = bootswatchTheme({
  name: 'Zephyr',
  tagline: {
    tr: 'Canlı mavi, bol boşluk, Inter yazısı: bugünün yazılım şirketi görünümü.',
    en: 'Lively blue, generous space, Inter type: the look of a software firm of today.',
    ar: 'أزرق حيوي ومساحات واسعة وخط Inter: مظهر شركة برمجيات معاصرة.',
  },
  description: {
    tr: [
      'Zephyr’de menü ve düğmelerin çevresi geniştir, kutuların gölgesi belli belirsizdir, renk canlı bir mavidir. Metinler ekran için çizilmiş Inter’dir; Türkçe harfleri ve ₺ işareti tamdır.',
      'Abonelik, dijital ürün, elektronik ve yeni marka mağazalarına uyar. Menü öğeleri geniş aralıklı olduğundan beş altı kategoriden fazlası dar ekranlarda alt alta düşer.',
    ],
    en: [
      'Zephyr gives menu and buttons plenty of room, boxes a shadow you hardly see, and everything a lively blue. Texts are set in Inter, drawn for screens, with all Turkish letters and the lira sign.',
      'It fits subscriptions, digital goods, electronics and new brands. As menu items stand far apart, more than five or six categories wrap on narrower screens.',
    ],
    ar: [
      'يعطي Zephyr القائمة والأزرار مساحة واسعة، والمربعات ظلًا يكاد لا يُرى، واللون أزرق حيوي. الخط اللاتيني Inter المرسوم للشاشات.',
      'يناسب الاشتراكات والمنتجات الرقمية والإلكترونيات والعلامات الجديدة. عناصر القائمة متباعدة، فما زاد على خمسة أقسام أو ستة ينتقل إلى سطر آخر في الشاشات الضيقة.',
    ],
  },
  features: {
    tr: [
      'Geniş boşluklar, belli belirsiz gölgeler',
      'Açık ve koyu görünüm',
      'Inter kendi mağazandan yüklenir',
    ],
    en: [
      'Generous space, hardly visible shadows',
      'Light and dark mode',
      'Inter loads from your own shop',
    ],
    ar: ['مساحات واسعة وظلال تكاد لا تُرى', 'وضع فاتح ووضع داكن', 'يُحمَّل خط Inter من متجرك نفسه'],
  },
  categories: ['light', 'plain'],
  price: { amountMinor: 4900, currency: 'USD' },
  ground: '#3459e6',
  fonts: [inter('400', '500', '700')],
  releases: [
    {
      version: '5.3.8',
      releasedOn: '2026-11-20',
      notes: {
        tr: 'Arasta’daki ilk sürüm. Bootswatch 5.3.8’i izler; Inter paketin içinde, Arapça sayfalara Vazirmatn eklendi.',
        en: 'First release on Arasta. Follows Bootswatch 5.3.8; Inter is inside the package, Arabic pages get Vazirmatn.',
        ar: 'الإصدار الأول على Arasta. يتبع Bootswatch 5.3.8؛ خط Inter داخل الحزمة، وأُضيف Vazirmatn للصفحات العربية.',
      },
    },
  ],
})
