import type { WordPressClaim } from '#modules/stores/sessions/wordpress-contract.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { fieldMessages } from '../../field-messages.ts'
import { isolated } from '../../item-card.tsx'
import { useWords } from '../../messages.tsx'
import { withQuery } from '../../paths.ts'
import { CodeField, ResendButton } from '../connect/code-parts.tsx'
import type { WordPressAnswer } from './step-list.tsx'
import { StepForm, StepNotice } from './step-list.tsx'

interface Facts {
  claim: WordPressClaim
  answer: WordPressAnswer | undefined
  /** Another store that is signed in in this browser. */
  current: { id: string; domain: string } | null
}

/** The new address is approved; the old one is proved by a code or by its own WordPress. */
export function ProofStep(facts: Facts) {
  const { claim, answer, current } = facts
  const { t, locale } = useWords()
  const { move } = claim
  const names = { domain: isolated(claim.domain, locale), from: isolated(move?.from ?? '', locale) }
  return (
    <section aria-labelledby="old-title" className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div>
        <h1 id="old-title" className="type-d2 text-balance">
          {t('wordpress.proof.title')}
        </h1>
        <p className="type-body mt-2 text-ink2 wrap-anywhere-safe">
          {t('wordpress.proof.lead', names)}
        </p>
        <StepNotice claim={claim} answer={answer} />
        {current && (
          <Notice tone="attention" className="mt-4">
            {t('connect.replaces', { domain: isolated(current.domain, locale) })}
          </Notice>
        )}
      </div>
      {move?.by_code && <CodePanel {...facts} from={names.from} />}
      {move?.by_approval && (
        <Panel as="section" label={t('wordpress.proof.approval')}>
          <PanelPart>
            <h2 className="type-d3">{t('wordpress.proof.approval')}</h2>
            <p className="type-body mt-1 text-ink2 wrap-anywhere-safe">
              {t('wordpress.proof.approval_note', names)}
            </p>
            <div className="mt-4">
              <LinkButton
                href={withQuery('/connect/wordpress/open', { site: 'old', replaces: current?.id })}
                rel="nofollow"
                kind="secondary"
                iconAfter="arrow-right"
              >
                {t('wordpress.proof.approval_go')}
              </LinkButton>
            </div>
          </PanelPart>
        </Panel>
      )}
      {!move?.by_code && !move?.by_approval && (
        <Notice tone="attention" title={t('wordpress.proof.none')}>
          {t('wordpress.proof.none.do', names)}
        </Notice>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <StepForm step="look" kind="secondary">
          {t('wordpress.look')}
        </StepForm>
        <StepForm step="again" kind="quiet">
          {t('site.again')}
        </StepForm>
      </div>
    </section>
  )
}

function CodePanel({ claim, answer, current, from }: Facts & { from: string }) {
  const { t } = useWords()
  const { errors } = fieldMessages(t, answer?.mistakes ?? {}, () => t('connect.code'))
  const code = claim.move?.code
  return (
    <Panel as="section" label={t('wordpress.proof.code')}>
      <PanelPart>
        <h2 className="type-d3">{t('wordpress.proof.code')}</h2>
        <p className="type-body mt-1 text-ink2 wrap-anywhere-safe">
          {t(code ? 'wordpress.proof.code_sent' : 'wordpress.proof.code_note', { from })}
        </p>
        {code ? (
          <form method="post" noValidate className="mt-4 grid gap-4">
            <input type="hidden" name="step" value="code" />
            {current && <input type="hidden" name="replaces" value={current.id} />}
            <CodeField error={errors.code} slow={code.slow} />
            <Button type="submit" size="large" wide>
              {t('wordpress.proof.code_go')}
            </Button>
          </form>
        ) : (
          <form method="post" className="mt-4">
            <input type="hidden" name="step" value="send" />
            <Button type="submit">{t('wordpress.proof.code_send')}</Button>
          </form>
        )}
      </PanelPart>
      {code && (
        <PanelPart>
          <form method="post">
            <input type="hidden" name="step" value="send" />
            <ResendButton seconds={code.resend_in} />
          </form>
        </PanelPart>
      )}
    </Panel>
  )
}
