import { bootswatchTheme } from '../../bootswatch-theme.ts'

const AS_OF_5_3_9 = `
/* White and this blue have a contrast of 2.8 to 1; a deeper one carries all words. */
:root:not([data-bs-theme=dark]), [data-bs-theme=light] {
  --bs-link-color: #1b6fa3; --bs-link-color-rgb: 27, 111, 163;
  --bs-link-hover-color: #14557d; --bs-link-hover-color-rgb: 20, 85, 125;
  --bs-heading-color: #1b6fa3; --bs-secondary-color: rgba(73, 80, 87, .9);
}
.text-bg-primary { background-color: #1b6fa3 !important; }
.navbar.bg-primary {
  --bs-navbar-color: #fff;
  background-color: #1b6fa3 !important; background-image: linear-gradient(#2276aa, #1b6fa3 60%, #19679a);
}
.btn-primary { background-color: #1b6fa3; background-image: linear-gradient(#2276aa, #1b6fa3 60%, #19679a); }
.btn-primary:hover { background-image: linear-gradient(#1b6fa3, #19679a 60%, #165b87); }
.nav-pills { --bs-nav-pills-link-active-bg: #1b6fa3; }
:root:not([data-bs-theme=dark]) .nav-pills .nav-link:not(.active) { color: #1b6fa3; }
.nav-pills .nav-link.active { background-image: none; }
:focus-visible { outline: 3px solid #14557d !important; outline-offset: 2px; }
.navbar :focus-visible, .text-bg-primary :focus-visible { outline-color: #fff !important; }
`

export const cerulean = bootswatchTheme({
  name: 'Cerulean',
  tagline: {
    tr: 'Tek bir mavi ve hafif kabarık düğmeler: tanıdık, güven veren bir mağaza.',
    en: 'One blue and gently raised buttons: a familiar shop that people trust.',
    ar: 'أزرق واحد وأزرار بارزة قليلًا: متجر مألوف يطمئن إليه الناس.',
  },
  description: {
    tr: [
      'Cerulean’da başlıklar, bağlantılar ve düğmeler aynı mavidir; düğmelerle üst çubuk yukarıdan ışık almış gibi hafifçe kabarır. Sayfa beyazdır, yazılar ziyaretçinin kendi yazı tipiyle görünür.',
      'Ev gereçleri, yedek parça, eczane ve kitap gibi “aradığımı bulayım yeter” denen mağazalara uyar. Yeni ve modaya uygun görünmek istiyorsan Zephyr’e de bak.',
    ],
    en: [
      'In Cerulean headings, links and buttons share one blue; buttons and the bar on top are slightly raised, as if lit from above. The page is white and texts appear in the visitor’s own typeface.',
      'It fits household goods, spare parts, pharmacies and books: shops where people simply want to find a thing. If you want to look new and fashionable, look at Zephyr too.',
    ],
    ar: [
      'العناوين والروابط والأزرار في Cerulean بأزرق واحد، والأزرار والشريط العلوي بارزة قليلًا كأن ضوءًا يأتيها من أعلى. الصفحة بيضاء والنصوص بخط جهاز الزائر.',
      'يناسب الأدوات المنزلية وقطع الغيار والصيدليات والكتب، حيث يريد الناس أن يجدوا حاجتهم فحسب. وإن أردت مظهرًا أحدث فانظر إلى Zephyr أيضًا.',
    ],
  },
  features: {
    tr: [
      'Başlıkta, bağlantıda ve düğmede aynı mavi',
      'Açık ve koyu görünüm',
      'AA karşıtlığında bağlantı ve düğmeler',
    ],
    en: [
      'Headings, links and buttons in one blue',
      'Light and dark mode',
      'Links and buttons with AA contrast',
    ],
    ar: ['عناوين وروابط وأزرار بأزرق واحد', 'وضع فاتح ووضع داكن', 'روابط وأزرار بتباين AA'],
  },
  categories: ['light', 'raised', 'contrast', 'quick'],
  price: { amountMinor: 0, currency: 'TRY' },
  ground: '#2fa4e7',
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
        tr: 'Mavi bir ton koyulaştı: başlıklar, bağlantılar, menü ve düğmeler artık AA karşıtlığında. Klavyeyle gezenler nerede olduklarını görür. Hâlâ Bootswatch 5.3.8’i izler.',
        en: 'The blue is a shade deeper: headings, links, menu and buttons now have AA contrast. People who use a keyboard see where they are. Still follows Bootswatch 5.3.8.',
        ar: 'صار الأزرق أعمق درجة: للعناوين والروابط والقائمة والأزرار الآن تباين AA. ومن يتنقّل بلوحة المفاتيح يرى أين هو. ما زال يتبع Bootswatch 5.3.8.',
      },
    },
  ],
})
