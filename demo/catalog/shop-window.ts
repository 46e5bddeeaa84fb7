import type { Market } from '../../lib/market.ts'
import type { WindowTexts } from './demo-locales.ts'

/** What the demo market's operators chose by hand: rows of items with a name, and banners. */

export interface DemoCollection {
  market: Market
  slug: string
  name: WindowTexts
  /** Why these stand together, in one sentence. */
  lead: WindowTexts
  /** Prefixes, in their order. */
  items: readonly string[]
}

export const COLLECTIONS: readonly DemoCollection[] = [
  {
    market: 'app',
    slug: 'first-evening',
    name: {
      tr: 'İlk akşamdan',
      en: 'On the first evening',
      ar: 'من أول مساء',
      de: 'Gleich am ersten Abend',
      es: 'Desde la primera tarde',
    },
    lead: {
      tr: 'Ücretsiz, ayarı az, sonucu hemen görünen uygulamalar.',
      en: 'Free, with little to set up, and seen on the shop at once.',
      ar: 'مجانية، إعدادها قليل، وأثرها يظهر في المتجر فورًا.',
      de: 'Kostenlos, schnell eingerichtet und sofort im Shop zu sehen.',
      es: 'Gratis, con poco que ajustar y a la vista en la tienda enseguida.',
    },
    items: ['cookie-consent', 'instant', 'video', 'celebration'],
  },
  {
    market: 'app',
    slug: 'product-page',
    name: {
      tr: 'Ürünü iyi göstermek',
      en: 'Showing a product well',
      ar: 'عرض المنتج كما يستحق',
      de: 'Produkte gut zeigen',
      es: 'Mostrar bien un producto',
    },
    lead: {
      tr: 'Müşterin dokunamaz; yakından görür, döndürür, izler.',
      en: 'Your customers cannot touch it. They can look closer, leaf through and watch.',
      ar: 'زبونك لا يستطيع لمسه، لكنه يراه عن قرب ويقلّب صوره ويشاهده.',
      de: 'Anfassen können deine Kunden es nicht. Aber näher hinsehen, blättern und zuschauen.',
      es: 'Tus clientes no pueden tocarlo. Sí pueden mirarlo de cerca, pasar las fotos y ver un vídeo.',
    },
    items: ['gallery', 'zoom', 'carousel', 'video', 'take-along'],
  },
  {
    market: 'app',
    slug: 'from-cart-to-door',
    name: {
      tr: 'Sepetten kapıya',
      en: 'From cart to doorstep',
      ar: 'من السلة إلى الباب',
      de: 'Vom Warenkorb bis zur Haustür',
      es: 'Del carrito a la puerta',
    },
    lead: {
      tr: 'Sipariş sırasında sorulan soruları azaltan dört uygulama.',
      en: 'Four apps that leave fewer questions open while ordering.',
      ar: 'أربعة تطبيقات تقلّل الأسئلة أثناء الطلب.',
      de: 'Vier Apps, die beim Bestellen weniger Fragen offen lassen.',
      es: 'Cuatro apps que dejan menos preguntas abiertas al hacer un pedido.',
    },
    items: ['free-delivery', 'delivery-day', 'tidy-phone', 'tour'],
  },
  {
    market: 'theme',
    slug: 'quiet-windows',
    name: {
      tr: 'Sakin vitrinler',
      en: 'Quiet windows',
      ar: 'واجهات هادئة',
      de: 'Ruhige Schaufenster',
      es: 'Escaparates tranquilos',
    },
    lead: {
      tr: 'Geri duran, ürünü öne çıkaran temalar.',
      en: 'Themes that keep back and let the goods speak.',
      ar: 'قوالب تتراجع إلى الخلف وتترك الكلام للمنتجات.',
      de: 'Themes, die sich zurücknehmen und die Ware sprechen lassen.',
      es: 'Temas que se quedan en segundo plano y dejan hablar a los productos.',
    },
    items: ['lux', 'litera', 'zephyr', 'minty', 'lumen'],
  },
  {
    market: 'theme',
    slug: 'after-dark',
    name: {
      tr: 'Akşam renkleri',
      en: 'After dark',
      ar: 'ألوان المساء',
      de: 'Nach Sonnenuntergang',
      es: 'Al caer la noche',
    },
    lead: {
      tr: 'Koyu zeminli, parlak vurgulu temalar.',
      en: 'Dark grounds with bright accents.',
      ar: 'أرضيات داكنة ولمسات لامعة.',
      de: 'Dunkle Hintergründe mit leuchtenden Akzenten.',
      es: 'Fondos oscuros con acentos brillantes.',
    },
    items: ['darkly', 'solar', 'cyborg', 'superhero', 'vapor', 'slate'],
  },
  {
    market: 'theme',
    slug: 'with-a-smile',
    name: {
      tr: 'Gülümseten temalar',
      en: 'With a smile',
      ar: 'قوالب تبتسم',
      de: 'Mit einem Lächeln',
      es: 'Con una sonrisa',
    },
    lead: {
      tr: 'El çizimi köşeler, canlı renkler: oyuncak, hediye ve pasta satanlara.',
      en: 'Hand-drawn corners and lively colours, for toys, gifts and cakes.',
      ar: 'زوايا كأنها مرسومة باليد وألوان حيّة، لمتاجر الألعاب والهدايا والحلويات.',
      de: 'Handgezeichnete Ecken und lebhafte Farben, für Spielzeug, Geschenke und Kuchen.',
      es: 'Esquinas dibujadas a mano y colores vivos, para juguetes, regalos y pasteles.',
    },
    items: ['sketchy', 'quartz', 'pulse', 'united', 'journal'],
  },
]

export interface DemoBanner {
  /** Its id is `ban_demo_<name>_<language>`. */
  name: string
  market: Market
  place: 'home' | 'list'
  title: WindowTexts
  text: WindowTexts
  action: WindowTexts
  /** A path of the market. */
  target: string
  ground: string
  /** Whose cover it shows. */
  shows: string | null
}

export const BANNERS: readonly DemoBanner[] = [
  {
    name: 'speed',
    market: 'app',
    place: 'home',
    title: {
      tr: 'Mağazan ne kadar hızlı?',
      en: 'How quick is your shop?',
      ar: 'ما مدى سرعة متجرك؟',
      de: 'Wie schnell ist dein Shop?',
      es: '¿Es rápida tu tienda?',
    },
    text: {
      tr: 'Önce ölç, sonra hızlandır. Ölçtüğün hiçbir şey mağazandan dışarı çıkmaz.',
      en: 'Measure first, then speed it up. Nothing you measure leaves your shop.',
      ar: 'قِس أولًا ثم سرّعه. لا شيء مما تقيسه يخرج من متجرك.',
      de: 'Erst messen, dann beschleunigen. Nichts, was du misst, verlässt deinen Shop.',
      es: 'Primero mide, luego acelera. Nada de lo que mides sale de tu tienda.',
    },
    action: {
      tr: 'Hız uygulamalarına bak',
      en: 'See the speed apps',
      ar: 'شاهد تطبيقات السرعة',
      de: 'Apps für mehr Tempo ansehen',
      es: 'Ver las apps de velocidad',
    },
    target: '/list?category=speed',
    ground: '#1d4f6f',
    shows: 'vitals',
  },
  {
    name: 'before-you-pay',
    market: 'app',
    place: 'list',
    title: {
      tr: 'Ödemeden önce ücretsizlerle başla',
      en: 'Begin with what is free',
      ar: 'ابدأ بالمجاني',
      de: 'Fang kostenlos an',
      es: 'Empieza por lo que es gratis',
    },
    text: {
      tr: 'Kur, mağazanda gör, beğenmezsen kaldır: geride iz kalmaz.',
      en: 'Install it, see it on your shop, take it off again: nothing stays behind.',
      ar: 'ثبّته وشاهده في متجرك، وأزله إن لم يعجبك: لا يبقى له أثر.',
      de: 'Installieren, im Shop ansehen, wieder deinstallieren: Es bleibt nichts zurück.',
      es: 'Instálala, mírala en tu tienda y quítala si no te gusta: no queda rastro.',
    },
    action: {
      tr: 'Ücretsiz uygulamalar',
      en: 'Free apps',
      ar: 'تطبيقات مجانية',
      de: 'Kostenlose Apps',
      es: 'Apps gratis',
    },
    target: '/list?price=free',
    ground: '#1d6a4f',
    shows: null,
  },
  {
    name: 'dark',
    market: 'theme',
    place: 'home',
    title: {
      tr: 'Koyu zemin, parlak ürün',
      en: 'Dark ground, bright goods',
      ar: 'أرضية داكنة ومنتجات لامعة',
      de: 'Dunkler Grund, strahlende Ware',
      es: 'Fondo oscuro, productos que brillan',
    },
    text: {
      tr: 'Takı, elektronik ve aydınlatma koyu zeminde daha iyi görünür.',
      en: 'Jewellery, electronics and lamps look better on a dark ground.',
      ar: 'الحليّ والإلكترونيات والإنارة تبدو أجمل على أرضية داكنة.',
      de: 'Schmuck, Elektronik und Lampen wirken auf dunklem Grund besser.',
      es: 'Las joyas, la electrónica y las lámparas lucen más sobre un fondo oscuro.',
    },
    action: {
      tr: 'Koyu temalar',
      en: 'Dark themes',
      ar: 'القوالب الداكنة',
      de: 'Dunkle Themes',
      es: 'Temas oscuros',
    },
    target: '/list?category=dark',
    ground: '#26323a',
    shows: 'superhero',
  },
  {
    name: 'free-themes',
    market: 'theme',
    place: 'list',
    title: {
      tr: 'Bir tema denemek bedava',
      en: 'Trying a theme on costs nothing',
      ar: 'تجربة قالب لا تكلّف شيئًا',
      de: 'Ein Theme anzuprobieren kostet nichts',
      es: 'Probar un tema no cuesta nada',
    },
    text: {
      tr: 'Eski teman altında bekler; kaldırınca mağazan aynen eskisi gibidir.',
      en: 'Your old theme waits underneath; take the new one off and the shop is as it was.',
      ar: 'قالبك السابق ينتظر تحته؛ أزل الجديد فيعود متجرك كما كان.',
      de: 'Dein altes Theme wartet darunter; nimmst du das neue weg, ist der Shop wie vorher.',
      es: 'Tu tema anterior espera debajo; quita el nuevo y la tienda queda como estaba.',
    },
    action: {
      tr: 'Ücretsiz temalar',
      en: 'Free themes',
      ar: 'قوالب مجانية',
      de: 'Kostenlose Themes',
      es: 'Temas gratis',
    },
    target: '/list?price=free',
    ground: '#5b3a63',
    shows: null,
  },
]

interface DemoBundle {
  market: Market
  slug: string
  name: WindowTexts
  text: WindowTexts
  percentOff: number
  /** Prefixes, in their order; each with its first plan. */
  items: readonly string[]
}

export const BUNDLES: readonly DemoBundle[] = [
  {
    market: 'app',
    slug: 'product-page-set',
    name: {
      tr: 'Ürün sayfası seti',
      en: 'Product page set',
      ar: 'باقة صفحة المنتج',
      de: 'Set für die Produktseite',
      es: 'Pack de la página de producto',
    },
    text: {
      tr: 'Yakından görülen fotoğraflar ve teslim günü: ürünün sorularını yanıtlayan üç uygulama.',
      en: 'Pictures seen close up and the day of delivery: three apps that answer what is asked before buying.',
      ar: 'صور تُرى عن قرب وموعد التوصيل: ثلاثة تطبيقات تجيب عمّا يُسأل قبل الشراء.',
      de: 'Bilder aus der Nähe und der Liefertag: drei Apps, die vor dem Kauf Fragen beantworten.',
      es: 'Imágenes de cerca y el día de entrega: tres apps que responden a lo que se pregunta antes de comprar.',
    },
    percentOff: 20,
    items: ['gallery', 'zoom', 'delivery-day'],
  },
]
