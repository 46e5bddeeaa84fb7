import type { WordPressClaim } from '#contexts/accounts/wordpress-contract.ts'
import { Button } from '#ui/button.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { isolated } from '../../item-card.tsx'
import { useWords } from '../../messages.tsx'
import type { WordPressAnswer } from './address-step.tsx'
import { StepForm, StepNotice } from './step-list.tsx'

/** A site with the identity of another: its owner says what it is. Neither is the one that an enter key presses. */
export function ChoiceStep({ claim, answer }: { claim: WordPressClaim; answer: WordPressAnswer | undefined }) {
  const { t, locale } = useWords()
  const names = { domain: isolated(claim.domain, locale), from: isolated(claim.move?.from ?? '', locale) }
  return (
    <section aria-labelledby="choice-title" className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div>
        <h1 id="choice-title" className="type-d2 text-balance wrap-anywhere-safe">{t('wordpress.choice.title', names)}</h1>
        <p className="type-body mt-2 text-ink2 wrap-anywhere-safe">{t('wordpress.choice.lead', names)}</p>
        <StepNotice claim={claim} answer={answer} />
      </div>
      {(['moved', 'copy'] as const).map(is => (
        <Panel key={is} as="section" label={t(`wordpress.choice.${is}`)}>
          <PanelPart>
            <h2 className="type-d3">{t(`wordpress.choice.${is}`)}</h2>
            <p className="type-body mt-1 text-ink2 wrap-anywhere-safe">{t(`wordpress.choice.${is}_note`, names)}</p>
            <form method="post" className="mt-4">
              <input type="hidden" name="step" value="choice" />
              <Button type="submit" name="is" value={is} kind="secondary">
                {t(`wordpress.choice.${is}_press`)}
              </Button>
            </form>
          </PanelPart>
        </Panel>
      ))}
      <div className="-ms-3">
        <StepForm step="again" kind="quiet">{t('site.again')}</StepForm>
      </div>
    </section>
  )
}
