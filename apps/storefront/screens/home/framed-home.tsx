import { BayStrip } from '#ui/bay-row.tsx'
import { LinkButton } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Page, SectionHeading } from '#ui/page-grid.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { useInstalled } from '../../installed-items.ts'
import { useWords } from '../../messages.tsx'
import { usePaths } from '../../paths.ts'
import { useShell } from '../../shell.tsx'
import { ItemGrid } from '../list/results.tsx'
import type { HomeData } from '../home.tsx'
import { EmptyMarket } from './home-parts.tsx'
import { useBays } from './question.tsx'

/** Fewer categories than this stand together instead of far apart. */
const A_FULL_STRIP = 6

/** The market inside the panel: the owner is at work, so categories are small and the items come at once. */
export function FramedHome({ categories, items, total }: HomeData) {
  const { t } = useWords()
  const { market, platform } = useShell()
  const paths = usePaths()
  const { updates } = useInstalled()
  const bays = useBays(categories)
  return (
    <Page className="grid gap-y-7 pt-5">
      {bays.some(bay => bay.picture) && (
        <BayStrip
          bays={bays}
          label={t('home.categories')}
          className={bays.length < A_FULL_STRIP ? 'w-fit max-w-full' : undefined}
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
          <ItemGrid items={items} as="h2" />
        </section>
      )}
    </Page>
  )
}
