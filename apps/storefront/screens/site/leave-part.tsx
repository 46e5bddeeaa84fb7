import { Panel, PanelPart } from '#ui/panel.tsx'
import { isolated } from '../../item-card.tsx'
import { useWords } from '../../messages.tsx'
import { SurePress } from './sure-press.tsx'

/** The way out: everything comes off the site. */
export function LeavePart({ domain, store, note }: { domain: string; store: string; note: string }) {
  const { t, locale } = useWords()
  return (
    <section id="leave" aria-labelledby="leave-title">
      <h2 id="leave-title" className="type-d3">{t('site.leave.title')}</h2>
      <Panel className="mt-4">
        <PanelPart>
          <p className="type-body max-w-[70ch]">{note}</p>
          <SurePress what="leave" store={store} open={t('site.leave.button', { domain: isolated(domain, locale) })} sure={t('site.leave.sure')} />
        </PanelPart>
      </Panel>
    </section>
  )
}
