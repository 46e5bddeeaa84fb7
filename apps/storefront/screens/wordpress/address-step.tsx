import { useRef, type FormEvent } from 'react'
import { findShopAddressMistakes } from '#contexts/accounts/ui/connect-form.ts'
import type { WordPressClaim } from '#contexts/accounts/wordpress-contract.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { fieldId, type Mistakes } from '#ui/form-check.ts'
import { Notice } from '#ui/notice.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { useFormCheck } from '#ui/use-form-check.ts'
import { fieldWords } from '../../field-words.ts'
import { useWords } from '../../messages.tsx'
import { usePaths } from '../../paths.ts'
import { StepForm, StepNotice } from './step-list.tsx'

export interface WordPressAnswer { message: string | null; mistakes: Mistakes; address: string }

/** The site's address; below it, what kept the one before from being connected. */
export function AddressStep({ claim, said, answer }: { claim: WordPressClaim | null; said: string | null; answer: WordPressAnswer | undefined }) {
  const { t } = useWords()
  const paths = usePaths()
  const form = useRef<HTMLFormElement>(null)
  const check = useFormCheck({ form, answer, find: findShopAddressMistakes })
  const { errors } = fieldWords(t, check.mistakes, () => t('wordpress.address'))
  function submit(event: FormEvent) {
    if (check.submit()) return
    event.preventDefault()
    document.getElementById(fieldId('address'))?.focus()
  }
  return (
    <Panel as="section" label={t('wordpress.title')}>
      <PanelPart>
        <h1 className="type-d2 text-balance">{t('wordpress.title')}</h1>
        <p className="type-body mt-2 text-ink2">{t('wordpress.lead')}</p>
        <StepNotice claim={claim} answer={answer} />
        {!answer && said && said !== 'still' && !claim && (
          <Notice tone="attention" alert className="mt-4" title={t('wordpress.said.over')}>
            {t('wordpress.said.over.do')}
          </Notice>
        )}
        <form ref={form} method="post" noValidate onSubmit={submit} className="mt-5 grid gap-4">
          <input type="hidden" name="step" value="address" />
          <TextField label={t('wordpress.address')} hint={t('wordpress.address_hint')} error={errors.address} name="address" id={fieldId('address')} defaultValue={answer?.address || claim?.domain}
            dir="ltr" inputMode="url" autoComplete="url" autoCapitalize="none" autoCorrect="off" spellCheck={false} maxLength={2000} required />
          <Button type="submit" size="large" wide>
            {t('wordpress.go')}
          </Button>
        </form>
      </PanelPart>
      {claim && (
        <PanelPart className="flex flex-wrap items-center justify-between gap-3">
          <StepForm step="look" kind="secondary">{t('wordpress.look')}</StepForm>
          <StepForm step="again" kind="quiet">{t('site.again')}</StepForm>
        </PanelPart>
      )}
      <PanelPart className="flex flex-wrap items-center justify-between gap-3">
        <p className="type-body">{t('site.connect.have')}</p>
        <TextLink href={paths.connect()}>{t('site.connect.sign_in')}</TextLink>
      </PanelPart>
    </Panel>
  )
}
