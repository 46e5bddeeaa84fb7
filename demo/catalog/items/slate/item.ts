import { bootswatchTheme } from '../../bootswatch-theme.ts'

export const slate = bootswatchTheme({
  name: 'Slate',
  tagline: {
    tr: 'Arduvaz grisi, metal gibi düğmeler: takım çantası kadar sağlam.',
    en: 'Slate grey and buttons like metal, as solid as a toolbox.',
    ar: 'رمادي الأردواز وأزرار كالمعدن، متين كصندوق العدّة.',
  },
  description: {
    tr: [
      'Slate baştan sona gridir: arduvaz rengi zemin, metal gibi hafif parlayan düğmeler, oyulmuş görünen kutular. Tek renk ürün fotoğraflarından gelir. Yazı tipi indirmez.',
      'Hırdavat, oto aksesuar, bisiklet, ses ekipmanı satan mağazalara uyar. Açık görünümü yoktur; “Sepete ekle” düğmesi de gridir, renkli bir düğme istiyorsan Darkly’ye bak.',
    ],
    en: [
      'Slate is grey throughout: a slate ground, buttons with the sheen of metal, boxes that look engraved. The only colour comes from your pictures. It loads no font.',
      'It fits hardware, car accessories, bicycles and audio gear. There is no light mode, and “Add to cart” is grey too: if you want a coloured button, look at Darkly.',
    ],
    ar: [
      'Slate رمادي كله: خلفية كالأردواز وأزرار لها لمعة المعدن ومربعات كأنها محفورة. اللون الوحيد يأتي من صور منتجاتك. لا يحمّل خطًا لاتينيًا.',
      'يناسب العدد والأدوات وملحقات السيارات والدراجات والصوتيات. ليس له وضع فاتح، وزر «أضف إلى السلة» رمادي أيضًا، فإن أردت زرًا ملوّنًا فانظر إلى Darkly.',
    ],
  },
  features: {
    tr: [
      'Metal gibi kabartmalı düğmeler',
      'Her zaman koyu: açık görünümü yok',
      'Yazı tipi indirmeden çabuk açılır',
    ],
    en: [
      'Raised buttons like metal',
      'Always dark: no light mode',
      'Opens quickly, without loading a font',
    ],
    ar: [
      'أزرار بارزة كالمعدن',
      'داكن دائمًا وليس له وضع فاتح',
      'يفتح بسرعة من دون تحميل خطوط لاتينية',
    ],
  },
  categories: ['dark', 'raised', 'quick'],
  price: { amountMinor: 14990, currency: 'TRY' },
  ground: '#272b30',
  mode: 'always-dark',
  releases: [
    {
      version: '5.3.8',
      releasedOn: '2026-11-20',
      notes: {
        tr: 'Arasta’daki ilk sürüm. Bootswatch 5.3.8’i izler; sayfa altı gri üstünde okunur oldu, Arapça sayfalara Vazirmatn eklendi.',
        en: 'First release on Arasta. Follows Bootswatch 5.3.8; the page’s foot can be read on grey, Arabic pages get Vazirmatn.',
        ar: 'الإصدار الأول على Arasta. يتبع Bootswatch 5.3.8؛ صار أسفل الصفحة مقروءًا على الرمادي، وأُضيف Vazirmatn للصفحات العربية.',
      },
    },
  ],
})
