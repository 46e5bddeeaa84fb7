import { Panel, PanelPart } from '#ui/panel.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { isolated } from '../../item-card.tsx'
import { useWords } from '../../messages.tsx'

/** Disconnects the site: removes everything from it. */
export function DisconnectSection({
  domain,
  store,
  note,
}: {
  domain: string
  store: string
  note: string
}) {
  const { t, locale } = useWords()
  return (
    <section id="leave" aria-labelledby="leave-title">
      <h2 id="leave-title" className="type-d3">
        {t('site.leave.title')}
      </h2>
      <Panel className="mt-4">
        <PanelPart>
          <p className="type-body max-w-[70ch]">{note}</p>
          <ConfirmedButton
            what="leave"
            store={store}
            open={t('site.leave.button', { domain: isolated(domain, locale) })}
            sure={t('site.leave.sure')}
          />
        </PanelPart>
      </Panel>
    </section>
  )
}

/** A button with confirmation, without a script too: the first click opens, the second submits. */
export function ConfirmedButton({
  what,
  store,
  open,
  sure,
}: {
  what: 'leave' | 'forget'
  store: string
  open: string
  sure: string
}) {
  return (
    <details className="mt-3">
      <summary className="type-label inline-flex min-h-11 max-w-full items-center gap-1.5 text-coral-text">
        <span className="min-w-0 wrap-anywhere-safe">{open}</span>
        <Icon name="chevron-down" size={16} />
      </summary>
      <form method="post" className="mt-3">
        <input type="hidden" name="store" value={store} />
        <input type="hidden" name="sure" value="yes" />
        <Button type="submit" name="do" value={what} kind="danger" icon="trash">
          {sure}
        </Button>
      </form>
    </details>
  )
}
