import type { ReactNode } from 'react'
import type { WordPressClaim } from '#contexts/accounts/wordpress-contract.ts'
import { LinkButton } from '#ui/button.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { isolated } from '../../item-card.tsx'
import { useWords } from '../../messages.tsx'
import type { WordPressAnswer } from './address-step.tsx'
import { StepForm, StepNotice } from './step-list.tsx'
import { StepPicture } from './step-picture.tsx'

const ZIP = '/connect/wordpress/arasta-connector.zip'

function Step({ number, picture, title, note, children }: { number: number; picture: 'download' | 'upload' | 'activate'; title: string; note: string; children?: ReactNode }) {
  return (
    <li className="grid gap-4 border-line p-5 not-first:border-t md:grid-cols-[11rem_minmax(0,1fr)] md:items-center md:gap-6 md:p-6">
      <StepPicture of={picture} />
      <div className="min-w-0">
        <h2 className="type-d3">
          <span className="figures text-ink2">{number}</span> {title}
        </h2>
        <p className="type-body mt-1 text-ink2">{note}</p>
        {children && <div className="mt-3 flex flex-wrap gap-3">{children}</div>}
      </div>
    </li>
  )
}

/** The plugin comes from us, goes onto the site by WordPress's own page, and is switched on there. */
export function PluginStep({ claim, said, answer }: { claim: WordPressClaim; said: string | null; answer: WordPressAnswer | undefined }) {
  const { t, locale } = useWords()
  const admin = `${claim.url ?? ''}/wp-admin`
  const domain = isolated(claim.domain, locale)
  const isOld = claim.failure === 'old_plugin'
  return (
    <section aria-labelledby="plugin-title" className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div>
        <h1 id="plugin-title" className="type-d2 text-balance wrap-anywhere-safe">{t(isOld ? 'wordpress.plugin.old' : 'wordpress.plugin.title', { domain })}</h1>
        <p className="type-body mt-2 text-ink2">{t(isOld && said !== 'still' ? 'wordpress.failure.old_plugin.do' : 'wordpress.plugin.lead')}</p>
        {/* what is missing the page says itself; after a press, that it is missing still */}
        <StepNotice claim={said === 'still' ? claim : { ...claim, failure: null }} answer={answer} />
      </div>
      <Panel>
        <ol>
          <Step number={1} picture="download" title={t('wordpress.plugin.get')} note={t('wordpress.plugin.get_note')}>
            <LinkButton href={ZIP} download kind="secondary" icon="download">
              {t('wordpress.plugin.get_press')}
            </LinkButton>
          </Step>
          <Step number={2} picture="upload" title={t('wordpress.plugin.put')} note={t('wordpress.plugin.put_note')}>
            <LinkButton href={`${admin}/plugin-install.php?tab=upload`} target="_blank" rel="noreferrer" kind="secondary" iconAfter="external">
              {t('wordpress.plugin.put_press')}
            </LinkButton>
          </Step>
          <Step number={3} picture="activate" title={t('wordpress.plugin.switch')} note={t('wordpress.plugin.switch_note')} />
        </ol>
        <PanelPart className="flex flex-wrap items-center justify-between gap-3">
          <StepForm step="look" kind="primary">{t('wordpress.plugin.done')}</StepForm>
          <StepForm step="again" kind="quiet">{t('site.again')}</StepForm>
        </PanelPart>
      </Panel>
    </section>
  )
}
