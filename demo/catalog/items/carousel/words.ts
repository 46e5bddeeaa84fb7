/** Every text of Product Carousel, each language written for its readers. */
const listing = {
  tagline: {
    tr: 'Ürün ızgaralarını tek sıraya dizer; müşterin kaydırarak ya da oklarla gezer.',
    en: 'Turns grids of products into one row that customers swipe or step through.',
    ar: 'يجعل شبكات المنتجات صفًا واحدًا يتنقّل فيه الزبون بالسحب أو بالأسهم.',
  },
  description: {
    tr: [
      'Ürün sayfasının altındaki benzer ürünler ve ana sayfadaki raf alt alta dizilmek yerine yan yana durur. Telefonda sıradaki kartın kenarı görünür; müşterin devamı olduğunu anlar ve parmağıyla kaydırır.',
      'Altta oklar ve kaçıncı yerde olduğunu gösteren noktalar var. Klavyede sağ ve sol ok sırayı yürütür; Arapça sayfada sıra sağdan başlar, oklar da ona göre döner.',
      'Kendi kendine kaymaz: müşterin okurken altından ürün kaçmaz. Kart sayısı yere sığıyorsa oklar hiç çıkmaz.',
    ],
    en: [
      'Similar products below a product and the shelf on the home page stand side by side instead of row under row. On a phone the edge of the next card shows, so people see that there is more and swipe.',
      'Below are arrows, and dots that say how far along one is. On a keyboard left and right move the row; on an Arabic page it starts at the right and the arrows turn with it.',
      'It never moves by itself: no product slips away while somebody reads. Where all cards fit there are no arrows at all.',
    ],
    ar: [
      'تقف المنتجات المشابهة أسفل صفحة المنتج ومنتجات الرف في الصفحة الرئيسية جنبًا إلى جنب بدل أن تتكدّس. وعلى الهاتف تظهر حافة البطاقة التالية، فيعرف الزبون أن هناك المزيد ويسحب.',
      'في الأسفل سهمان ونقاط تدل على الموضع. وعلى لوحة المفاتيح يحرّك السهمان الصف، وفي الصفحة العربية يبدأ من اليمين وتدور الأسهم معه.',
      'لا يتحرّك وحده أبدًا، فلا يفلت منتج ممّن يقرأ. وحيث تتّسع المساحة لكل البطاقات لا تظهر الأسهم.',
    ],
  },
  features: {
    tr: [
      'Parmak, oklar ve klavyeyle',
      'Sağdan sola sayfalarda doğru yönde',
      'Yan yana kaç ürün duracağı senin ayarın',
    ],
    en: [
      'By finger, arrows and keyboard',
      'The right way round on right-to-left pages',
      'You set how many stand side by side',
    ],
    ar: [
      'بالإصبع والأسهم ولوحة المفاتيح',
      'بالاتجاه الصحيح في الصفحات العربية',
      'عدد المنتجات المتجاورة من إعداداتك',
    ],
  },
  touches: [
    {
      title: { tr: 'Tasarım bloğu', en: 'Design block', ar: 'كتلة تصميم' },
      text: {
        tr: 'Her sayfaya iki stil ve küçük bir kod dosyası ekler; kaydırma kodu yalnızca sırası olan sayfada iner.',
        en: 'Adds two style files and one small code file to every page; the code that moves is fetched only where there is a row.',
        ar: 'يضيف إلى كل صفحة ملفَّي تنسيق وملف برمجة صغيرًا، ولا يُحمَّل رمز الحركة إلا حيث يوجد صف.',
      },
    },
    {
      title: { tr: 'Ürün ızgaraları', en: 'Grids of products', ar: 'شبكات المنتجات' },
      text: {
        tr: 'Ana sayfadaki rafı ve ürün sayfasındaki benzer ürünleri tek sıraya çevirir.',
        en: 'Makes one row of the shelf on the home page and of the similar products on a product’s page.',
        ar: 'يحوّل رف الصفحة الرئيسية والمنتجات المشابهة في صفحة المنتج إلى صف واحد.',
      },
    },
  ],
  leavesAlone: [
    {
      title: { tr: 'Hangi ürünün çıktığı', en: 'Which products are shown', ar: 'أي المنتجات تظهر' },
      text: {
        tr: 'Mağazan ne seçtiyse o; sırasını da değiştirmez.',
        en: 'What your shop chose, in the order that it chose.',
        ar: 'ما اختاره متجرك وبالترتيب نفسه.',
      },
    },
    {
      title: {
        tr: 'Ürün listesi ve arama',
        en: 'The product list and search',
        ar: 'قائمة المنتجات والبحث',
      },
      text: {
        tr: 'Orada ızgara ızgara kalır: aranan şey kaydırmadan görünmeli.',
        en: 'Grids stay grids there: what was searched for should be seen at once.',
        ar: 'تبقى الشبكات هناك كما هي، فما يُبحث عنه يجب أن يُرى فورًا.',
      },
    },
  ],
  support: [
    {
      heading: { tr: 'Oklar çıkmıyor', en: 'There are no arrows', ar: 'لا تظهر الأسهم' },
      paragraphs: {
        tr: [
          'Ürünlerin hepsi sığıyorsa kaydıracak bir şey yoktur. Yan yana duran ürün sayısını azalt ya da ekranı daralt, oklar gelir.',
        ],
        en: [
          'When all products fit there is nothing to move. With fewer side by side, or on a narrower screen, the arrows are there.',
        ],
        ar: [
          'إذا اتّسع المكان لكل المنتجات فلا شيء يتحرّك. قلّل عدد المتجاورة أو ضيّق الشاشة فتظهر الأسهم.',
        ],
      },
    },
    {
      heading: {
        tr: 'Kendiliğinden kayabilir mi?',
        en: 'Can it move by itself?',
        ar: 'هل يتحرّك تلقائيًا؟',
      },
      paragraphs: {
        tr: ['Hayır, bilerek yok. Kendi kayan sıra okumayı böler ve yanlış ürüne tıklatır.'],
        en: [
          'No, on purpose. A row that moves by itself interrupts reading and makes people click the wrong product.',
        ],
        ar: ['لا، وذلك مقصود. الصف الذي يتحرّك وحده يقطع القراءة ويجعل الزبون ينقر منتجًا آخر.'],
      },
    },
    {
      heading: {
        tr: 'JavaScript kapalıysa ne olur?',
        en: 'What happens without JavaScript?',
        ar: 'ماذا يحدث من دون JavaScript؟',
      },
      paragraphs: {
        tr: ['Ürünler mağazanın kendi ızgarasında kalır. Hiçbiri kaybolmaz.'],
        en: ['The products stay in your shop’s own grid. None is lost.'],
        ar: ['تبقى المنتجات في شبكة متجرك ولا يضيع منها شيء.'],
      },
    },
  ],
}

export const carouselWords = {
  name: { tr: 'Ürün Şeridi', en: 'Product Carousel', ar: 'شريط المنتجات' },
  listing,
  reasons: {
    designBlock: {
      tr: 'Ürün ızgaralarını kaydırılan sıraya çevirmek için.',
      en: 'To turn grids of products into rows that can be moved.',
      ar: 'لتحويل شبكات المنتجات إلى صفوف تُسحب.',
    },
  },
  parts: {
    also: {
      title: {
        tr: 'Ürün sayfası: benzer ürünler sırası',
        en: 'Product page: similar products in a row',
        ar: 'صفحة المنتج: صف المنتجات المشابهة',
      },
      summary: {
        tr: 'Sayfanın altındaki ürünler yan yana durur, parmakla ya da oklarla kayar.',
        en: 'The products at the foot of the page stand side by side and move by finger or arrows.',
        ar: 'تقف المنتجات أسفل الصفحة متجاورة وتتحرّك بالإصبع أو بالأسهم.',
      },
    },
    rows: {
      title: {
        tr: 'Ana sayfa ve ürün sayfası: ürün sıraları',
        en: 'Home and product pages: rows of products',
        ar: 'الصفحة الرئيسية وصفحة المنتج: صفوف المنتجات',
      },
      summary: {
        tr: 'Raf ve benzer ürünler yan yana durur; altlarında oklar ve noktalar vardır.',
        en: 'The shelf and the similar products stand side by side, with arrows and dots below.',
        ar: 'يقف الرف والمنتجات المشابهة متجاورة، وتحتها سهمان ونقاط.',
      },
    },
  },
  inputs: {
    places: {
      title: { tr: 'Nerede olsun', en: 'Where', ar: 'أين يظهر' },
      'x-arasta-labels': {
        both: {
          tr: 'Ana sayfada ve ürün sayfasında',
          en: 'On the home page and on product pages',
          ar: 'في الصفحة الرئيسية وصفحات المنتجات',
        },
        product: {
          tr: 'Yalnızca ürün sayfasında',
          en: 'On product pages only',
          ar: 'في صفحات المنتجات فقط',
        },
        home: {
          tr: 'Yalnızca ana sayfada',
          en: 'On the home page only',
          ar: 'في الصفحة الرئيسية فقط',
        },
      },
    },
    beside: {
      title: { tr: 'Yan yana kaç ürün', en: 'Products side by side', ar: 'عدد المنتجات المتجاورة' },
      description: {
        tr: 'Geniş ekranda, 2 ile 5 arası. Telefonda bir buçuk kart görünür.',
        en: 'On a wide screen, from 2 to 5. A phone shows one and a half.',
        ar: 'على الشاشة العريضة، من 2 إلى 5. وعلى الهاتف تظهر بطاقة ونصف.',
      },
    },
    dots: {
      title: { tr: 'Altta noktalar', en: 'Dots below', ar: 'نقاط في الأسفل' },
      description: {
        tr: 'Sıranın neresinde olunduğunu gösterir.',
        en: 'They show how far along the row one is.',
        ar: 'تدل على الموضع في الصف.',
      },
    },
  },
  notes: {
    '1.0.0': {
      tr: 'İlk sürüm: ürün sayfasındaki benzer ürünler tek sırada; parmak, oklar, klavye, sağdan sola.',
      en: 'First release: similar products on a product’s page in one row, by finger, arrows and keyboard, right to left too.',
      ar: 'الإصدار الأول: المنتجات المشابهة في صفحة المنتج في صف واحد، بالإصبع والأسهم ولوحة المفاتيح، ومن اليمين إلى اليسار.',
    },
    '1.1.0': {
      tr: 'Ana sayfadaki raf da sıraya dizilir, altına noktalar geldi. Nerede çıkacağını sen seçersin.',
      en: 'The home page’s shelf becomes a row too, and dots show how far along one is. You choose where rows appear.',
      ar: 'صار رف الصفحة الرئيسية صفًا أيضًا، وأُضيفت نقاط تدل على الموضع. وأنت تختار أين يظهر.',
    },
  },
}
