import type { WordPressFacts } from '#contexts/platforms/wordpress-contract.ts'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { useDates } from '../../dates.ts'
import { isolated } from '../../item-card.tsx'
import { useWords } from '../../messages.tsx'
import { SurePress } from '../site/sure-press.tsx'

/** A site that has been silent for long is closed without being asked; two presses, as disconnecting is. */
export function ForgetPart({ site, silence, store }: { site: WordPressFacts; silence: NonNullable<WordPressFacts['silence']>; store: string }) {
  const { t, locale } = useWords()
  const dates = useDates()
  const date = dates.minute(silence.since)
  return (
    <section id="forget" aria-labelledby="forget-title">
      <h2 id="forget-title" className="type-d3">{t('wordpress.forget.title')}</h2>
      <Panel className="mt-4">
        <PanelPart>
          {silence.may_forget ? (
            <>
              <p className="type-body max-w-[70ch]">{t('wordpress.forget.lead', { date, count: silence.looks })}</p>
              <p className="type-body mt-2 max-w-[70ch] text-ink2">{t('wordpress.forget.left')}</p>
              <SurePress what="forget" store={store} open={t('wordpress.forget.button', { domain: isolated(site.domain, locale) })} sure={t('wordpress.forget.sure')} />
            </>
          ) : (
            <p className="type-body max-w-[70ch]">{t('wordpress.forget.wait', { date, from: dates.minute(silence.from) })}</p>
          )}
        </PanelPart>
      </Panel>
    </section>
  )
}
