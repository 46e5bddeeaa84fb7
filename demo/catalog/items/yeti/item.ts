import { bootswatchTheme } from '../../bootswatch-theme.ts'
import { openSans } from '../../theme-fonts.ts'

export const yeti = bootswatchTheme({
  name: 'Yeti',
  tagline: {
    tr: 'Buz mavisi, düz çizgiler, ince yazı: serin ve derli toplu.',
    en: 'Ice blue, straight lines, light type: cool and tidy.',
    ar: 'أزرق جليدي وخطوط مستقيمة وحروف رفيعة: منعش ومرتّب.',
  },
  description: {
    tr: [
      'Yeti’de köşeler keskin, renkler düzdür; üst bölüm ve düğmeler buz mavisi, sayfa beyazdır. Başlıklar Open Sans’ın ince kesimiyle, fiyatlar kalınıyla dizilir; onda olmayan ₺ işareti tamamlandı.',
      'Kış sporu, outdoor, klima, temizlik ve teknoloji ürünlerine uyar. İndirim etiketleri küçük harflidir; kampanyalarını bağırarak duyuran mağazalar için fazla serinkanlıdır.',
    ],
    en: [
      'Corners in Yeti are sharp and colours flat; top and buttons are ice blue, the page is white. Headings are set in a light cut of Open Sans, prices in its bold, completed by the lira sign that it lacks.',
      'It fits winter sports, outdoor gear, air conditioning, cleaning and technology. Discount badges are small: for shops that shout their offers it keeps too cool.',
    ],
    ar: [
      'زوايا Yeti حادة وألوانه مسطّحة: أعلى الصفحة والأزرار بأزرق جليدي والصفحة بيضاء. العناوين اللاتينية بقطع رفيع من Open Sans والأسعار بعريضه، مع رمز الليرة الذي ينقصه.',
      'يناسب رياضات الشتاء والرحلات والتكييف والتنظيف والتقنية. شارات التخفيض فيه صغيرة، فهو هادئ أكثر مما يريد متجر يعلن عروضه بصوت عالٍ.',
    ],
  },
  features: {
    tr: [
      'Keskin köşeler, ince başlıklar',
      'Açık ve koyu görünüm',
      'Open Sans kendi mağazandan yüklenir',
    ],
    en: [
      'Sharp corners, light headings',
      'Light and dark mode',
      'Open Sans loads from your own shop',
    ],
    ar: ['زوايا حادة وعناوين رفيعة', 'وضع فاتح ووضع داكن', 'يُحمَّل خط Open Sans من متجرك نفسه'],
  },
  categories: ['light', 'plain'],
  price: { amountMinor: 1200, currency: 'USD' },
  ground: '#008cba',
  fonts: [openSans('300', '400', '400-italic', '700')],
  releases: [
    {
      version: '5.3.8',
      releasedOn: '2026-11-20',
      notes: {
        tr: 'Arasta’daki ilk sürüm. Bootswatch 5.3.8’i izler; Open Sans paketin içinde ve ₺ işaretiyle tamamlandı, Arapça sayfalara Vazirmatn eklendi.',
        en: 'First release on Arasta. Follows Bootswatch 5.3.8; Open Sans is inside the package, completed by a lira sign, and Arabic pages get Vazirmatn.',
        ar: 'الإصدار الأول على Arasta. يتبع Bootswatch 5.3.8؛ خط Open Sans داخل الحزمة مع رمز الليرة الذي ينقصه، وأُضيف Vazirmatn للصفحات العربية.',
      },
    },
  ],
})
