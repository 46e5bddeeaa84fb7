import { bootswatchTheme } from '../../bootswatch-theme.ts'
import { nunitoSans } from '../../theme-fonts.ts'

export const lux = bootswatchTheme({
  name: 'Lux',
  tagline: {
    tr: 'Siyah, beyaz ve boşluk: az ürünü ağır ağır gösteren mağazalar için.',
    en: 'Black, white and room to breathe, for shops that show few things slowly.',
    ar: 'أسود وأبيض ومساحة واسعة، لمتاجر تعرض القليل على مهل.',
  },
  description: {
    tr: [
      'Lux köşeleri keskin, düğmeleri geniş, başlıkları aralıklı büyük harflerle yazılmış bir temadır. Rengi ürün fotoğraflarından alır; kendisi siyah ve beyazda kalır.',
      'Takı, giyim, mobilya ve fotoğraf satan mağazalara uyar. Metinler Nunito Sans’ın ince kesimiyle yazılır; uzun açıklamaların varsa önce önizlemede oku.',
    ],
    en: [
      'Lux has sharp corners, wide buttons and headings in spaced capitals. It takes its colour from your photographs and stays black and white itself.',
      'It fits jewellery, clothing, furniture and prints. Texts are set in a light cut of Nunito Sans: if your descriptions are long, read one in the preview first.',
    ],
    ar: [
      'قالب حادّ الزوايا، أزراره واسعة وعناوينه اللاتينية بأحرف كبيرة متباعدة. يأخذ ألوانه من صور منتجاتك ويبقى هو أسود وأبيض.',
      'يناسب الحلي والملابس والأثاث واللوحات. خط النصوص رفيع، فإن كانت أوصافك طويلة فاقرأ واحدًا منها في المعاينة أولًا.',
    ],
  },
  features: {
    tr: [
      'Soldan sağa ve sağdan sola',
      'Açık ve koyu görünüm',
      'Yazı tipleri kendi mağazandan yüklenir',
    ],
    en: ['Left to right and right to left', 'Light and dark mode', 'Fonts load from your own shop'],
    ar: [
      'من اليسار إلى اليمين ومن اليمين إلى اليسار',
      'وضع فاتح ووضع داكن',
      'الخطوط تُحمَّل من متجرك نفسه',
    ],
  },
  categories: ['light', 'plain'],
  price: { amountMinor: 3900, currency: 'USD' },
  ground: '#1a1a1a',
  fonts: [nunitoSans('300', '400', '600')],
  releases: [
    {
      version: '5.3.8',
      releasedOn: '2026-11-20',
      // The theme paints every heading black, which cannot be read on its own black ground.
      additions: '.text-bg-primary :is(h1,h2,h3,h4,h5,h6,.h1,.h2,.h3,.h4,.h5,.h6){color:inherit}',
      notes: {
        tr: 'Arasta’daki ilk sürüm. Bootswatch 5.3.8’i izler; yazı tipleri paketin içinde, Arapça sayfalara Vazirmatn eklendi, siyah zemindeki başlıklar okunur oldu.',
        en: 'First release on Arasta. Follows Bootswatch 5.3.8; fonts are inside the package, Arabic pages get Vazirmatn, headings on black can be read.',
        ar: 'الإصدار الأول على Arasta. يتبع Bootswatch 5.3.8؛ الخطوط داخل الحزمة، وأُضيف خط Vazirmatn للصفحات العربية، وصارت العناوين على الأسود مقروءة.',
      },
    },
  ],
})
