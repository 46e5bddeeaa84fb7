import { AppIcon } from '#ui/app-icon.tsx'
import { classes } from '#ui/classes.ts'
import { Anchor, TextLink } from '#ui/link.tsx'
import { Columns, Page, SectionHeading } from '#ui/page-grid.tsx'
import { Price } from '#ui/price.tsx'
import { Stage } from '#ui/stage.tsx'
import type { ItemCard } from '#modules/catalog/contract.ts'
import { Banners } from '../../banners.tsx'
import { EmptyMarket } from '../../empty-market.tsx'
import { ItemAppRow, pictureOf } from '../../item-card.tsx'
import { useWords } from '../../messages.tsx'
import { usePaths } from '../../paths.ts'
import { pricedItem, priceOnCard } from '../../prices.ts'
import { ItemGrid } from '../list/item-grid.tsx'
import { NextDoor, Promises, type HomeData } from './home-parts.tsx'
import { AppCollection, COLLECTIONS_SHOWN } from './collection-rows.tsx'

/** How many stand beside the one in the window. */
const BESIDE = 5
const NEW_SHOWN = 6
const A_ROW = 3
const ON_SHELVES = 12

/**
 * The app store: what hangs out, one app in the window, others beside it, what is new and chosen,
 * and the street next door.
 */
export function AppHome({ items, newest, total, collections, banners }: HomeData) {
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
  // without a picture there is no window: the shelves are the shop
  const seen = new Set((featured ? [featured, ...beside] : shelves).map((item) => item.id))
  const [first, ...rest] = collections.slice(0, COLLECTIONS_SHOWN)
  const fresh = newest.filter((item) => !seen.has(item.id))
  const unseen = fresh.filter((item) => !first?.items.some((other) => other.id === item.id))
  // a row that is not full looks forgotten: then the newest may stand there a second time
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
      <NextDoor />
    </Page>
  )
}

const RING =
  'has-[a:focus-visible]:outline-3 has-[a:focus-visible]:outline-offset-4 has-[a:focus-visible]:outline-focus'

/** The one in the window: its picture, and under it what it is. The whole of it is one link. */
function Featured({ item }: { item: ItemCard }) {
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
