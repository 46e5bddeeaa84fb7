import { Page, SectionHeading } from '#ui/page-grid.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { ThemeStreet } from '#ui/theme-cover.tsx'
import { Banners } from '../../banners.tsx'
import { EmptyMarket } from '../../empty-market.tsx'
import { ItemCover } from '../../item-cover.tsx'
import { FIRST_SEEN } from '../../lean-cards.ts'
import { useWords } from '../../messages.tsx'
import { usePaths } from '../../paths.ts'
import { ItemGrid } from '../list/item-grid.tsx'
import type { HomeData } from '../home.tsx'
import { COLLECTIONS_SHOWN, ThemeCollection } from './collection-rows.tsx'
import { NextDoor, Promises } from './home-parts.tsx'

/** Fewer than this stand side by side; more make a street that leaves the page. */
const A_STREET = 5
const ON_STREET = 12
/** Whole rows of two and of three. */
const A_GRID = 6

/** The theme store: its street, what hangs out, what is new and what was chosen, and what trying one means. */
export function ThemeHome({ items, newest, total, collections, banners }: HomeData) {
  const { t } = useWords()
  const paths = usePaths()
  if (items.length === 0)
    return (
      <Page className="pt-8 md:pt-11">
        <Banners banners={banners} />
        <EmptyMarket />
      </Page>
    )
  const street = items.slice(0, ON_STREET)
  const seen = new Set(street.map(item => item.id))
  const unseen = newest.filter(item => !seen.has(item.id)).slice(0, A_GRID)
  // where the newest are the best as well, the next best stand there
  const next = unseen.length < A_STREET ? items.slice(ON_STREET, ON_STREET + A_GRID) : unseen
  const all = <TextLink href={paths.list}>{t('home.all.theme', { count: total })}</TextLink>
  const lead = items.every(item => item.cover) ? t('home.street_lead') : undefined
  const heading = <SectionHeading title={t('home.street')} lead={lead} end={all} />
  return (
    <>
      {items.length < A_STREET ? (
        <section className="bg-linear-to-b from-stone to-paper pt-4">
          <Page>
            {heading}
            <ItemGrid items={items} first />
          </Page>
        </section>
      ) : (
        <section className="bg-stone pt-8 pb-6">
          <Page>{heading}</Page>
          <ThemeStreet label={t('home.street')}>
            {street.map((item, n) => (
              <li key={item.id}>
                <ItemCover item={item} first={n < FIRST_SEEN} />
              </li>
            ))}
          </ThemeStreet>
        </section>
      )}
      <Page className="grid gap-y-13 pt-9 md:gap-y-14.5 md:pt-11">
        <Banners banners={banners} />
        {next.length > 0 && (
          <section className="later">
            <SectionHeading title={t(next === unseen ? 'home.newest' : 'home.beside')} end={all} />
            <ItemGrid items={next} />
          </section>
        )}
      </Page>
      {collections.slice(0, COLLECTIONS_SHOWN).map(collection => (
        <div key={collection.slug} className="pt-13 md:pt-14.5">
          <ThemeCollection collection={collection} />
        </div>
      ))}
      <Page className="grid gap-y-13 pt-13 md:gap-y-14.5 md:pt-14.5">
        {items.some(item => item.installable) && <Promises wide />}
        <NextDoor />
      </Page>
    </>
  )
}
