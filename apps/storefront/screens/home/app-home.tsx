import { AppIcon } from '#ui/app-icon.tsx'
import { classes } from '#ui/classes.ts'
import { Anchor } from '#ui/link.tsx'
import { Columns, Page, SectionHeading } from '#ui/page-grid.tsx'
import { Price } from '#ui/price.tsx'
import { Stage } from '#ui/stage.tsx'
import { TextLink } from '#ui/text-link.tsx'
import type { ItemCard } from '#contexts/catalog/contract.ts'
import { ItemAppRow, pictureOf, priceOnCard } from '../../item-card.tsx'
import { useWords } from '../../messages.tsx'
import { usePaths } from '../../paths.ts'
import { ItemGrid } from '../list/results.tsx'
import type { HomeData } from '../home.tsx'
import { EmptyMarket, NextDoor, Promises } from './home-parts.tsx'

/** How many stand beside the one in the window. */
const BESIDE = 5

/** The app store: one app in the window, others beside it, what is new, and the street next door. */
export function AppHome({ items, newest, total }: HomeData) {
  const { t } = useWords()
  const paths = usePaths()
  if (items.length === 0) return <EmptyMarket />
  const all = <TextLink href={paths.list}>{t('home.all.app', { count: total })}</TextLink>
  const featured = items.find(item => item.cover)
  if (!featured) {
    // nothing to put into the window: the shelves are the shop
    return (
      <Page className="grid gap-y-13 pt-10 md:gap-y-14.5 md:pt-14">
        <section>
          <SectionHeading title={t('list.title.app')} end={all} />
          <ItemGrid items={items} />
        </section>
        <Promises wide />
        <NextDoor />
      </Page>
    )
  }
  const beside = items.filter(item => item !== featured).slice(0, BESIDE)
  const seen = new Set([featured, ...beside].map(item => item.id))
  const unseen = newest.filter(item => !seen.has(item.id)).slice(0, 6)
  return (
    <Page className="grid gap-y-13 pt-10 md:gap-y-14.5 md:pt-14">
      <Columns kind="editorial">
        <section>
          <SectionHeading title={t('home.featured')} />
          <Featured item={featured} />
        </section>
        {beside.length > 0 && (
          <section>
            <SectionHeading title={<span className="type-d3">{t('home.beside.app')}</span>} end={all} />
            <ul className="grid">
              {beside.map(item => (
                <li key={item.id} className="border-t border-line py-4">
                  <ItemAppRow item={item} />
                </li>
              ))}
            </ul>
            <Promises className="mt-7" />
          </section>
        )}
      </Columns>
      {unseen.length > 0 && (
        <section>
          <SectionHeading title={t('home.newest')} end={all} />
          <ul className="grid gap-x-10 md:grid-cols-2 lg:grid-cols-3">
            {unseen.map(item => (
              <li key={item.id} className="border-t border-line py-4">
                <ItemAppRow item={item} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <NextDoor />
    </Page>
  )
}

const RING = 'has-[a:focus-visible]:outline-3 has-[a:focus-visible]:outline-offset-4 has-[a:focus-visible]:outline-focus'

/** The one in the window: its picture, and under it what it is. The whole of it is one link. */
function Featured({ item }: { item: ItemCard }) {
  const words = useWords()
  const { t } = words
  const href = usePaths().item(item.slug)
  const price = priceOnCard(item, words)
  return (
    <article className={classes('relative rounded-card', RING)}>
      <Stage
        ground={item.ground ?? undefined}
        shape="wide"
        alt={item.cover?.desktop.alt || t('detail.picture_alt', { item: item.name })}
        noPicture={t('card.no_picture')}
        desktop={item.cover ? pictureOf(item.cover.desktop) : undefined}
        phone={item.cover?.phone ? pictureOf(item.cover.phone) : undefined}
        first
      />
      <div className="mt-4 flex items-start gap-4">
        <AppIcon src={item.icon} size={56} first />
        <div className="min-w-0 flex-1">
          <h3 className="type-d4 wrap-anywhere-safe">
            <Anchor href={href} moves className="after:absolute after:inset-0 focus-visible:outline-none">
              {item.name}
            </Anchor>
          </h3>
          <p className="type-body mt-0.5 text-ink2 wrap-anywhere-safe">{item.tagline}</p>
          <Price {...price} className="mt-1 block md:hidden" />
        </div>
        <Price {...price} className="mt-0.5 hidden md:block" />
      </div>
    </article>
  )
}
