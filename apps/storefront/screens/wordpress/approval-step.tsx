import type { WordPressClaim } from '#modules/stores/sessions/wordpress-contract.ts'
import { LinkButton } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { CheckList, Panel, PanelPart } from '#ui/panel.tsx'
import { isolated } from '../../item-card.tsx'
import { useWords } from '../../messages.tsx'
import { withQuery } from '../../paths.ts'
import type { WordPressAnswer } from './step-list.tsx'
import { StepForm, StepNotice } from './step-list.tsx'

interface Facts {
  claim: WordPressClaim
  said: string | null
  answer: WordPressAnswer | undefined
  current: { id: string; domain: string } | null
}

/** What WordPress is about to ask, and what becomes of the yes. */
export function ApprovalStep({ claim, said, answer, current }: Facts) {
  const { t, locale } = useWords()
  const domain = isolated(claim.domain, locale)
  return (
    <Panel as="section" label={t('wordpress.approval.title', { domain })}>
      <PanelPart>
        <h1 className="type-d2 text-balance wrap-anywhere-safe">
          {t('wordpress.approval.title', { domain })}
        </h1>
        <p className="type-body mt-2 text-ink2">{t('wordpress.approval.lead')}</p>
        <StepNotice claim={claim} answer={answer} />
        {!answer && claim.failure === null && (said === 'later' || said === 'other-store') && (
          <Notice
            tone="attention"
            alert
            className="mt-4"
            title={t(said === 'later' ? 'wordpress.said.later' : 'wordpress.said.other')}
          >
            {t(said === 'later' ? 'wordpress.said.later.do' : 'wordpress.said.other.do')}
          </Notice>
        )}
        {claim.move && (
          <Notice
            className="mt-4"
            title={t('wordpress.move.going', { from: isolated(claim.move.from, locale) })}
          >
            {t('wordpress.move.going.do')}
          </Notice>
        )}
        <CheckList
          className="mt-5"
          items={[
            t('wordpress.approval.where'),
            t('wordpress.approval.once'),
            t('wordpress.approval.off'),
          ]}
        />
        {current && (
          <Notice tone="attention" className="mt-5">
            {t('wordpress.replaces', { domain: isolated(current.domain, locale) })}
          </Notice>
        )}
        <div className="mt-6">
          <LinkButton
            href={withQuery('/connect/wordpress/open', { replaces: current?.id })}
            rel="nofollow"
            size="large"
            wide
            iconAfter="arrow-right"
          >
            {t('wordpress.approval.go')}
          </LinkButton>
        </div>
      </PanelPart>
      <PanelPart className="flex flex-wrap items-center justify-between gap-3">
        <StepForm step="look" kind="secondary">
          {t('wordpress.look')}
        </StepForm>
        <StepForm step="again" kind="quiet">
          {t('site.again')}
        </StepForm>
      </PanelPart>
    </Panel>
  )
}
