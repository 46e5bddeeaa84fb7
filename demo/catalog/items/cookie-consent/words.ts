/** Every text of Cookie Consent, each language written for its readers. */
const listing = {
  tagline: {
    tr: 'Müşterine çerezleri sorar; hayır demek evet demek kadar kolaydır.',
    en: 'Asks your customers about cookies, and makes no as easy to say as yes.',
    ar: 'يسأل زبائنك عن ملفات الارتباط، والرفض فيه سهل كالقبول.',
  },
  description: {
    tr: [
      'Her sayfada, sayfanın dilinde kısa bir soru çıkar: hepsini kabul et, yalnızca gerekli, tek tek seç. Kabul ve ret düğmeleri aynı boydadır; önceden işaretlenmiş kutu yoktur.',
      'Ölçüm ve reklam kodların izni bekler: script etiketine type="text/plain" ile data-category="analytics" ya da "marketing" yaz, müşteri izin verene kadar çalışmazlar. Sepet, giriş ve ödeme hiç beklemez.',
      'Seçim altı ay boyunca mağazanın kendi çerezinde durur. Başka hiçbir adrese bağlanılmaz.',
    ],
    en: [
      'Every page asks one short question in its own language: accept all, only necessary, or choose one by one. Yes and no are buttons of the same size, and no box is ticked beforehand.',
      'Your measuring and advertising codes wait for the answer: give their script tag type="text/plain" and data-category="analytics" or "marketing", and they stay off until a customer agrees. Cart, sign-in and payment never wait.',
      'The choice is kept for six months in a cookie of your shop. No other address is contacted.',
    ],
    ar: [
      'يظهر في كل صفحة سؤال قصير بلغتها: قبول الكل، أو الضرورية فقط، أو اختيار كل نوع. زرّا القبول والرفض بالحجم نفسه، ولا توجد خانة مؤشَّرة مسبقًا.',
      'رموز القياس والإعلانات تنتظر الإذن: ضع في وسم script القيمة type="text/plain" ومعها data-category="analytics" أو "marketing" فلا تعمل قبل موافقة الزبون. أما السلة وتسجيل الدخول والدفع فلا تنتظر أبدًا.',
      'يُحفظ الاختيار ستة أشهر في ملف ارتباط خاص بمتجرك، ولا يُتَّصل بأي عنوان آخر.',
    ],
  },
  features: {
    tr: [
      'Türkçe, İngilizce, Arapça; temanın renklerinde',
      'Klavye ve ekran okuyucuyla kullanılır',
      'Seçimi sonradan değiştirmek için ayar bağlantısı',
    ],
    en: [
      'Turkish, English, Arabic, in your theme’s colours',
      'Works by keyboard and screen reader',
      'A settings link to change the choice later',
    ],
    ar: [
      'التركية والإنجليزية والعربية، بألوان قالبك',
      'يعمل بلوحة المفاتيح وقارئ الشاشة',
      'رابط إعدادات لتغيير الاختيار لاحقًا',
    ],
  },
  touches: [
    {
      title: { tr: 'İzleme kodu', en: 'Tracking code', ar: 'رمز التتبّع' },
      text: {
        tr: 'Her sayfaya soruyu gösteren bir stil ve iki kod dosyası ekler.',
        en: 'Adds two style and two code files to every page to show the question.',
        ar: 'يضيف إلى كل صفحة ملفَّي تنسيق وملفَّي برمجة لعرض السؤال.',
      },
    },
    {
      title: {
        tr: 'Tasarım bloğu (isteğe bağlı)',
        en: 'Design block (optional)',
        ar: 'كتلة تصميم (اختيارية)',
      },
      text: {
        tr: 'Sayfanın altına “Çerez ayarları” bağlantısı koyar.',
        en: 'Puts a “Cookie settings” link at the foot of the page.',
        ar: 'يضع رابط «إعدادات ملفات الارتباط» أسفل الصفحة.',
      },
    },
  ],
  leavesAlone: [
    {
      title: {
        tr: 'Siparişler, müşteriler, ödemeler',
        en: 'Orders, customers, payments',
        ar: 'الطلبات والزبائن والمدفوعات',
      },
      text: { tr: 'Hiçbirini okumaz.', en: 'It reads none of them.', ar: 'لا يقرأ أيًّا منها.' },
    },
    {
      title: { tr: 'Gerekli çerezler', en: 'Necessary cookies', ar: 'ملفات الارتباط الضرورية' },
      text: {
        tr: 'Sepet, giriş ve ödeme soru yanıtlanmadan da çalışır.',
        en: 'Cart, sign-in and payment work before the question is answered.',
        ar: 'تعمل السلة وتسجيل الدخول والدفع قبل الإجابة عن السؤال.',
      },
    },
  ],
  support: [
    {
      heading: {
        tr: 'Kodlarımı nasıl bekletirim?',
        en: 'How do I make my codes wait?',
        ar: 'كيف أجعل رموزي تنتظر؟',
      },
      paragraphs: {
        tr: [
          'Ölçüm kodunun script etiketine type="text/plain" data-category="analytics" yaz. Reklam kodu için "marketing" kullan. Müşteri izin verince kod kendiliğinden çalışır.',
        ],
        en: [
          'Write type="text/plain" data-category="analytics" on the script tag of a measuring code; use "marketing" for advertising. The code runs by itself once the customer agrees.',
        ],
        ar: [
          'اكتب في وسم script الخاص برمز القياس type="text/plain" data-category="analytics"، واستعمل "marketing" للإعلانات. يعمل الرمز وحده بعد موافقة الزبون.',
        ],
      },
    },
    {
      heading: {
        tr: 'Soruyu yeniden nasıl görürüm?',
        en: 'How do I see the question again?',
        ar: 'كيف أرى السؤال من جديد؟',
      },
      paragraphs: {
        tr: [
          'Mağazanı gizli pencerede aç ya da arasta_consent adlı çerezi sil. Ayar bağlantısını kurduysan sayfanın altındaki “Çerez ayarları” da aynı pencereyi açar.',
        ],
        en: [
          'Open your shop in a private window, or delete the cookie arasta_consent. If you installed the settings link, “Cookie settings” at the foot of the page opens the same choices.',
        ],
        ar: [
          'افتح متجرك في نافذة خاصة أو احذف ملف الارتباط arasta_consent. وإن ثبّتّ رابط الإعدادات فهو يفتح الخيارات نفسها من أسفل الصفحة.',
        ],
      },
    },
    {
      heading: {
        tr: 'Bununla yasaya uymuş olur muyum?',
        en: 'Does this make me compliant?',
        ar: 'هل يجعلني هذا متوافقًا مع القانون؟',
      },
      paragraphs: {
        tr: [
          'Tek başına değil. Uygulama soruyu sorar ve kodları bekletir; hangi çerezi neden kullandığını anlatan metin senin işindir.',
        ],
        en: [
          'Not by itself. The app asks and makes codes wait; the text that says which cookies you use and why is yours to write.',
        ],
        ar: [
          'ليس وحده. التطبيق يسأل ويؤجّل الرموز، أما النص الذي يشرح أي ملفات تستعمل ولماذا فعليك كتابته.',
        ],
      },
    },
  ],
}

export const cookieConsentWords = {
  name: { tr: 'Çerez İzni', en: 'Cookie Consent', ar: 'الموافقة على ملفات الارتباط' },
  listing,
  reasons: {
    trackingCode: {
      tr: 'Soruyu her sayfada gösterir ve izin gelene kadar öbür kodları bekletir.',
      en: 'Shows the question on every page and makes other codes wait for the answer.',
      ar: 'يعرض السؤال في كل صفحة ويجعل الرموز الأخرى تنتظر الإجابة.',
    },
    designBlock: {
      tr: 'Müşterin seçimini sonradan değiştirebilsin diye sayfanın altına bir bağlantı koyar.',
      en: 'Puts a link at the foot of the page, so that customers can change their choice later.',
      ar: 'يضع رابطًا أسفل الصفحة ليغيّر الزبون اختياره لاحقًا.',
    },
  },
  parts: {
    style: {
      title: {
        tr: 'Her sayfa: sorunun görünümü',
        en: 'Every page: the look of the question',
        ar: 'كل الصفحات: مظهر السؤال',
      },
      summary: {
        tr: 'Sayfa başına iki stil dosyası eklenir. Temanın renklerini kullanır.',
        en: 'Two style files in the head of the page. They use your theme’s colours.',
        ar: 'ملفّا تنسيق في رأس الصفحة، بألوان قالبك.',
      },
    },
    banner: {
      title: {
        tr: 'Her sayfa: çerez sorusu',
        en: 'Every page: the cookie question',
        ar: 'كل الصفحات: سؤال ملفات الارتباط',
      },
      summary: {
        tr: 'İlk gelişte altta çıkar, yanıtlanınca altı ay görünmez.',
        en: 'Appears at the bottom on the first visit and, once answered, not again for six months.',
        ar: 'يظهر في الأسفل عند أول زيارة، وبعد الإجابة يختفي ستة أشهر.',
      },
    },
    settingsLink: {
      title: {
        tr: 'Her sayfa: “Çerez ayarları” bağlantısı',
        en: 'Every page: a “Cookie settings” link',
        ar: 'كل الصفحات: رابط «إعدادات ملفات الارتباط»',
      },
      summary: {
        tr: 'Sayfanın en altında. Müşteri seçimini buradan değiştirir.',
        en: 'At the very foot of the page. Customers change their choice there.',
        ar: 'في آخر الصفحة، ومنه يغيّر الزبون اختياره.',
      },
    },
  },
  inputs: {
    layout: {
      title: { tr: 'Sorunun yeri', en: 'Where the question stands', ar: 'مكان السؤال' },
      'x-arasta-labels': {
        box: { tr: 'Köşede kutu', en: 'A box in the corner', ar: 'مربع في الزاوية' },
        bar: {
          tr: 'Altta boydan boya',
          en: 'A bar along the bottom',
          ar: 'شريط بعرض الصفحة في الأسفل',
        },
      },
    },
    privacyPage: {
      title: {
        tr: 'Gizlilik sayfanın adresi',
        en: 'Address of your privacy page',
        ar: 'عنوان صفحة الخصوصية',
      },
      description: {
        tr: 'Yazarsan sorunun altında bağlantı olarak çıkar.',
        en: 'If you give one, it is linked under the question.',
        ar: 'إن كتبته ظهر رابطه تحت السؤال.',
      },
    },
  },
  notes: {
    '1.0.0': {
      tr: 'İlk sürüm: köşede üç düğmeli soru, Türkçe, İngilizce ve Arapça.',
      en: 'First release: a question with three buttons in the corner, in Turkish, English and Arabic.',
      ar: 'الإصدار الأول: سؤال بثلاثة أزرار في الزاوية، بالتركية والإنجليزية والعربية.',
    },
    '1.1.0': {
      tr: 'Soru istersen alt kenarda boydan boya çıkar. Müşterinin seçimini değiştirmesi için isteğe bağlı “Çerez ayarları” bağlantısı eklendi; bunun için tasarım bloğu izni ister.',
      en: 'The question can stand as a bar along the bottom. New, if you want it: a “Cookie settings” link for changing one’s mind, which asks for a design block.',
      ar: 'يمكن أن يظهر السؤال شريطًا بعرض الصفحة. وأُضيف رابط اختياري «إعدادات ملفات الارتباط» لتغيير الاختيار، ويطلب إذن كتلة تصميم.',
    },
    '1.2.0': {
      tr: 'Artık her sitede: mağaza altyapısı olmadan, sayfalarına koyduğun tek satırla da çalışır. Soru artık sepetten söz etmez, her siteye uyar. Ölçüm ve reklam betiklerini ancak sen öyle işaretlersen bekletir.',
      en: 'Now on any site: without a shop system, too, by the one line in your pages. The question no longer speaks of a cart, so it fits every site. Scripts for measuring and advertising wait for it only where you mark them so.',
      ar: 'صار لأي موقع: يعمل أيضًا من دون نظام متجر، بالسطر الواحد في صفحاتك. ولم يعد السؤال يذكر السلة فيناسب كل موقع. ونصوص القياس والإعلان تنتظره فقط حيث تضع عليها العلامة.',
    },
  },
}
