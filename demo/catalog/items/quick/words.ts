/** Every text of Ready Pages, each language written for its readers. */
const listing = {
  tagline: {
    tr: 'Ekranda görünen bağlantıların sayfalarını, ağ boşken önden hazırlar.',
    en: 'Gets the pages behind the links on screen ready while the network is idle.',
    ar: 'يجهّز صفحات الروابط الظاهرة على الشاشة حين تكون الشبكة خاملة.',
  },
  description: {
    tr: [
      'Sayfa açılışını bitirip ağ boşalınca, ekranda görünen ürün ve reyon bağlantılarının sayfaları sessizce yüklenir. Müşteri hangisine tıklarsa sayfası çoğunlukla hazırdır.',
      'En çok kaç sayfa isteneceğini sen belirlersin. Veri tasarrufu açık cihazlarda hiçbir şey istemez, yavaş bağlantıda da durur; bunu ayardan değiştirebilirsin.',
      'Sepet, sipariş, ödeme, hesap ve çıkış adreslerine dokunmaz. Adresin sonuna #quick yazınca hangi sayfaların önden istendiğini ürünlerin yanında görürsün; müşterilerin görmez.',
    ],
    en: [
      'When a page has finished and the network is idle, the pages behind the products and departments on screen are loaded quietly. Whichever one is clicked, it is usually there already.',
      'You say how many pages at most. On devices that save data nothing is fetched, and slow connections are left in peace unless you decide otherwise.',
      'Addresses of the cart, orders, payment, account and sign-out are never touched. With #quick at the end of an address you see beside each product whether its page was asked for; customers do not.',
    ],
    ar: [
      'عندما تكتمل الصفحة وتخمل الشبكة تُحمَّل بهدوء صفحات المنتجات والأقسام الظاهرة على الشاشة. أيًّا نقر الزبون تكون صفحته جاهزة في الغالب.',
      'أنت تحدّد أكبر عدد من الصفحات. لا يُطلب شيء على الأجهزة التي توفّر البيانات، ويتوقف على الاتصال البطيء ما لم تختر غير ذلك.',
      'لا يقترب من عناوين السلة والطلبات والدفع والحساب وتسجيل الخروج. وبإضافة ‎#quick إلى آخر العنوان ترى بجانب كل منتج هل طُلبت صفحته، ولا يرى زبائنك ذلك.',
    ],
  },
  features: {
    tr: [
      'Yalnızca ekranda görünen bağlantılar, ağ boşken',
      'Sayfa sayısına sınır; yavaş bağlantıda durur',
      'Veri tasarrufuna uyar',
    ],
    en: [
      'Only links in view, only while the network is idle',
      'A limit on pages; slow connections left out',
      'Respects data saving',
    ],
    ar: [
      'الروابط الظاهرة فقط وحين تخمل الشبكة',
      'حدّ لعدد الصفحات وتوقّف على الاتصال البطيء',
      'يحترم توفير البيانات',
    ],
  },
  touches: [
    {
      title: { tr: 'İzleme kodu', en: 'Tracking code', ar: 'رمز التتبّع' },
      text: {
        tr: 'Her sayfanın sonuna önden yükleyen kodu ekler. Kimseyi izlemez; yalnızca mağazanın kendi sayfalarını ister.',
        en: 'Adds the loading code to the end of every page. It follows nobody and asks only for pages of your own shop.',
        ar: 'يضيف رمز التحميل إلى آخر كل صفحة. لا يتتبّع أحدًا ولا يطلب إلا صفحات متجرك.',
      },
    },
    {
      title: { tr: 'Sunucunun yükü', en: 'Load on your server', ar: 'الحمل على الخادم' },
      text: {
        tr: 'Açılan her sayfa, sınırın kadar ek istek getirir. Sunucun zayıfsa sınırı küçük tut.',
        en: 'Every page that opens brings up to your limit of further requests. Keep the limit low on a small server.',
        ar: 'كل صفحة تُفتح تجلب طلبات إضافية حتى الحدّ الذي وضعته. اجعله صغيرًا إن كان خادمك ضعيفًا.',
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
        tr: 'Sepet, sipariş, ödeme, giriş, çıkış ve dil değiştiren adresler önden istenmez.',
        en: 'Cart, order, payment, sign-in, sign-out and addresses that switch the language are never fetched.',
        ar: 'لا تُطلب مسبقًا عناوين السلة والطلب والدفع والدخول والخروج وتبديل اللغة.',
      },
    },
    {
      title: { tr: 'Başka siteler', en: 'Other sites', ar: 'المواقع الأخرى' },
      text: {
        tr: 'Mağazanın dışına giden hiçbir bağlantı yüklenmez.',
        en: 'No link that leads away from your shop is loaded.',
        ar: 'لا يُحمَّل أي رابط يؤدي إلى خارج متجرك.',
      },
    },
  ],
  support: [
    {
      heading: {
        tr: 'Sınırı kaç yapmalıyım?',
        en: 'Which limit should I choose?',
        ar: 'أي حدّ أختار؟',
      },
      paragraphs: {
        tr: [
          '12 çoğu mağazaya yeter: ilk ekrandaki ürünler ile reyonlar. Paylaşımlı, küçük bir sunucudaysan 4 ya da 6 ile başla.',
        ],
        en: [
          '12 suits most shops: the products and departments of the first screen. On a small shared server begin with 4 or 6.',
        ],
        ar: [
          '12 تكفي معظم المتاجر: منتجات الشاشة الأولى والأقسام. وعلى خادم مشترك صغير ابدأ بأربع أو ست.',
        ],
      },
    },
    {
      heading: {
        tr: 'Anında Sayfa ile farkı ne?',
        en: 'How does it differ from Instant Page?',
        ar: 'ما الفرق بينه وبين «صفحة فورية»؟',
      },
      paragraphs: {
        tr: [
          'Anında Sayfa müşteri bağlantının üstünde durunca bir sayfa ister; daha az yük getirir. Hazır Sayfalar daha erken başlar ve birkaç sayfa birden ister. İkisi bir arada da çalışır.',
        ],
        en: [
          'Instant Page asks for one page when a customer rests on its link, which costs less. Ready Pages begins earlier and asks for several. They work side by side.',
        ],
        ar: [
          '«صفحة فورية» تطلب صفحة واحدة حين يقف الزبون على رابطها وحملها أقل. أما «صفحات جاهزة» فتبدأ قبل ذلك وتطلب عدة صفحات. ويعملان معًا.',
        ],
      },
    },
    {
      heading: { tr: 'Hiç sayfa hazırlanmıyor', en: 'No page gets ready', ar: 'لا تُجهَّز أي صفحة' },
      paragraphs: {
        tr: [
          '#quick kutusuna bak: veri tasarrufu ya da yavaş bağlantı varsa orada yazar. Firefox’ta yalnızca mağazan sayfanın saklanmasına izin veriyorsa işe yarar. Bunlar değilse adresi iletişim formundan gönder.',
        ],
        en: [
          'Look at the #quick box: it says so when data saving or a slow connection is the cause. In Firefox it helps only where your shop allows pages to be kept. If it is neither, send us the address in the contact form.',
        ],
        ar: [
          'انظر إلى مربع ‎#quick: يذكر إن كان السبب توفير البيانات أو بطء الاتصال. وفي Firefox يفيد فقط إن سمح متجرك بحفظ الصفحات. وإلا فأرسل إلينا العنوان في نموذج التواصل.',
        ],
      },
    },
  ],
}

export const quickWords = {
  name: { tr: 'Hazır Sayfalar', en: 'Ready Pages', ar: 'صفحات جاهزة' },
  listing,
  reasons: {
    trackingCode: {
      tr: 'Görünen bağlantıların sayfalarını önden isteyen kodu sayfalara koyar.',
      en: 'Puts the code on your pages that fetches the pages behind links in view.',
      ar: 'يضع في الصفحات الرمز الذي يطلب صفحات الروابط الظاهرة مسبقًا.',
    },
  },
  parts: {
    fetchInView: {
      title: {
        tr: 'Her sayfa: görünen bağlantılar',
        en: 'Every page: links in view',
        ar: 'كل صفحة: الروابط الظاهرة',
      },
      summary: {
        tr: 'Sayfanın sonunda, görünmez. Sepet, sipariş ve hesap adreslerine dokunmaz.',
        en: 'At the end of the page, invisible. Leaves cart, order and account addresses alone.',
        ar: 'في آخر الصفحة دون أن يُرى. لا يقترب من عناوين السلة والطلب والحساب.',
      },
    },
  },
  inputs: {
    most: {
      title: {
        tr: 'Bir sayfada en çok kaç sayfa hazırlansın?',
        en: 'How many pages at most?',
        ar: 'كم صفحة على الأكثر؟',
      },
      description: {
        tr: 'Açılan her sayfa için sayılır.',
        en: 'Counted for every page that a customer opens.',
        ar: 'يُحسب لكل صفحة يفتحها الزبون.',
      },
    },
    slowNetworks: {
      title: {
        tr: 'Yavaş bağlantıda (2G, 3G)',
        en: 'On slow connections (2G, 3G)',
        ar: 'على الاتصال البطيء (2G و3G)',
      },
      'x-arasta-labels': {
        leave: { tr: 'Hiçbir şey isteme', en: 'Fetch nothing', ar: 'لا تجلب شيئًا' },
        fetch: { tr: '3G’de yine de iste', en: 'Fetch on 3G all the same', ar: 'اجلب على 3G أيضًا' },
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
      tr: 'İlk sürüm: görünen bağlantılar ağ boşken hazırlanır, veri tasarrufuna uyulur, #quick kutusu.',
      en: 'First release: links in view are fetched while the network is idle, data saving is respected, the #quick box.',
      ar: 'الإصدار الأول: تُجهَّز الروابط الظاهرة حين تخمل الشبكة، مع احترام توفير البيانات، ومربع ‎#quick.',
    },
    '1.1.0': {
      tr: 'Yeni: sayfa sayısına sınır koyabilirsin ve 3G’deki müşteri için hiçbir şey istenmez. Öncekinde sınır yoktu, yalnızca 2G dışarıdaydı.',
      en: 'New: a limit on the number of pages, and nothing is fetched on 3G. Before there was no limit and only 2G was left out.',
      ar: 'الجديد: حدّ لعدد الصفحات، ولا يُجلب شيء على 3G. لم يكن قبل ذلك حدّ، وكان 2G وحده مستثنى.',
    },
    '1.2.0': {
      tr: 'Artık her sitede: mağaza altyapısı olmadan, sayfalarına koyduğun tek satırla da çalışır.',
      en: 'Now on any site: without a shop system, too, by the one line in your pages.',
      ar: 'صار لأي موقع: يعمل أيضًا من دون نظام متجر، بالسطر الواحد في صفحاتك.',
    },
  },
}
