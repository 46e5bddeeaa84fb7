import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import {
  getHome,
  listBanners,
  listBundles,
  listCategories,
  listCollections,
  listGoals,
} from '#modules/catalog/contract.ts'
import { listItems } from '#modules/catalog/find-contract.ts'
import type { Picture } from '#lib/wire.ts'
import type { HomeSection } from '#modules/catalog/home-rules.ts'
import type { AnswerOf } from '#kernel/operation.ts'
import { Notice } from '#ui/notice.tsx'
import { Columns, Page, SectionHeading } from '#ui/page-grid.tsx'
import { CategoryStrip } from '#ui/category-row.tsx'
import { LinkButton } from '#ui/button.tsx'
import { Anchor, TextLink } from '#ui/link.tsx'
import { CategoryLinks } from '#ui/category-links.tsx'
import { ThemeRow } from '#ui/theme-cover.tsx'
import { type CardItem, cardsOf, FIRST_SEEN, ItemAppRow, pictureOf } from '../item-card.tsx'
import { ItemCover } from '../item-cover.tsx'
import { PageHead } from '../page-head.tsx'
import { useWords } from '../messages.tsx'
import { screenContext } from '../screen-context.ts'
import { useShell } from '../shell.tsx'
import {
  AppCollection,
  type BundleOffer,
  Arranged,
  Bundles,
  Categories,
  CollectionBundles,
  COLLECTIONS_SHOWN,
  Goals,
  type HomeData,
  InOrder,
  OtherMarketLink,
  type Parts,
  Promises,
  Question,
  ThemeCollection,
  Title,
  useCategoryTiles,
  useCategoryWords,
} from './home/home-parts.tsx'
import type { Route } from './+types/home.ts'
import { Banners } from '../banners.tsx'
import { EmptyMarket } from '../empty-market.tsx'
import { useInstalled } from '../installed-items.ts'
import { usePaths } from '../paths.ts'
import { readShopFindings } from '../load-findings.ts'
import { ShopFindingsPlace } from '../shop-findings-place.tsx'
import { ItemGrid } from './list/item-grid.tsx'
import { AppIcon } from '#ui/app-icon.tsx'
import { classes } from '#ui/classes.ts'
import { Price } from '#ui/amount.tsx'
import { Stage } from '#ui/stage.tsx'
import { priceOnCard, pricedItem } from '../prices.ts'

/** Maximum shown on the page, which links to the rest. */
const SHOWN = 18
const NEWEST_SHOWN = 12
const BUNDLES_SHOWN = 3
/** Of a bundle that is offered with a collection; fewer would be chance. */
const IN_COMMON = 2
/** Items in a collection's row. */
const PER_COLLECTION = 8

export async function loader({ context }: Route.LoaderArgs): Promise<HomeData> {
  const screen = context.get(screenContext)
  const is_active = '1'
  const [categories, goals, bundles, smart, newest, collections, banners, findings, home] =
    await Promise.all([
      screen.call(listCategories, { query: { is_active } }),
      screen.call(listGoals, {}),
      screen.call(listBundles, {}),
      screen.call(listItems, { query: { is_active, per_page: SHOWN } }),
      screen.call(listItems, { query: { is_active, per_page: NEWEST_SHOWN, sort: 'newest' } }),
      screen.call(listCollections, { query: { is_active, per_collection: PER_COLLECTION } }),
      screen.call(listBanners, { query: { is_active, place: 'home' } }),
      readShopFindings(screen),
      screen.call(getHome, {}),
    ])
  const { arranged, sections } = home.data
  const shown = categories.data.filter((category) => category.count > 0).map(withDrawing)
  // Categories that come first stand below the search.
  const isBelow = arranged && !screen.framed && sections[0] !== 'categories'
  return {
    categories: isBelow ? [] : shown,
    goals: goals.data.filter((goal) => goal.count > 0).map(withDrawing),
    bundles: bundles.data.slice(0, BUNDLES_SHOWN).map((bundle) => ({
      ...offerOf(bundle),
      text: bundle.text,
      items: bundle.items.map(({ name, icon }) => ({ name, icon })),
    })),
    items: cardsOf(smart.data, { seen: FIRST_SEEN, featured: true }),
    newest: cardsOf(newest.data),
    total: smart.meta.total,
    // On the app store's home the first item of the first collection is shown large.
    collections: collections.data.map((collection, n) => ({
      ...withDrawing(collection),
      items: cardsOf(collection.items, { seen: n === 0 ? 1 : 0, featured: true }),
      bundles: bundles.data
        .filter(({ items }) => countShared(items, collection.items) >= IN_COMMON)
        .slice(0, BUNDLES_SHOWN)
        .map(offerOf),
    })),
    banners: sections.includes('banners') ? banners.data : [],
    findings,
    ...(arranged && { sections, runs: runsOf(sections) }),
    ...(isBelow && { moved: shown }),
  }
}

const TOP_GRID =
  __MARKET__ === 'theme'
    ? 'page grid gap-y-13 pt-9 md:gap-y-14.5 md:pt-11'
    : 'page grid gap-y-13 pt-8 md:gap-y-14.5 md:pt-11'
const GRID = 'page grid gap-y-13 pt-13 md:gap-y-14.5 md:pt-14.5'

/** Sections that take the window's width; the others share the page's grid. */
const WIDE: readonly (HomeSection | undefined)[] =
  __MARKET__ === 'theme' ? ['categories', 'popular', 'collections'] : ['categories']
/** Their ground differs from the page's, and so do the distances to it. */
const ON_GROUND: readonly (HomeSection | undefined)[] = ['categories', 'popular']

/** Neighbours that share a grid, each time behind its classes. Found here to spare the browser code. */
function runsOf(sections: readonly HomeSection[]): string[][] {
  const runs: HomeSection[][] = []
  for (const section of sections[0] === 'categories' ? sections.slice(1) : sections) {
    const last = runs.at(-1)
    if (!last || WIDE.includes(section) || WIDE.includes(last[0])) runs.push([section])
    else last.push(section)
  }
  return runs.map((run, n) => {
    const isTop = n === 0 || ON_GROUND.includes(runs[n - 1]?.[0])
    const isApart = n > 0 && ON_GROUND.includes(run[0])
    const wide = isApart ? 'pt-13 md:pt-14.5' : ''
    return [WIDE.includes(run[0]) ? wide : isTop ? TOP_GRID : GRID, ...run]
  })
}

/** What the page needs of an uploaded drawing, which has one file. */
const withDrawing = <T extends { picture: Picture | null }>({ picture, ...row }: T) => ({
  ...row,
  ...(picture && { picture: { src: picture.sources[0]?.path ?? '', alt: picture.alt } }),
})

type Bundle = AnswerOf<typeof listBundles>['data'][number]

const offerOf = (bundle: Bundle): BundleOffer => ({
  slug: bundle.slug,
  name: bundle.name,
  percent_off: bundle.percent_off,
  currency: bundle.currency,
  rate_date: bundle.rate_date,
  price: bundle.price,
  price_in_bundle: bundle.price_in_bundle,
})

const countShared = (some: readonly { id: string }[], others: readonly { id: string }[]): number =>
  some.filter(({ id }) => others.some((other) => other.id === id)).length

/** Whether the page has this section: all of them, where nobody has arranged it. */
const shows = ({ sections }: Pick<HomeData, 'sections'>, section: HomeSection): boolean =>
  sections?.includes(section) ?? true

export default function Home({ loaderData }: Route.ComponentProps) {
  const { t } = useWords()
  const { market, framed } = useShell()
  const head = (
    <PageHead title={t(`home.title.${market}`)} description={t(`home.description.${market}`)} />
  )
  if (framed)
    return (
      <>
        {head}
        <FramedHome {...loaderData} />
      </>
    )
  return (
    <>
      {head}
      <SignInAsked />
      <Question {...loaderData} />
      {__MARKET__ === 'theme' ? <ThemeHome {...loaderData} /> : <AppHome {...loaderData} />}
    </>
  )
}

// The browser loads it where it is asked for; the server renders it at once.
const SignInPanel = import.meta.env.SSR
  ? (await import('./home/sign-in-panel.tsx')).SignInPanel
  : lazy(async () => ({ default: (await import('./home/sign-in-panel.tsx')).SignInPanel }))

/** Target of guards for visitors (S6.3), and of signing out (S2.30). */
function SignInAsked() {
  const { store } = useShell()
  const [search] = useSearchParams()
  if (store || !(search.has('sign-in') || search.has('signed'))) return null
  return (
    <Suspense>
      <SignInPanel />
    </Suspense>
  )
}

/** Fills rows of two and of three. */
const FIRST_SHOWN = 6
/** Fewer categories than this are kept together instead of spread out. */
const MIN_FOR_FULL_WIDTH = 6

/** Home page in the panel's frame: small categories, so that the items come first. */
function FramedHome(home: HomeData) {
  const { categories, goals, bundles, items, newest, total, banners, findings, sections } = home
  const { t } = useWords()
  const { market, platform } = useShell()
  const paths = usePaths()
  const { updates } = useInstalled()
  const tiles = useCategoryTiles(categories)
  const drawn = tiles.filter((tile) => tile.picture)
  const words = useCategoryWords(categories)
  const title = t('home.for_platform', { platform: platform.name })
  const first = shows(home, 'popular') ? items.slice(0, FIRST_SHOWN) : []
  const collections = home.collections.slice(0, COLLECTIONS_SHOWN)
  const seen = new Set(
    [...first, ...home.collections.flatMap((collection) => collection.items)].map(
      (item) => item.id,
    ),
  )
  const unseen = newest.filter((item) => !seen.has(item.id)).slice(0, FIRST_SHOWN)
  const parts: Parts = {
    categories: (
      <>
        {drawn.length > 0 && (
          <CategoryStrip
            tiles={drawn}
            label={t('home.categories')}
            className={drawn.length < MIN_FOR_FULL_WIDTH ? 'w-fit max-w-full' : undefined}
          />
        )}
        {words.length > 0 && (
          <CategoryLinks
            words={words}
            label={t(drawn.length > 0 ? 'home.more_categories' : 'home.categories')}
          />
        )}
      </>
    ),
    updates: updates > 0 && (
      <Notice
        icon="arrow-up"
        title={t('home.updates', { count: updates })}
        action={
          <LinkButton kind="secondary" size="small" href={paths.installed}>
            {t('home.updates_link')}
          </LinkButton>
        }
      />
    ),
    popular:
      items.length === 0 ? (
        <EmptyMarket />
      ) : (
        <section>
          <SectionHeading
            as="h1"
            title={title}
            end={<TextLink href={paths.list}>{t(`home.all.${market}`, { count: total })}</TextLink>}
          />
          <ItemGrid items={first} as="h2" first />
        </section>
      ),
    findings: <ShopFindingsPlace findings={findings} />,
    goals: <Goals goals={goals} />,
    bundles: <Bundles bundles={bundles} />,
    banners: <Banners banners={banners} />,
    collection: <FramedCollections collections={collections.slice(0, FIRST_COLLECTIONS)} />,
    collections: <FramedCollections collections={collections.slice(FIRST_COLLECTIONS)} />,
    newest: unseen.length > 0 && (
      <section>
        <SectionHeading title={<span className="type-d3">{t('home.newest')}</span>} />
        <ItemGrid items={unseen} />
      </section>
    ),
  }
  return (
    <Page className="grid gap-y-7 pt-5">
      {!shows(home, 'popular') && <h1 className="sr-only">{title}</h1>}
      <InOrder parts={parts} order={sections ? ['updates', ...sections] : Object.keys(parts)} />
    </Page>
  )
}

/** In the app store the first collection is a section of its own. */
const FIRST_COLLECTIONS = __MARKET__ === 'app' ? 1 : 0

const FramedCollections = ({ collections }: Pick<HomeData, 'collections'>) =>
  collections.map(({ slug, name, lead, picture, items: chosen, bundles: offers }) => (
    <section key={slug}>
      <SectionHeading
        title={
          <span className="type-d3">
            <Title name={name} picture={picture} />
          </span>
        }
        lead={<span className="type-body">{lead}</span>}
      />
      <ItemGrid items={chosen.slice(0, FIRST_SHOWN)} still />
      <CollectionBundles bundles={offers} />
    </section>
  ))

/** Fewer than this are side by side; more become a scrolling row. */
const MIN_FOR_ROW = 5
const IN_ROW = 12
/** Fills rows of two and of three. */
const IN_GRID = 6

/**
 * The theme store's home: categories, banners, new and featured themes, and how trying one works.
 */
function ThemeHome(home: HomeData) {
  const { goals, bundles, items, newest, total, collections, banners } = home
  const { t } = useWords()
  const paths = usePaths()
  if (items.length === 0) return <EmptyHome {...home} />
  const row = shows(home, 'popular') ? items.slice(0, IN_ROW) : []
  const seen = new Set(row.map((item) => item.id))
  const unseen = newest.filter((item) => !seen.has(item.id)).slice(0, IN_GRID)
  // where the newest are also the best, the next best follow
  const next = unseen.length < MIN_FOR_ROW ? items.slice(IN_ROW, IN_ROW + IN_GRID) : unseen
  const all = <TextLink href={paths.list}>{t('home.all.theme', { count: total })}</TextLink>
  const lead = items.every((item) => item.cover) ? t('home.street_lead') : undefined
  const heading = <SectionHeading title={t('home.street')} lead={lead} end={all} />
  const parts: Parts = {
    popular:
      items.length < MIN_FOR_ROW ? (
        <section className="bg-linear-to-b from-stone to-paper pt-4">
          <Page>
            {heading}
            <ItemGrid items={items} first />
          </Page>
        </section>
      ) : (
        <section className="bg-stone pt-8 pb-6">
          <Page>{heading}</Page>
          <ThemeRow label={t('home.street')}>
            {row.map((item, n) => (
              <li key={item.id}>
                <ItemCover item={item} first={n < FIRST_SEEN} />
              </li>
            ))}
          </ThemeRow>
        </section>
      ),
    banners: <Banners banners={banners} />,
    goals: <Goals goals={goals} />,
    bundles: <Bundles bundles={bundles} />,
    newest: next.length > 0 && (
      <section className="later">
        <SectionHeading title={t(next === unseen ? 'home.newest' : 'home.beside')} end={all} />
        <ItemGrid items={next} />
      </section>
    ),
    collections: collections.slice(0, COLLECTIONS_SHOWN).map((collection) => (
      <div key={collection.slug} className="pt-13 md:pt-14.5">
        <ThemeCollection collection={collection} />
      </div>
    )),
    promises: items.some((item) => item.installable) && <Promises wide />,
    other_market: <OtherMarketLink />,
    categories: home.moved && <Categories categories={home.moved} />,
  }
  return home.runs ? (
    <Arranged parts={parts} runs={home.runs} />
  ) : (
    <>
      {parts.popular}
      <div className={TOP_GRID}>
        <InOrder parts={parts} order={['banners', 'goals', 'bundles', 'newest']} />
      </div>
      {parts.collections}
      <div className={GRID}>
        {parts.promises}
        {parts.other_market}
      </div>
    </>
  )
}

const EmptyHome = ({ banners }: Pick<HomeData, 'banners'>) => (
  <Page className="pt-8 md:pt-11">
    <Banners banners={banners} />
    <EmptyMarket />
  </Page>
)

/** Number of apps next to the featured one. */
const BESIDE = 5
const NEW_SHOWN = 6
const A_ROW = 3
const ON_SHELVES = 12

/**
 * The app store's home: banners, a featured app with others beside it, new and featured apps, and a
 * link to the theme store.
 */
function AppHome(home: HomeData) {
  const { goals, bundles, items, newest, total, banners, findings } = home
  const { t } = useWords()
  const paths = usePaths()
  if (items.length === 0) return <EmptyHome {...home} />
  const all = <TextLink href={paths.list}>{t('home.all.app', { count: total })}</TextLink>
  const popular = shows(home, 'popular') ? items : []
  const featured = popular.find((item) => item.cover)
  const beside = popular.filter((item) => item !== featured).slice(0, BESIDE)
  const shelves = popular.slice(0, ON_SHELVES)
  // without a picture there is no featured app, and the rows contain all
  const seen = new Set((featured ? [featured, ...beside] : shelves).map((item) => item.id))
  const [first, ...rest] = home.collections.slice(0, COLLECTIONS_SHOWN)
  const fresh = newest.filter((item) => !seen.has(item.id))
  const unseen = fresh.filter((item) => !first?.items.some((other) => other.id === item.id))
  // an incomplete row looks broken, so the newest may be repeated in it
  const latest = (unseen.length >= A_ROW ? unseen : fresh).slice(0, NEW_SHOWN)
  const parts: Parts = {
    banners: <Banners banners={banners} />,
    popular: featured ? (
      <Columns kind="editorial">
        <section>
          <SectionHeading title={t('home.featured')} />
          <Featured item={featured} />
          {shows(home, 'promises') && <Promises className="mt-9 hidden lg:block" />}
        </section>
        {beside.length > 0 && (
          <section className="later">
            <SectionHeading title={<span className="type-d3">{t('home.beside')}</span>} end={all} />
            <ul className="grid">
              {beside.map((item) => (
                <li key={item.id} className="border-t border-line py-4">
                  <ItemAppRow item={item} />
                </li>
              ))}
            </ul>
          </section>
        )}
      </Columns>
    ) : (
      <section>
        <SectionHeading title={t('list.title.app')} end={all} />
        <ItemGrid items={shelves} />
      </section>
    ),
    findings: <ShopFindingsPlace findings={findings} />,
    goals: <Goals goals={goals} />,
    bundles: <Bundles bundles={bundles} />,
    collection: first && <AppCollection collection={first} turned={false} />,
    newest: latest.length > 0 && (
      <section className="later">
        <SectionHeading title={t('home.newest')} end={all} />
        <ul className="grid gap-x-10 md:grid-cols-2 lg:grid-cols-3">
          {latest.map((item) => (
            <li key={item.id} className="border-t border-line py-4">
              <ItemAppRow item={item} />
            </li>
          ))}
        </ul>
      </section>
    ),
    collections: rest.map((collection, n) => (
      <AppCollection key={collection.slug} collection={collection} turned={n % 2 === 0} />
    )),
    promises: items.some((item) => item.installable) && (
      <Promises wide className={featured && 'lg:hidden'} />
    ),
    other_market: <OtherMarketLink />,
    categories: home.moved && <Categories categories={home.moved} />,
  }
  return <Arranged parts={parts} runs={home.runs ?? [[TOP_GRID, ...Object.keys(parts)]]} />
}

const RING =
  'has-[a:focus-visible]:outline-3 has-[a:focus-visible]:outline-offset-4 has-[a:focus-visible]:outline-focus'

/** The featured app: its picture with a description. The whole of it is one link. */
function Featured({ item }: { item: CardItem }) {
  const words = useWords()
  const { t } = words
  const href = usePaths().item(item.slug)
  const price = priceOnCard(pricedItem(item), words)
  return (
    <article className={classes('relative rounded-card', RING)}>
      <Stage
        ground={item.ground ?? undefined}
        shape="wide"
        alt={item.cover?.desktop.alt || t('list.picture_alt', { item: item.name })}
        noPicture={t('card.no_picture')}
        desktop={item.cover ? pictureOf(item.cover.desktop) : undefined}
        phone={item.cover?.phone ? pictureOf(item.cover.phone) : undefined}
        first
      />
      <div className="mt-4 flex items-start gap-4">
        <AppIcon src={item.icon} name={item.name} size={56} first />
        <div className="min-w-0 flex-1">
          <h3 className="type-d4 wrap-anywhere-safe">
            <Anchor
              href={href}
              moves
              className="after:absolute after:inset-0 focus-visible:outline-none"
            >
              {item.name}
            </Anchor>
          </h3>
          <p className="type-body mt-0.5 text-ink2 wrap-anywhere-safe">{item.tagline}</p>
          <Price {...price} className="mt-1 block text-start md:hidden" />
        </div>
        <Price {...price} className="mt-0.5 hidden md:block" />
      </div>
    </article>
  )
}
