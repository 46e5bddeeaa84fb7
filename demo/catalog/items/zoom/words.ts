/** Every text of Closer Look, each language written for its readers. */
const listing = {
  tagline: {
    tr: 'Fare ya da parmak neredeyse ürün fotoğrafı orada büyür; dokuyu, dikişi, sırrı gösterir.',
    en: 'Magnifies the product picture right under the pointer or finger: weave, seam, glaze.',
    ar: 'يكبّر صورة المنتج تحت المؤشر أو الإصبع: النسيج والخياطة واللمعة.',
  },
  description: {
    tr: [
      'Müşterin fareyi fotoğrafın üstüne getirince fotoğraf yerinde büyür ve fareyi izler; çekince eski haline döner. Yeni pencere açılmaz, fiyat ve “Sepete ekle” göz önünde kalır.',
      'Telefonda fotoğrafa dokununca dokunulan yer büyür, parmakla gezilir, iki parmakla yaklaşılır. Köşedeki “Yakından bak” düğmesi aynı işi klavyeyle de yapar: ok tuşları gezdirir, Esc bitirir.',
      'Büyük fotoğraf ancak biri yakından bakınca indirilir. Kaç kat büyüyeceğini sen seçersin; hareketi azaltmış müşteride geçişler olmadan büyür.',
    ],
    en: [
      'When the mouse rests on the picture, it grows where it is and follows the mouse; away from it, it is as before. No window opens, so the price and “Add to cart” stay in view.',
      'On a phone a tap enlarges the spot that was tapped, a finger moves about and two come closer. The “Look closely” button in the corner does the same from the keyboard: arrow keys move, Esc ends.',
      'The large picture is fetched only once somebody looks closely. You choose how many times larger it gets; for customers who asked for less motion it changes without gliding.',
    ],
    ar: [
      'حين تستقر الفأرة فوق الصورة تكبر في مكانها وتتبعها، وحين تبتعد تعود كما كانت. لا تُفتح نافذة، فيبقى السعر وزر «أضف إلى السلة» أمام الزبون.',
      'على الهاتف تكبّر اللمسةُ الموضعَ الملموس، ويتنقّل الإصبع فيه، ويقرّب الإصبعان أكثر. وزر «انظر عن قرب» في الزاوية يفعل ذلك بلوحة المفاتيح: الأسهم للتنقّل وEsc للخروج.',
      'لا تُحمَّل الصورة الكبيرة إلا حين ينظر أحد عن قرب. أنت تختار مقدار التكبير، ومن طلب تقليل الحركة تتغيّر عنده الصورة بلا انزلاق.',
    ],
  },
  features: {
    tr: [
      'Fareyle, parmakla ve klavyeyle',
      'İki kattan beş kata kadar büyütme',
      'Sayfadan çıkmadan, fotoğrafın kendi yerinde',
    ],
    en: [
      'By mouse, finger and keyboard',
      'Two to five times larger',
      'In the picture’s own place, without leaving the page',
    ],
    ar: [
      'بالفأرة والإصبع ولوحة المفاتيح',
      'تكبير من ضعفين إلى خمسة أضعاف',
      'في مكان الصورة نفسه دون مغادرة الصفحة',
    ],
  },
  touches: [
    {
      title: { tr: 'Tasarım bloğu', en: 'Design block', ar: 'كتلة تصميم' },
      text: {
        tr: 'Ürün sayfasına bir stil, iki kod dosyası ekler; büyük fotoğrafı bir çerçevenin içine alır.',
        en: 'Adds one style and two code files to the product page and puts the large picture into a frame.',
        ar: 'يضيف إلى صفحة المنتج ملف تنسيق وملفَّي برمجة، ويضع الصورة الكبيرة داخل إطار.',
      },
    },
    {
      title: { tr: 'Fotoğrafa tıklamak', en: 'The click on the picture', ar: 'النقر على الصورة' },
      text: {
        tr: 'Başka bir uygulama istemiyorsa tıklamayı üstlenir. Tam Ekran Galeri kuruluysa ona bırakır.',
        en: 'It takes the click unless another app does. With Full-Screen Gallery on the shop, the click is the gallery’s.',
        ar: 'يتولّاه ما لم يطلبه تطبيق آخر. وإن كان «معرض ملء الشاشة» مثبّتًا تركه له.',
      },
    },
  ],
  leavesAlone: [
    {
      title: { tr: 'Fotoğraf dosyaların', en: 'Your picture files', ar: 'ملفات صورك' },
      text: {
        tr: 'Hiçbirini değiştirmez, mağazanın verdiği büyük dosyayı gösterir.',
        en: 'It changes none and shows the large file that your shop offers.',
        ar: 'لا يغيّر منها شيئًا، ويعرض الملف الكبير الذي يقدّمه متجرك.',
      },
    },
    {
      title: { tr: 'Sayfa kaydırma', en: 'Scrolling', ar: 'تمرير الصفحة' },
      text: {
        tr: 'Fare tekerleğine ve tek parmakla kaydırmaya karışmaz.',
        en: 'The mouse wheel and a single finger scroll the page as always.',
        ar: 'عجلة الفأرة والإصبع الواحد يمرّران الصفحة كالمعتاد.',
      },
    },
  ],
  support: [
    {
      heading: {
        tr: 'Büyüyünce bulanık görünüyor',
        en: 'It is blurred when enlarged',
        ar: 'تبدو غير واضحة عند التكبير',
      },
      paragraphs: {
        tr: [
          'Fotoğraf küçükse büyütünce ayrıntı çıkmaz. Üç kat için en az 1800 piksel genişliğinde fotoğraf yükle ya da büyütmeyi iki kata indir.',
        ],
        en: [
          'A small picture has no detail to show. For three times, upload pictures at least 1800 pixels wide, or set the app to two times.',
        ],
        ar: [
          'الصورة الصغيرة لا تفاصيل فيها. للتكبير ثلاثة أضعاف ارفع صورًا لا يقل عرضها عن 1800 بكسل، أو اجعل التكبير ضعفين.',
        ],
      },
    },
    {
      heading: {
        tr: 'Fare geçerken büyümesini istemiyorum',
        en: 'I do not want it to grow under a passing mouse',
        ar: 'لا أريد أن تكبر بمرور الفأرة',
      },
      paragraphs: {
        tr: [
          'Kurarken “Fareyle üstüne gelince büyüt” ayarını kapat. Tıklamak ve düğme çalışmayı sürdürür.',
        ],
        en: [
          'Switch off “Enlarge under the mouse” at installation. The click and the button keep working.',
        ],
        ar: ['أوقف «التكبير عند مرور الفأرة» عند التثبيت، ويبقى النقر والزر كما هما.'],
      },
    },
    {
      heading: {
        tr: 'Tam Ekran Galeri ile çatışır mı?',
        en: 'Does it clash with Full-Screen Gallery?',
        ar: 'هل يتعارض مع «معرض ملء الشاشة»؟',
      },
      paragraphs: {
        tr: [
          'Hayır. İkisi kuruluysa tıklamak galeriyi açar; fareyle bakmak ve “Yakından bak” düğmesi bu uygulamada kalır.',
        ],
        en: [
          'No. With both, a click opens the gallery; looking with the mouse and the “Look closely” button stay here.',
        ],
        ar: [
          'لا. عند وجودهما يفتح النقر المعرض، ويبقى النظر بالفأرة وزر «انظر عن قرب» لهذا التطبيق.',
        ],
      },
    },
  ],
}

export const zoomWords = {
  name: { tr: 'Yakından Bak', en: 'Closer Look', ar: 'نظرة عن قرب' },
  listing,
  reasons: {
    designBlock: {
      tr: 'Ürün fotoğrafını yerinde büyütmek ve “Yakından bak” düğmesini göstermek için.',
      en: 'To enlarge the product picture in its place and to show the “Look closely” button.',
      ar: 'لتكبير صورة المنتج في مكانها وإظهار زر «انظر عن قرب».',
    },
  },
  parts: {
    picture: {
      title: {
        tr: 'Ürün sayfası: büyüyen fotoğraf',
        en: 'Product page: a magnifying picture',
        ar: 'صفحة المنتج: صورة تكبر',
      },
      summary: {
        tr: 'Fotoğraf farenin ya da parmağın altında büyür; köşesine “Yakından bak” düğmesi gelir.',
        en: 'The picture grows under mouse or finger; a “Look closely” button stands in its corner.',
        ar: 'تكبر الصورة تحت الفأرة أو الإصبع، ويظهر في زاويتها زر «انظر عن قرب».',
      },
    },
  },
  inputs: {
    factor: {
      title: { tr: 'Kaç kat büyüsün', en: 'How many times larger', ar: 'مقدار التكبير (أضعاف)' },
      description: {
        tr: '2 ile 5 arası. Fotoğrafların çok büyük değilse 2 yeter.',
        en: 'From 2 to 5. If your pictures are not very large, 2 is enough.',
        ar: 'من 2 إلى 5. إن لم تكن صورك كبيرة جدًا فيكفي 2.',
      },
    },
    hover: {
      title: {
        tr: 'Fareyle üstüne gelince büyüt',
        en: 'Enlarge under the mouse',
        ar: 'التكبير عند مرور الفأرة',
      },
      description: {
        tr: 'Kapalıysa yalnızca tıklayınca ve düğmeyle büyür.',
        en: 'When off, it grows by click and button only.',
        ar: 'عند إيقافه تكبر بالنقر والزر فقط.',
      },
    },
  },
  notes: {
    tr: 'İlk sürüm: fareyle, parmakla ve klavyeyle büyütme, iki ayar, üç dil.',
    en: 'First release: enlarging by mouse, finger and keyboard, two settings, three languages.',
    ar: 'الإصدار الأول: التكبير بالفأرة والإصبع ولوحة المفاتيح، وإعدادان، وثلاث لغات.',
  },
}
