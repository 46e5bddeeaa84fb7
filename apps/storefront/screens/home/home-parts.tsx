import { Fragment, type ReactNode } from 'react'
import type { HomeSection } from '#modules/catalog/home-rules.ts'
import type { ShopFindings } from '#modules/installs/shop-look/contract.ts'
import { LinkButton } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import { AppIcon, ThemeIcon } from '#ui/app-icon.tsx'
import type { Banner } from '#modules/catalog/contract.ts'
import { useWords } from '../../messages.tsx'
import { useShell } from '../../shell.tsx'
import { CategoryRow } from '#ui/category-row.tsx'
import { type CategoryDrawing, categoryDrawings } from '#ui/drawings.ts'
import { Columns, Page, SectionHeading } from '#ui/page-grid.tsx'
import { CategoryLinks } from '#ui/category-links.tsx'
import { formatPercent } from '../../formats.ts'
import { MarketSearch } from '../../market-search.tsx'
import { type Paths, usePaths, withQuery } from '../../paths.ts'
import { formatAmount, toMinor, type Currency } from '#lib/money.ts'
import { Price } from '#ui/amount.tsx'
import { Anchor } from '#ui/link.tsx'
import { marked } from '../../prices.ts'
import { Stage } from '#ui/stage.tsx'
import { ThemeRow } from '#ui/theme-cover.tsx'
import { type CardItem, ItemAppRow, pictureOf } from '../../item-card.tsx'
import { ItemCover } from '../../item-cover.tsx'
import { ItemGrid } from '../list/item-grid.tsx'

/** What holds for every item of this market; contains no uncounted figures. */
export function Promises({ wide, className }: { wide?: boolean; className?: string }) {
  const { t } = useWords()
  const { market } = useShell()
  const promises = [
    t(`home.promise.plan.${market}`),
    t(`home.promise.undo.${market}`),
    t(`home.promise.pay.${market}`),
  ]
  return (
    <section className={classes('later', className)}>
      <h2 className={wide ? 'type-d2' : 'type-d4'}>{t(`home.promise.title.${market}`)}</h2>
      <ul className={classes('mt-3 grid gap-3', wide && 'mt-5 gap-x-10 md:grid-cols-3')}>
        {promises.map((promise) => (
          <li
            key={promise}
            className={classes(
              'flex gap-3 text-ink2',
              wide ? 'type-body border-t border-line pt-4' : 'type-sm md:text-[.9375rem]',
            )}
          >
            <Icon name="check" size={18} className="mt-0.5 text-green" />
            <span>{promise}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Link to the other market. */
export function OtherMarketLink() {
  const { t } = useWords()
  const { market, sites } = useShell()
  const href = market === 'app' ? sites.theme : sites.app
  if (href === null) return null
  return (
    <section className="later flex flex-wrap items-center gap-x-8 gap-y-5 rounded-panel bg-stone p-6 md:p-9">
      <div aria-hidden="true" className="flex items-end gap-1.5">
        {['#2f56a5', '#2f7d5b', '#d2543d'].map((colour) => (
          <ThemeIcon key={colour} colour={colour} size={56} />
        ))}
      </div>
      <div className="min-w-0 flex-1 basis-72">
        <h2 className="type-d3">{t(`home.other.${market}`)}</h2>
        <p className="type-body mt-1 max-w-[60ch] text-ink2">{t(`home.other_lead.${market}`)}</p>
      </div>
      <LinkButton href={href} kind="secondary" iconAfter="arrow-right">
        {t(`home.other_link.${market}`)}
      </LinkButton>
    </section>
  )
}

/** A bundle with its price and that of its items alone. */
export interface BundleOffer {
  slug: string
  name: string
  percent_off: number
  currency: Currency
  rate_date: string | null
  price: number
  price_in_bundle: number
}

/** A drawing that operators uploaded. */
interface Drawn {
  picture?: { src: string; alt: string } | undefined
}

export interface HomeData {
  categories: ({ slug: string; name: string; drawing: string | null; count: number } & Drawn)[]
  goals: ({ slug: string; name: string; lead: string; count: number } & Drawn)[]
  bundles: (BundleOffer & { text: string; items: { name: string; icon: string | null }[] })[]
  /** By the default order. */
  items: CardItem[]
  newest: CardItem[]
  total: number
  collections: ({
    slug: string
    name: string
    lead: string
    items: CardItem[]
    bundles: BundleOffer[]
  } & Drawn)[]
  banners: Banner[]
  /** For a signed-in owner. */
  findings: ShopFindings | null
  /** In the order in which operators arranged them; undefined where they have not. */
  sections?: readonly HomeSection[] | undefined
  /** The same as what shares a grid, each time behind its classes. */
  runs?: readonly (readonly string[])[] | undefined
  /** Categories that do not stand below the search. */
  moved?: HomeData['categories'] | undefined
}

/** The name of a goal or collection, beside its drawing. */
export const Title = ({ name, picture }: { name: ReactNode } & Drawn) => (
  <>
    {picture && (
      <img
        src={picture.src}
        alt={picture.alt}
        width="45"
        height="66"
        loading="lazy"
        className="me-3 inline-block align-middle"
      />
    )}
    {name}
  </>
)

/** The sections of a page. */
export type Parts = Partial<Record<HomeSection | 'updates', ReactNode>>

export const InOrder = ({ parts, order }: { parts: Parts; order: readonly string[] }) =>
  order.map((section) => <Fragment key={section}>{parts[section as HomeSection]}</Fragment>)

/** The sections of a page by runs, each of its classes and then its sections. */
export const Arranged = ({ parts, runs }: { parts: Parts; runs: readonly (readonly string[])[] }) =>
  runs.map(([look, ...run]) => (
    <div key={run[0]} className={look}>
      <InOrder parts={parts} order={run} />
    </div>
  ))

/** What owners want, each a way into the list across its categories. */
export function Goals({ goals }: Pick<HomeData, 'goals'>) {
  const { t } = useWords()
  const { market } = useShell()
  const { list } = usePaths()
  if (goals.length === 0) return null
  return (
    <section className="later">
      <SectionHeading title={<span className="type-d3">{t(`home.goals.${market}`)}</span>} />
      <ul className="grid gap-3 md:grid-cols-2 lg:grid-cols-3">
        {goals.map(({ slug, name, lead, picture, count }) => (
          <li key={slug} className="goal-tile">
            <p className="flex items-baseline justify-between gap-3">
              <Anchor href={withQuery(list, { goal: slug })} className="stretched type-d4">
                <Title name={<bdi>{name}</bdi>} picture={picture} />
              </Anchor>
              <span className="figures type-sm text-ink2">
                {t(`home.category_count.${market}`, { count })}
              </span>
            </p>
            <p className="type-sm mt-1 text-ink2">{lead}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What is sold together for less. */
export function Bundles({ bundles }: Pick<HomeData, 'bundles'>) {
  const { t, locale } = useWords()
  const { bundle: pathOf } = usePaths()
  if (bundles.length === 0) return null
  return (
    <section className="later">
      <SectionHeading title={<span className="type-d3">{t('home.bundles')}</span>} />
      <ul className="grid gap-3 md:grid-cols-2 lg:grid-cols-3">
        {bundles.map((bundle) => (
          <li key={bundle.slug} className="bundle-tile">
            <p className="flex items-baseline justify-between gap-3">
              <Anchor href={pathOf(bundle.slug)} className="stretched type-d4">
                <bdi>{bundle.name}</bdi>
              </Anchor>
              <bdi className="figures type-sm strong shrink-0 text-green">
                {t('home.bundle_off', { percent: formatPercent(bundle.percent_off, locale) })}
              </bdi>
            </p>
            <p className="type-sm mt-1 text-ink2">{bundle.text}</p>
            <p className="mt-3 flex flex-wrap items-center gap-2">
              {bundle.items.map((item) => (
                <AppIcon key={item.name} src={item.icon} name={item.name} size={48} />
              ))}
              <BundlePrice bundle={bundle} className="ms-auto" />
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Bundles that hold items of a collection: there they are bought with one payment. */
export function CollectionBundles({ bundles }: { bundles: readonly BundleOffer[] }) {
  const { t } = useWords()
  const paths = usePaths()
  if (bundles.length === 0) return null
  return (
    <ul className="mt-5 grid gap-3">
      {bundles.map((bundle) => (
        <li
          key={bundle.slug}
          className="bundle-tile flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1"
        >
          <Anchor href={paths.bundle(bundle.slug)} className="stretched type-label">
            {t('home.collection_bundle', { bundle: bundle.name })}
          </Anchor>
          <BundlePrice bundle={bundle} />
        </li>
      ))}
    </ul>
  )
}

function BundlePrice({ bundle, className }: { bundle: BundleOffer; className?: string }) {
  const { t } = useWords()
  const text = (amount: number) =>
    marked(bundle, formatAmount(toMinor(amount, bundle.currency) ?? 0, bundle.currency))
  const isReduced = bundle.price_in_bundle < bundle.price
  return (
    <Price
      text={text(bundle.price_in_bundle)}
      {...(isReduced && { before: text(bundle.price), beforeLabel: t('home.bundle_alone') })}
      className={classes('type-sm strong', className)}
    />
  )
}

/** Categories as tiles of the row. One without a drawing has no picture. */
export function useCategoryTiles(categories: HomeData['categories']) {
  const { t } = useWords()
  const { market } = useShell()
  const paths = usePaths()
  return categories.map(({ slug, name, drawing, picture, count }) => ({
    href: categoryAddress(paths, slug),
    name,
    items: count,
    count: t(`home.category_count.${market}`, { count }),
    pictureAlt: picture?.alt,
    picture:
      picture?.src ??
      (drawing !== null && drawing in categoryDrawings
        ? categoryDrawings[drawing as CategoryDrawing]
        : undefined),
  }))
}

const categoryAddress = (paths: Paths, slug: string) => withQuery(paths.list, { category: slug })

/** More categories would push the items off the first screen. */
const MOST_LINKS = 12
/** Below the row of categories with a drawing. */
const MOST_BELOW = 6

/** Categories without a drawing: of many the fullest ones, and a link to the list of all. */
export function useCategoryWords(categories: HomeData['categories']) {
  const { t } = useWords()
  const paths = usePaths()
  const tiles = useCategoryTiles(categories)
  const words = tiles.filter((tile) => !tile.picture)
  const most = words.length < tiles.length ? MOST_BELOW : MOST_LINKS
  if (words.length <= most) return words
  return [
    ...words.toSorted((a, b) => b.items - a.items).slice(0, most),
    {
      href: paths.list,
      name: t('list.category_more', { count: words.length - most }),
    },
  ]
}

/** A row of the categories with a drawing, and the others as links below it. */
export function Categories({ categories }: Pick<HomeData, 'categories'>) {
  const { t } = useWords()
  const drawn = useCategoryTiles(categories).filter((tile) => tile.picture)
  const words = useCategoryWords(categories)
  return (
    <>
      {drawn.length > 0 && <CategoryRow tiles={drawn} label={t('home.categories')} />}
      {words.length > 0 && (
        <Page className="pt-2">
          <CategoryLinks
            words={words}
            label={t(drawn.length > 0 ? 'home.more_categories' : 'home.categories')}
          />
        </Page>
      )}
    </>
  )
}

/**
 * The search, with the categories below it. Categories without a drawing are text links below the
 * field or the row.
 */
export function Question({ categories, total }: HomeData) {
  const { t } = useWords()
  const { market } = useShell()
  const tiles = useCategoryTiles(categories)
  const drawn = tiles.filter((tile) => tile.picture)
  const words = useCategoryWords(categories)
  return (
    <>
      <div className="bg-stone">
        <Page className="grid items-center gap-x-12 gap-y-5 pt-5 pb-8 md:pt-7 lg:grid-cols-[minmax(0,1fr)_580px]">
          <h1 className="type-d1">{t(`home.question.${market}`)}</h1>
          <MarketSearch
            size="hero"
            label={t(`search.${market}`)}
            placeholder={total > 0 ? `${t(`home.search_hint.${market}`)}…` : ''}
            button={t('search.submit')}
            slash
          />
          {drawn.length === 0 && words.length > 0 && (
            <CategoryLinks
              words={words}
              label={t('home.categories')}
              className="min-w-0 lg:col-span-2"
            />
          )}
        </Page>
      </div>
      {drawn.length > 0 && <Categories categories={categories} />}
    </>
  )
}

/** An upper limit, so that the page ends. */
export const COLLECTIONS_SHOWN = 6

type Collection = HomeData['collections'][number]

/** Number of rows next to a featured app without exceeding its height. */
const BESIDE_WINDOW = 5
/** Fewer than this are side by side; more become a scrolling row. */
const MIN_FOR_ROW = 4

/** A collection of apps: one with its picture and rows beside it, on alternating sides. */
export function AppCollection({ collection, turned }: { collection: Collection; turned: boolean }) {
  const { t } = useWords()
  const paths = usePaths()
  const { lead, items, bundles } = collection
  const title = <Title {...collection} />
  const shown = items.find((item) => item.cover)
  if (!shown?.cover || items.length > BESIDE_WINDOW) {
    return (
      <section className="later">
        <SectionHeading title={title} lead={lead} />
        <ul className="grid gap-x-10 md:grid-cols-2 lg:grid-cols-3">
          {items.map((item) => (
            <li key={item.id} className="border-t border-line py-4">
              <ItemAppRow item={item} still />
            </li>
          ))}
        </ul>
        <CollectionBundles bundles={bundles} />
      </section>
    )
  }
  const stage = (
    <div className="relative self-start">
      <Stage
        ground={shown.ground ?? undefined}
        shape={items.length > 3 ? 'tall' : 'wide'}
        alt={shown.cover.desktop.alt || t('list.picture_alt', { item: shown.name })}
        noPicture={t('card.no_picture')}
        desktop={pictureOf(shown.cover.desktop)}
        phone={shown.cover.phone ? pictureOf(shown.cover.phone) : undefined}
      />
      {/* a pointer target only; the app's link is in the row */}
      <Anchor
        href={paths.item(shown.slug)}
        tabIndex={-1}
        aria-hidden="true"
        className="absolute inset-0"
      />
    </div>
  )
  return (
    <section className="later">
      <Columns kind={turned ? 'editorial' : 'editorial-turned'}>
        <div className={turned ? 'lg:order-2' : undefined}>
          <SectionHeading title={title} lead={lead} />
          <ul className="grid">
            {items.map((item) => (
              <li key={item.id} className="border-t border-line py-4">
                <ItemAppRow item={item} still />
              </li>
            ))}
          </ul>
          <CollectionBundles bundles={bundles} />
        </div>
        {stage}
      </Columns>
    </section>
  )
}

/** A collection of themes as a scrolling row. */
export function ThemeCollection({ collection }: { collection: Collection }) {
  const { name, lead, items, bundles } = collection
  const heading = <SectionHeading title={<Title {...collection} />} lead={lead} />
  if (items.length < MIN_FOR_ROW) {
    return (
      <section className="later">
        <Page>
          {heading}
          <ItemGrid items={items} still />
          <CollectionBundles bundles={bundles} />
        </Page>
      </section>
    )
  }
  return (
    <section className="later">
      <Page>{heading}</Page>
      <ThemeRow label={name}>
        {items.map((item) => (
          <li key={item.id}>
            <ItemCover item={item} still />
          </li>
        ))}
      </ThemeRow>
      <Page>
        <CollectionBundles bundles={bundles} />
      </Page>
    </section>
  )
}
