import { bootswatchTheme } from '../../bootswatch-theme.ts'
import { roboto } from '../../theme-fonts.ts'

const AS_OF_5_3_9 = `
@media (prefers-reduced-motion: reduce) {
  *, ::before, ::after { transition: none !important; animation: none !important; }
  .btn::before { display: none; }
}
/* The theme's own ring is a pale grey one of two pixels. */
:focus-visible { outline: 3px solid #0d5ea6 !important; outline-offset: 2px; }
.navbar :focus-visible, .text-bg-primary :focus-visible { outline-color: #fff !important; }
:root:not([data-bs-theme=dark]), [data-bs-theme=light] {
  --bs-link-color: #1169b8; --bs-link-color-rgb: 17, 105, 184;
  --bs-link-hover-color: #0d5ea6; --bs-link-hover-color-rgb: 13, 94, 166;
}
:root:not([data-bs-theme=dark]) :is(.nav-pills .nav-link:not(.active), .btn-link) { color: #1169b8; }
`

export const materia = bootswatchTheme({
  name: 'Materia',
  tagline: {
    tr: 'Kâğıt gibi üst üste duran yüzeyler, parlak mavi, dokununca yayılan dalga.',
    en: 'Surfaces stacked like paper, bright blue, and a ripple where you touch.',
    ar: 'أسطح متراكبة كالورق وأزرق ساطع وموجة تنتشر عند اللمس.',
  },
  description: {
    tr: [
      'Materia telefon uygulamalarından bildiğin dili konuşur: hafif gölgeli kartlar, büyük harfli düğmeler, dokununca içinden geçen bir dalga. Form alanlarının çerçevesi yoktur, yalnızca altı çizilidir. Yazılar Roboto’dur.',
      'Müşterilerin çoğu telefondan geliyorsa iyi bir seçimdir: aksesuar, spor, teknoloji. Çerçevesiz alanlara alışık olmayan müşteriler ilk bakışta yazılacak yeri arayabilir.',
    ],
    en: [
      'Materia speaks the language of phone apps: cards with a light shadow, buttons in capitals, a ripple through them when touched. Form fields have no frame, only a line below. Texts are set in Roboto.',
      'A good choice when most customers come by phone: accessories, sports, technology. People who are not used to fields without frames may look twice for where to write.',
    ],
    ar: [
      'يتكلم Materia لغة تطبيقات الهاتف: بطاقات بظل خفيف، وأزرار لاتينية بأحرف كبيرة، وموجة تمر فيها عند اللمس. حقول النماذج بلا إطار، تحتها خط فقط. الخط اللاتيني Roboto.',
      'خيار جيد إن كان أكثر زبائنك يأتون من الهاتف: الملحقات والرياضة والتقنية. ومن لم يعتد الحقول بلا إطار قد يبحث قليلًا عن موضع الكتابة.',
    ],
  },
  features: {
    tr: [
      'Gölgeli kartlar, dokununca yayılan dalga',
      'Açık ve koyu görünüm',
      'Az hareket isteyen ziyaretçiye saygılı',
    ],
    en: [
      'Cards with shadows, a ripple when touched',
      'Light and dark mode',
      'Respects visitors who ask for less motion',
    ],
    ar: ['بطاقات بظلال وموجة عند اللمس', 'وضع فاتح ووضع داكن', 'يراعي من يطلب حركة أقل'],
  },
  categories: ['light', 'raised'],
  price: { amountMinor: 2900, currency: 'EUR' },
  ground: '#2196f3',
  fonts: [roboto('300', '400', '500', '700')],
  releases: [
    {
      version: '5.3.8',
      releasedOn: '2026-11-19',
      notes: {
        tr: 'Arasta’daki ilk sürüm. Bootswatch 5.3.8’i izler; Roboto paketin içinde, Arapça sayfalara Vazirmatn eklendi.',
        en: 'First release on Arasta. Follows Bootswatch 5.3.8; Roboto is inside the package, Arabic pages get Vazirmatn.',
        ar: 'الإصدار الأول على Arasta. يتبع Bootswatch 5.3.8؛ خط Roboto داخل الحزمة، وأُضيف Vazirmatn للصفحات العربية.',
      },
    },
    {
      version: '5.3.9',
      releasedOn: '2026-11-21',
      additions: AS_OF_5_3_9,
      notes: {
        tr: 'Cihazında az hareket isteyen ziyaretçide dalga ve geçişler durur. Klavyeyle gezenler için belirgin bir çerçeve, bağlantılar için AA karşıtlığı geldi. Hâlâ Bootswatch 5.3.8’i izler.',
        en: 'Ripple and transitions stop for visitors whose device asks for less motion. There is a clear frame for keyboard users, and links have AA contrast. Still follows Bootswatch 5.3.8.',
        ar: 'تتوقف الموجة والانتقالات لمن طلب في جهازه حركة أقل. وأُضيف إطار واضح لمن يستعمل لوحة المفاتيح، وصار للروابط تباين AA. ما زال يتبع Bootswatch 5.3.8.',
      },
    },
  ],
})
