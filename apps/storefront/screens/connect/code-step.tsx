import { useRef, type FormEvent } from 'react'
import type { ConnectAttempt } from '#contexts/accounts/contract.ts'
import { findCodeMistakes } from '#contexts/accounts/ui/connect-form.ts'
import { Button } from '#ui/button.tsx'
import { fieldId } from '#ui/form-check.ts'
import { Icon } from '#ui/icon.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { useFormCheck } from '#ui/use-form-check.ts'
import { PanelButton, PanelSteps, SiteWay, useEntry } from '../../enter-ways.tsx'
import { fieldWords } from '../../field-words.ts'
import { isolated } from '../../item-card.tsx'
import { useWords } from '../../messages.tsx'
import { PageHead } from '../../page-head.tsx'
import { withQuery } from '../../paths.ts'
import type { ConnectAnswer } from '../connect.tsx'
import type { ConnectPage } from './address-step.tsx'
import { CodeField, ResendButton } from './code-parts.tsx'

/** S2.21: what it says is the same for a shop that is there and for one that is not (D6). */
export function CodeStep({ page, answer }: { page: ConnectPage & { attempt: ConnectAttempt }; answer: ConnectAnswer | undefined }) {
  const { t, locale } = useWords()
  const entry = useEntry()
  const anySite = entry !== 'panel'
  const { attempt, next, current, platform } = page
  const form = useRef<HTMLFormElement>(null)
  const check = useFormCheck({ form, answer, find: findCodeMistakes })
  const { errors } = fieldWords(t, check.mistakes, () => t(attempt.slow ? 'connect.code.slow' : 'connect.code'))
  function submit(event: FormEvent) {
    if (check.submit()) return
    event.preventDefault()
    document.getElementById(fieldId('code'))?.focus()
  }
  const domain = current && isolated(current.domain, locale)
  return (
    <Panel as="section" label={t('connect.code_title')} className="mx-auto max-w-140">
      <PageHead title={t('connect.code_title')} indexed={false} />
      <PanelPart>
        <h1 className="type-d2">{t('connect.code_title')}</h1>
        <p className="type-body mt-2 wrap-anywhere-safe text-ink2">
          {anySite
            ? t(entry === 'wordpress' ? 'site.wordpress_code_sent' : 'site.code_sent', { host: isolated(attempt.host, locale) })
            : t('connect.sent', { host: isolated(attempt.host, locale), platform: isolated(platform, locale) })}
        </p>
        {answer?.message && (
          <Notice tone="attention" alert className="mt-4">
            {answer.message}
          </Notice>
        )}
        {answer?.resent && (
          <Notice tone="done" alert className="mt-4">
            {t('connect.resent')}
          </Notice>
        )}
        {attempt.slow && (
          <Notice tone="attention" className="mt-4">
            {t('connect.slow')}
          </Notice>
        )}
        {domain && (
          <Notice tone="attention" className="mt-4">
            {t('connect.replaces', { domain })}
          </Notice>
        )}
        <form ref={form} method="post" noValidate onSubmit={submit} className="mt-5 grid gap-4">
          <input type="hidden" name="step" value="code" />
          {current && <input type="hidden" name="replaces" value={current.id} />}
          <CodeField error={errors.code} slow={attempt.slow} />
          <Button type="submit" size="large" wide>
            {domain ? t('connect.enter_replacing', { domain }) : t('connect.enter')}
          </Button>
        </form>
      </PanelPart>
      <PanelPart className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <form method="post">
          <input type="hidden" name="step" value="resend" />
          <ResendButton seconds={attempt.resend_in} />
        </form>
        <TextLink href={withQuery('/connect', { new: '1', next: next === '/' ? undefined : next })}>{t('connect.other')}</TextLink>
      </PanelPart>
      <PanelPart>
        <details>
          <summary className="type-label inline-flex min-h-11 items-center gap-1.5 text-link">
            {t('connect.no_mail')}
            <Icon name="chevron-down" size={16} />
          </summary>
          <div className="mt-1 grid justify-items-start gap-3 type-sm text-ink2">
            <ul className="grid list-disc gap-1 ps-5 wrap-anywhere-safe">
              <li>{t('connect.no_mail.wait')}</li>
              <li>{t('connect.no_mail.address', { host: isolated(attempt.host, locale) })}</li>
              {!anySite && <li>{t('connect.first_time', { platform: isolated(platform, locale) })}</li>}
            </ul>
            {anySite ? <SiteWay next={next} kind="secondary" /> : <PanelSteps className="grid list-decimal gap-1 ps-5" />}
            {!anySite && <PanelButton kind="secondary" />}
          </div>
        </details>
      </PanelPart>
    </Panel>
  )
}
