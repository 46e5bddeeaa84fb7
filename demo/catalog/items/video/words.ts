/** Every text of Product Video, each language written for its readers. */
const listing = {
  tagline: {
    tr: 'Ürün sayfasına video koyar; video ve oynatıcı ancak tıklanınca iner.',
    en: 'Puts a video on the product page; video and player are fetched only after a click.',
    ar: 'يضع فيديو في صفحة المنتج، ولا يُحمَّل الفيديو ولا المشغّل إلا بعد النقر.',
  },
  description: {
    tr: [
      '“Sepete ekle”nin altında bir kapak resmi ve oynat düğmesi durur. Müşterin tıklamadan tek bayt video inmez; sayfan videosuz halinden yavaş değildir.',
      'Videonun mp4 ya da webm dosyasının adresini ve istersen altına bir cümle yazarsın. Hangi üründe çıkacağını da söyleyebilirsin; boş bırakırsan her üründe çıkar.',
      'Adres verene kadar bizim çizdiğimiz kısa örnek döner: çarkta bir vazo, yedi saniye. Videonun nerede duracağını ondan görürsün, mağazanı açmadan önce kendi videonu ver.',
    ],
    en: [
      'Under “Add to cart” stands a still with a play button. Until somebody clicks, not a byte of video is fetched, and your page is as quick as without one.',
      'You give the address of an mp4 or webm file and, if you like, a sentence to stand below it. You can name the one product that it belongs to; otherwise it is on all of them.',
      'Until you give an address, a short sample that we drew plays: a vase on a potter’s wheel, seven seconds. It shows you the place; put your own video there before customers come.',
    ],
    ar: [
      'تحت «أضف إلى السلة» صورة ثابتة عليها زر تشغيل. قبل النقر لا يُحمَّل من الفيديو شيء، فتبقى صفحتك بسرعتها.',
      'تكتب عنوان ملف mp4 أو webm، وإن شئت جملة تحته. ويمكنك تسمية المنتج الذي يخصّه، وإلا ظهر في كل المنتجات.',
      'إلى أن تكتب عنوانًا يعمل مقطع قصير رسمناه نحن: مزهرية على دولاب الخزّاف، سبع ثوانٍ. به ترى المكان، فضع مقطعك قبل أن يأتي الزبائن.',
    ],
  },
  features: {
    tr: [
      'Tıklamadan önce 10 kilobaytlık bir kapak',
      'Türkçe, İngilizce, Arapça denetimler',
      'Klavyeyle oynatılır, kendiliğinden başlamaz',
    ],
    en: [
      'A still of some 10 kilobytes before the click',
      'Controls in Turkish, English and Arabic',
      'Played by keyboard; never starts by itself',
    ],
    ar: [
      'صورة بنحو 10 كيلوبايت قبل النقر',
      'أزرار بالتركية والإنجليزية والعربية',
      'يعمل بلوحة المفاتيح ولا يبدأ وحده أبدًا',
    ],
  },
  touches: [
    {
      title: { tr: 'Tasarım bloğu', en: 'Design block', ar: 'كتلة تصميم' },
      text: {
        tr: 'Ürün sayfasına, “Sepete ekle”nin altına kapak resmini ve videoyu koyar.',
        en: 'Puts the still and the video on the product page, under “Add to cart”.',
        ar: 'يضع الصورة الثابتة والفيديو في صفحة المنتج تحت «أضف إلى السلة».',
      },
    },
    {
      title: { tr: 'Servis kullanıcısı', en: 'Web service user', ar: 'مستخدم خدمة الويب' },
      text: {
        tr: 'İzin verirsen ürünlerini ve sipariş adetlerini okur; izin vermezsen video yine çalışır.',
        en: 'Reads your products and the pieces in orders if you allow it; the video works without.',
        ar: 'يقرأ منتجاتك وعدد القطع في الطلبات إن سمحت، والفيديو يعمل من دون ذلك.',
      },
    },
  ],
  leavesAlone: [
    {
      title: { tr: 'Video siteleri', en: 'Video sites', ar: 'مواقع الفيديو' },
      text: {
        tr: 'Hiçbirine bağlanmaz; video senin verdiğin adresten gelir.',
        en: 'It contacts none; the video comes from the address that you give.',
        ar: 'لا يتصل بأيٍّ منها، فالفيديو يأتي من العنوان الذي تكتبه.',
      },
    },
    {
      title: { tr: 'Müşterinin tarayıcısı', en: 'The customer’s browser', ar: 'متصفّح الزبون' },
      text: {
        tr: 'Çerez yazmaz, ses ayarını bile saklamaz.',
        en: 'It sets no cookie and remembers nothing, not even the volume.',
        ar: 'لا يضع ملف ارتباط ولا يحفظ شيئًا، حتى مستوى الصوت.',
      },
    },
  ],
  support: [
    {
      heading: {
        tr: 'Hangi video dosyası uygun?',
        en: 'Which video files work?',
        ar: 'ما ملفات الفيديو المناسبة؟',
      },
      paragraphs: {
        tr: [
          'mp4 (H.264) her tarayıcıda açılır; webm daha küçüktür ama eski iPhone’larda açılmaz. Dosyayı mağazanla aynı adreste tut: çoğu mağaza başka adresten video oynatmaz.',
        ],
        en: [
          'mp4 (H.264) plays in every browser; webm is smaller, but old iPhones do not play it. Keep the file at your shop’s own address: most shops play no video from elsewhere.',
        ],
        ar: [
          'ملفات mp4 (H.264) تعمل في كل متصفّح، وملفات webm أصغر لكنها لا تعمل في هواتف iPhone القديمة. احفظ الملف في عنوان متجرك نفسه، فمعظم المتاجر لا يشغّل فيديو من عنوان آخر.',
        ],
      },
    },
    {
      heading: {
        tr: 'İlerletme çubuğu neden yok?',
        en: 'Why is there no bar to move along?',
        ar: 'لماذا لا يوجد شريط للتنقّل؟',
      },
      paragraphs: {
        tr: [
          'Videonun durduğu sunucu dosyanın ortasından veremiyorsa (range) çubuk çalışmaz, o yüzden hiç gösterilmez. Oynatma, duraklatma ve tam ekran çalışır.',
        ],
        en: [
          'When the server that keeps the file cannot hand it out from the middle (range requests), the bar could do nothing and is left out. Playing, pausing and full screen work.',
        ],
        ar: [
          'إن كان الخادم لا يستطيع إرسال الملف من منتصفه (range) فلن يعمل الشريط، ولذلك لا يظهر. أما التشغيل والإيقاف وملء الشاشة فتعمل.',
        ],
      },
    },
    {
      heading: {
        tr: 'Videoyu tek bir üründe göstermek',
        en: 'A video for one product only',
        ar: 'فيديو لمنتج واحد فقط',
      },
      paragraphs: {
        tr: [
          '“Ürün” ayarına ürün sayfasının adresini ya da adresin son parçasını yaz: tulip-vase gibi. Başka üründe görünmez.',
        ],
        en: [
          'In “Product” write the address of the product’s page, or its last part, such as tulip-vase. Other products do not show it.',
        ],
        ar: ['اكتب في «المنتج» عنوان صفحته أو الجزء الأخير منه، مثل tulip-vase، فلا يظهر في غيره.'],
      },
    },
  ],
}

export const videoWords = {
  name: { tr: 'Ürün Videosu', en: 'Product Video', ar: 'فيديو المنتج' },
  listing,
  reasons: {
    designBlock: {
      tr: 'Ürün sayfasında kapak resmini ve tıklanınca videoyu göstermek için.',
      en: 'To show the still on the product page, and the video after a click.',
      ar: 'لعرض الصورة الثابتة في صفحة المنتج، والفيديو بعد النقر.',
    },
    webServiceUser: {
      tr: 'Kendi sayfasında ürünlerini listelemek ve sen isteyince kaç tane satıldığını saymak için.',
      en: 'To list your products on its own page and, when you ask, to count how many were sold.',
      ar: 'ليعرض منتجاتك في صفحته، ويعدّ ما بيع منها عندما تطلب.',
    },
  },
  parts: {
    video: {
      title: { tr: 'Ürün sayfası: video', en: 'Product page: a video', ar: 'صفحة المنتج: فيديو' },
      summary: {
        tr: '“Sepete ekle”nin altında. Önce kapak resmi, tıklanınca video.',
        en: 'Under “Add to cart”. A still first, the video after a click.',
        ar: 'تحت «أضف إلى السلة». صورة ثابتة أولًا، والفيديو بعد النقر.',
      },
    },
    user: {
      title: {
        tr: 'Ürün ve satış okuyan kullanıcı',
        en: 'A user that reads products and sales',
        ar: 'مستخدم يقرأ المنتجات والمبيعات',
      },
      summary: {
        tr: 'Ürün adlarını ve siparişlerdeki adetleri okur, hiçbir şeyi değiştirmez.',
        en: 'Reads the names of products and the pieces in orders; changes nothing.',
        ar: 'يقرأ أسماء المنتجات وعدد القطع في الطلبات، ولا يغيّر شيئًا.',
      },
    },
  },
  inputs: {
    video: {
      title: { tr: 'Videonun adresi', en: 'Address of the video', ar: 'عنوان الفيديو' },
      description: {
        tr: 'Bir mp4 ya da webm dosyası, mağazanın kendi adresinde. Boşsa örnek video oynar.',
        en: 'An mp4 or webm file at your shop’s own address. While empty, the sample plays.',
        ar: 'ملف mp4 أو webm في عنوان متجرك نفسه. إن تُرك فارغًا عمل المقطع التجريبي.',
      },
    },
    caption: {
      title: { tr: 'Altındaki yazı', en: 'Caption', ar: 'العبارة تحت الفيديو' },
      description: {
        tr: 'Boşsa “Her yönüyle gör” yazar.',
        en: 'While empty, it says “See it from every side”.',
        ar: 'إن تُركت فارغة كُتب «شاهده من كل الجهات».',
      },
    },
    product: {
      title: { tr: 'Ürün', en: 'Product', ar: 'المنتج' },
      description: {
        tr: 'Ürün sayfasının adresi ya da son parçası. Boşsa her üründe çıkar.',
        en: 'Address of the product’s page, or its last part. While empty: every product.',
        ar: 'عنوان صفحة المنتج أو جزؤه الأخير. إن تُرك فارغًا ظهر في كل المنتجات.',
      },
    },
  },
  notes: {
    tr: 'İlk sürüm: kapak resmi, tıklayınca video, üç dilde oynatıcı, örnek video.',
    en: 'First release: a still, the video after a click, a player in three languages, a sample.',
    ar: 'الإصدار الأول: صورة ثابتة، وفيديو بعد النقر، ومشغّل بثلاث لغات، ومقطع تجريبي.',
  },
  laterNotes: {
    tr: 'Uygulamanın artık kendi sayfası var: ürünlerin, satılan adetler ve Arasta’ya bağlanma. Okuma yetkisi isteğe bağlı.',
    en: 'The app has a page of its own now: your products, how many were sold, and a connection to Arasta. The right to read is optional.',
    ar: 'صار للتطبيق صفحة خاصة: منتجاتك وما بيع منها والربط بأراستا. حق القراءة اختياري.',
  },
}
