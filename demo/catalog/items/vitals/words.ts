/** Every text of Speed Gauge, each language written for its readers. */
const listing = {
  tagline: {
    tr: 'Mağazanın kendi telefonunda ve bilgisayarında ne kadar hızlı açıldığını ölçer.',
    en: 'Measures how fast your shop is on your own phone and computer.',
    ar: 'يقيس سرعة متجرك على هاتفك وحاسوبك أنت.',
  },
  description: {
    tr: [
      'Mağazanın adresinin sonuna #vitals yazınca köşede bir pano açılır: sayfa ne kadar sürede göründü (LCP), dokunuşa ne kadar sürede tepki verdi (INP), açılırken ne kadar kaydı (CLS). Her değer iyi, orta ya da zayıf diye söylenir.',
      'Pano o tarayıcıdaki geçmiş ziyaretleri de toplar: ana sayfa, ürün listesi, ürün, sepet ve sipariş için dört ziyaretten üçünün tuttuğu değer. Böylece hangi sayfanın ağır olduğu görülür.',
      'Ölçüm yalnızca panoyu bir kez açtığın tarayıcılarda yapılır ve orada kalır; hiçbir yere gönderilmez. Müşterilerinin hızını ölçmez: onların tarayıcısı iki kilobaytlık, boş duran bir dosya indirir.',
      'Bu ürün, yalnızca kullanımla ödenen bir planın nasıl göründüğünü gösterir. Uygulama kimseye kullanım bildirmez; kendiliğinden bir şey ödenmez.',
    ],
    en: [
      'Add #vitals to an address of your shop and a panel opens in the corner: how soon the page appeared (LCP), how soon it answered a tap (INP), how much it shifted while loading (CLS). Each value is called good, fair or poor.',
      'The panel also gathers earlier visits of that browser: for home, list, product, cart and order the value that three visits in four kept to. So you see which page is the heavy one.',
      'It measures only in browsers in which you opened the panel once, and the values stay there; nothing is sent anywhere. It does not measure your customers: their browsers load one idle file of two kilobytes.',
      'This listing shows what a plan looks like that is paid by use only. The app itself reports no use to anybody, so nothing is charged by itself.',
    ],
    ar: [
      'أضف ‎#vitals إلى آخر عنوان متجرك فتُفتح لوحة في الزاوية: متى ظهرت الصفحة (LCP)، ومتى استجابت للمسة (INP)، وكم انزاحت عند التحميل (CLS). ولكل قيمة وصف: جيد أو متوسط أو ضعيف.',
      'تجمع اللوحة أيضًا زياراتك السابقة في ذلك المتصفح: للرئيسية والقائمة والمنتج والسلة والطلب القيمةُ التي لم تتجاوزها ثلاث زيارات من كل أربع. فتعرف أي صفحة هي الثقيلة.',
      'لا يقيس إلا في المتصفحات التي فتحت فيها اللوحة مرة، وتبقى القيم هناك ولا تُرسل إلى أي مكان. ولا يقيس زبائنك: تُحمّل متصفحاتهم ملفًا واحدًا خاملًا حجمه كيلوبايتان.',
      'يبيّن هذا المنتج شكل خطة تُدفع حسب الاستخدام وحده. التطبيق نفسه لا يبلّغ أحدًا عن الاستخدام، فلا يُدفع شيء من تلقاء نفسه.',
    ],
  },
  features: {
    tr: [
      'Görünme, tepki ve kayma: üç değer, üç not',
      'Sayfa türüne göre geçmiş ziyaretler',
      'Hiçbir değer tarayıcından çıkmaz',
    ],
    en: [
      'Appears, responds, shifts: three values, each rated',
      'Earlier visits by kind of page',
      'No value leaves your browser',
    ],
    ar: [
      'الظهور والاستجابة والانزياح: ثلاث قيم مع تقديرها',
      'زيارات سابقة بحسب نوع الصفحة',
      'لا تغادر أي قيمة متصفحك',
    ],
  },
  touches: [
    {
      title: { tr: 'İzleme kodu', en: 'Tracking code', ar: 'رمز التتبّع' },
      text: {
        tr: 'Her sayfaya, senin sözcüğünü bekleyen küçük bir dosya ekler. Adına rağmen kimseyi izlemez.',
        en: 'Adds a small file to every page that waits for your word. In spite of the name it follows nobody.',
        ar: 'يضيف إلى كل صفحة ملفًا صغيرًا ينتظر كلمتك. وهو رغم اسمه لا يتتبّع أحدًا.',
      },
    },
    {
      title: { tr: 'Senin tarayıcın', en: 'Your browser', ar: 'متصفحك' },
      text: {
        tr: 'Son 200 ziyaretin değerlerini yerel depoda tutar; panodaki düğme hepsini siler.',
        en: 'Keeps the values of your last 200 visits in local storage; a button in the panel deletes them all.',
        ar: 'يحفظ قيم آخر 200 زيارة في التخزين المحلي، وزر في اللوحة يحذفها كلها.',
      },
    },
  ],
  leavesAlone: [
    {
      title: { tr: 'Müşterilerin', en: 'Your customers', ar: 'زبائنك' },
      text: {
        tr: 'Onlarda ölçüm yapılmaz, bir şey saklanmaz, pano açılmaz.',
        en: 'Nothing is measured, kept or shown in their browsers.',
        ar: 'لا قياس ولا حفظ ولا لوحة في متصفحاتهم.',
      },
    },
    {
      title: { tr: 'Dış adresler', en: 'Outside addresses', ar: 'العناوين الخارجية' },
      text: {
        tr: 'Hiçbirine bağlanmaz, hesap istemez.',
        en: 'It contacts none and needs no account.',
        ar: 'لا يتصل بأي منها ولا يحتاج إلى حساب.',
      },
    },
  ],
  support: [
    {
      heading: {
        tr: 'Panoyu nasıl açarım?',
        en: 'How do I open the panel?',
        ar: 'كيف أفتح اللوحة؟',
      },
      paragraphs: {
        tr: [
          'Mağazanın herhangi bir sayfasında adresin sonuna #vitals yazıp Enter’a bas. Kurarken başka bir sözcük seçtiysen onu yaz. Sözcük bir parola değildir, yalnızca panoyu meraklı gözden uzak tutar.',
        ],
        en: [
          'On any page of your shop, add #vitals to the address and press Enter. If you chose another word at installation, use that. The word is no password: it only keeps the panel out of the way.',
        ],
        ar: [
          'في أي صفحة من متجرك أضف ‎#vitals إلى آخر العنوان واضغط Enter. وإن اخترت كلمة أخرى عند التثبيت فاكتبها. الكلمة ليست كلمة مرور، بل تُبقي اللوحة بعيدة عن الفضول.',
        ],
      },
    },
    {
      heading: {
        tr: 'Değerim zayıf, ne yapayım?',
        en: 'A value is poor. What now?',
        ar: 'إحدى القيم ضعيفة، ماذا أفعل؟',
      },
      paragraphs: {
        tr: [
          'Görünme zayıfsa önce büyük resimleri küçült. Tepki zayıfsa sayfaya eklenen kodları azalt. Kayma varsa resimlerine genişlik ve yükseklik ver.',
        ],
        en: [
          'Appears: make large pictures smaller first. Responds: have fewer added codes on the page. Shifts: give your pictures a width and a height.',
        ],
        ar: [
          'الظهور: صغّر الصور الكبيرة أولًا. الاستجابة: قلّل الرموز المضافة إلى الصفحة. الانزياح: حدّد عرض الصور وارتفاعها.',
        ],
      },
    },
    {
      heading: {
        tr: 'Google’daki değerden farklı',
        en: 'Google shows other values',
        ar: 'تختلف عن قيم Google',
      },
      paragraphs: {
        tr: [
          'Google, Chrome kullanan müşterilerinin ölçümlerini toplar; burada yalnızca senin cihazların var. Aynı ölçüler, başka ziyaretler. Tepki ve kayma Safari’de eksik kalabilir.',
        ],
        en: [
          'Google gathers visits of your customers in Chrome; here are only your own devices. The same measures, other visits. Some values may be missing in Safari.',
        ],
        ar: [
          'تجمع Google زيارات زبائنك في Chrome، وهنا أجهزتك فقط. المقاييس نفسها والزيارات مختلفة. وقد ينقص بعض القيم في Safari.',
        ],
      },
    },
  ],
}

export const vitalsWords = {
  name: { tr: 'Hız Ölçer', en: 'Speed Gauge', ar: 'مقياس السرعة' },
  listing,
  reasons: {
    trackingCode: {
      tr: 'Sözcüğünü yazdığın tarayıcıda hızı ölçen ve panoyu açan kodu sayfalara koyar.',
      en: 'Puts the code on your pages that measures and opens the panel in browsers where you use your word.',
      ar: 'يضع في الصفحات الرمز الذي يقيس السرعة ويفتح اللوحة في المتصفح الذي تكتب فيه كلمتك.',
    },
  },
  parts: {
    gauge: {
      title: {
        tr: 'Her sayfa: hız panosu',
        en: 'Every page: the speed panel',
        ar: 'كل صفحة: لوحة السرعة',
      },
      summary: {
        tr: 'Yalnızca adresin sonuna sözcüğünü yazınca görünür. Müşterilerde boş durur.',
        en: 'Shows only when your word stands at the end of the address. Idle for customers.',
        ar: 'لا تظهر إلا حين تكتب كلمتك في آخر العنوان. خاملة عند الزبائن.',
      },
    },
  },
  inputs: {
    word: {
      title: {
        tr: 'Panoyu açan sözcük',
        en: 'The word that opens the panel',
        ar: 'الكلمة التي تفتح اللوحة',
      },
      description: {
        tr: 'Adresin sonunda # işaretinden sonra yazılır. Parola değildir; sayfanın kaynağında okunabilir.',
        en: 'Written after # at the end of an address. It is no password: it can be read in the page’s source.',
        ar: 'تُكتب بعد علامة # في آخر العنوان. ليست كلمة مرور، ويمكن قراءتها في مصدر الصفحة.',
      },
    },
  },
  notes: {
    '1.0.0': {
      tr: 'İlk sürüm: açık sayfanın üç değeri, notlarıyla, üç dilde.',
      en: 'First release: the three values of the open page, rated, in three languages.',
      ar: 'الإصدار الأول: القيم الثلاث للصفحة المفتوحة مع تقديرها بثلاث لغات.',
    },
    '1.1.0': {
      tr: 'Yeni: geçmiş ziyaretler, sayfa türüne göre bir tabloda. Önceki sürüm yalnızca açık sayfayı gösteriyordu.',
      en: 'New: earlier visits in a table by kind of page. The release before showed the open page only.',
      ar: 'الجديد: الزيارات السابقة في جدول بحسب نوع الصفحة. كان الإصدار السابق يعرض الصفحة المفتوحة فقط.',
    },
    '1.2.0': {
      tr: 'Artık her sitede: mağaza altyapısı olmadan, sayfalarına koyduğun tek satırla da çalışır. Sayfa türlerini kurallarından bilir; bilmediklerini “Öbür sayfalar” altında toplar.',
      en: 'Now on any site: without a shop system, too, by the one line in your pages. It knows the kinds of pages by your rules; the rest it counts as “Other pages”.',
      ar: 'صار لأي موقع: يعمل أيضًا من دون نظام متجر، بالسطر الواحد في صفحاتك. يعرف أنواع الصفحات من قواعدك، وما لا يعرفه يجمعه في «صفحات أخرى».',
    },
  },
}
