import { FINDING_KINDS, type FindingKind } from './finding-kinds.ts'
import type { ShopPage } from './read-page.ts'

export interface ShopRead {
  pages: readonly ShopPage[]
  /** Null: it could not be told. */
  hasSitemap: boolean | null
}

export interface ShopFinding {
  kind: FindingKind
  /** A page on which it shows. */
  pageUrl: string
  /** Pages or pictures that lack it, out of `of`. */
  seen: number
  of: number
}

type Evidence = Omit<ShopFinding, 'kind'> | null

/** A kind is shown only with an item that fits it; these words find that item. */
export const SEARCH_FOR: Readonly<Record<FindingKind, readonly string[]>> = {
  consent: ['cookie consent', 'asks cookies'],
  contact: ['whatsapp', 'live chat'],
  structured_data: ['structured data', 'rich results'],
  reviews: ['product reviews', 'customer reviews'],
  free_delivery: ['free delivery', 'free shipping'],
  delivery_day: ['delivery day', 'delivery date'],
  picture_viewer: ['pictures full screen', 'magnifies picture', 'image zoom'],
  search: ['finds products', 'product search'],
  announcement: ['announcement bar', 'announcement'],
  languages: ['language switcher', 'translate shop', 'multilingual'],
  description: ['meta description', 'seo'],
  sitemap: ['sitemap', 'seo'],
  alt_texts: ['alt text', 'image descriptions'],
}

const CONSENT =
  /cookie|çerez|cerez|consent|gdpr|kvkk|onetrust|usercentrics|iubenda|klaro|didomi|quantcast|efilli/
const CHAT = /whatsapp|tawk\.to|crisp\.chat|intercom|zendesk|tidio|livechat|jivochat|smartsupp/
const CONTACT_PAGE = /contact|iletisim|iletişim|kontakt|contacto|bize-ulas|ulasin/
const REVIEWS = /review|rating|yorum|degerlendirme|değerlendirme|bewertung|valoracion|opinion|تقييم/
const VIEWER =
  /lightbox|photoswipe|pswp|fancybox|magnific|zoom|lightgallery|medium-zoom|swiper|glightbox|full-?screen/
const FREE_DELIVERY =
  /ücretsiz (kargo|teslimat)|kargo (bedava|ücretsiz)|free (shipping|delivery)|(kostenloser?|gratis) ?versand|env[ií]o gratis|(شحن|توصيل) مجاني/
const DELIVERY_BAR =
  /(free|ucretsiz|kargo|shipping|delivery)[-_]?(bar|progress|goal|left|threshold)|progress/
const DELIVERY_DAY =
  /teslim(at)? (günü|tarihi)|tahmini (teslim|kargo)|aynı gün (kargo|teslim)|(yarın|bugün) kargoda|(delivery|arrival) (date|day)|estimated delivery|arrives (on|by)|liefer(datum|tag|termin|zeit)|fecha de entrega|موعد (التوصيل|التسليم)|calendar/
const ANNOUNCEMENT =
  /announc|duyuru|anuncio|hinweisleiste|marquee|ticker|top-?bar|header-?top|(notice|promo|info|hello|message|alert|campaign|kampanya|shipping|kargo)[-_]?(bar|strip|banner)/
const LANGUAGES =
  /(lang|language|locale|dil)[-_]?(switch|select|menu|picker|list|chooser|drop|secim|secici)|weglot|wpml|polylang|gtranslate|google_translate|transcy|langify/
/** Names of languages as their speakers write them, of which a page has a list. */
const LANGUAGE_NAMES = [
  'english',
  'türkçe',
  'deutsch',
  'español',
  'français',
  'italiano',
  'русский',
  'العربية',
]
const NAMES_OF_A_LIST = 2
const PRODUCT_PICTURES = 2
const FEWEST_PICTURES = 10

const productsOf = ({ pages }: ShopRead) => pages.filter((page) => page.isProduct)
const isOn = (page: ShopPage, words: RegExp) => words.test(page.marks) || words.test(page.text)

/** Pages on which it shows, out of those that were asked. */
const evidence = (shown: readonly ShopPage[], of: number): Evidence =>
  shown[0] ? { pageUrl: shown[0].url, seen: shown.length, of } : null

/** Said only if all of the pages lack it. */
const onNone = (pages: readonly ShopPage[], has: (page: ShopPage) => boolean): Evidence =>
  pages.some(has) ? null : evidence(pages, pages.length)

/**
 * What a shop may lack, each by a pure function of its pages. Conservative: whatever could be the
 * thing counts as the thing, and without pages of the right kind nothing is said.
 */
const DETECTORS: Readonly<Record<FindingKind, (shop: ShopRead) => Evidence>> = {
  consent: ({ pages }) =>
    pages.some((page) => CONSENT.test(page.marks))
      ? null
      : evidence(
          pages.filter((page) => page.trackers.length > 0),
          pages.length,
        ),
  contact: ({ pages }) =>
    onNone(
      pages,
      (page) =>
        page.hasContact ||
        CHAT.test(page.marks) ||
        page.links.some((link) => CONTACT_PAGE.test(link.toLowerCase())),
    ),
  structured_data: (shop) => onNone(productsOf(shop), (page) => page.types.has('product')),
  reviews: (shop) =>
    onNone(productsOf(shop), (page) => page.types.has('aggregaterating') || isOn(page, REVIEWS)),
  free_delivery: ({ pages }) =>
    pages.some((page) => DELIVERY_BAR.test(page.marks))
      ? null
      : evidence(
          pages.filter((page) => FREE_DELIVERY.test(page.text)),
          pages.length,
        ),
  delivery_day: (shop) => onNone(productsOf(shop), (page) => isOn(page, DELIVERY_DAY)),
  picture_viewer: (shop) =>
    onNone(
      productsOf(shop).filter((page) => page.pictures >= PRODUCT_PICTURES),
      (page) => VIEWER.test(page.marks),
    ),
  search: ({ pages }) =>
    onNone(pages, (page) => page.hasSearch || /search|arama|suche|buscar/.test(page.marks)),
  announcement: ({ pages }) => onNone(pages, (page) => ANNOUNCEMENT.test(page.marks)),
  languages: ({ pages }) =>
    onNone(
      pages,
      (page) =>
        page.hasLanguages ||
        LANGUAGES.test(page.marks) ||
        LANGUAGE_NAMES.filter((name) => page.text.includes(name)).length >= NAMES_OF_A_LIST,
    ),
  description: ({ pages }) => onNone(pages, (page) => page.hasDescription),
  sitemap: ({ pages, hasSitemap }) =>
    hasSitemap === false && pages[0] ? { pageUrl: pages[0].url, seen: 1, of: 1 } : null,
  alt_texts: ({ pages }) => {
    const all = pages.reduce((sum, page) => sum + page.pictures, 0)
    const without = pages.reduce((sum, page) => sum + page.picturesWithoutAlt, 0)
    const worst = pages.toSorted((a, b) => b.picturesWithoutAlt - a.picturesWithoutAlt)[0]
    // A few forgotten ones are no reason to install anything.
    return worst && all >= FEWEST_PICTURES && without * 3 >= all
      ? { pageUrl: worst.url, seen: without, of: all }
      : null
  },
}

export const detect = (shop: ShopRead): ShopFinding[] =>
  FINDING_KINDS.flatMap((kind) => {
    const found = DETECTORS[kind](shop)
    return found ? [{ kind, ...found }] : []
  })
