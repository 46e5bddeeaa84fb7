import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { useWords } from './messages.tsx'
import { useShell } from './shell.tsx'

/** A market without items, with a link for developers to submit theirs. */
export function EmptyMarket() {
  const { t } = useWords()
  const { market, framed } = useShell()
  return (
    <EmptyState
      title={t(`list.no_items.${market}`)}
      className="py-20"
      action={
        framed ? undefined : (
          <LinkButton kind="secondary" href="/partners">
            {t('footer.partners')}
          </LinkButton>
        )
      }
    >
      {t('list.no_items_note')}
    </EmptyState>
  )
}
