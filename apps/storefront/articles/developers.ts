import { type ByLocale, type Locale, inLanguage } from '#lib/locale.ts'
import { PLACEMENTS, type PlacementCode } from '#lib/market.ts'
import type { Articles } from './article.ts'

/** The placements of S3.8. */
const PLACES: ByLocale<Record<PlacementCode, string>> = {
  tr: {
    1: 'Her sayfa, head bitmeden',
    2: 'Her sayfa, body başında',
    3: 'Her sayfa, body bitmeden',
    4: 'Üyelik onay sayfası',
    5: 'Üyelik onay sayfası, head bitmeden',
    1003: 'Ürün listesi',
    1004: 'Ürün sayfası',
    1054: 'Sepet',
    100100: 'Siparişin adres adımı',
    100101: 'Siparişin ödeme adımı',
    100102: 'Siparişin onay adımı',
  },
  en: {
    1: 'Every page, before the head ends',
    2: 'Every page, where the body begins',
    3: 'Every page, before the body ends',
    4: 'Member confirmation page',
    5: 'Member confirmation page, before the head ends',
    1003: 'Product list',
    1004: 'Product page',
    1054: 'Cart',
    100100: 'Address step of an order',
    100101: 'Payment step of an order',
    100102: 'Approval step of an order',
  },
  ar: {
    1: 'كل الصفحات، قبل نهاية head',
    2: 'كل الصفحات، في بداية body',
    3: 'كل الصفحات، قبل نهاية body',
    4: 'صفحة تأكيد العضوية',
    5: 'صفحة تأكيد العضوية، قبل نهاية head',
    1003: 'قائمة المنتجات',
    1004: 'صفحة المنتج',
    1054: 'السلة',
    100100: 'خطوة العنوان في الطلب',
    100101: 'خطوة الدفع في الطلب',
    100102: 'خطوة التأكيد في الطلب',
  },
}
const placeRows = (locale: Locale) =>
  PLACEMENTS.map((code) => [String(code), inLanguage(PLACES, locale)[code]])

const MANIFEST = `{
  "format": 1, "kind": "app", "prefix": "hello-shop", "version": "1.0.0",
  "name": { "en": "Hello shop" },
  "permissions": [
    { "code": "design_block", "required": true, "reason": { "en": "Shows a greeting on the product page." } }
  ],
  "design_blocks": [
    { "id": "greeting", "placement": 1004,
      "title": { "en": "Product page: a greeting" }, "summary": { "en": "One line above the price." },
      "html": "<p>{{setting:words}}</p>" }
  ],
  "inputs": { "type": "object", "properties": {
    "words": { "type": "string", "title": { "en": "Greeting" }, "default": "Hello!" } } },
  "compatibility": { "platforms": { "1": "*" } }
}`

const LINKS = [
  { href: '/api/docs', name: 'API' },
  { href: '/api/openapi.json', name: 'OpenAPI 3.1' },
]

/** S1.6: reference for developers of apps and themes. */
export const developers: Articles = {
  tr: {
    title: 'Geliştiriciler için',
    lead: 'Bir paket, bir manifest, açık bir plan: {market_da} bir uygulama ya da tema ne yapabilir, ne yapamaz ve mağaza sahibine nasıl gösterilir.',
    parts: [
      {
        heading: 'Paket',
        paragraphs: [
          'Paket, kökünde bir manifest olan zip dosyasıdır: uygulamada arasta.app.json, temada arasta.theme.json. Pazar onu tek bir biçimde yeniden yazar, SHA-256 özetini alır, Ed25519 ile imzalar ve sürüm günlüğüne ekler. Platform imzayı doğrulamadan hiçbir şey kurmaz.',
          'Sınırlar: zip ve içindekiler 512 MB, tek dosya 256 MB, 50.000 dosya. İki okuyucunun farklı okuyabileceği zip geri çevrilir.',
        ],
      },
      { heading: 'En küçük uygulama', code: MANIFEST },
      {
        heading: 'İzinler',
        paragraphs: [
          'Manifest yalnızca kullandığı izni isteyebilir ve her biri için bir neden yazar. Zorunlu olmayan izni mağaza sahibi kapatabilir; uygulama onsuz da çalışmalıdır. Daha çok izin isteyen bir sürüm, onay verilene kadar eski sürümü yerinde bırakır.',
        ],
        table: {
          head: ['Kod', 'Ne yapar'],
          rows: [
            ['tracking_code', 'Sayfalara betik ekler.'],
            ['design_block', 'Belirli bir yere görünen bir parça koyar.'],
            ['web_service_user', 'Mağazanın verisine, yalnızca adı yazan kapsamlarla erişir.'],
          ],
        },
      },
      {
        heading: 'Yerler',
        paragraphs: [
          'Her parça bir yere konur. Siparişin adımlarına (100100–100102) konan parça ayrı bir onay ister; oraya yeni parça, betik ya da adres getiren sürüm kendiliğinden gelmez.',
        ],
        table: { head: ['Kod', 'Nerede'], rows: placeRows('tr') },
      },
      {
        heading: 'Ayarlar',
        paragraphs: [
          'Kurulum formu, manifestteki küçük bir JSON Schema’dan çizilir: metin, sayı, evet/hayır, renk, adres; müşteri grubu ve dil alanları mağazadan dolar. Yanıtlar metin olarak kaçırılıp yerleştirilir; betik içine, tırnaksız özniteliğe, bağlantı başına ayar konamaz.',
        ],
      },
      {
        heading: 'Tema',
        paragraphs: [
          'Tema tek bir yuvaya dokunur: mağazanın görünüşü. İki stil dosyası taşır; sağdan sola sayfalar ikincisini yükler. Yazı tipleri pakettedir, dışarıdan çağrılmaz. Canlı önizleme, mağazanın kendisini temayla gösterir.',
        ],
      },
      {
        heading: 'Uygulamanın içinde satış',
        paragraphs: [
          'Ücretsiz kurulan bir uygulama, manifestinde yazdığı ürünleri kendi içinde satabilir: bir kez ödenip kalanları ya da harcanıp yeniden alınanları. Uygulamanın sunucusu satın almayı imzalı bir çağrıyla ister, mağaza sahibi burada öder, sunucu ödendiğini bizim imzamızla doğrular. Kart uygulamaya hiç gelmez. Aboneliğe benzeyen ürünler şimdilik satılmaz.',
        ],
        links: [{ href: '/.well-known/arasta-keys.json', name: 'Açık anahtarlarımız' }],
      },
      {
        heading: 'Çağrılar',
        paragraphs: ['Pazarın bütün çağrıları, denenebilir belgeleriyle birlikte açıktır.'],
        links: LINKS,
      },
      {
        heading: 'Sürümler',
        paragraphs: [
          'Sürüm numarası semver’dir. Yayımlanan sürüm değişmez. Notlarını mağaza sahibi için yaz: ne değişti, ne yapması gerekiyor.',
        ],
        links: [{ href: '/partners', name: 'Yayına nasıl girilir' }],
      },
    ],
  },
  en: {
    title: 'For developers',
    lead: 'One package, one manifest, a plan in the open: what an app or theme may do on {market}, what it may not, and how a shop owner gets to see it.',
    parts: [
      {
        heading: 'The package',
        paragraphs: [
          'A package is a zip with a manifest at its root: arasta.app.json for an app, arasta.theme.json for a theme. The market rewrites it in one canonical form, takes its SHA-256, signs it with Ed25519 and appends it to the release log. A platform installs nothing before it has checked the signature.',
          'Limits: 512 MB for the zip and for what is in it, 256 MB a file, 50,000 files. A zip that two readers could read differently is refused.',
        ],
      },
      { heading: 'The smallest app', code: MANIFEST },
      {
        heading: 'Permissions',
        paragraphs: [
          'A manifest may only ask for what a part of it uses, and gives a reason for each. An owner may refuse what is not required, and the app has to work without it. A release that asks for more leaves the old one in place until the owner agrees.',
        ],
        table: {
          head: ['Code', 'What it does'],
          rows: [
            ['tracking_code', 'Adds scripts to pages.'],
            ['design_block', 'Puts something visible at a named place.'],
            ['web_service_user', 'Reaches the shop’s data, within the scopes that it names.'],
          ],
        },
      },
      {
        heading: 'Placements',
        paragraphs: [
          'Every part goes to one place. A part on the steps of an order (100100–100102) needs a consent of its own; a release that brings a new part, script or host there never comes by itself.',
        ],
        table: { head: ['Code', 'Where'], rows: placeRows('en') },
      },
      {
        heading: 'Settings',
        paragraphs: [
          'The install form is drawn from a small JSON Schema in the manifest: text, number, yes or no, colour, address; customer groups and languages are filled in from the shop. Answers are escaped before they are put in; a setting cannot stand in a script, in an unquoted attribute or at the start of a link.',
        ],
      },
      {
        heading: 'Themes',
        paragraphs: [
          'A theme touches one slot: how the shop looks. It brings two style sheets; pages from right to left load the second. Fonts are in the package and never fetched from outside. The live preview shows the shop itself with the theme on it.',
        ],
      },
      {
        heading: 'Selling inside an app',
        paragraphs: [
          'An app that installs free may sell the products in its manifest: some are paid once and stay, some are used up and bought again. The app’s server asks for a purchase by a signed call, the shop owner pays here, and the server checks our signature on it. No card ever reaches the app. Subscriptions cannot be sold yet.',
        ],
        links: [{ href: '/.well-known/arasta-keys.json', name: 'Our public keys' }],
      },
      {
        heading: 'Calls',
        paragraphs: ['All calls of the market are open, with documentation to try them out.'],
        links: LINKS,
      },
      {
        heading: 'Releases',
        paragraphs: [
          'Versions follow semver. What is published never changes. Write release notes for the shop owner: what changed, and what to do.',
        ],
        links: [{ href: '/partners', name: 'How to get published' }],
      },
    ],
  },
  ar: {
    title: 'للمطورين',
    lead: 'حزمة واحدة وبيان واحد وخطة مكشوفة: ماذا يجوز للتطبيق أو القالب في {market} وماذا لا يجوز، وكيف يراه صاحب المتجر.',
    parts: [
      {
        heading: 'الحزمة',
        paragraphs: [
          'الحزمة ملف zip في جذره بيان: arasta.app.json للتطبيق وarasta.theme.json للقالب. تعيد السوق كتابتها في صيغة واحدة ثابتة، وتحسب SHA-256، وتوقّعها بـ Ed25519، وتضيفها إلى سجل الإصدارات. ولا تثبّت المنصة شيئًا قبل التحقق من التوقيع.',
          'الحدود: 512 ميغابايت للملف ومحتواه، و256 ميغابايت للملف الواحد، و50,000 ملف. ويُرفض كل ملف zip قد يقرؤه قارئان على وجهين.',
        ],
      },
      { heading: 'أصغر تطبيق', code: MANIFEST },
      {
        heading: 'الأذونات',
        paragraphs: [
          'لا يطلب البيان إلا ما يستخدمه جزء منه، ويكتب سببًا لكل إذن. ولصاحب المتجر أن يرفض غير الضروري، وعلى التطبيق أن يعمل من دونه. والإصدار الذي يطلب المزيد يبقي القديم في مكانه حتى تأتي الموافقة.',
        ],
        table: {
          head: ['الرمز', 'ماذا يفعل'],
          rows: [
            ['tracking_code', 'يضيف نصوصًا برمجية إلى الصفحات.'],
            ['design_block', 'يضع شيئًا ظاهرًا في موضع محدد.'],
            ['web_service_user', 'يصل إلى بيانات المتجر ضمن النطاقات التي يسمّيها.'],
          ],
        },
      },
      {
        heading: 'المواضع',
        paragraphs: [
          'كل جزء يوضع في موضع واحد. وما يوضع في خطوات الطلب (100100–100102) يحتاج إلى موافقة مستقلة، والإصدار الذي يأتي إليها بجزء أو نص أو عنوان جديد لا يأتي وحده أبدًا.',
        ],
        table: { head: ['الرمز', 'أين'], rows: placeRows('ar') },
      },
      {
        heading: 'الإعدادات',
        paragraphs: [
          'تُرسم استمارة التثبيت من JSON Schema صغير في البيان: نص أو رقم أو نعم/لا أو لون أو عنوان؛ وتُملأ مجموعات العملاء واللغات من المتجر. وتُهرَّب الإجابات قبل وضعها، ولا يجوز إعداد داخل نص برمجي ولا في سمة بلا علامتي اقتباس ولا في أول رابط.',
        ],
      },
      {
        heading: 'القوالب',
        paragraphs: [
          'يمس القالب شيئًا واحدًا: مظهر المتجر. ويحمل ملفي تنسيق، تُحمَّل ثانيهما في الصفحات التي تُقرأ من اليمين. والخطوط في الحزمة ولا تُجلب من الخارج. والمعاينة الحية تُظهر المتجر نفسه وعليه القالب.',
        ],
      },
      {
        heading: 'البيع داخل التطبيق',
        paragraphs: [
          'يستطيع تطبيق يُثبَّت مجانًا أن يبيع في داخله ما كتبه في بيانه: ما يُدفع مرة واحدة ويبقى، وما يُستهلك ويُشترى من جديد. يطلب خادم التطبيق الشراء بنداء موقّع، ويدفع صاحب المتجر هنا، ثم يتحقق الخادم من توقيعنا. ولا تصل البطاقة إلى التطبيق أبدًا. أما الاشتراكات فلا تُباع بعد.',
        ],
        links: [{ href: '/.well-known/arasta-keys.json', name: 'مفاتيحنا المعلنة' }],
      },
      {
        heading: 'النداءات',
        paragraphs: ['كل نداءات السوق معلنة، ومعها توثيق يمكن تجربتها فيه.'],
        links: LINKS,
      },
      {
        heading: 'الإصدارات',
        paragraphs: [
          'أرقام الإصدارات على قاعدة semver. وما نُشر لا يتغيّر. واكتب الملاحظات لصاحب المتجر: ما الذي تغيّر وما المطلوب منه.',
        ],
        links: [{ href: '/partners', name: 'كيف يُنشر منتجك' }],
      },
    ],
  },
}
