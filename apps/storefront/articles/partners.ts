import type { Articles } from './article.ts'

/** S1.6: for agencies, designers, developers and integrators. */
export const partners: Articles = {
  tr: {
    title: '{market_da} dükkân aç',
    lead: 'Uygulamanı ya da temanı mağaza sahiplerinin zaten çalıştığı yere, yönetim panellerinin içine koy. Satış, ödeme, kurulum ve güncelleme bizden.',
    parts: [
      {
        heading: 'Kimler için',
        list: [
          'Geliştiriciler: mağazaya bir iş yaptıran uygulamalar yazanlar.',
          'Tasarımcılar: mağazanın bütün sayfalarını giydiren temalar çizenler.',
          'Ajanslar: müşterileri için yaptığını başkalarına da sunmak isteyenler.',
          'Entegratörler: ödeme, kargo, muhasebe gibi dış sistemleri mağazaya bağlayanlar.',
        ],
      },
      {
        heading: 'Bir dükkânda neler var',
        list: [
          'Üç dilde bir sayfa: Türkçe, İngilizce, Arapça. Çevirisi olmayan metin İngilizce görünür.',
          'Ücretsiz, tek ödemeli ya da uygulama içinde satış yapan planlar; TRY, USD, EUR ya da SAR ile.',
          'Kartla, 3D Secure ile ödeme. Satıcı pazarı işletendir: faturayı o keser, iadeyi o yapar, payın hesap özetinle ödenir.',
          'Kurmadan önce mağaza sahibine gösterilen plan: neyin nereye ekleneceği, hangi iznin neden istendiği.',
          'İz bırakmadan kaldırma: mağaza, ürünün eklediği her şeyden bayt bayt arınır.',
        ],
      },
      {
        heading: 'Sıralama satılmaz',
        paragraphs: [
          'Akıllı sıralama; puana, kurulum sayısına, son sürümün yeniliğine, sayfanın özenine ve doğrulanmış geliştirici olmana bakar. Formül açıktır, ağırlıkları görünür, para ile değişmez. Her sonucun neden orada durduğu sorulabilir.',
        ],
      },
      {
        heading: '2000’den fazla e-ticaret sisteminde',
        paragraphs: [
          'Paketin bir kez yazılır. Kullanımda olan e-ticaret sistemleri 2000’den fazladır; {market_nin} bunlara ulaşması tek tek bağlantı yazmaya değil, şu üç yola dayanır. Ürün sayfası, paketinin hangi platformda ve hangi sürümlerde çalıştığını söyler.',
        ],
        list: [
          'Protokol ve deneme takımı: Store Connector protokolünü konuşan her sistem paketleri alır, uygular, geri alır. Protokol açıktır; bağlantı yazan kişi, onu maddelerine tek tek bakan bir takımla dener.',
          'Hazır bağlantılar: WordPress ve WooCommerce eklentisi kaynak koduyla birlikte gelir.',
          'Yükleyici: sistemi ne olursa olsun, sayfalarına tek satır eklenebilen her site bağlanır. Üyelik onayı, liste, ürün ve sepet sayfalarında parçaları gösterir; sipariş sayfalarına dokunmaz, tema kurmaz.',
        ],
      },
      {
        heading: 'Yayına nasıl girilir',
        list: [
          'Paketini hazırla: manifest, dosyalar, üç dilde metin, resimler.',
          'Bize yaz: kim olduğunu, ürünün ne yaptığını, hangi izinleri neden istediğini anlat.',
          'Birlikte bakalım: paket okunur, gösterim mağazasına kurulur, kaldırılır, önce ve sonra karşılaştırılır.',
          'Onaylanan sürüm imzalanır ve rafa çıkar. Yayımlanan bir sürüm değişmez; düzeltme yeni sürümdür.',
        ],
        links: [
          { href: '/contact', name: 'Bize yaz' },
          { href: '/developers', name: 'Geliştirici sayfası' },
        ],
      },
    ],
  },
  en: {
    title: 'Open a shop on {market}',
    lead: 'Put your app or theme where shop owners already work: inside their admin panel. Selling, payment, installation and updates are taken care of.',
    parts: [
      {
        heading: 'Who it is for',
        list: [
          'Developers who write apps that do a job on a shop.',
          'Designers who dress every page of a shop in a theme.',
          'Agencies that want to offer to others what they made for one client.',
          'Integrators who connect outside systems: payment, delivery, accounting.',
        ],
      },
      {
        heading: 'What a shop on {market} has',
        list: [
          'A page in three languages: Turkish, English, Arabic. A text that is missing is shown in English.',
          'Plans that are free, paid once, or sold inside the app; in TRY, USD, EUR or SAR.',
          'Card payment with 3-D Secure. The operator of the market is the seller: it issues the invoice and pays refunds, and your share is paid by statement.',
          'A plan that the owner sees before installing: what is added where, and why each permission is asked for.',
          'Removal without a trace: the shop is put back byte for byte.',
        ],
      },
      {
        heading: 'A place on the shelf cannot be bought',
        paragraphs: [
          'The smart order looks at ratings, installs, how fresh the last release is, how complete the page is, and whether the developer is verified. The formula is public, its weights are visible, and money does not change it. Anybody may ask why a result stands where it stands.',
        ],
      },
      {
        heading: 'On more than 2000 e-commerce systems',
        paragraphs: [
          'You write one package. More than 2000 e-commerce systems are in use; that {market} reaches them does not rest on a connector for each, but on three ways in. An item’s page says on which platforms and versions your package works.',
        ],
        list: [
          'Protocol and kit: every system that speaks the Store Connector protocol fetches packages, applies them and takes them back. The protocol is open, and whoever writes a connector tries it with a kit that checks it sentence by sentence.',
          'Connectors that are there: the plugin for WordPress and WooCommerce comes with its source.',
          'The loader: any site whose pages can carry one more line is connected, whatever system it runs on. It shows parts on the pages for membership, lists, products and the cart; it does not touch the pages of an order, and installs no themes.',
        ],
      },
      {
        heading: 'How to get published',
        list: [
          'Prepare the package: manifest, files, texts in three languages, pictures.',
          'Write to us: who you are, what the item does, which permissions it needs and why.',
          'We look at it together: the package is read, installed on a demonstration shop, removed, and before and after are compared.',
          'An approved release is signed and put on the shelf. A published release never changes; a fix is a new release.',
        ],
        links: [
          { href: '/contact', name: 'Write to us' },
          { href: '/developers', name: 'For developers' },
        ],
      },
    ],
  },
  ar: {
    title: 'افتح دكانك في {market}',
    lead: 'ضع تطبيقك أو قالبك حيث يعمل أصحاب المتاجر أصلًا: داخل لوحة تحكمهم. البيع والدفع والتثبيت والتحديث علينا.',
    parts: [
      {
        heading: 'لمن هذا',
        list: [
          'للمطورين الذين يكتبون تطبيقات تؤدي عملًا في المتجر.',
          'للمصممين الذين يُلبسون صفحات المتجر كلها قالبًا واحدًا.',
          'للوكالات التي تريد أن تقدّم للآخرين ما صنعته لعميل واحد.',
          'لمن يربطون المتجر بأنظمة خارجية: الدفع والشحن والمحاسبة.',
        ],
      },
      {
        heading: 'ماذا في الدكان',
        list: [
          'صفحة بثلاث لغات: التركية والإنجليزية والعربية. وما لا ترجمة له يظهر بالإنجليزية.',
          'خطط مجانية أو بدفعة واحدة أو ببيع من داخل التطبيق، بالليرة أو الدولار أو اليورو أو الريال.',
          'دفع بالبطاقة مع التحقق الثلاثي الأبعاد. البائع هو مشغّل السوق: يصدر الفاتورة ويعيد المال، وتصلك حصتك بكشف حساب.',
          'خطة يراها صاحب المتجر قبل التثبيت: ما الذي يُضاف وأين، ولماذا يُطلب كل إذن.',
          'إزالة بلا أثر: يعود المتجر كما كان بايتًا ببايت.',
        ],
      },
      {
        heading: 'الترتيب لا يُباع',
        paragraphs: [
          'ينظر الترتيب الذكي إلى التقييم وعدد مرات التثبيت وحداثة آخر إصدار واكتمال الصفحة وكون المطوّر موثّقًا. المعادلة معلنة وأوزانها ظاهرة ولا يغيّرها المال. ولكل أحد أن يسأل لماذا تقف نتيجة ما في مكانها.',
        ],
      },
      {
        heading: 'في أكثر من 2000 نظام تجارة إلكترونية',
        paragraphs: [
          'تكتب حزمة واحدة. أنظمة التجارة الإلكترونية المستعملة تزيد على 2000؛ ووصول {market} إليها لا يقوم على موصّل لكل منها، بل على ثلاث طرق. وصفحة المنتج تذكر المنصات والإصدارات التي تعمل عليها حزمتك.',
        ],
        list: [
          'البروتوكول وعدة الفحص: كل نظام يتحدث بروتوكول Store Connector يجلب الحزم ويطبّقها ويعيد ما كان. البروتوكول مفتوح، ومن يكتب موصّلًا يجرّبه بعدة تفحصه جملةً جملة.',
          'موصّلات جاهزة: إضافة WordPress وWooCommerce تأتي بمصدرها.',
          'المحمّل: كل موقع يمكن أن تحمل صفحاته سطرًا واحدًا يُربط أيًّا كان نظامه. يعرض الأجزاء في صفحات العضوية والقوائم والمنتجات والسلة، ولا يمسّ صفحات الطلب ولا يثبّت قوالب.',
        ],
      },
      {
        heading: 'كيف يُنشر منتجك',
        list: [
          'جهّز الحزمة: البيان والملفات والنصوص بثلاث لغات والصور.',
          'راسلنا: من أنت، وماذا يفعل المنتج، وأي أذونات يحتاج ولماذا.',
          'نفحصه معًا: تُقرأ الحزمة وتُثبَّت في متجر تجريبي ثم تُزال، ويُقارن ما قبل بما بعد.',
          'يُوقَّع الإصدار المقبول ويوضع على الرف. والإصدار المنشور لا يتغيّر؛ فالإصلاح إصدار جديد.',
        ],
        links: [
          { href: '/contact', name: 'راسلنا' },
          { href: '/developers', name: 'صفحة المطورين' },
        ],
      },
    ],
  },
}
