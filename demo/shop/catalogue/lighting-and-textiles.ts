import type { CatalogueProduct } from './product.ts'

export const lighting: readonly CatalogueProduct[] = [
  {
    slug: 'dome-lamp',
    category: 'lighting',
    size: 'Ø 36 cm',
    price: { TRY: 189000, USD: 9400 },
    name: { tr: 'Kubbe sarkıt', en: 'Dome pendant', ar: 'ثريا القبة' },
    line: {
      tr: 'Masanın üstüne, göz almayan ışık.',
      en: 'Light for the table that does not glare.',
      ar: 'ضوء فوق الطاولة لا يبهر العين.',
    },
    about: {
      tr: 'Dövme metal kubbenin içi açık renktir; ışığı aşağı toplar. Kablosu 150 cm, boyunu kendin ayarlarsın.',
      en: 'A spun metal dome, pale inside, that gathers the light downwards. The cable is 150 cm and can be shortened.',
      ar: 'قبة معدنية فاتحة من الداخل تجمع الضوء إلى الأسفل. طول السلك 150 سم ويمكن تقصيره.',
    },
    material: {
      tr: 'Boyalı metal, kumaş kablo',
      en: 'Painted metal, cloth cable',
      ar: 'معدن مطلي وسلك قماشي',
    },
  },
  {
    slug: 'table-lamp',
    category: 'lighting',
    size: '42 × 26 cm',
    price: { TRY: 124000, USD: 6200 },
    name: { tr: 'Masa lambası', en: 'Table lamp', ar: 'مصباح طاولة' },
    line: {
      tr: 'Keten şapka, seramik gövde.',
      en: 'Linen shade on a ceramic foot.',
      ar: 'مظلة كتان على قاعدة خزفية.',
    },
    about: {
      tr: 'Okumaya yetecek kadar parlak, akşama yetecek kadar sıcak. Anahtarı kablonun üstünde, elinin altında.',
      en: 'Bright enough to read by, warm enough for the evening. The switch is on the cable, where your hand is.',
      ar: 'ساطع يكفي للقراءة ودافئ يكفي للمساء. المفتاح على السلك قريب من يدك.',
    },
    material: { tr: 'Seramik, keten', en: 'Ceramic, linen', ar: 'خزف وكتان' },
  },
  {
    slug: 'lantern',
    category: 'lighting',
    size: '24 × 14 cm',
    price: { TRY: 52000, USD: 2600 },
    was: { TRY: 61000, USD: 3100 },
    name: { tr: 'Cam fener', en: 'Glass lantern', ar: 'فانوس زجاجي' },
    line: {
      tr: 'Mum için; rüzgârda sönmez.',
      en: 'For a candle; the wind does not reach it.',
      ar: 'للشموع، ولا تطفئها الريح.',
    },
    about: {
      tr: 'Balkonda, bahçede, sofrada. Kapısı açılır, içine 6 cm genişliğe kadar mum girer.',
      en: 'For the balcony, the garden, the table. The door opens; candles up to 6 cm wide fit inside.',
      ar: 'للشرفة والحديقة والمائدة. بابه يُفتح ويتّسع لشمعة عرضها حتى 6 سم.',
    },
    material: { tr: 'Pirinç, cam', en: 'Brass, glass', ar: 'نحاس أصفر وزجاج' },
  },
]

export const textiles: readonly CatalogueProduct[] = [
  {
    slug: 'kilim',
    category: 'textiles',
    size: '120 × 180 cm',
    price: { TRY: 345000, USD: 17200 },
    name: { tr: 'Güneş kilim', en: 'Sun kilim', ar: 'كليم الشمس' },
    line: {
      tr: 'Düz dokuma yün, iki yüzlü.',
      en: 'Flat-woven wool, good on both sides.',
      ar: 'صوف منسوج مسطح، بوجهين.',
    },
    about: {
      tr: 'Yer tezgâhında dokunur; iki yüzü de kullanılır. Hafiftir, silkelemesi kolaydır, kışın serin taşta bile sıcak tutar.',
      en: 'Woven on a floor loom and made to be turned. Light enough to shake out, warm enough for a stone floor.',
      ar: 'منسوج على نول أرضي ويُستعمل من الوجهين. خفيف سهل النفض، ودافئ حتى على أرض حجرية.',
    },
    material: { tr: '%100 yün', en: '100% wool', ar: 'صوف 100%' },
  },
  {
    slug: 'cushion',
    category: 'textiles',
    size: '45 × 45 cm',
    price: { TRY: 42000, USD: 2100 },
    name: { tr: 'Nar kırlent', en: 'Pomegranate cushion', ar: 'وسادة الرمان' },
    line: {
      tr: 'Aplike desen, çıkarılabilir kılıf.',
      en: 'Appliqué pattern, removable cover.',
      ar: 'نقش مخيّط وغطاء قابل للنزع.',
    },
    about: {
      tr: 'Desen kumaş üstüne kumaş dikilerek yapılır, baskı değildir. Kılıfı fermuarlı, 30 derecede yıkanır.',
      en: 'The pattern is cloth sewn on cloth, not print. The cover has a zip and washes at 30 degrees.',
      ar: 'النقش قماش مخيّط على قماش لا طباعة. الغطاء بسحّاب ويُغسل على 30 درجة.',
    },
    material: { tr: 'Pamuk, keten', en: 'Cotton, linen', ar: 'قطن وكتان' },
  },
  {
    slug: 'peshtemal',
    category: 'textiles',
    size: '95 × 175 cm',
    price: { TRY: 31000, USD: 1500 },
    name: { tr: 'Çizgili peştemal', en: 'Striped bath towel', ar: 'منشفة حمّام مخططة' },
    line: {
      tr: 'İnce dokuma, çabuk kurur.',
      en: 'Thin weave, dries fast.',
      ar: 'نسيج خفيف سريع الجفاف.',
    },
    about: {
      tr: 'Hamamda, plajda, mutfakta. Çantada yer tutmaz; yıkandıkça yumuşar, daha çok su çeker.',
      en: 'For the bath, the beach, the kitchen. Takes no room in a bag and drinks more water with every wash.',
      ar: 'للحمّام والشاطئ والمطبخ. لا تشغل حيّزًا في الحقيبة، وتزداد نعومة وامتصاصًا مع كل غسلة.',
    },
    material: { tr: '%100 pamuk', en: '100% cotton', ar: 'قطن 100%' },
  },
  {
    slug: 'wall-hanging',
    category: 'textiles',
    size: '50 × 70 cm',
    price: { TRY: 96000, USD: 4800 },
    name: { tr: 'Duvar dokuması', en: 'Wall weaving', ar: 'نسيج جداري' },
    line: {
      tr: 'Ahşap çubukta, püsküllü.',
      en: 'On a wooden rod, with a fringe.',
      ar: 'على عود خشبي وبأهداب.',
    },
    about: {
      tr: 'Dağ ve ay deseni, kalın yünle dokunur. Çubuğu ve ipi üstünde gelir; bir çivi yeter.',
      en: 'Mountains and a moon in thick wool. It comes with rod and cord; one nail will do.',
      ar: 'جبال وقمر من صوف سميك. يأتي مع عوده وحبله، ويكفيه مسمار واحد.',
    },
    material: { tr: 'Yün, kayın ağacı', en: 'Wool, beech', ar: 'صوف وخشب زان' },
  },
]
