import { BayStrip } from '#ui/bay-row.tsx'
import { LinkButton } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Page, SectionHeading } from '#ui/page-grid.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { WordRow } from '#ui/word-row.tsx'
import { Banners } from '../../banners.tsx'
import { EmptyMarket } from '../../empty-market.tsx'
import { useInstalled } from '../../installed-items.ts'
import { useWords } from '../../messages.tsx'
import { usePaths } from '../../paths.ts'
import { useShell } from '../../shell.tsx'
import { ItemGrid } from '../list/item-grid.tsx'
import type { HomeData } from '../home.tsx'
import { COLLECTIONS_SHOWN } from './collection-rows.tsx'
import { useBays } from './question.tsx'

/** Full rows of two and of three. */
const FIRST_SHOWN = 6
/** Fewer categories than this stand together instead of far apart. */
const A_FULL_STRIP = 6

/** The market inside the panel: the owner is at work, so categories are small and the items come at once. */
export function FramedHome({ categories, items, newest, total, collections, banners }: HomeData) {
  const { t } = useWords()
  const { market, platform } = useShell()
  const paths = usePaths()
  const { updates } = useInstalled()
  const bays = useBays(categories)
  const drawn = bays.filter(bay => bay.picture)
  const words = bays.filter(bay => !bay.picture)
  const first = items.slice(0, FIRST_SHOWN)
  const seen = new Set([...first, ...collections.flatMap(collection => collection.items)].map(item => item.id))
  const unseen = newest.filter(item => !seen.has(item.id)).slice(0, FIRST_SHOWN)
  return (
    <Page className="grid gap-y-7 pt-5">
      {drawn.length > 0 && (
        <BayStrip
          bays={drawn}
          label={t('home.categories')}
          className={drawn.length < A_FULL_STRIP ? 'w-fit max-w-full' : undefined}
        />
      )}
      {words.length > 0 && <WordRow words={words} label={t(drawn.length > 0 ? 'home.more_categories' : 'home.categories')} />}
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
      <Banners banners={banners} />
      {collections.slice(0, COLLECTIONS_SHOWN).map(({ slug, name, lead, items: chosen }) => (
        <section key={slug}>
          <SectionHeading title={<span className="type-d3">{name}</span>} lead={<span className="type-body">{lead}</span>} />
          <ItemGrid items={chosen.slice(0, FIRST_SHOWN)} still />
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
