/** Every text of Take Along, each language written for its readers. */
const listing = {
  tagline: {
    tr: 'Bilgisayardaki müşteri ürünün QR kodunu açar, telefonunda bakmaya devam eder.',
    en: 'Customers at a desk open a product’s QR code and carry on looking on their phone.',
    ar: 'يفتح الزبون على الحاسوب رمز QR للمنتج ويكمل التصفّح على هاتفه.',
  },
  description: {
    tr: [
      '“Sepete ekle”nin altına “Telefonda aç” düğmesi gelir. Basınca ürünün resmi, adı, fiyatı ve QR kodu görünür; telefonun kamerası kodu okuyunca aynı sayfa telefonda açılır. Telefonda düğme hiç çıkmaz.',
      'Aynı kart yazdırılabilir: raf etiketi, paket içine kart ya da evde göstermek için bir kâğıt. Kartın altına kendi cümleni ekleyebilirsin.',
      'Kod, ürün sayfasının adresinden başka bir şey taşımaz ve müşterinin tarayıcısında çizilir. Sepet birlikte gitmez; yazdırdığın fiyat sonradan değişirse kâğıttaki eski kalır.',
    ],
    en: [
      'Below “Add to cart” stands a button “Open on your phone”. It shows the product’s picture, name, price and QR code; point a phone’s camera at it and the same page opens there. On phones the button stays away.',
      'The same card can be printed: a shelf label, a card for the parcel, a sheet to show at home. You may add a sentence of your own below it.',
      'The code holds the address of the product’s page and nothing else, and is drawn in the customer’s browser. The cart does not travel with it; a printed price stays as it was when yours changes.',
    ],
    ar: [
      'تحت «أضف إلى السلة» زر «افتحه على هاتفك». يعرض صورة المنتج واسمه وسعره ورمز QR، وحين تقرؤه كاميرا الهاتف تُفتح الصفحة نفسها عليه. ولا يظهر الزر على الهواتف.',
      'ويمكن طباعة البطاقة نفسها: ملصق للرف أو بطاقة داخل الطرد أو ورقة لعرضها في البيت. وتستطيع إضافة جملة منك أسفلها.',
      'لا يحمل الرمز سوى عنوان صفحة المنتج، ويُرسم في متصفّح الزبون. السلة لا تنتقل معه، والسعر المطبوع يبقى كما كان إن غيّرت السعر.',
    ],
  },
  features: {
    tr: [
      'Yalnızca geniş ekranda, düğmeyle açılır',
      'Yazdırılabilir kart, istersen kendi cümlenle',
      'Her temada siyah beyaz, kolay okunan kod',
    ],
    en: [
      'On wide screens only, at the press of a button',
      'A card to print, with a sentence of yours',
      'Black on white in every theme, easy to scan',
    ],
    ar: [
      'على الشاشات العريضة فقط وبضغطة زر',
      'بطاقة للطباعة مع جملة منك إن شئت',
      'رمز أسود على أبيض في كل قالب، سهل القراءة',
    ],
  },
  touches: [
    {
      title: { tr: 'Tasarım bloğu', en: 'Design block', ar: 'كتلة تصميم' },
      text: {
        tr: 'Ürün sayfasına bir düğme ve basınca açılan kartı koyar.',
        en: 'Puts a button on the product page, and the card that it opens.',
        ar: 'يضع زرًا في صفحة المنتج والبطاقة التي يفتحها.',
      },
    },
    {
      title: { tr: 'Yazdırma', en: 'Printing', ar: 'الطباعة' },
      text: {
        tr: 'Kart açıkken yalnızca kart yazdırılır; kapalıyken sayfa her zamanki gibi.',
        en: 'With the card open only the card is printed; otherwise the page as ever.',
        ar: 'تُطبع البطاقة وحدها وهي مفتوحة، وإلا فالصفحة كالمعتاد.',
      },
    },
  ],
  leavesAlone: [
    {
      title: { tr: 'Sepet ve müşteri', en: 'Cart and customer', ar: 'السلة والزبون' },
      text: {
        tr: 'İkisini de okumaz; kodda yalnızca sayfanın adresi vardır.',
        en: 'It reads neither; the code holds the page’s address only.',
        ar: 'لا يقرأ أيًّا منهما، وليس في الرمز إلا عنوان الصفحة.',
      },
    },
    {
      title: { tr: 'Sayma ve izleme', en: 'Counting and tracking', ar: 'العدّ والتتبّع' },
      text: {
        tr: 'Kodu kimin okuttuğunu bilmez; araya başka adres girmez.',
        en: 'It does not know who scans; no other address stands in between.',
        ar: 'لا يعرف من قرأ الرمز، ولا يمرّ بعنوان آخر.',
      },
    },
  ],
  support: [
    {
      heading: { tr: 'Düğme görünmüyor', en: 'The button does not show', ar: 'الزر لا يظهر' },
      paragraphs: {
        tr: [
          'Pencere 768 pikselden dar olabilir: elinde telefon olana kod gerekmez. JavaScript kapalıysa da çıkmaz.',
        ],
        en: [
          'The window may be narrower than 768 pixels: who holds a phone needs no code. Without JavaScript it stays away too.',
        ],
        ar: [
          'ربما عرض النافذة أقل من 768 بكسل، فمن يمسك هاتفًا لا يحتاج الرمز. ويغيب أيضًا من دون JavaScript.',
        ],
      },
    },
    {
      heading: { tr: 'Kod okunmuyor', en: 'The code does not scan', ar: 'الرمز لا يُقرأ' },
      paragraphs: {
        tr: [
          'Ekranın parlaklığını artır, telefonu 20–30 cm uzakta tut. Kâğıtta kodu 3 cm’den küçük basma. Mağazan henüz yayında değilse telefon sayfayı açamaz.',
        ],
        en: [
          'Make the screen brighter and hold the phone 20–30 cm away. On paper keep the code above 3 cm. A phone cannot open a shop that is not online yet.',
        ],
        ar: [
          'زد سطوع الشاشة وأبعد الهاتف 20–30 سم. وعلى الورق لا تطبع الرمز أصغر من 3 سم. ولا يفتح الهاتف متجرًا لم يُنشر بعد.',
        ],
      },
    },
  ],
}

export const takeAlongWords = {
  name: { tr: 'Telefonuna Al', en: 'Take Along', ar: 'خذه معك' },
  listing,
  reasons: {
    designBlock: {
      tr: 'Ürün sayfasına “Telefonda aç” düğmesini ve QR kodlu kartı koyar.',
      en: 'Puts the button “Open on your phone” and the card with the QR code on the product page.',
      ar: 'يضع في صفحة المنتج زر «افتحه على هاتفك» وبطاقة رمز QR.',
    },
  },
  parts: {
    code: {
      title: {
        tr: 'Ürün sayfası: “Telefonda aç”',
        en: 'Product page: “Open on your phone”',
        ar: 'صفحة المنتج: «افتحه على هاتفك»',
      },
      summary: {
        tr: 'Geniş ekranda bir düğme. Basınca QR kodlu, yazdırılabilir kart açılır.',
        en: 'A button on wide screens. It opens a card with the QR code, ready to print.',
        ar: 'زر على الشاشات العريضة يفتح بطاقة فيها رمز QR وقابلة للطباعة.',
      },
    },
  },
  inputs: {
    place: {
      title: { tr: 'Düğmenin yeri', en: 'Where the button stands', ar: 'مكان الزر' },
      'x-arasta-labels': {
        button: {
          tr: '“Sepete ekle”nin altında',
          en: 'Below “Add to cart”',
          ar: 'تحت «أضف إلى السلة»',
        },
        pictures: { tr: 'Resimlerin altında', en: 'Below the pictures', ar: 'تحت الصور' },
      },
    },
    withPrice: {
      title: { tr: 'Kartta fiyat yazsın', en: 'Price on the card', ar: 'السعر على البطاقة' },
      description: {
        tr: 'Fiyatların sık değişiyorsa ve kartı yazdırıyorsan kapat.',
        en: 'Switch it off if you print cards and your prices change often.',
        ar: 'أوقفه إن كنت تطبع البطاقات وأسعارك تتغيّر كثيرًا.',
      },
    },
    note: {
      title: {
        tr: 'Kartın altındaki cümle',
        en: 'A sentence below the card',
        ar: 'جملة أسفل البطاقة',
      },
      description: {
        tr: 'Boş bırakabilirsin. Örneğin dükkânının adresi ya da telefonu.',
        en: 'May be left empty. The address of your shop, for instance.',
        ar: 'يمكن تركها فارغة. مثلًا عنوان محلّك.',
      },
    },
  },
  notes: {
    '1.0.0': {
      tr: 'İlk sürüm: ürün sayfasının QR kodu, yazdırılabilir kart, yer ve fiyat ayarı, üç dil.',
      en: 'First release: the product page as a QR code, a card to print, place and price set by you, three languages.',
      ar: 'الإصدار الأول: رمز QR لصفحة المنتج وبطاقة للطباعة ومكان وسعر من إعداداتك، وثلاث لغات.',
    },
    '1.1.0': {
      tr: 'Artık her sitede: mağaza altyapısı olmadan, sayfalarına koyduğun tek satırla da çalışır. Ürün sayfalarının hangileri olduğunu bir kuralla söylemen yeter; fiyat, sayfan onu söylüyorsa karta yazılır.',
      en: 'Now on any site: without a shop system, too, by the one line in your pages. A rule says which pages are product pages; the price is on the card where your page says it.',
      ar: 'صار لأي موقع: يعمل أيضًا من دون نظام متجر، بالسطر الواحد في صفحاتك. تكفي قاعدة تقول أي الصفحات صفحات منتجات، ويُكتب السعر على البطاقة حيث تذكره صفحتك.',
    },
  },
}
