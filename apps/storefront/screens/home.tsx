import { useSearchParams } from 'react-router'
import {
  listBanners,
  listBundles,
  listCategories,
  listCollections,
  listGoals,
} from '#modules/catalog/contract.ts'
import { listItems } from '#modules/catalog/find-contract.ts'
import type { AnswerOf } from '#kernel/operation.ts'
import { Notice } from '#ui/notice.tsx'
import { Columns, Page, SectionHeading } from '#ui/page-grid.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
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
import { SignInOptions } from '../sign-in-options.tsx'
import {
  AppCollection,
  type BundleOffer,
  Bundles,
  CollectionBundles,
  COLLECTIONS_SHOWN,
  Goals,
  type HomeData,
  OtherMarketLink,
  Promises,
  Question,
  ThemeCollection,
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
  const [categories, goals, bundles, smart, newest, collections, banners, findings] =
    await Promise.all([
      screen.call(listCategories, { query: { is_active } }),
      screen.call(listGoals, {}),
      screen.call(listBundles, {}),
      screen.call(listItems, { query: { is_active, per_page: SHOWN } }),
      screen.call(listItems, { query: { is_active, per_page: NEWEST_SHOWN, sort: 'newest' } }),
      screen.call(listCollections, { query: { is_active, per_collection: PER_COLLECTION } }),
      screen.call(listBanners, { query: { is_active, place: 'home' } }),
      readShopFindings(screen),
    ])
  return {
    categories: categories.data.filter((category) => category.count > 0),
    goals: goals.data.filter((goal) => goal.count > 0),
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
      ...collection,
      items: cardsOf(collection.items, { seen: n === 0 ? 1 : 0, featured: true }),
      bundles: bundles.data
        .filter(({ items }) => countShared(items, collection.items) >= IN_COMMON)
        .slice(0, BUNDLES_SHOWN)
        .map(offerOf),
    })),
    banners: banners.data,
    findings,
  }
}

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

/** Target of guards for visitors (S6.3), and of signing out (S2.30). */
function SignInAsked() {
  const { t } = useWords()
  const { store } = useShell()
  const [search] = useSearchParams()
  const asked = search.get('sign-in')
  if (store) return null
  if (search.get('signed') === 'out')
    return (
      <div className="bg-stone pt-4">
        <Page>
          <Notice tone="done">{t('session.ended')}</Notice>
        </Page>
      </div>
    )
  if (asked !== 'required' && asked !== 'again') return null
  return (
    <div className="bg-stone pt-4">
      <Page>
        <Panel as="section" label={t('enter.title')}>
          <PanelPart>
            <h2 className="type-d3">
              {asked === 'again' ? t('session.expired') : t('errors.session.required')}
            </h2>
            <SignInOptions
              wide
              next={search.get('next') ?? '/'}
              className="type-body mt-2 text-ink2"
            />
          </PanelPart>
        </Panel>
      </Page>
    </div>
  )
}

/** Fills rows of two and of three. */
const FIRST_SHOWN = 6
/** Fewer categories than this are kept together instead of spread out. */
const MIN_FOR_FULL_WIDTH = 6

/** Home page in the panel's frame: small categories, so that the items come first. */
function FramedHome({
  categories,
  goals,
  bundles,
  items,
  newest,
  total,
  collections,
  banners,
  findings,
}: HomeData) {
  const { t } = useWords()
  const { market, platform } = useShell()
  const paths = usePaths()
  const { updates } = useInstalled()
  const tiles = useCategoryTiles(categories)
  const drawn = tiles.filter((tile) => tile.picture)
  const words = useCategoryWords(categories)
  const first = items.slice(0, FIRST_SHOWN)
  const seen = new Set(
    [...first, ...collections.flatMap((collection) => collection.items)].map((item) => item.id),
  )
  const unseen = newest.filter((item) => !seen.has(item.id)).slice(0, FIRST_SHOWN)
  return (
    <Page className="grid gap-y-7 pt-5">
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
      {updates > 0 && (
        <Notice
          icon="arrow-up"
          title={t('home.updates', { count: updates })}
          action={
            <LinkButton kind="secondary" size="small" href={paths.installed}>
              {t('home.updates_link')}
            </LinkButton>
          }
        />
      )}
      {items.length === 0 ? (
        <EmptyMarket />
      ) : (
        <section>
          <SectionHeading
            as="h1"
            title={t('home.for_platform', { platform: platform.name })}
            end={<TextLink href={paths.list}>{t(`home.all.${market}`, { count: total })}</TextLink>}
          />
          <ItemGrid items={first} as="h2" first />
        </section>
      )}
      <ShopFindingsPlace findings={findings} />
      <Goals goals={goals} />
      <Bundles bundles={bundles} />
      <Banners banners={banners} />
      {collections
        .slice(0, COLLECTIONS_SHOWN)
        .map(({ slug, name, lead, items: chosen, bundles: offers }) => (
          <section key={slug}>
            <SectionHeading
              title={<span className="type-d3">{name}</span>}
              lead={<span className="type-body">{lead}</span>}
            />
            <ItemGrid items={chosen.slice(0, FIRST_SHOWN)} still />
            <CollectionBundles bundles={offers} />
          </section>
        ))}
      {unseen.length > 0 && (
        <section>
          <SectionHeading title={<span className="type-d3">{t('home.newest')}</span>} />
          <ItemGrid items={unseen} />
        </section>
      )}
    </Page>
  )
}

/** Fewer than this are side by side; more become a scrolling row. */
const MIN_FOR_ROW = 5
const IN_ROW = 12
/** Fills rows of two and of three. */
const IN_GRID = 6

/**
 * The theme store's home: categories, banners, new and featured themes, and how trying one works.
 */
function ThemeHome({ goals, bundles, items, newest, total, collections, banners }: HomeData) {
  const { t } = useWords()
  const paths = usePaths()
  if (items.length === 0)
    return (
      <Page className="pt-8 md:pt-11">
        <Banners banners={banners} />
        <EmptyMarket />
      </Page>
    )
  const row = items.slice(0, IN_ROW)
  const seen = new Set(row.map((item) => item.id))
  const unseen = newest.filter((item) => !seen.has(item.id)).slice(0, IN_GRID)
  // where the newest are also the best, the next best follow
  const next = unseen.length < MIN_FOR_ROW ? items.slice(IN_ROW, IN_ROW + IN_GRID) : unseen
  const all = <TextLink href={paths.list}>{t('home.all.theme', { count: total })}</TextLink>
  const lead = items.every((item) => item.cover) ? t('home.street_lead') : undefined
  const heading = <SectionHeading title={t('home.street')} lead={lead} end={all} />
  return (
    <>
      {items.length < MIN_FOR_ROW ? (
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
      )}
      <Page className="grid gap-y-13 pt-9 md:gap-y-14.5 md:pt-11">
        <Banners banners={banners} />
        <Goals goals={goals} />
        <Bundles bundles={bundles} />
        {next.length > 0 && (
          <section className="later">
            <SectionHeading title={t(next === unseen ? 'home.newest' : 'home.beside')} end={all} />
            <ItemGrid items={next} />
          </section>
        )}
      </Page>
      {collections.slice(0, COLLECTIONS_SHOWN).map((collection) => (
        <div key={collection.slug} className="pt-13 md:pt-14.5">
          <ThemeCollection collection={collection} />
        </div>
      ))}
      <Page className="grid gap-y-13 pt-13 md:gap-y-14.5 md:pt-14.5">
        {items.some((item) => item.installable) && <Promises wide />}
        <OtherMarketLink />
      </Page>
    </>
  )
}

/** Number of apps next to the featured one. */
const BESIDE = 5
const NEW_SHOWN = 6
const A_ROW = 3
const ON_SHELVES = 12

/**
 * The app store's home: banners, a featured app with others beside it, new and featured apps, and a
 * link to the theme store.
 */
function AppHome({
  goals,
  bundles,
  items,
  newest,
  total,
  collections,
  banners,
  findings,
}: HomeData) {
  const { t } = useWords()
  const paths = usePaths()
  if (items.length === 0)
    return (
      <Page className="pt-8 md:pt-11">
        <Banners banners={banners} />
        <EmptyMarket />
      </Page>
    )
  const all = <TextLink href={paths.list}>{t('home.all.app', { count: total })}</TextLink>
  const featured = items.find((item) => item.cover)
  const beside = items.filter((item) => item !== featured).slice(0, BESIDE)
  const shelves = items.slice(0, ON_SHELVES)
  // without a picture there is no featured app, and the rows contain all
  const seen = new Set((featured ? [featured, ...beside] : shelves).map((item) => item.id))
  const [first, ...rest] = collections.slice(0, COLLECTIONS_SHOWN)
  const fresh = newest.filter((item) => !seen.has(item.id))
  const unseen = fresh.filter((item) => !first?.items.some((other) => other.id === item.id))
  // an incomplete row looks broken, so the newest may be repeated in it
  const latest = (unseen.length >= A_ROW ? unseen : fresh).slice(0, NEW_SHOWN)
  return (
    <Page className="grid gap-y-13 pt-8 md:gap-y-14.5 md:pt-11">
      <Banners banners={banners} />
      {featured ? (
        <Columns kind="editorial">
          <section>
            <SectionHeading title={t('home.featured')} />
            <Featured item={featured} />
            <Promises className="mt-9 hidden lg:block" />
          </section>
          {beside.length > 0 && (
            <section className="later">
              <SectionHeading
                title={<span className="type-d3">{t('home.beside')}</span>}
                end={all}
              />
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
      )}
      <ShopFindingsPlace findings={findings} />
      <Goals goals={goals} />
      <Bundles bundles={bundles} />
      {first && <AppCollection collection={first} turned={false} />}
      {latest.length > 0 && (
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
      )}
      {rest.map((collection, n) => (
        <AppCollection key={collection.slug} collection={collection} turned={n % 2 === 0} />
      ))}
      {items.some((item) => item.installable) && (
        <Promises wide className={featured && 'lg:hidden'} />
      )}
      <OtherMarketLink />
    </Page>
  )
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
