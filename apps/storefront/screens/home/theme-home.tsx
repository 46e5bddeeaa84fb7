import { Page, SectionHeading } from '#ui/page-grid.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { ThemeStreet } from '#ui/theme-cover.tsx'
import { ItemCover } from '../../item-card.tsx'
import { useWords } from '../../messages.tsx'
import { usePaths } from '../../paths.ts'
import { ItemGrid } from '../list/results.tsx'
import type { HomeData } from '../home.tsx'
import { EmptyMarket, NextDoor, Promises } from './home-parts.tsx'

/** Fewer than this stand side by side; more make a street that leaves the page. */
const A_STREET = 5

/** The theme store: its street, and what trying one means. */
export function ThemeHome({ items, newest, total }: HomeData) {
  const { t } = useWords()
  const paths = usePaths()
  if (items.length === 0) return <EmptyMarket />
  const seen = new Set(items.map(item => item.id))
  const unseen = newest.filter(item => !seen.has(item.id)).slice(0, 6)
  const all = <TextLink href={paths.list}>{t('home.all.theme', { count: total })}</TextLink>
  const heading = <SectionHeading title={t('home.street')} lead={t('home.street_lead')} end={all} />
  return (
    <>
      {items.length < A_STREET ? (
        <section className="bg-linear-to-b from-stone to-paper pt-4">
          <Page>
            {heading}
            <ItemGrid items={items} />
          </Page>
        </section>
      ) : (
        <section className="bg-stone pt-8 pb-6">
          <Page>{heading}</Page>
          <ThemeStreet label={t('home.street')}>
            {items.map((item, n) => (
              <li key={item.id}>
                <ItemCover item={item} first={n < 4} />
              </li>
            ))}
          </ThemeStreet>
        </section>
      )}
      <Page className="grid gap-y-13 pt-12 md:gap-y-14.5 md:pt-14">
        {unseen.length > 0 && (
          <section>
            <SectionHeading title={t('home.newest')} end={all} />
            <ItemGrid items={unseen} />
          </section>
        )}
        <Promises wide />
        <NextDoor />
      </Page>
    </>
  )
}
