import { Button } from '#ui/button.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { isolated } from '../../item-card.tsx'
import { useWords } from '../../messages.tsx'

/** Two presses, without a script too: the first opens, the second does it. */
export function LeavePart({ domain, store, note }: { domain: string; store: string; note: string }) {
  const { t, locale } = useWords()
  return (
    <section id="leave" aria-labelledby="leave-title">
      <h2 id="leave-title" className="type-d3">{t('site.leave.title')}</h2>
      <Panel className="mt-4">
        <PanelPart>
          <p className="type-body max-w-[70ch]">{note}</p>
          <details className="mt-3">
            <summary className="type-label inline-flex min-h-11 items-center text-coral-text">{t('site.leave.button', { domain: isolated(domain, locale) })}</summary>
            <form method="post" className="mt-3">
              <input type="hidden" name="store" value={store} />
              <input type="hidden" name="sure" value="yes" />
              <Button type="submit" name="do" value="leave" kind="danger" icon="trash">
                {t('site.leave.sure')}
              </Button>
            </form>
          </details>
        </PanelPart>
      </Panel>
    </section>
  )
}
