import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Page } from '#ui/page-grid.tsx'
import { useWords } from '../messages.tsx'
import { usePaths } from '../paths.ts'
import { OwnerHead } from './account/owner-head.tsx'

/** Nothing to read; but with a loader the server, and so the guard, is asked. */
export const loader = () => null

/** Saved cards: what one is, and that none is kept. */
export default function Cards() {
  const { t } = useWords()
  const paths = usePaths()
  return (
    <Page className="pt-7 pb-14 md:pt-9">
      <OwnerHead place="cards" title={t('cards.title')} />
      <EmptyState
        className="mt-6"
        title={t('cards.empty')}
        action={
          <LinkButton href={paths.orders} kind="secondary">
            {t('owner.orders')}
          </LinkButton>
        }
      >
        <p>{t('cards.what')}</p>
        <p className="mt-2">{t('cards.none')}</p>
      </EmptyState>
    </Page>
  )
}
