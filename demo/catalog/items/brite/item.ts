import { bootswatchTheme } from '../../bootswatch-theme.ts'

const AS_OF_5_3_9 = `
/* White on lime has a contrast of 1.5 to 1. */
.navbar.bg-primary {
  --bs-navbar-color: #000; --bs-navbar-hover-color: #000; --bs-navbar-active-color: #000;
  --bs-navbar-brand-color: #000; --bs-navbar-brand-hover-color: #000; --bs-navbar-toggler-border-color: #000;
}
.navbar.bg-primary .navbar-toggler-icon { filter: invert(1); }
:root:not([data-bs-theme=dark]) .text-danger { color: #c3201f !important; }
@media (prefers-reduced-motion: reduce) {
  .btn, .btn:hover, [class*=btn-outline-]:hover { transition: none; transform: none; }
}
`

export const brite = bootswatchTheme({
  name: 'Brite',
  tagline: {
    tr: 'Fosforlu yeşil ve kalın siyah çizgi: fark edilmek isteyen mağazalar için.',
    en: 'Lime green and thick black outlines, for shops that want to be noticed.',
    ar: 'أخضر ليموني وخطوط سوداء سميكة، لمتاجر تريد أن تلفت النظر.',
  },
  description: {
    tr: [
      'Brite’ta her kutunun, kartın ve düğmenin çevresinde kalın siyah bir çizgi vardır. Düğmeler sert bir gölgenin üstünde durur, üstüne gelince yerine oturur. Üst bölüm fosforlu yeşildir, sayfanın kendisi beyaz kalır.',
      'Çıkartma, poster, oyuncak ve sokak giyimi gibi neşeli ürünlere yakışır. Sakin ya da pahalı görünmek isteyen bir mağaza için fazla gürültülüdür.',
    ],
    en: [
      'In Brite every box, card and button has a thick black outline. Buttons stand on a hard shadow and drop into place when pointed at. The top of the page is lime green, the page itself stays white.',
      'It suits stickers, posters, toys and streetwear. For a shop that wants to look calm or costly it is too loud.',
    ],
    ar: [
      'في Brite خط أسود سميك حول كل مربع وبطاقة وزر. تقف الأزرار على ظل حاد وتهبط إلى مكانها عند الإشارة إليها. أعلى الصفحة أخضر ليموني وبقيتها بيضاء.',
      'يناسب الملصقات واللوحات والألعاب وملابس الشباب. لكنه صاخب لمتجر يريد أن يبدو هادئًا أو فاخرًا.',
    ],
  },
  features: {
    tr: [
      'Kalın çizgili kutular, sert gölgeli düğmeler',
      'Açık ve koyu görünüm',
      'Yazı tipi indirmeden çabuk açılır',
    ],
    en: [
      'Boxes with thick outlines, buttons with hard shadows',
      'Light and dark mode',
      'Opens quickly, without loading a font',
    ],
    ar: [
      'مربعات بخطوط سميكة وأزرار بظلال حادة',
      'وضع فاتح ووضع داكن',
      'يفتح بسرعة من دون تحميل خطوط لاتينية',
    ],
  },
  categories: ['light', 'colourful', 'playful', 'contrast', 'quick'],
  price: { amountMinor: 19990, currency: 'TRY' },
  ground: '#a2e436',
  releases: [
    {
      version: '5.3.8',
      releasedOn: '2026-11-19',
      notes: {
        tr: 'Arasta’daki ilk sürüm. Bootswatch 5.3.8’in kendisidir; Arapça sayfalara Vazirmatn eklendi.',
        en: 'First release on Arasta. It is Bootswatch 5.3.8 as it stands; Arabic pages get Vazirmatn.',
        ar: 'الإصدار الأول على Arasta. هو Bootswatch 5.3.8 كما هو، وأُضيف خط Vazirmatn للصفحات العربية.',
      },
    },
    {
      version: '5.3.9',
      releasedOn: '2026-11-21',
      additions: AS_OF_5_3_9,
      notes: {
        tr: 'Yeşil çubuktaki beyaz yazılar siyah oldu, indirimli fiyatın kırmızısı koyulaştı: ikisi de artık okunuyor. Az hareket isteyen ziyaretçide düğmeler yerinde durur. Hâlâ Bootswatch 5.3.8’i izler.',
        en: 'White words on the green bar are black now and the red of a lowered price is deeper, so both can be read. Buttons stay still for visitors who ask for less motion. Still follows Bootswatch 5.3.8.',
        ar: 'صارت الكلمات البيضاء على الشريط الأخضر سوداء، وأصبح أحمر السعر المخفّض أعمق، فصارا مقروءين. وتثبت الأزرار لمن يطلب حركة أقل. ما زال يتبع Bootswatch 5.3.8.',
      },
    },
  ],
})
