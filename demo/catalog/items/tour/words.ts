/** Every text of Shop Tour, each language written for its readers. */
const listing = {
  tagline: {
    tr: 'İlk kez gelen müşterine mağazanı dört adımda gezdirir.',
    en: 'Shows first-time visitors round your shop in four steps.',
    ar: 'يأخذ زائرك الأول في جولة من أربع خطوات داخل متجرك.',
  },
  description: {
    tr: [
      'İlk ziyarette sayfanın bir köşesi aydınlanır ve yanında kısa bir not çıkar: arama nerede, ürünün fotoğrafları nasıl açılır, teslimat koşulu nerede yazar, sepet nerede. Müşteri istediği an geçebilir; tur bir daha kendiliğinden gelmez.',
      'Adımlar sayfadaki yerini kendi bulur. Telefonda arama menünün içindeyse menüyü gösterir; sayfada olmayan bir şeyi atlar. Çerez sorusu gibi başka bir pencere açıksa sırasını bekler.',
      'Teslimat adımında kendi cümleni yazabilirsin. İstersen sayfanın altına “Mağaza turu” düğmesi konur; kaçıran müşteri turu oradan açar.',
    ],
    en: [
      'On a first visit one part of the page lights up with a short note beside it: where to search, how a product’s pictures open, where delivery is explained, where the cart is. Customers can skip at any moment, and the tour does not come back by itself.',
      'The steps find their places on the page. On a phone, where search is inside the menu, the menu is shown; what a page does not have is left out. If something else is asking, cookies for example, the tour waits its turn.',
      'You may write your own sentence for the delivery step. If you like, a “Tour of the shop” button stands at the foot of the page for those who missed it.',
    ],
    ar: [
      'في الزيارة الأولى يُضاء جزء من الصفحة وبجانبه ملاحظة قصيرة: أين البحث، وكيف تُفتح صور المنتج، وأين شروط التوصيل، وأين السلة. للزبون أن يتخطّى متى شاء، ولا تعود الجولة من تلقاء نفسها.',
      'تجد الخطوات مواضعها في الصفحة بنفسها. على الهاتف تشير إلى القائمة إن كان البحث فيها، وتتجاوز ما ليس في الصفحة. وإن كانت نافذة أخرى مفتوحة، كسؤال ملفات الارتباط، انتظرت دورها.',
      'يمكنك كتابة جملتك في خطوة التوصيل. وإن أردت وُضع زر «جولة في المتجر» أسفل الصفحة لمن فاتته.',
    ],
  },
  features: {
    tr: [
      'Türkçe, İngilizce, Arapça; temanın renklerinde',
      'Her adımda “Turu geç”; bir kez gelir',
      'Klavye ve ekran okuyucuyla kullanılır',
    ],
    en: [
      'Turkish, English, Arabic, in your theme’s colours',
      'Can be skipped at every step and comes once',
      'Works by keyboard and screen reader',
    ],
    ar: [
      'التركية والإنجليزية والعربية، بألوان قالبك',
      'يمكن تخطّيها في كل خطوة وتأتي مرة واحدة',
      'تعمل بلوحة المفاتيح وقارئ الشاشة',
    ],
  },
  touches: [
    {
      title: { tr: 'İzleme kodu', en: 'Tracking code', ar: 'رمز التتبّع' },
      text: {
        tr: 'Sayfalara turu gösteren iki kod ve iki stil dosyası ekler. Kimseyi izlemez.',
        en: 'Adds two code and two style files to your pages to show the tour. It follows nobody.',
        ar: 'يضيف إلى الصفحات ملفَّي برمجة وملفَّي تنسيق لعرض الجولة. لا يتتبّع أحدًا.',
      },
    },
    {
      title: {
        tr: 'Tasarım bloğu (isteğe bağlı)',
        en: 'Design block (optional)',
        ar: 'كتلة تصميم (اختيارية)',
      },
      text: {
        tr: 'Sayfanın altına “Mağaza turu” düğmesi koyar.',
        en: 'Puts a “Tour of the shop” button at the foot of the page.',
        ar: 'يضع زر «جولة في المتجر» أسفل الصفحة.',
      },
    },
  ],
  leavesAlone: [
    {
      title: {
        tr: 'Sepet, sipariş ve hesap sayfaları',
        en: 'Cart, order and account pages',
        ar: 'صفحات السلة والطلب والحساب',
      },
      text: {
        tr: 'Tur orada kendiliğinden hiç başlamaz.',
        en: 'The tour never begins there by itself.',
        ar: 'لا تبدأ الجولة هناك من تلقاء نفسها أبدًا.',
      },
    },
    {
      title: { tr: 'Müşteri bilgisi', en: 'Customer data', ar: 'بيانات الزبون' },
      text: {
        tr: 'Yalnızca “tur görüldü” notunu müşterinin tarayıcısında tutar.',
        en: 'All it keeps is a note “tour was seen” in the customer’s browser.',
        ar: 'لا يحفظ إلا ملاحظة «شوهدت الجولة» في متصفح الزبون.',
      },
    },
  ],
  support: [
    {
      heading: {
        tr: 'Turu yeniden nasıl görürüm?',
        en: 'How do I see the tour again?',
        ar: 'كيف أرى الجولة من جديد؟',
      },
      paragraphs: {
        tr: ['Sayfanın altındaki “Mağaza turu” düğmesine bas ya da mağazanı gizli pencerede aç.'],
        en: [
          'Press “Tour of the shop” at the foot of the page, or open your shop in a private window.',
        ],
        ar: ['اضغط «جولة في المتجر» أسفل الصفحة، أو افتح متجرك في نافذة خاصة.'],
      },
    },
    {
      heading: {
        tr: 'Adım sayısı neden değişiyor?',
        en: 'Why are there sometimes fewer steps?',
        ar: 'لماذا يقلّ عدد الخطوات أحيانًا؟',
      },
      paragraphs: {
        tr: [
          'Ana sayfada ve ürün sayfasında dört adım vardır. Ürün listesinde teslimat yazısı olmadığı için orada üç adım görünür.',
        ],
        en: [
          'Home and product pages have four steps. A product list says nothing of delivery, so it has three.',
        ],
        ar: ['في الرئيسية وصفحة المنتج أربع خطوات. أما قائمة المنتجات فلا تذكر التوصيل فتكون ثلاثًا.'],
      },
    },
    {
      heading: { tr: 'Tur hiç gelmiyor', en: 'The tour does not come', ar: 'لا تظهر الجولة' },
      paragraphs: {
        tr: [
          'Başka bir pencere açık olabilir; kapatınca gelir. Tarayıcıda depolama kapalıysa kendiliğinden gelmez, düğmeyle açılır.',
        ],
        en: [
          'Another dialog may be open: the tour comes when it is closed. Where a browser keeps nothing it does not come by itself; the button opens it.',
        ],
        ar: [
          'ربما كانت نافذة أخرى مفتوحة، فتأتي الجولة بعد إغلاقها. وإن كان المتصفح لا يحفظ شيئًا فلا تأتي من تلقاء نفسها بل بالزر.',
        ],
      },
    },
  ],
}

export const tourWords = {
  name: { tr: 'Mağaza Turu', en: 'Shop Tour', ar: 'جولة المتجر' },
  listing,
  reasons: {
    trackingCode: {
      tr: 'İlk ziyarette turu başlatan kodu sayfalara koyar.',
      en: 'Puts the code on your pages that begins the tour on a first visit.',
      ar: 'يضع في الصفحات الرمز الذي يبدأ الجولة في الزيارة الأولى.',
    },
    designBlock: {
      tr: 'Turu yeniden açan düğmeyi sayfanın altına koyar.',
      en: 'Puts the button that opens the tour again at the foot of the page.',
      ar: 'يضع أسفل الصفحة الزر الذي يفتح الجولة من جديد.',
    },
  },
  parts: {
    tour: {
      title: {
        tr: 'Ana sayfa, liste, ürün: tur',
        en: 'Home, list, product: a tour',
        ar: 'الرئيسية والقائمة والمنتج: جولة',
      },
      summary: {
        tr: 'İlk ziyarette, dört adım: arama, resim, teslimat, sepet. Geçilebilir, bir kez gelir.',
        en: 'On a first visit, four steps: search, picture, delivery, cart. Can be skipped and comes once.',
        ar: 'في الزيارة الأولى، أربع خطوات: البحث والصورة والتوصيل والسلة. يمكن تخطّيها وتأتي مرة واحدة.',
      },
    },
    again: {
      title: {
        tr: 'Sayfa altı: tur düğmesi',
        en: 'Foot of the page: a tour button',
        ar: 'أسفل الصفحة: زر الجولة',
      },
      summary: {
        tr: 'Turu yeniden açan küçük bir düğme.',
        en: 'A small button that opens the tour again.',
        ar: 'زر صغير يفتح الجولة من جديد.',
      },
    },
  },
  inputs: {
    startOn: {
      title: {
        tr: 'Tur nerede başlasın?',
        en: 'Where does the tour begin?',
        ar: 'أين تبدأ الجولة؟',
      },
      'x-arasta-labels': {
        shelves: {
          tr: 'Ana sayfa, liste ya da ürün: hangisine gelinirse',
          en: 'Home, list or product, whichever comes first',
          ar: 'الرئيسية أو القائمة أو المنتج، أيها جاء أولًا',
        },
        home: { tr: 'Yalnızca ana sayfada', en: 'On the home page only', ar: 'في الرئيسية فقط' },
      },
    },
    deliveryText: {
      title: {
        tr: 'Teslimat adımındaki cümle',
        en: 'Sentence of the delivery step',
        ar: 'جملة خطوة التوصيل',
      },
      description: {
        tr: 'Boş bırakırsan sayfanın diline göre hazır cümle çıkar. Yazdığın her dilde aynı görünür.',
        en: 'Left empty, a ready sentence in the page’s language is used. What you write is the same in every language.',
        ar: 'إن تركته فارغًا ظهرت جملة جاهزة بلغة الصفحة. وما تكتبه يظهر كما هو بكل اللغات.',
      },
    },
  },
  notes: {
    tr: 'İlk sürüm: dört adım, “Turu geç”, bir kez gelme, teslimat cümlesi, yeniden açma düğmesi.',
    en: 'First release: four steps, “Skip the tour”, comes once, a delivery sentence of your own, a button to see it again.',
    ar: 'الإصدار الأول: أربع خطوات، و«تخطّي الجولة»، ومرة واحدة فقط، وجملة توصيل خاصة بك، وزر لإعادتها.',
  },
}
