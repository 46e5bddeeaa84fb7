/** Every text of Free Delivery Bar, each language written for its readers. */
const listing = {
  tagline: {
    tr: 'Ücretsiz kargoya ne kadar kaldığını sepette ve ürün sayfasında gösterir.',
    en: 'Shows in the cart and on the product page how much is missing for free delivery.',
    ar: 'يعرض في السلة وصفحة المنتج كم بقي ليصبح التوصيل مجانيًا.',
  },
  description: {
    tr: [
      'Küçük bir kamyonet eve doğru ilerler: sepet büyüdükçe yol kısalır, kalan tutar sayarak düşer. Ücretsiz kargoya varınca evin üstüne tik konur.',
      'Ürün sayfasında hesaba o ürün de katılır: müşteri adedi artırınca çubuk hemen kımıldar ve “bununla ücretsiz olur mu?” sorusunu yanıtlar.',
      'Sınırı mağazanın kendi sayfasından okur; istersen sen yazarsın. Mağazanın sepeti başka bir şey söylüyorsa çubuk susar: tutulmayacak söz verilmez.',
    ],
    en: [
      'A small van drives home: the fuller the cart, the shorter the way, and the missing amount counts down. On arrival the house gets its tick.',
      'On the product page the product in view is counted in: raise the quantity and the bar moves at once, answering “would that make it free?”.',
      'The limit is read from your shop’s own page, or written by you. Where the shop’s cart says otherwise the bar keeps quiet: no promise that would not be kept.',
    ],
    ar: [
      'سيارة صغيرة تسير نحو البيت: كلما امتلأت السلة قصر الطريق وتناقص المبلغ الباقي أمام العين. وعند الوصول تظهر علامة صح على البيت.',
      'في صفحة المنتج يدخل المنتج المعروض في الحساب: زيادة الكمية تحرّك الشريط فورًا وتجيب هل يصبح التوصيل مجانيًا.',
      'يُقرأ الحدّ من صفحة متجرك أو تكتبه أنت. وإن قالت سلة المتجر غير ذلك سكت الشريط، فلا وعد لا يُوفى به.',
    ],
  },
  features: {
    tr: [
      'Sepette ve ürün sayfasında',
      'Sınırı mağazadan okur ya da sen yazarsın',
      '“Hareketi azalt” seçimine uyar',
    ],
    en: [
      'In the cart and on the product page',
      'Reads the limit from the shop, or takes yours',
      'Respects “reduce motion”',
    ],
    ar: [
      'في السلة وفي صفحة المنتج',
      'يقرأ الحدّ من المتجر أو تكتبه أنت',
      'يحترم خيار «تقليل الحركة»',
    ],
  },
  touches: [
    {
      title: { tr: 'Tasarım bloğu: sepet', en: 'Design block: cart', ar: 'كتلة تصميم: السلة' },
      text: {
        tr: 'Sepetteki ürünlerin üstüne çubuğu koyar.',
        en: 'Puts the bar above the products in the cart.',
        ar: 'يضع الشريط فوق منتجات السلة.',
      },
    },
    {
      title: { tr: 'Tasarım bloğu: ürün', en: 'Design block: product', ar: 'كتلة تصميم: المنتج' },
      text: {
        tr: '“Sepete ekle”nin altına çubuğu koyar ve sepetin toplamını okur.',
        en: 'Puts the bar below “Add to cart” and reads the cart’s sum.',
        ar: 'يضع الشريط تحت «أضف إلى السلة» ويقرأ مجموع السلة.',
      },
    },
  ],
  leavesAlone: [
    {
      title: { tr: 'Kargo ücreti', en: 'The delivery charge', ar: 'أجرة التوصيل' },
      text: {
        tr: 'Hesabı mağaza yapar; uygulama yalnızca gösterir.',
        en: 'Your shop reckons it; the app only shows.',
        ar: 'يحسبها متجرك، والتطبيق يعرض فقط.',
      },
    },
    {
      title: { tr: 'Müşteri ve sipariş', en: 'Customers and orders', ar: 'الزبائن والطلبات' },
      text: {
        tr: 'Ad, adres, ödeme: hiçbirini okumaz.',
        en: 'Name, address, payment: it reads none of them.',
        ar: 'الاسم والعنوان والدفع: لا يقرأ أيًّا منها.',
      },
    },
  ],
  support: [
    {
      heading: {
        tr: 'Sınırı yazmam gerekiyor mu?',
        en: 'Do I have to write the limit?',
        ar: 'هل عليّ كتابة الحدّ؟',
      },
      paragraphs: {
        tr: [
          'Ürün sayfanda “Ücretsiz kargo için en az tutar” yazıyorsa hayır, boş bırak. Yazmıyorsa mağazanın kargo ayarındaki tutarı yaz. İkisi farklıysa sepette mağazanın hesabı geçer.',
        ],
        en: [
          'If your product page says from which sum delivery is free, no: leave it empty. Otherwise write the sum of your shop’s delivery settings. Where the two differ, the shop’s own cart counts.',
        ],
        ar: [
          'إن كانت صفحة المنتج تذكر مبلغ التوصيل المجاني فاتركه فارغًا. وإلا فاكتب المبلغ الموجود في إعدادات التوصيل. وعند الاختلاف تُعتمد سلة المتجر.',
        ],
      },
    },
    {
      heading: { tr: 'Çubuk görünmüyor', en: 'The bar does not show', ar: 'الشريط لا يظهر' },
      paragraphs: {
        tr: [
          'Sepet boşsa, sınır okunamıyorsa ya da sepetteki kargo ücreti yazdığın sınıra uymuyorsa görünmez. JavaScript kapalıyken de görünmez, alışverişi engellemez.',
        ],
        en: [
          'It stays away in an empty cart, when the limit cannot be read, and when the cart charges delivery in spite of the limit you wrote. Without JavaScript it is missing too, and holds nothing up.',
        ],
        ar: [
          'يغيب إن كانت السلة فارغة أو تعذّرت قراءة الحدّ أو خالفت أجرة السلة ما كتبته. ويغيب أيضًا من دون JavaScript ولا يعطّل الشراء.',
        ],
      },
    },
  ],
}

export const freeDeliveryWords = {
  name: { tr: 'Ücretsiz Kargo Çubuğu', en: 'Free Delivery Bar', ar: 'شريط التوصيل المجاني' },
  listing,
  reasons: {
    cart: {
      tr: 'Çubuğu sepet sayfasında gösterir.',
      en: 'Shows the bar in the cart.',
      ar: 'يعرض الشريط في السلة.',
    },
    both: {
      tr: 'Çubuğu sepette ve ürün sayfasında gösterir.',
      en: 'Shows the bar in the cart and on the product page.',
      ar: 'يعرض الشريط في السلة وصفحة المنتج.',
    },
  },
  parts: {
    cart: {
      title: {
        tr: 'Sepet: ücretsiz kargo çubuğu',
        en: 'Cart: the free delivery bar',
        ar: 'السلة: شريط التوصيل المجاني',
      },
      summary: {
        tr: 'Ürünlerin üstünde. Ücretsiz kargoya kalan tutarı söyler.',
        en: 'Above the products. Tells how much is missing for free delivery.',
        ar: 'فوق المنتجات. يذكر المبلغ الباقي للتوصيل المجاني.',
      },
    },
    product: {
      title: {
        tr: 'Ürün sayfası: ücretsiz kargo çubuğu',
        en: 'Product page: the free delivery bar',
        ar: 'صفحة المنتج: شريط التوصيل المجاني',
      },
      summary: {
        tr: '“Sepete ekle”nin altında. Sepete bu ürünü de katarak hesaplar.',
        en: 'Below “Add to cart”. Counts this product in with the cart.',
        ar: 'تحت «أضف إلى السلة». يحسب السلة ومعها هذا المنتج.',
      },
    },
  },
  inputs: {
    threshold: {
      title: { tr: 'Ücretsiz kargo sınırı', en: 'Free delivery from', ar: 'حدّ التوصيل المجاني' },
      description: {
        tr: 'Mağazanın para biriminde, kuruşsuz. Boş bırakırsan mağazanın sayfasından okunur.',
        en: 'In your shop’s currency, without decimals. Left empty, it is read from the shop’s page.',
        ar: 'بعملة متجرك ومن دون كسور. إن تركته فارغًا قُرئ من صفحة المتجر.',
      },
    },
    colour: {
      title: { tr: 'Çubuğun rengi', en: 'Colour of the bar', ar: 'لون الشريط' },
      'x-arasta-labels': {
        success: {
          tr: 'Temanın onay rengi',
          en: 'The theme’s colour for success',
          ar: 'لون النجاح في القالب',
        },
        primary: {
          tr: 'Temanın ana rengi',
          en: 'The theme’s main colour',
          ar: 'اللون الرئيسي للقالب',
        },
      },
    },
    keepWhenFree: {
      title: {
        tr: 'Sınıra varınca da kalsın',
        en: 'Stay once the limit is reached',
        ar: 'البقاء بعد بلوغ الحدّ',
      },
      description: {
        tr: 'Kapalıysa kargo ücretsiz olunca çubuk kaybolur.',
        en: 'When off, the bar goes away once delivery is free.',
        ar: 'عند إيقافه يختفي الشريط حين يصبح التوصيل مجانيًا.',
      },
    },
  },
  notes: {
    '1.0.0': {
      tr: 'İlk sürüm: sepette, kalan tutarı sayan çubuk; sınır mağazadan okunur ya da yazılır.',
      en: 'First release: a bar in the cart that counts what is missing; the limit is read from the shop or written.',
      ar: 'الإصدار الأول: شريط في السلة يعدّ المبلغ الباقي، والحدّ يُقرأ من المتجر أو يُكتب.',
    },
    '1.1.0': {
      tr: 'Çubuk artık ürün sayfasında da var: o ürünü ve adedini hesaba katar. Bunun için ikinci bir tasarım bloğu kurulur.',
      en: 'The bar is on the product page too and counts in that product and its quantity. For this a second design block is installed.',
      ar: 'صار الشريط في صفحة المنتج أيضًا ويحسب ذلك المنتج وكميته. ولهذا تُركّب كتلة تصميم ثانية.',
    },
  },
}
