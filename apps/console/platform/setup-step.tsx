import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { CheckList } from '#ui/panel.tsx'
import { FormError, FormKey, PostForm } from '../forms.tsx'
import type { FormAnswer } from '../read-form.ts'
import { useWords } from '../words.tsx'
import { Checks, type Shown, TestStores } from './checks.tsx'
import { AddressFields, LookFields, PriceFields } from './fields.tsx'
import { Handovers } from './handovers.tsx'
import { Keys } from './keys.tsx'
import type { Step } from './steps.tsx'
import type { Setup } from './types.ts'
import { useAutosave } from './use-autosave.ts'

interface Props {
  setup: Setup
  step: Step
  shown: Shown
  answer: FormAnswer | undefined
  next: Step | undefined
  path: string
}

/** Saved when a field is left, and by its button, which goes on. */
function StepForm({
  name,
  answer,
  next,
  children,
}: {
  name: 'look' | 'addresses' | 'prices'
  answer: FormAnswer | undefined
  next: Step | undefined
  children: (answer: FormAnswer | undefined) => ReactNode
}) {
  const { t } = useWords()
  const navigation = useNavigation()
  const { form, onChange, onBlur, saved, fetched } = useAutosave()
  const shown = fetched ?? answer
  const error = shown?.form === name ? shown.error : null
  return (
    <Form
      ref={form}
      method="post"
      noValidate
      className="grid gap-5"
      onChange={onChange}
      onBlur={onBlur}
    >
      <FormKey />
      <input type="hidden" name="form" value={name} />
      {error && Object.keys(error.fieldErrors ?? {}).length === 0 && (
        <Notice tone="attention" alert>
          {error.message}
        </Notice>
      )}
      {children(shown)}
      <div className="flex flex-wrap items-center gap-4">
        <Button
          type="submit"
          name="next"
          value={next ?? 'open'}
          busy={navigation.state !== 'idle' && navigation.formData?.get('form') === name}
        >
          {t('console.setup.save_next')}
        </Button>
        <p role="status" className="type-sm text-ink2">
          {saved && t('console.setup.saved')}
        </p>
      </div>
    </Form>
  )
}

function OpenStep({ setup, answer }: Pick<Props, 'setup' | 'answer'>) {
  const { t } = useWords()
  const { platform: one, missing } = setup
  if (one.state !== 'draft')
    return <Notice tone="done">{t(`console.platform.means.${one.state}`)}</Notice>
  return (
    <div className="grid gap-5">
      <FormError answer={answer} form="state" />
      {missing.length > 0 ? (
        <Notice tone="attention" title={t('console.setup.still')}>
          <ul className="mt-1 grid list-disc gap-1 ps-5">
            {missing.map((name) => (
              <li key={name}>{t(`console.setup.missing.${name}`)}</li>
            ))}
          </ul>
        </Notice>
      ) : (
        <CheckList
          items={[
            t('console.setup.opens_list'),
            t('console.setup.opens_stores'),
            ...(one.entry === 'panel' ? [t('console.setup.opens_tokens')] : []),
          ]}
        />
      )}
      {missing.length === 0 && (
        <PostForm
          name="state"
          answer={undefined}
          hidden={{ state: 'open' }}
          submit={t('console.setup.open', { name: one.name })}
        />
      )}
    </div>
  )
}

export function StepBody({ setup, step, shown, answer, next, path }: Props) {
  const { t } = useWords()
  const { platform: one } = setup
  const body = {
    look: () => (
      <StepForm name="look" answer={answer} next={next}>
        {(latest) => <LookFields one={one} answer={latest} />}
      </StepForm>
    ),
    addresses: () => (
      <StepForm name="addresses" answer={answer} next={next}>
        {(latest) => <AddressFields one={one} answer={latest} />}
      </StepForm>
    ),
    money: () => (
      <StepForm name="prices" answer={answer} next={next}>
        {(latest) => <PriceFields one={one} answer={latest} />}
      </StepForm>
    ),
    keys: () => <Keys one={one} answer={answer} mayChange />,
    checks: () => (
      <div className="grid gap-6">
        <Checks setup={setup} answer={answer} mayChange shown={shown} path={`${path}checks`} />
        <TestStores setup={setup} answer={answer} />
      </div>
    ),
    handover: () => <Handovers setup={setup} />,
    open: () => <OpenStep setup={setup} answer={answer} />,
  }[step]
  return (
    <section aria-label={t(`console.setup.step.${step}`)}>
      <h2 className="type-d3 mb-1">{t(`console.setup.step.${step}`)}</h2>
      <p className="type-body mb-6 max-w-160 text-ink2">{t(`console.setup.lead.${step}`)}</p>
      {body()}
    </section>
  )
}
