/** Every text of Instant Page, each language written for its readers. */
const listing = {
  tagline: {
    tr: 'Müşterin bağlantının üstünde durunca o sayfa yüklenir, tıklayınca hemen açılır.',
    en: 'Fetches a page while the pointer rests on its link, so a click opens it at once.',
    ar: 'يجلب الصفحة ما إن يقف المؤشر على رابطها، فتُفتح فور النقر.',
  },
  description: {
    tr: [
      'Bir bağlantının üstünde durmakla tıklamak arasında çoğu zaman saniyenin onda ikisi, üçü geçer. Uygulama sayfayı bu arada ister; telefonda parmak değdiği an başlar.',
      'Sepet, sipariş, ödeme, hesap ve çıkış adreslerine hiç dokunmaz. Müşteri sepetine bir şey eklerse önceden gelmiş sayfalar unutulur; eski sepet sayısı görünmez.',
      'Çalıştığını görmek için adresin sonuna #instant yaz: köşedeki kutu önden istenen sayfaları ve tıklayınca kaç milisaniye beklendiğini söyler. Müşterilerin bu kutuyu görmez.',
    ],
    en: [
      'Between resting on a link and clicking it, most people take two or three tenths of a second. The app asks for the page in that time; on a phone it starts as the finger touches.',
      'Addresses of the cart, orders, payment, account and sign-out are never fetched. When a customer puts something into the cart, pages fetched before are forgotten, so no old cart number shows.',
      'To see it work, add #instant to an address of your shop: a box in the corner lists the pages asked for ahead and says how many milliseconds a click waited. Your customers do not see it.',
    ],
    ar: [
      'بين الوقوف على الرابط والنقر عليه عُشران أو ثلاثة أعشار من الثانية في الغالب. يطلب التطبيق الصفحة في هذه اللحظة، وعلى الهاتف يبدأ عند لمس الإصبع.',
      'لا يجلب أبدًا عناوين السلة والطلبات والدفع والحساب وتسجيل الخروج. وإذا أضاف الزبون شيئًا إلى سلته تُنسى الصفحات المجلوبة قبل ذلك، فلا يظهر عدد قديم.',
      'لترى عمله أضف ‎#instant إلى آخر عنوان في متجرك: يذكر مربع في الزاوية الصفحات التي طُلبت مسبقًا وكم ملّي ثانية انتظرت النقرة. لا يرى زبائنك هذا المربع.',
    ],
  },
  features: {
    tr: [
      'Fare, parmak ve dokunmatik yüzeyle',
      'Sepet, sipariş ve hesap sayfalarına dokunmaz',
      'Veri tasarrufu açıksa hiçbir şey getirmez',
    ],
    en: [
      'Works with mouse, finger and touchpad',
      'Leaves cart, order and account pages alone',
      'Fetches nothing where data is being saved',
    ],
    ar: [
      'يعمل بالفأرة والإصبع ولوحة اللمس',
      'لا يقترب من صفحات السلة والطلب والحساب',
      'لا يجلب شيئًا عند تفعيل توفير البيانات',
    ],
  },
  touches: [
    {
      title: { tr: 'İzleme kodu', en: 'Tracking code', ar: 'رمز التتبّع' },
      text: {
        tr: 'Her sayfanın sonuna küçük bir kod ekler. Kimseyi izlemez; yalnızca mağazanın kendi sayfalarını ister.',
        en: 'Adds a small code to the end of every page. It follows nobody and asks only for pages of your own shop.',
        ar: 'يضيف رمزًا صغيرًا إلى آخر كل صفحة. لا يتتبّع أحدًا ولا يطلب إلا صفحات متجرك.',
      },
    },
    {
      title: { tr: 'Sunucunun yükü', en: 'Load on your server', ar: 'الحمل على الخادم' },
      text: {
        tr: 'Üstünde durulup tıklanmayan bağlantılar da bir istek sayılır; ziyaret istatistiğin biraz artabilir.',
        en: 'A link that is rested on but not clicked still costs one request; page counts of your host may rise a little.',
        ar: 'الرابط الذي يقف عليه المؤشر دون نقر يكلّف طلبًا واحدًا، فقد يزيد عدد الطلبات قليلًا.',
      },
    },
  ],
  leavesAlone: [
    {
      title: {
        tr: 'Bir şeyi değiştiren adresler',
        en: 'Addresses that change something',
        ar: 'العناوين التي تغيّر شيئًا',
      },
      text: {
        tr: 'Sepet, sipariş, ödeme, giriş, çıkış ve soru işaretli adresler önden istenmez; yalnızca reyon ve sayfa numarası ayrıdır.',
        en: 'Cart, order, payment, sign-in, sign-out and addresses with a question mark stay untouched, except those that choose a department or page of a list.',
        ar: 'لا تُطلب مسبقًا عناوين السلة والطلب والدفع والدخول والخروج ولا العناوين ذات علامة الاستفهام، إلا ما يختار قسمًا أو رقم صفحة.',
      },
    },
    {
      title: { tr: 'Görünüm', en: 'How your shop looks', ar: 'مظهر المتجر' },
      text: {
        tr: 'Müşterin için hiçbir şey yer değiştirmez.',
        en: 'Nothing on the page moves or changes for customers.',
        ar: 'لا يتغيّر شيء في الصفحة أمام زبائنك.',
      },
    },
  ],
  support: [
    {
      heading: {
        tr: 'Çalıştığını nasıl anlarım?',
        en: 'How do I know that it works?',
        ar: 'كيف أعرف أنه يعمل؟',
      },
      paragraphs: {
        tr: [
          'Mağazanın adresinin sonuna #instant yazıp aç ve fareyi bir ürünün üstünde tut. Ürünün yanında “yolda” yazısı çıkar. Tıkla: kutu, sayfanın önden istendiğini ve ne kadar beklendiğini söyler.',
        ],
        en: [
          'Open your shop with #instant at the end of the address and rest the pointer on a product. “On its way” appears beside it. Click: the box says that the page was asked for ahead and how long the click waited.',
        ],
        ar: [
          'افتح متجرك مع ‎#instant في آخر العنوان وضع المؤشر على أحد المنتجات. تظهر كلمة «قادمة» بجانبه. انقر: يذكر المربع أن الصفحة طُلبت مسبقًا وكم انتظرت النقرة.',
        ],
      },
    },
    {
      heading: {
        tr: 'Bazı sayfalar önden gelmesin',
        en: 'Some pages should not be fetched',
        ar: 'لا أريد جلب بعض الصفحات',
      },
      paragraphs: {
        tr: [
          'Kurarken “Dokunulmayacak adresler”e yolun başını yaz: /hediye, /teklif gibi. Bağlantıya data-no-instant eklemek de olur.',
        ],
        en: [
          'At installation, write the beginning of their paths into “Addresses to leave alone”, such as /gifts, /offer. Adding data-no-instant to a link works too.',
        ],
        ar: [
          'عند التثبيت اكتب بداية مسارها في «عناوين تُترك»، مثل ‎/gifts أو ‎/offer. ويكفي أيضًا وضع data-no-instant في الرابط.',
        ],
      },
    },
    {
      heading: {
        tr: 'Kendi sitemde çalışır mı?',
        en: 'Does it work on a site of my own?',
        ar: 'هل يعمل في موقعي الخاص؟',
      },
      paragraphs: {
        tr: [
          'Evet, bir mağaza altyapısı gerekmez: sayfalarında Arasta’nın satırı olsun, yeter. Sitenin güvenlik politikası (CSP) satır içi kodu yasaklıyorsa o satıra nonce ekle; eklemezsen sayfalar eskisi gibi tıklayınca gelir.',
        ],
        en: [
          'Yes, no shop system is needed: Arasta’s line in your pages is enough. If your content security policy forbids inline scripts, put your nonce on that line; without it pages come when they are clicked, as before.',
        ],
        ar: [
          'نعم، ولا يلزم نظام متجر: يكفي سطر Arasta في صفحاتك. وإن كانت سياسة الأمان (CSP) تمنع الشفرة داخل الصفحة فأضف nonce إلى ذلك السطر، وإلا جاءت الصفحات عند النقر كما كانت.',
        ],
      },
    },
    {
      heading: {
        tr: 'Hangi tarayıcılarda çalışır?',
        en: 'Which browsers?',
        ar: 'في أي المتصفحات يعمل؟',
      },
      paragraphs: {
        tr: [
          'Chrome, Edge ve onların motorunu kullananlarda. Firefox’ta yalnızca mağazan sayfanın saklanmasına izin veriyorsa işe yarar; önden istemeyi bilmeyen tarayıcıda hiçbir şey yapmaz, mağazan eskisi gibi çalışır.',
        ],
        en: [
          'In Chrome, Edge and others with their engine. In Firefox it helps only where your shop allows pages to be kept; a browser that cannot fetch ahead does nothing, and your shop works as before.',
        ],
        ar: [
          'في Chrome وEdge وما يستعمل محرّكهما. وفي Firefox يفيد فقط إن سمح متجرك بحفظ الصفحات. والمتصفح الذي لا يعرف الجلب المسبق لا يفعل شيئًا ويبقى متجرك كما كان.',
        ],
      },
    },
  ],
}

export const instantWords = {
  name: { tr: 'Anında Sayfa', en: 'Instant Page', ar: 'صفحة فورية' },
  listing,
  reasons: {
    trackingCode: {
      tr: 'Üstünde durulan bağlantının sayfasını önden isteyen kodu sayfalara koyar.',
      en: 'Puts the code on your pages that asks for a page while its link is rested on.',
      ar: 'يضع في الصفحات الرمز الذي يطلب صفحة الرابط حين يقف عليه المؤشر.',
    },
  },
  parts: {
    fetchEarly: {
      title: {
        tr: 'Her sayfa: önden getirme',
        en: 'Every page: fetching ahead',
        ar: 'كل صفحة: جلب مسبق',
      },
      summary: {
        tr: 'Sayfanın sonunda, görünmez. Sepet, sipariş ve hesap adreslerine dokunmaz.',
        en: 'At the end of the page, invisible. Leaves cart, order and account addresses alone.',
        ar: 'في آخر الصفحة دون أن يُرى. لا يقترب من عناوين السلة والطلب والحساب.',
      },
    },
  },
  inputs: {
    fetchWhen: {
      title: {
        tr: 'Sayfa ne zaman istensin?',
        en: 'When is a page fetched?',
        ar: 'متى تُجلب الصفحة؟',
      },
      description: {
        tr: 'Telefonda ikisi de parmak değince başlar.',
        en: 'On phones both begin when a finger touches the link.',
        ar: 'على الهاتف يبدأ كلاهما عند لمس الرابط.',
      },
      'x-arasta-labels': {
        hover: {
          tr: 'Fare bağlantının üstünde durunca',
          en: 'When the pointer rests on a link',
          ar: 'حين يقف المؤشر على الرابط',
        },
        press: {
          tr: 'Fareye basınca (daha az istek)',
          en: 'When the button goes down (fewer requests)',
          ar: 'عند الضغط على الزر (طلبات أقل)',
        },
      },
    },
    leaveOut: {
      title: { tr: 'Dokunulmayacak adresler', en: 'Addresses to leave alone', ar: 'عناوين تُترك' },
      description: {
        tr: 'Yolların başı, virgülle ayrılmış: /hediye, /teklif. Sepet ve sipariş zaten dışarıda.',
        en: 'Beginnings of paths, separated by commas: /gifts, /offer. Cart and orders are left out anyway.',
        ar: 'بدايات المسارات مفصولة بفواصل: ‎/gifts, /offer. السلة والطلبات مستثناة أصلًا.',
      },
    },
  },
  notes: {
    '1.0.0': {
      tr: 'İlk sürüm: farede ve dokunuşta önden getirme, korunan adresler, sepet değişince unutma, #instant kutusu.',
      en: 'First release: fetching on hover and touch, guarded addresses, forgetting when the cart changes, the #instant box.',
      ar: 'الإصدار الأول: جلب مسبق عند الوقوف واللمس، وعناوين محميّة، ونسيان عند تغيّر السلة، ومربع ‎#instant.',
    },
    '1.1.0': {
      tr: 'Artık her sitede: mağaza altyapısı olmadan, sayfalarına koyduğun tek satırla da çalışır.',
      en: 'Now on any site: without a shop system, too, by the one line in your pages.',
      ar: 'صار لأي موقع: يعمل أيضًا من دون نظام متجر، بالسطر الواحد في صفحاتك.',
    },
  },
}
