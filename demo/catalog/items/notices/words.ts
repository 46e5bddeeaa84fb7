/** Every text of Cart Notices, each language written for its readers. */
const listing = {
  tagline: {
    tr: 'Ürün sepete girince kısa bir bildirim çıkar, müşterin olduğu sayfada kalır.',
    en: 'A short notice when something goes into the cart; customers stay where they are.',
    ar: 'إشعار قصير عند الإضافة إلى السلة، ويبقى الزبون في صفحته.',
  },
  description: {
    tr: [
      '“Sepete ekle”ye basan müşteri başka sayfaya atılmaz: köşede ürünün resmi, adı ve “Sepete git” yolu belirir, üstteki sepet sayısı artar. Yedi saniye sonra kendiliğinden kapanır; üstüne gelince ya da içine odaklanınca bekler.',
      'Sepette adet değişince ya da bir ürün çıkınca da haber verir. Bildirim yalnızca mağazanın yanıtında gerçekten olan şeyi söyler: ürün eklenemediyse mağazanın kendi sayfası açılır.',
      'Bu ürün, kullanımı da ücretlendiren planların nasıl göründüğünü gösterir. Uygulama kimseye kullanım bildirmez; plan fiyatının üstüne kendiliğinden bir şey eklenmez.',
    ],
    en: [
      '“Add to cart” no longer throws customers off the page: a corner notice shows the product’s picture and name with the way to the cart, and the cart’s number goes up. It leaves after seven seconds and waits while somebody points at it or is inside it.',
      'It also tells when a quantity has changed or something has left the cart. A notice only says what the shop’s answer bears out: if a product could not be added, the shop’s own page opens.',
      'This listing shows what plans with charges for use look like. The app itself reports no use to anybody, so nothing is added to the plan’s price by itself.',
    ],
    ar: [
      'لا ينتقل من يضغط «أضف إلى السلة» إلى صفحة أخرى: تظهر في الزاوية صورة المنتج واسمه وطريق السلة، ويزيد عدد السلة في الأعلى. يختفي الإشعار بعد سبع ثوانٍ، وينتظر ما دام المؤشر فوقه أو التركيز داخله.',
      'ويخبر أيضًا عند تغيير العدد أو خروج منتج من السلة. لا يقول إلا ما أكّده المتجر: إن تعذّرت الإضافة فُتحت صفحة المتجر نفسها.',
      'يبيّن هذا المنتج شكل الخطط التي يُدفع فيها الاستخدام أيضًا. التطبيق نفسه لا يبلّغ أحدًا عن الاستخدام، فلا يُضاف شيء إلى سعر الخطة من تلقاء نفسه.',
    ],
  },
  features: {
    tr: [
      'Ürünün resmi, adı ve sepete giden yol',
      'Okurken beklemesini bilir',
      'Ekran okuyucuya duyurulur, klavyeyle kapanır',
    ],
    en: [
      'The product’s picture, its name and the way to the cart',
      'Waits while it is being read',
      'Read out by screen readers, closed by keyboard',
    ],
    ar: [
      'صورة المنتج واسمه وطريق السلة',
      'ينتظر ما دام أحد يقرؤه',
      'يعلنه قارئ الشاشة ويُغلق بلوحة المفاتيح',
    ],
  },
  touches: [
    {
      title: { tr: 'İzleme kodu', en: 'Tracking code', ar: 'رمز التتبّع' },
      text: {
        tr: 'Her sayfaya bir stil ve iki kod dosyası ekler. Adına bakma: kimseyi izlemez.',
        en: 'Adds one style and two code files to every page. Despite the name it follows nobody.',
        ar: 'يضيف إلى كل صفحة ملف تنسيق وملفَّي برمجة. ورغم الاسم لا يتتبّع أحدًا.',
      },
    },
    {
      title: { tr: 'Sepete ekleme', en: 'Adding to the cart', ar: 'الإضافة إلى السلة' },
      text: {
        tr: 'Müşterinin formunu olduğu gibi mağazaya kendisi yollar; böylece sayfa değişmez.',
        en: 'Sends the customer’s form to your shop itself, unchanged, so that the page can stay.',
        ar: 'يرسل نموذج الزبون كما هو إلى متجرك فتبقى الصفحة مكانها.',
      },
    },
  ],
  leavesAlone: [
    {
      title: { tr: 'Adres ve ödeme', en: 'Address and payment', ar: 'العنوان والدفع' },
      text: {
        tr: 'Sipariş adımlarında hiçbir formu okumaz.',
        en: 'It reads no form in the steps of an order.',
        ar: 'لا يقرأ أي نموذج في خطوات الطلب.',
      },
    },
    {
      title: { tr: 'Başka adresler', en: 'Other addresses', ar: 'عناوين أخرى' },
      text: {
        tr: 'Yalnızca mağazanın kendi sepetiyle konuşur.',
        en: 'It talks to your shop’s own cart and to nobody else.',
        ar: 'لا يتصل إلا بسلة متجرك.',
      },
    },
  ],
  support: [
    {
      heading: {
        tr: 'Müşterim sepete gitsin istiyorum',
        en: 'I want customers to go to the cart',
        ar: 'أريد أن ينتقل الزبون إلى السلة',
      },
      paragraphs: {
        tr: [
          'Kurarken “Sayfada kal”ı kapat. Mağaza eskisi gibi sepeti açar, bildirim orada görünür.',
        ],
        en: [
          'Switch “Stay on the page” off at installation. The shop opens the cart as before and the notice shows there.',
        ],
        ar: ['أوقف «البقاء في الصفحة» عند التثبيت. يفتح المتجر السلة كالسابق ويظهر الإشعار فيها.'],
      },
    },
    {
      heading: {
        tr: 'İnternet kesilirse ne olur?',
        en: 'What if the connection drops?',
        ar: 'ماذا لو انقطع الاتصال؟',
      },
      paragraphs: {
        tr: [
          'On saniye yanıt gelmezse sepet sayfası açılır: ürünün girip girmediğini en doğru orası gösterir. JavaScript kapalıysa mağaza bu uygulama yokmuş gibi çalışır.',
        ],
        en: [
          'After ten seconds without an answer the cart page opens, the one place that knows whether the product went in. Without JavaScript the shop works as if the app were not there.',
        ],
        ar: [
          'إن لم يصل جواب خلال عشر ثوانٍ فُتحت صفحة السلة، فهي التي تعرف هل أُضيف المنتج. ومن دون JavaScript يعمل المتجر كأن التطبيق غير موجود.',
        ],
      },
    },
    {
      heading: {
        tr: 'Ayarları nasıl değiştiririm?',
        en: 'How do I change the settings?',
        ar: 'كيف أغيّر الإعدادات؟',
      },
      paragraphs: {
        tr: ['Uygulamayı kaldırıp yeni ayarlarla kur. Geride bir şey bırakmaz.'],
        en: ['Take the app off and install it with the new settings. It leaves nothing behind.'],
        ar: ['أزل التطبيق ثم ثبّته بالإعدادات الجديدة. لا يترك أثرًا.'],
      },
    },
  ],
}

export const noticesWords = {
  name: { tr: 'Sepet Bildirimi', en: 'Cart Notices', ar: 'إشعارات السلة' },
  listing,
  reasons: {
    trackingCode: {
      tr: 'Sepet değişince her sayfada bildirim gösterir ve sepete ekleme formunu sayfadan ayrılmadan yollar.',
      en: 'Shows a notice on every page when the cart changes, and sends the add-to-cart form without leaving the page.',
      ar: 'يعرض إشعارًا في كل صفحة عند تغيّر السلة، ويرسل نموذج الإضافة من دون مغادرة الصفحة.',
    },
  },
  parts: {
    style: {
      title: {
        tr: 'Her sayfa: bildirimin görünümü',
        en: 'Every page: the look of the notice',
        ar: 'كل الصفحات: مظهر الإشعار',
      },
      summary: {
        tr: 'Sayfa başına bir stil dosyası eklenir. Temanın renklerini kullanır.',
        en: 'One style file in the head of the page. It uses your theme’s colours.',
        ar: 'ملف تنسيق واحد في رأس الصفحة، بألوان قالبك.',
      },
    },
    notices: {
      title: {
        tr: 'Her sayfa: sepet bildirimi',
        en: 'Every page: the cart notice',
        ar: 'كل الصفحات: إشعار السلة',
      },
      summary: {
        tr: 'Sepete bir şey girince, adet değişince ya da ürün çıkınca görünür.',
        en: 'Shows when something goes in, changes its quantity or leaves the cart.',
        ar: 'يظهر عند الإضافة أو تغيير العدد أو الإزالة من السلة.',
      },
    },
  },
  inputs: {
    stayOnPage: {
      title: { tr: 'Sayfada kal', en: 'Stay on the page', ar: 'البقاء في الصفحة' },
      description: {
        tr: 'Kapalıysa mağaza her zamanki gibi sepeti açar, bildirim orada görünür.',
        en: 'When off, the shop opens the cart as always and the notice shows there.',
        ar: 'عند إيقافه يفتح المتجر السلة كالمعتاد ويظهر الإشعار فيها.',
      },
    },
    place: {
      title: { tr: 'Bildirimin yeri', en: 'Where the notice stands', ar: 'مكان الإشعار' },
      'x-arasta-labels': {
        bottom: { tr: 'Alt köşede', en: 'In the bottom corner', ar: 'في الزاوية السفلى' },
        top: {
          tr: 'Üstte, sepetin altında',
          en: 'At the top, under the cart',
          ar: 'في الأعلى تحت السلة',
        },
      },
    },
    seconds: {
      title: { tr: 'Kaç saniye dursun?', en: 'Seconds until it leaves', ar: 'كم ثانية يبقى؟' },
      description: {
        tr: '3 ile 30 arası. Okunurken zaman durur.',
        en: 'From 3 to 30. Time stands still while it is being read.',
        ar: 'من 3 إلى 30، ويتوقف الوقت أثناء القراءة.',
      },
    },
  },
  notes: {
    tr: 'İlk sürüm: sepete eklenen, adedi değişen ve çıkan ürün için bildirim; yer ve süre ayarı, üç dil.',
    en: 'First release: notices for what goes in, changes or leaves the cart; place and time set by you, three languages.',
    ar: 'الإصدار الأول: إشعار عند الإضافة وتغيير العدد والإزالة، ومكان ومدة من إعداداتك، وثلاث لغات.',
  },
}
