import { useNavigation } from 'react-router'
import type { HomeLine, HomeSection } from '#modules/catalog/home-rules.ts'
import type { Market } from '#lib/market.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { TextLink } from '#ui/link.tsx'
import { OrderedTable } from '../ordered-table.tsx'
import { useWords } from '../words.tsx'
import { hiddenOf, linesOf } from './lines.ts'

/** Where the content of a section is written. */
const PAGES: Partial<Record<HomeSection, string>> = {
  categories: '/operator/shelves',
  banners: '/operator/shelves',
  goals: '/operator/goals',
  bundles: '/operator/bundles',
  collection: '/operator/shelves',
  collections: '/operator/shelves',
}

/** The sections of a home page, to be moved, hidden and shown. */
export function SectionsTable({
  market,
  revision,
  lines: saved,
  mayChange,
}: {
  market: Market
  revision: number
  lines: readonly HomeLine[]
  mayChange: boolean
}) {
  const { t } = useWords()
  const lines = useShownLines(saved, market)
  const nameOf = (section: HomeSection) =>
    t(
      section === 'popular' || section === 'promises' || section === 'other_market'
        ? `console.home_page.section.${section}.${market}`
        : `console.home_page.section.${section}`,
    )
  return (
    <OrderedTable
      label={t('console.home_page.sections')}
      form="arrange"
      hidden={{ market, revision: String(revision), hidden: hiddenOf(lines) }}
      rows={lines.map((line) => ({ ...line, id: line.section }))}
      nameOf={({ section }) => nameOf(section)}
      mayChange={mayChange}
      columns={[
        {
          name: t('console.home_page.section'),
          cell: ({ section, shown }) => (
            <span className={shown ? undefined : 'text-ink2'}>
              <SectionName name={nameOf(section)} page={PAGES[section]} />
            </span>
          ),
        },
        {
          name: t('console.item.state'),
          end: true,
          cell: ({ section, shown }) => (
            <span className="inline-flex flex-wrap items-center justify-end gap-x-2 gap-y-1">
              {!shown && <Badge>{t('console.showing.hidden')}</Badge>}
              {mayChange && (
                <Button
                  type="submit"
                  name="toggle"
                  value={section}
                  size="small"
                  kind="quiet"
                  aria-label={`${t(shown ? 'console.home_page.hide' : 'console.home_page.show')}: ${nameOf(section)}`}
                >
                  {t(shown ? 'console.home_page.hide' : 'console.home_page.show')}
                </Button>
              )}
            </span>
          ),
        },
      ]}
    />
  )
}

const SectionName = ({ name, page }: { name: string; page: string | undefined }) =>
  page === undefined ? name : <TextLink href={page}>{name}</TextLink>

/** As they will be once the press that is under way has arrived. */
function useShownLines(saved: readonly HomeLine[], market: Market): readonly HomeLine[] {
  const { formData } = useNavigation()
  const isMine = formData?.get('form') === 'arrange' && formData.get('market') === market
  return isMine ? linesOf(formData) : saved
}
