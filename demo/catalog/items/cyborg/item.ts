import { bootswatchTheme } from '../../bootswatch-theme.ts'
import { roboto } from '../../theme-fonts.ts'

const READABLE = `
/* The sale price was dark red on dark grey. */
.text-danger { color: #ff5c5c !important; }
`

export const cyborg = bootswatchTheme({
  name: 'Cyborg',
  tagline: {
    tr: 'Neredeyse simsiyah bir sayfa, elektrik mavisi düğmeler.',
    en: 'A page that is almost black, with buttons in electric blue.',
    ar: 'صفحة شبه سوداء وأزرار بأزرق كهربائي.',
  },
  description: {
    tr: [
      'Cyborg’un zemini neredeyse siyahtır; kartlar kömür grisi, düğmeler ve üst bölüm elektrik mavisidir. Ürün fotoğrafları karanlıkta vitrin gibi parlar. Yazılar Roboto’dur.',
      'Oyun, ses sistemi, ışık ve aksesuar satan mağazalara yakışır. Açık bir görünümü yoktur; fotoğrafların beyaz zeminliyse kartlarda beyaz kareler olarak durur, önizlemede buna bak.',
    ],
    en: [
      'Cyborg stands on near black; cards are charcoal, buttons and the top electric blue. Product pictures shine like a window at night. Texts are set in Roboto.',
      'It suits games, audio, lights and gadgets. There is no light mode, and pictures on white ground appear as white squares on the cards: check that in the preview.',
    ],
    ar: [
      'خلفية Cyborg شبه سوداء، والبطاقات بلون الفحم، والأزرار وأعلى الصفحة بأزرق كهربائي. تلمع صور المنتجات كواجهة محل في الليل. النصوص اللاتينية بخط Roboto.',
      'يناسب الألعاب والصوتيات والإضاءة والملحقات. ليس له وضع فاتح، والصور ذات الخلفية البيضاء تظهر فيه مربعات بيضاء، فانظر إليها في المعاينة أولًا.',
    ],
  },
  features: {
    tr: [
      'Siyah zemin, kömür grisi kartlar',
      'Her zaman koyu: açık görünümü yok',
      'Roboto kendi mağazandan yüklenir',
    ],
    en: [
      'Black ground, charcoal cards',
      'Always dark: no light mode',
      'Roboto loads from your own shop',
    ],
    ar: [
      'خلفية سوداء وبطاقات بلون الفحم',
      'داكن دائمًا وليس له وضع فاتح',
      'يُحمَّل خط Roboto من متجرك نفسه',
    ],
  },
  categories: ['dark'],
  price: { amountMinor: 900, currency: 'USD' },
  ground: '#060606',
  mode: 'always-dark',
  fonts: [roboto('400', '700')],
  releases: [
    {
      version: '5.3.8',
      releasedOn: '2026-11-20',
      additions: READABLE,
      notes: {
        tr: 'Arasta’daki ilk sürüm. Bootswatch 5.3.8’i izler; Roboto paketin içinde, Arapça sayfalara Vazirmatn eklendi. Sayfa altı ve indirimli fiyat siyah üstünde okunur oldu.',
        en: 'First release on Arasta. Follows Bootswatch 5.3.8; Roboto is inside the package, Arabic pages get Vazirmatn. The page’s foot and the sale price can be read on black.',
        ar: 'الإصدار الأول على Arasta. يتبع Bootswatch 5.3.8؛ خط Roboto داخل الحزمة، وأُضيف Vazirmatn للصفحات العربية. وصار أسفل الصفحة وسعر التخفيض مقروءين على الأسود.',
      },
    },
  ],
})
