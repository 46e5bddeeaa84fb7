/** Every text of Product Finder, each language written for its readers. */
const listing = {
  tagline: {
    tr: 'Müşterin yazarken ürünleri bulur; yanlış yazılanı ve eksik harfi de anlar.',
    en: 'Finds products while your customer types, wrong letters included.',
    ar: 'يجد المنتجات أثناء الكتابة، ولو أخطأ الزبون في حرف.',
  },
  description: {
    tr: [
      'Her sayfanın köşesine “Ürün bul” düğmesi koyar; klavyede / tuşu da açar. Müşteri yazdıkça ürünler resmi, kısa açıklaması ve fiyatıyla sıralanır; ok tuşlarıyla seçip Enter’la açar.',
      '“kirlent” yazan kırlenti, “lanba” yazan lambayı bulur: ı ile i, ş ile s aynı sayılır, bir iki yanlış harf hoş görülür. Arapçada elif, ye ve te’nin yazılışları birleşir.',
      'Arama müşterinin tarayıcısında olur. Kod ve ürünler ancak arama açılınca, bir kez, mağazanın kendi liste sayfasından gelir; yazılanlar hiçbir yere gönderilmez. Bu sayfada görünmeyen ürünü bulamaz.',
      'Bu ürün tanıtım için “uygulama içi satın alma” işareti de taşır. Şu anda içinde parayla satılan bir şey yoktur.',
    ],
    en: [
      'A “Find a product” button stands in the corner of every page; the / key opens it too. As a customer types, products are listed with picture, short text and price; arrow keys choose, Enter opens.',
      '“pomegranite” finds the pomegranate cushion and “lanten” the lantern: a wrong letter or two is forgiven. Turkish ı and i, ş and s count as one, and so do the written forms of Arabic alef, ya and ta marbuta.',
      'The search runs in the customer’s browser. Code and products are fetched once, when the search is opened, from your shop’s own list page; what is typed is sent nowhere. A product that this page does not show cannot be found.',
      'This listing also carries the mark “in-app purchase” to show how it looks. Nothing inside is sold for money at present.',
    ],
    ar: [
      'يضع زر «ابحث عن منتج» في زاوية كل صفحة، ويفتحه مفتاح / أيضًا. وكلما كتب الزبون ظهرت المنتجات بصورها ووصفها القصير وأسعارها، يختار بالأسهم ويفتح بمفتاح Enter.',
      'من كتب «مزهريه» وجد المزهرية، ومن كتب «مصبح» وجد المصباح: تتوحّد أشكال الألف والياء والتاء المربوطة، ويُغتفر حرف أو حرفان. وفي التركية لا فرق بين ı وi ولا بين ş وs.',
      'يجري البحث في متصفح الزبون. يُجلب الرمز والمنتجات مرة واحدة عند فتح البحث من صفحة القائمة في متجرك، ولا يُرسل ما يُكتب إلى أي مكان. ولا يجد منتجًا لا تعرضه تلك الصفحة.',
      'يحمل هذا المنتج أيضًا علامة «مشتريات داخل التطبيق» للعرض فقط. لا يُباع في داخله شيء حاليًا.',
    ],
  },
  features: {
    tr: [
      'Yanlış harfe ve Türkçe harflere hoşgörülü',
      'Resim, açıklama ve fiyatla sonuçlar',
      'Klavye ve ekran okuyucuyla kullanılır',
    ],
    en: [
      'Forgives wrong letters and missing accents',
      'Results with picture, text and price',
      'Works by keyboard and screen reader',
    ],
    ar: [
      'يغتفر الحرف الخطأ واختلاف رسم الحروف',
      'نتائج بالصورة والوصف والسعر',
      'يعمل بلوحة المفاتيح وقارئ الشاشة',
    ],
  },
  touches: [
    {
      title: { tr: 'Tasarım bloğu', en: 'Design block', ar: 'كتلة تصميم' },
      text: {
        tr: 'Her sayfanın alt köşesine arama düğmesini koyar.',
        en: 'Puts the search button into the lower corner of every page.',
        ar: 'يضع زر البحث في الزاوية السفلى من كل صفحة.',
      },
    },
    {
      title: { tr: 'Ürün listesi sayfan', en: 'Your product list page', ar: 'صفحة قائمة منتجاتك' },
      text: {
        tr: 'Arama açılınca bir kez okunur: ad, açıklama, resim, fiyat, adres.',
        en: 'Is read once when the search is opened: name, text, picture, price, address.',
        ar: 'تُقرأ مرة واحدة عند فتح البحث: الاسم والوصف والصورة والسعر والعنوان.',
      },
    },
  ],
  leavesAlone: [
    {
      title: { tr: 'Mağazanın kendi araması', en: 'Your shop’s own search', ar: 'بحث متجرك' },
      text: {
        tr: 'Yerinde kalır. Bir şey bulunamazsa müşteri oraya yönlendirilir.',
        en: 'Stays where it is. When nothing is found, customers are pointed to it.',
        ar: 'يبقى مكانه، وإليه يُرشد الزبون حين لا توجد نتيجة.',
      },
    },
    {
      title: { tr: 'Aranan sözler', en: 'What people search for', ar: 'كلمات البحث' },
      text: {
        tr: 'Saklanmaz, sayılmaz, gönderilmez.',
        en: 'Is not kept, counted or sent.',
        ar: 'لا تُحفظ ولا تُعدّ ولا تُرسل.',
      },
    },
  ],
  support: [
    {
      heading: { tr: 'Bir ürün bulunmuyor', en: 'A product is not found', ar: 'لا يجد منتجًا' },
      paragraphs: {
        tr: [
          'Ürün, ayardaki liste sayfasının ilk görünümünde olmalı. Listen birkaç sayfaya bölünüyorsa bütün ürünleri gösteren bir adres yaz.',
        ],
        en: [
          'It must show on the list page named in the settings. If your list is split into pages, give an address that shows all products.',
        ],
        ar: [
          'يجب أن يظهر في صفحة القائمة المذكورة في الإعدادات. وإن كانت القائمة مقسّمة فاكتب عنوانًا يعرض كل المنتجات.',
        ],
      },
    },
    {
      heading: {
        tr: 'Liste sayfasını nasıl tanır?',
        en: 'How does it read the list page?',
        ar: 'كيف يقرأ صفحة القائمة؟',
      },
      paragraphs: {
        tr: [
          'Her ürünün kutusunda data-product-id ve ürüne giden bir bağlantı arar; Demo Commerce mağazalarında böyledir. Teman farklıysa adresini iletişim formundan gönder, birlikte bakalım.',
        ],
        en: [
          'It looks for boxes with data-product-id and a link to the product, as shops on Demo Commerce have them. If your theme differs, send us its address in the contact form.',
        ],
        ar: [
          'يبحث عن مربعات فيها data-product-id ورابط إلى المنتج كما في متاجر Demo Commerce. وإن اختلف قالبك فأرسل إلينا عنوانه في نموذج التواصل.',
        ],
      },
    },
    {
      heading: { tr: '/ tuşu başka işime yarıyor', en: 'I need the / key', ar: 'أحتاج مفتاح /' },
      paragraphs: {
        tr: [
          'Kurarken “/ tuşuyla da açılsın” ayarını kapat. Bir kutuya yazarken / zaten hiçbir şey açmaz.',
        ],
        en: [
          'Turn off “Open with the / key” at installation. While somebody types into a field, / opens nothing anyway.',
        ],
        ar: ['أوقف «الفتح بمفتاح /» عند التثبيت. ولا يفتح المفتاح شيئًا أصلًا أثناء الكتابة في حقل.'],
      },
    },
  ],
}

export const finderWords = {
  name: { tr: 'Ürün Bulucu', en: 'Product Finder', ar: 'باحث المنتجات' },
  listing,
  reasons: {
    designBlock: {
      tr: 'Arama düğmesini sayfaların köşesinde gösterir.',
      en: 'Shows the search button in the corner of your pages.',
      ar: 'يعرض زر البحث في زاوية الصفحات.',
    },
  },
  parts: {
    button: {
      title: {
        tr: 'Her sayfa: “Ürün bul” düğmesi',
        en: 'Every page: a “Find a product” button',
        ar: 'كل صفحة: زر «ابحث عن منتج»',
      },
      summary: {
        tr: 'Alt köşede. Basınca arama açılır, ürünler yazdıkça sıralanır.',
        en: 'In the lower corner. It opens a search that lists products while somebody types.',
        ar: 'في الزاوية السفلى. يفتح بحثًا تظهر نتائجه أثناء الكتابة.',
      },
    },
  },
  inputs: {
    corner: {
      title: { tr: 'Düğme hangi köşede?', en: 'In which corner?', ar: 'في أي زاوية؟' },
      'x-arasta-labels': {
        end: {
          tr: 'Satır sonu (Türkçede sağ)',
          en: 'Where lines end (right in English)',
          ar: 'نهاية السطر (اليسار في العربية)',
        },
        start: {
          tr: 'Satır başı (Türkçede sol)',
          en: 'Where lines begin (left in English)',
          ar: 'بداية السطر (اليمين في العربية)',
        },
      },
    },
    slashKey: {
      title: { tr: '/ tuşuyla da açılsın', en: 'Open with the / key', ar: 'الفتح بمفتاح /' },
      description: {
        tr: 'Bir kutuya yazarken çalışmaz.',
        en: 'Not while somebody types into a field.',
        ar: 'لا يعمل أثناء الكتابة في حقل.',
      },
    },
    listPage: {
      title: { tr: 'Ürün listesi sayfası', en: 'Product list page', ar: 'صفحة قائمة المنتجات' },
      description: {
        tr: 'Mağazanın içindeki adresi. Burada görünen ürünler bulunur.',
        en: 'Its address inside your shop. The products on this page can be found.',
        ar: 'عنوانها داخل متجرك. المنتجات الظاهرة فيها هي التي يمكن إيجادها.',
      },
    },
  },
  notes: {
    '1.0.0': {
      tr: 'İlk sürüm: ürün adlarında arama, yanlış harfe hoşgörü, düğme ve / tuşu.',
      en: 'First release: search in product names, wrong letters forgiven, a button and the / key.',
      ar: 'الإصدار الأول: بحث في أسماء المنتجات مع اغتفار الأخطاء، وزر ومفتاح /.',
    },
    '1.1.0': {
      tr: 'Yeni: sonuçlarda resim ve fiyat var, kısa açıklamalarda da aranıyor. Önceki sürüm yalnızca adları gösteriyordu.',
      en: 'New: results show picture and price, and short texts are searched too. The release before listed names only.',
      ar: 'الجديد: تظهر الصورة والسعر في النتائج، ويشمل البحث الوصف القصير. كان الإصدار السابق يعرض الأسماء فقط.',
    },
  },
}
