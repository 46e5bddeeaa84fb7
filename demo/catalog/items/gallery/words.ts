/** Every text of Full-Screen Gallery, each language written for its readers. */
const listing = {
  tagline: {
    tr: 'Ürün fotoğraflarını tam ekran açar: kaydır, yaklaştır, ok tuşlarıyla gez.',
    en: 'Opens product pictures full screen: swipe, pinch, or walk with the arrow keys.',
    ar: 'يفتح صور المنتج بملء الشاشة: مرّر، كبّر، أو تنقّل بمفاتيح الأسهم.',
  },
  description: {
    tr: [
      'Müşterin fotoğrafa dokununca fotoğraf olduğu yerden büyüyüp ekranı kaplar. Parmakla kaydırır, iki parmakla yaklaştırır, aşağı çekip kapatır. Bilgisayarda ok tuşları, Esc ve fare yeter.',
      'Altta bütün fotoğrafların küçükleri durur, üstlerinde ne gösterdikleri yazar: önden, yakından, odada. İkisini de kurarken kapatabilirsin.',
      'Görüntüleyici ancak fotoğrafın üstüne gelinince indirilir; ürün sayfan bu yüzden yavaşlamaz. İndirilemezse fotoğraf eskisi gibi kendi sayfasında açılır.',
    ],
    en: [
      'A touch on the picture makes it grow from its place until it fills the screen. Customers swipe to the next one, pinch to come closer, pull it down to close. On a computer the arrow keys, Esc and the mouse do the same.',
      'Below it all pictures stand in a row, and above the row is written what this one shows: from the front, from close by, in a room. You can switch off either at installation.',
      'The viewer is fetched only when somebody points at the picture, so your product page stays as quick as it was. If it cannot be fetched, the picture opens on a page of its own as before.',
    ],
    ar: [
      'حين يلمس الزبون الصورة تكبر من مكانها حتى تملأ الشاشة. يمرّر إلى التالية بإصبعه، ويكبّر بإصبعين، ويسحب إلى الأسفل للإغلاق. وعلى الحاسوب تكفي مفاتيح الأسهم وEsc والفأرة.',
      'تحت الصورة شريط بكل الصور، وفوقه سطر يقول ما تعرضه: من الأمام، عن قرب، في الغرفة. ويمكنك إيقاف أيٍّ منهما عند التثبيت.',
      'لا يُحمَّل العارض إلا حين يقترب أحد من الصورة، فتبقى صفحة المنتج بسرعتها. وإن تعذّر تحميله تُفتح الصورة في صفحة مستقلة كما كانت.',
    ],
  },
  features: {
    tr: [
      'Parmak, fare ve klavyeyle gezilir',
      'Küçük fotoğraf şeridi ve alt yazı',
      'Koyu ya da açık zemin',
    ],
    en: [
      'By finger, mouse and keyboard',
      'A strip of all pictures, and captions',
      'A dark or a light ground',
    ],
    ar: ['بالإصبع والفأرة ولوحة المفاتيح', 'شريط بكل الصور مع شرح لكل صورة', 'خلفية داكنة أو فاتحة'],
  },
  touches: [
    {
      title: { tr: 'Tasarım bloğu', en: 'Design block', ar: 'كتلة تصميم' },
      text: {
        tr: 'Ürün sayfasına iki stil, bir kod dosyası ekler; büyük fotoğrafa tıklamayı kendi açar.',
        en: 'Adds two style files and one code file to the product page and answers the click on the large picture.',
        ar: 'يضيف إلى صفحة المنتج ملفَّي تنسيق وملف برمجة، ويتولّى النقر على الصورة الكبيرة.',
      },
    },
    {
      title: { tr: 'Fotoğrafın köşesi', en: 'A corner of the picture', ar: 'زاوية الصورة' },
      text: {
        tr: 'Fotoğrafın açıldığını gösteren küçük bir işaret ve fotoğraf sayısı koyar.',
        en: 'Puts a small sign there that the picture opens, with the number of pictures.',
        ar: 'يضع فيها علامة صغيرة تدل على أن الصورة تُفتح، مع عدد الصور.',
      },
    },
  ],
  leavesAlone: [
    {
      title: { tr: 'Fotoğrafların', en: 'Your pictures', ar: 'صورك' },
      text: {
        tr: 'Hiçbirini değiştirmez, kopyalamaz, başka yere yollamaz.',
        en: 'It changes none, copies none and sends none anywhere.',
        ar: 'لا يغيّر منها شيئًا ولا ينسخها ولا يرسلها إلى أي مكان.',
      },
    },
    {
      title: { tr: 'Küçük fotoğraflar', en: 'The small pictures', ar: 'الصور الصغيرة' },
      text: {
        tr: 'Sayfadaki sıra yerinde kalır, yine büyük fotoğrafı seçer.',
        en: 'The row on the page stays and still chooses the large picture.',
        ar: 'يبقى صفّها في الصفحة كما هو ويختار الصورة الكبيرة.',
      },
    },
  ],
  support: [
    {
      heading: {
        tr: 'Büyük fotoğraf bulanık',
        en: 'The large picture is blurred',
        ar: 'الصورة الكبيرة غير واضحة',
      },
      paragraphs: {
        tr: [
          'Uygulama mağazanın verdiği büyük dosyayı gösterir. Dosya küçükse ekranı dolduramaz; en az 1600 piksel genişliğinde bir fotoğraf yükle.',
        ],
        en: [
          'The app shows the large file that your shop offers. A small file cannot fill a screen; upload a picture at least 1600 pixels wide.',
        ],
        ar: [
          'يعرض التطبيق الملف الكبير الذي يقدّمه متجرك. الملف الصغير لا يملأ الشاشة، فارفع صورة لا يقل عرضها عن 1600 بكسل.',
        ],
      },
    },
    {
      heading: {
        tr: 'Yakından Bak ile birlikte kullanabilir miyim?',
        en: 'Can I use it together with Closer Look?',
        ar: 'هل أستعمله مع «نظرة عن قرب»؟',
      },
      paragraphs: {
        tr: [
          'Evet. İkisi de kuruluysa tıklamak galeriyi açar; fareyle üstüne gelmek ve büyüteç düğmesi Yakından Bak’ta kalır.',
        ],
        en: [
          'Yes. With both installed a click opens the gallery; hovering and the magnifier button stay with Closer Look.',
        ],
        ar: [
          'نعم. عند تثبيتهما معًا يفتح النقر المعرض، ويبقى مرور الفأرة وزر العدسة لتطبيق «نظرة عن قرب».',
        ],
      },
    },
    {
      heading: {
        tr: 'Alt yazılar nereden geliyor?',
        en: 'Where do the captions come from?',
        ar: 'من أين يأتي شرح الصور؟',
      },
      paragraphs: {
        tr: ['Fotoğrafın alternatif metninden. Orayı boş bırakırsan alt yazı da boş kalır.'],
        en: ['From the picture’s alternative text. Where that is empty, there is no caption.'],
        ar: ['من النص البديل للصورة. إن تركته فارغًا فلا شرح لها.'],
      },
    },
  ],
}

export const galleryWords = {
  name: { tr: 'Tam Ekran Galeri', en: 'Full-Screen Gallery', ar: 'معرض ملء الشاشة' },
  listing,
  reasons: {
    designBlock: {
      tr: 'Ürün sayfasındaki fotoğrafı tıklanınca tam ekran açmak için.',
      en: 'To open the picture on the product page full screen when it is clicked.',
      ar: 'لفتح صورة صفحة المنتج بملء الشاشة عند النقر عليها.',
    },
  },
  parts: {
    viewer: {
      title: {
        tr: 'Ürün sayfası: tam ekran fotoğraflar',
        en: 'Product page: full-screen pictures',
        ar: 'صفحة المنتج: صور بملء الشاشة',
      },
      summary: {
        tr: 'Büyük fotoğrafa tıklanınca bütün fotoğraflar tam ekranda gezilir.',
        en: 'A click on the large picture opens all pictures full screen.',
        ar: 'النقر على الصورة الكبيرة يفتح كل الصور بملء الشاشة.',
      },
    },
  },
  inputs: {
    backdrop: {
      title: { tr: 'Zemin', en: 'Ground', ar: 'الخلفية' },
      description: {
        tr: 'Fotoğrafların açık zeminde çekildiyse açık zemin onlara yakışır.',
        en: 'Pictures taken on a light ground look at home on a light one.',
        ar: 'الصور الملتقطة على خلفية فاتحة تناسبها الخلفية الفاتحة.',
      },
      'x-arasta-labels': {
        dark: { tr: 'Koyu', en: 'Dark', ar: 'داكنة' },
        light: { tr: 'Açık', en: 'Light', ar: 'فاتحة' },
      },
    },
    strip: {
      title: {
        tr: 'Altta küçük fotoğraflar',
        en: 'Small pictures below',
        ar: 'صور صغيرة في الأسفل',
      },
    },
    captions: {
      title: { tr: 'Alt yazı', en: 'Captions', ar: 'شرح الصور' },
      description: {
        tr: 'Fotoğrafın alternatif metnini gösterir.',
        en: 'Shows the picture’s alternative text.',
        ar: 'يعرض النص البديل للصورة.',
      },
    },
  },
  notes: {
    '1.0.0': {
      tr: 'İlk sürüm: tam ekran, kaydırma, iki parmakla yaklaştırma, klavye, koyu ve açık zemin.',
      en: 'First release: full screen, swiping, pinching, keyboard, a dark and a light ground.',
      ar: 'الإصدار الأول: ملء الشاشة والتمرير والتكبير بإصبعين ولوحة المفاتيح وخلفية داكنة أو فاتحة.',
    },
    '1.1.0': {
      tr: 'Altta bütün fotoğrafların küçükleri, üstlerinde alt yazı. İkisi de açık gelir, ayardan kapatılır.',
      en: 'New: a strip of all pictures below, with a caption above it. Both are on, and each can be switched off.',
      ar: 'الجديد: شريط بكل الصور في الأسفل وفوقه شرح. كلاهما مفعّل ويمكن إيقافه من الإعدادات.',
    },
  },
}
