import { Parser } from 'htmlparser2'
import { hostOf, isSameSite } from './shop-address.ts'

/** Facts of one page of a shop, as a visitor's browser receives it. */
export interface ShopPage {
  url: string
  /** A product's own page. */
  isProduct: boolean
  hasDescription: boolean
  /** `@type`s of its structured data, in lower case. */
  types: ReadonlySet<string>
  pictures: number
  /** Without an `alt` attribute; an empty one is a decision. */
  picturesWithoutAlt: number
  hasSearch: boolean
  /** Addresses of the page in other languages. */
  hasLanguages: boolean
  /** Phone, mail or a messenger. */
  hasContact: boolean
  /** Hosts of trackers that it loads by itself. */
  trackers: readonly string[]
  /** Addresses of pages of the same shop. */
  links: readonly string[]
  /** Words in ids, classes, names and addresses of scripts, and in scripts; in lower case. */
  marks: string
  /** What people read, in lower case. */
  text: string
}

/** Enough for any page; the rest is not read. */
const MOST_CHARACTERS = 512 * 1024
const MOST_TEXT = 64 * 1024
const MOST_MARKS = 256 * 1024
const MOST_LINKS = 300

/** Measuring and advertising that needs a consent. */
const TRACKERS = [
  'googletagmanager.com',
  'google-analytics.com',
  'connect.facebook.net',
  'static.hotjar.com',
  'clarity.ms',
  'mc.yandex.ru',
  'analytics.tiktok.com',
  'snap.licdn.com',
  'bat.bing.com',
  'doubleclick.net',
]

const CONTACT = /^(tel:|mailto:|https?:\/\/(wa\.me|api\.whatsapp\.com|m\.me|t\.me)\/)/i
const LANGUAGE_QUERY = /[?&](hl|lang|language|locale|dil)=/i
const UNREAD = new Set(['script', 'style', 'noscript', 'template'])
const MARK_ATTRIBUTES = ['id', 'class', 'name', 'data-role'] as const
const FILES = /\.(jpe?g|png|webp|avif|gif|svg|pdf|zip|css|js|xml|json|mp4)$/i

/** Collects up to a number of characters. */
function bounded(most: number) {
  const parts: string[] = []
  let left = most
  return {
    add(part: string) {
      if (left <= 0) return
      parts.push(part.slice(0, left))
      left -= part.length + 1
    },
    end: () => parts.join(' ').toLowerCase(),
  }
}

/** In linear time, whatever the page says. */
export function readShopPage(url: string, html: string): ShopPage {
  const marks = bounded(MOST_MARKS)
  const text = bounded(MOST_TEXT)
  const links = new Set<string>()
  const trackers = new Set<string>()
  const types = new Set<string>()
  const page = {
    isProduct: false,
    hasDescription: false,
    pictures: 0,
    picturesWithoutAlt: 0,
    hasSearch: false,
    hasLanguages: false,
    hasContact: false,
  }
  const open: string[] = []
  let isStructured = false

  const onMeta = ({ name, property, content = '' }: Record<string, string>) => {
    if (name?.toLowerCase() === 'description' && content.trim() !== '') page.hasDescription = true
    if (property?.toLowerCase() === 'og:type' && /product/i.test(content)) page.isProduct = true
  }
  const onLink = (href: string) => {
    if (CONTACT.test(href)) page.hasContact = true
    if (LANGUAGE_QUERY.test(href)) page.hasLanguages = true
    const target = URL.parse(href, url)
    if (!target || links.size >= MOST_LINKS || !isSameSite(target.href, url)) return
    target.hash = ''
    if (!FILES.test(target.pathname)) links.add(target.href)
  }
  const onAddress = (address: string) => {
    const host = hostOf(URL.parse(address, url)?.href ?? '')
    const known = TRACKERS.find((one) => host === one || host.endsWith(`.${one}`))
    if (known) trackers.add(known)
    marks.add(address)
  }

  const parser = new Parser({
    onopentag(name, attributes) {
      for (const one of MARK_ATTRIBUTES) if (attributes[one]) marks.add(attributes[one])
      if (attributes.itemtype) types.add(attributes.itemtype.split('/').at(-1)!.toLowerCase())
      if (name === 'body' && attributes['data-page'] === 'product') page.isProduct = true
      if (name === 'meta') onMeta(attributes)
      if (attributes.hreflang && attributes.hreflang !== 'x-default') page.hasLanguages = true
      if (name === 'a' && attributes.href) onLink(attributes.href)
      if (name === 'img') {
        page.pictures += 1
        if (attributes.alt === undefined) page.picturesWithoutAlt += 1
      }
      if ((name === 'script' || name === 'iframe') && attributes.src) onAddress(attributes.src)
      if (name === 'input' && attributes.type?.toLowerCase() === 'search') page.hasSearch = true
      if (attributes.role === 'search' || name === 'search') page.hasSearch = true
      if (!UNREAD.has(name)) return
      open.push(name)
      isStructured = name === 'script' && attributes.type?.toLowerCase() === 'application/ld+json'
    },
    ontext(part) {
      if (open.length === 0) return text.add(part.trim())
      if (open.at(-1) !== 'script') return
      if (isStructured)
        for (const [, type] of part.matchAll(/"@type"\s{0,9}:\s{0,9}"(\w{1,60})"/g))
          types.add(type!.toLowerCase())
      marks.add(part)
      for (const one of TRACKERS) if (part.includes(one)) trackers.add(one)
    },
    onclosetag(name) {
      if (open.at(-1) === name) open.pop()
    },
  })
  parser.end(html.slice(0, MOST_CHARACTERS))
  return {
    url,
    ...page,
    isProduct: page.isProduct || types.has('product'),
    types,
    trackers: [...trackers],
    links: [...links],
    marks: marks.end(),
    text: text.end(),
  }
}
