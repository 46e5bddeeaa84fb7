import { bootswatchTheme } from '../../bootswatch-theme.ts'
import { cabinSketch, neucha } from '../../theme-fonts.ts'

export const sketchy = bootswatchTheme({
  name: 'Sketchy',
  tagline: {
    tr: 'Elle çizilmiş kutular, kurşun kalem başlıklar: defter sayfası gibi bir mağaza.',
    en: 'Boxes drawn by hand, pencilled headings: a shop like a page of a notebook.',
    ar: 'مربعات مرسومة باليد وعناوين بالقلم الرصاص: متجر كصفحة دفتر.',
  },
  description: {
    tr: [
      'Sketchy’de hiçbir çizgi düz değildir: kutular, düğmeler ve kartlar elle çizilmiş gibi eğri büğrüdür. Başlıklar taranmış Cabin Sketch, metinler el yazısı Neucha’dır. İkisi de Türkçe düşünülmeden çizildiği için ğ, ş ve İ harflerini Patrick Hand tamamlar.',
      'El yapımı, çocuk, kırtasiye ve çizim ürünlerine çok yakışır. El yazısı uzun açıklamaları yorar, başlıklardaki ş ve ğ komşularından biraz farklı durur. Arapçanın el çizimi harfi yoktur; orada Vazirmatn kullanılır.',
    ],
    en: [
      'No line in Sketchy is straight: boxes, buttons and cards are crooked as if drawn by hand. Headings are in hatched Cabin Sketch, texts in handwritten Neucha. Neither was drawn with Turkish in mind, so Patrick Hand lends ğ, ş and İ.',
      'It is lovely for handmade things, children, stationery and art. Handwriting tires the eye in long descriptions, and ş and ğ in headings differ a little from their neighbours. Arabic has no hand-drawn letters here; it is set in Vazirmatn.',
    ],
    ar: [
      'لا خط مستقيمًا في Sketchy: المربعات والأزرار والبطاقات متعرّجة كأنها رُسمت باليد. العناوين اللاتينية بخط Cabin Sketch المظلّل والنصوص بخط Neucha اليدوي، وحروف العربية بخط Vazirmatn لأن الخطين لا يعرفانها.',
      'جميل للأعمال اليدوية ومنتجات الأطفال والقرطاسية والرسم. الخط اليدوي يتعب العين في الأوصاف الطويلة، والصفحة العربية تحتفظ بالإطارات المرسومة لكن حروفها عادية.',
    ],
  },
  features: {
    tr: [
      'Elle çizilmiş gibi kutu ve düğmeler',
      'Açık ve koyu görünüm',
      'El yazısı tipleri kendi mağazandan yüklenir',
    ],
    en: [
      'Boxes and buttons as if drawn by hand',
      'Light and dark mode',
      'Handwritten fonts load from your own shop',
    ],
    ar: [
      'مربعات وأزرار كأنها مرسومة باليد',
      'وضع فاتح ووضع داكن',
      'تُحمَّل الخطوط اليدوية من متجرك نفسه',
    ],
  },
  categories: ['light', 'playful', 'contrast'],
  price: { amountMinor: 34990, currency: 'TRY' },
  ground: '#333333',
  fonts: [neucha, cabinSketch],
  releases: [
    {
      version: '5.3.8',
      releasedOn: '2026-11-20',
      notes: {
        tr: 'Arasta’daki ilk sürüm. Bootswatch 5.3.8’i izler; yazı tipleri paketin içinde, eksik Türkçe harfler Patrick Hand ile tamamlandı, Arapça sayfalara Vazirmatn eklendi.',
        en: 'First release on Arasta. Follows Bootswatch 5.3.8; fonts are inside the package, missing Turkish letters come from Patrick Hand, Arabic pages get Vazirmatn.',
        ar: 'الإصدار الأول على Arasta. يتبع Bootswatch 5.3.8؛ الخطوط داخل الحزمة، والحروف التركية الناقصة من خط Patrick Hand، وأُضيف Vazirmatn للصفحات العربية.',
      },
    },
  ],
})
