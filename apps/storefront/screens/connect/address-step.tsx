import { useRef, type FormEvent } from 'react'
import { findShopAddressErrors } from '#modules/stores/sessions/ui/connect-form.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { fieldId, type FieldErrors } from '#ui/form-check.ts'
import { Notice } from '#ui/notice.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { useFormCheck } from '#ui/use-form-check.ts'
import { PanelButton, PanelSteps, SiteWay, useEntry } from '../../sign-in-options.tsx'
import { fieldMessages } from '../../field-messages.ts'
import { isolated } from '../../item-card.tsx'
import { useWords } from '../../messages.tsx'
import { PageHead } from '../../page-head.tsx'

export interface ConnectAnswer {
  message: string | null
  mistakes: FieldErrors
  given: { address?: string }
  resent?: boolean
}

export interface ConnectPage {
  next: string
  /**
   * A code was sent for, and this browser does not know of it: it keeps no cookies, or the code is
   * over.
   */
  forgot: boolean
  /** Who is signed in here now. */
  current: { id: string; domain: string } | null
  platform: string
}

/** S2.20: a domain or any address of the shop. */
export function AddressStep({
  page,
  answer,
}: {
  page: ConnectPage
  answer: ConnectAnswer | undefined
}) {
  const { t, locale } = useWords()
  const anySite = useEntry() !== 'panel'
  const form = useRef<HTMLFormElement>(null)
  const check = useFormCheck({ form, answer, find: findShopAddressErrors })
  const { errors } = fieldMessages(t, check.mistakes, () => t('connect.address'))
  function submit(event: FormEvent) {
    if (check.submit()) return
    event.preventDefault()
    document.getElementById(fieldId('address'))?.focus()
  }
  const current = page.current && isolated(page.current.domain, locale)
  return (
    <div className="mx-auto grid max-w-140 gap-5">
      <PageHead title={t('connect.title')} indexed={false} />
      <Panel as="section" label={t('connect.title')}>
        <PanelPart>
          <h1 className="type-d2 text-balance">{t('connect.title')}</h1>
          <p className="type-body mt-2 text-ink2">{t('connect.lead')}</p>
          {answer?.message && (
            <Notice tone="attention" alert className="mt-4">
              {answer.message}
            </Notice>
          )}
          {page.forgot && !answer && (
            <Notice tone="attention" alert className="mt-4">
              {t('connect.forgot')}
            </Notice>
          )}
          {current && (
            <Notice
              className="mt-4"
              action={
                <LinkButton href={page.next} kind="secondary" size="small">
                  {t('connect.go_on', { domain: current })}
                </LinkButton>
              }
            >
              {t('connect.signed_in', { domain: current })}
            </Notice>
          )}
          <form ref={form} method="post" noValidate onSubmit={submit} className="mt-5 grid gap-4">
            <input type="hidden" name="step" value="address" />
            <TextField
              label={t('connect.address')}
              hint={t('connect.address_hint')}
              error={errors.address}
              name="address"
              id={fieldId('address')}
              defaultValue={answer?.given.address}
              dir="ltr"
              inputMode="url"
              autoComplete="url"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              maxLength={2000}
              required
              autoFocus={answer !== undefined}
            />
            <Button type="submit" size="large" icon="mail" wide>
              {t('connect.send')}
            </Button>
            {page.next !== '/' && (
              <p className="type-sm text-center text-balance text-ink2">{t('connect.going_on')}</p>
            )}
          </form>
        </PanelPart>
        {anySite ? (
          <PanelPart>
            <SiteWay next={page.next} kind="secondary" />
          </PanelPart>
        ) : (
          <PanelPart className="grid justify-items-start gap-3">
            <h2 className="type-label strong">{t('connect.panel_title')}</h2>
            <p className="type-sm text-ink2">
              {t('connect.first_time', { platform: isolated(page.platform, locale) })}
            </p>
            <PanelSteps className="type-sm grid list-decimal gap-1 ps-5 text-ink2" />
            <PanelButton kind="secondary" />
          </PanelPart>
        )}
      </Panel>
    </div>
  )
}
