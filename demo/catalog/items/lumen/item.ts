import { bootswatchTheme } from '../../bootswatch-theme.ts'
import { sourceSans } from '../../theme-fonts.ts'

export const lumen = bootswatchTheme({
  name: 'Lumen',
  tagline: {
    tr: 'Alt kenarı kalın düğmeler ve petrol mavisi: basılacak yer bir bakışta belli.',
    en: 'Buttons with a thick lower edge, in petrol blue: where to press is plain to see.',
    ar: 'أزرار بحافة سفلية سميكة وأزرق بترولي: موضع الضغط واضح من نظرة.',
  },
  description: {
    tr: [
      'Lumen’de düğmelerin, kutuların ve üst çubuğun alt kenarı kalındır; basınca gerçekten aşağı inerler. Düğme yazıları büyük harflidir. Renk petrol mavisi, sayfa beyaz, yazı Source Sans’tır.',
      'Her yaştan müşterisi olan mağazalara uyar: market, evcil hayvan, oyuncak, ev gereçleri. Büyük harfli düğmelerde uzun yazılar sıkışabilir, kısa tut.',
    ],
    en: [
      'Buttons, boxes and the top bar in Lumen have a thick lower edge, and buttons really go down when pressed. Button words are in capitals. The colour is petrol blue on white, the type Source Sans.',
      'It fits shops with customers of every age: groceries, pets, toys, household goods. Long words get tight on capital buttons, so keep them short.',
    ],
    ar: [
      'للأزرار والمربعات والشريط العلوي في Lumen حافة سفلية سميكة، وتهبط الأزرار فعلًا عند الضغط. كلمات الأزرار اللاتينية بأحرف كبيرة. اللون أزرق بترولي على أبيض والخط اللاتيني Source Sans.',
      'يناسب متاجر زبائنها من كل الأعمار: البقالة والحيوانات الأليفة والألعاب والأدوات المنزلية. اجعل كلمات الأزرار قصيرة.',
    ],
  },
  features: {
    tr: [
      'Basınca aşağı inen düğmeler',
      'Açık ve koyu görünüm',
      'Source Sans kendi mağazandan yüklenir',
    ],
    en: [
      'Buttons that go down when pressed',
      'Light and dark mode',
      'Source Sans loads from your own shop',
    ],
    ar: ['أزرار تهبط عند الضغط', 'وضع فاتح ووضع داكن', 'يُحمَّل خط Source Sans من متجرك نفسه'],
  },
  categories: ['light', 'raised'],
  price: { amountMinor: 9990, currency: 'TRY' },
  ground: '#158cba',
  fonts: [sourceSans('300', '400', '400-italic', '700')],
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
