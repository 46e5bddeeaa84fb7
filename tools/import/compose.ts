import type {
  ListedRelease,
  Listing,
  ListingPicture,
  ListingText,
} from '#modules/catalog/listing.ts'
import { readLocale } from '#lib/locale.ts'
import { byLanguage, FILES, firstDay, LARGEST_COUNT, type Catalogue } from './format.ts'
import type { PartLines } from './gather-parts.ts'
import type { FileKind, Said } from './parse-line.ts'
import { readPicture, type PictureFile } from './pictures.ts'
import { listingPrice, readPlans, type AddNote } from './price.ts'
import { readRatings } from './ratings.ts'
import type { Report } from './report.ts'
import { slugOf, stableCode, stableId } from './slugs.ts'
import { readAddress, readDate } from './values.ts'
import { isPlainVersion, versionOrder } from '#modules/catalog/packages/manifest.ts'

export interface Surroundings {
  folder: string
  catalogue: Catalogue
  /** That the market uses. */
  currencies: readonly string[]
  report: Report
  now: Date
  /** Row ids by the ids of the catalogue. */
  partners: Map<string, string>
  defaultPartner: string
  categories: Map<string, { id: string; market: string }>
}

/** A listing that has no slug and no hash yet. */
export interface Draft {
  at: number
  sourceId: string
  slugBase: string
  listing: Omit<Listing, 'slug' | 'prefix' | 'source' | 'updatedAt'>
  updatedAt: Date | null
  pictureFiles: PictureFile[]
}

/** One item out of its lines, repaired by the rules. */
export async function composeListing(
  item: Said<'item'>,
  parts: PartLines,
  around: Surroundings,
): Promise<Draft> {
  const { catalogue, report, now } = around
  const noteIn =
    (kind: FileKind): AddNote =>
    (at, rule, what, skipped = false) =>
      report.add(FILES[kind], at, rule, what, skipped, item.id)
  const note = noteIn('item')
  const id = stableId('itm', catalogue.source, item.id)
  const market = item.market ?? catalogue.market
  const plans = readPlans(parts.plan, catalogue, around.currencies, noteIn('plan'))
  const shown = listingPrice(plans)
  if (!shown && catalogue.without_plans === 'unlisted')
    note(item.at, 'R-PRICE-UNKNOWN', 'kept unpublished')
  const unpriced = !shown && catalogue.without_plans === 'unlisted' && item.status === 'published'
  const pictures = await readPictures(item, parts.picture, around, noteIn)
  const partnerId =
    item.partner === undefined ? around.defaultPartner : around.partners.get(item.partner)
  if (partnerId === undefined) note(item.at, 'R-PARTNER-UNKNOWN', `partner ${item.partner}`)
  const counts = readRatings(item, parts.rating, noteIn('rating'), note)
  const installs = item.install_count ?? 0
  if (installs > LARGEST_COUNT) note(item.at, 'R-COUNT-CAPPED', `install_count ${installs}`)
  return {
    at: item.at,
    sourceId: item.id,
    slugBase: slugBase(item, note),
    pictureFiles: pictures.files,
    updatedAt:
      readDate(item.updated_at, now, (what) => note(item.at, 'R-DATE-BAD', `updated_at ${what}`)) ??
      takenOn(catalogue),
    listing: {
      id,
      market,
      partnerId: partnerId ?? around.defaultPartner,
      name: item.title,
      price: shown?.price ?? {
        kind: 'free',
        amountMinor: 0,
        currency: catalogue.currency,
        period: null,
      },
      inAppPurchase: item.in_app_purchase || shown?.paidBeside === true,
      icon: pictures.icon,
      swatches: item.swatches,
      ground: null,
      links: readLinks(item, note),
      credits: [],
      facts: {},
      pageWeight: null,
      status: unpriced ? 'unpublished' : item.status,
      unpublishedReason: unpriced
        ? 'The source gives no price.'
        : item.status === 'unpublished'
          ? item.reason || null
          : null,
      publishedAt: readDate(item.published_at, now, (what) =>
        note(item.at, 'R-DATE-BAD', `published_at ${what}`),
      ),
      texts: readTexts(item, parts.text, catalogue, noteIn('text'), note),
      categoryIds: readCategories(item, market, around, note),
      plans,
      pictures: pictures.list,
      releases: readReleases(id, parts.release, catalogue, now, noteIn('release')),
      counts: { ...counts, installCount: Math.min(installs, LARGEST_COUNT) },
    },
  }
}

const takenOn = ({ taken_on: day }: Catalogue): Date | null =>
  day === undefined ? null : firstDay(day)

function slugBase(item: Said<'item'>, note: AddNote): string {
  const base = slugOf(item.slug ?? '') || slugOf(item.title)
  if (base) return base
  const fromId = slugOf(item.id) || `item-${stableCode(8, item.id)}`
  note(item.at, 'R-SLUG-FROM-ID', fromId)
  return fromId
}

function readLinks({ at, links }: Said<'item'>, note: AddNote): Record<string, string> {
  return Object.fromEntries(
    Object.entries(links).flatMap(([name, said]) => {
      const address = readAddress(said)
      if (address === null && said !== undefined) note(at, 'R-LINK-BAD', `${name}: ${said}`)
      return address === null ? [] : [[name, address]]
    }),
  )
}

function readCategories(
  { at, categories }: Said<'item'>,
  market: string,
  around: Surroundings,
  note: AddNote,
): string[] {
  return [...new Set(categories)]
    .flatMap((said) => {
      const known = around.categories.get(said)
      if (known?.market === market) return [known.id]
      note(at, 'R-CATEGORY-UNKNOWN', `category ${said}`)
      return []
    })
    .sort()
}

function readTexts(
  item: Said<'item'>,
  lines: Said<'text'>[],
  { language }: Catalogue,
  note: AddNote,
  noteItem: AddNote,
): ListingText[] {
  const texts = new Map<string, ListingText>()
  for (const { at, locale: said, title, ...rest } of lines) {
    const locale = readLocale(said)
    if (locale === null) note(at, 'R-LOCALE-UNKNOWN', `language ${said}`, true)
    else if (texts.has(locale)) note(at, 'R-LINE-TWICE', `text in ${locale}`, true)
    else {
      const { tagline, description, features } = rest
      texts.set(locale, { locale, name: title || item.title, tagline, description, features })
    }
  }
  if (texts.size > 0) return [...texts.values()]
  noteItem(item.at, 'R-TEXT-MISSING', 'made of the title')
  return [{ locale: language, name: item.title, tagline: '', description: [], features: [] }]
}

function readReleases(
  id: string,
  lines: Said<'release'>[],
  { language }: Catalogue,
  now: Date,
  note: AddNote,
): ListedRelease[] {
  const releases = new Map<string, ListedRelease>()
  for (const [
    place,
    { at, version, downloads, notes, status, published_at: day },
  ] of lines.entries()) {
    if (releases.has(version)) {
      note(at, 'R-LINE-TWICE', `version ${version}`, true)
      continue
    }
    const order = versionOrder(version, place)
    if (!isPlainVersion(version))
      note(at, 'R-RELEASE-ORDER', `version ${version} stands at ${order}`)
    if (downloads > LARGEST_COUNT) note(at, 'R-COUNT-CAPPED', `downloads ${downloads}`)
    releases.set(version, {
      id: stableId('rel', id, version),
      version,
      versionOrder: order,
      status,
      notes: byLanguage(notes, language),
      publishedAt: readDate(day, now, (what) => note(at, 'R-DATE-BAD', what)),
      downloads: Math.min(downloads, LARGEST_COUNT),
    })
  }
  return [...releases.values()]
}

async function readPictures(
  item: Said<'item'>,
  lines: Said<'picture'>[],
  { folder, catalogue }: Surroundings,
  noteIn: (kind: FileKind) => AddNote,
) {
  const files: PictureFile[] = []
  const pathOf = async (said: string, at: number, note: AddNote): Promise<PictureFile | null> => {
    const read = await readPicture(folder, said)
    if (typeof read !== 'string') {
      files.push(read)
      return read
    }
    note(at, read, read === 'R-PICTURE-REMOTE' ? 'addresses outside' : said)
    return null
  }
  const icon = item.icon === undefined ? null : await pathOf(item.icon, item.at, noteIn('item'))
  const list: ListingPicture[] = []
  for (const line of lines) {
    const file = await pathOf(line.file, line.at, noteIn('picture'))
    if (!file) continue
    const { width, height, type, name } = file
    list.push({
      role: line.role,
      device: line.device,
      locale: line.locale ?? null,
      position: list.length,
      sources: [{ path: `/pictures/${name}`, type, width }],
      width,
      height,
      placeholder: null,
      alt: byLanguage(line.alt, catalogue.language),
    })
  }
  return { icon: icon && `/pictures/${icon.name}`, list, files }
}
