import { useRef, type FormEvent } from 'react'
import { Form, useNavigation } from 'react-router'
import type { Address } from '#contexts/checkout/contract.ts'
import { AddressFields } from '#contexts/checkout/ui/address-fields.tsx'
import { findAddressMistakes, givenOf } from '#contexts/checkout/ui/payment-form.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Checkbox } from '#ui/tick.tsx'
import type { Choice } from '#ui/long-field.tsx'
import { MistakeList } from '#ui/mistake-list.tsx'
import { useFormCheck } from '#ui/use-form-check.ts'
import { fieldWords } from '../../field-words.ts'
import { useWords } from '../../messages.tsx'
import { usePaths } from '../../paths.ts'
import { useShell } from '../../shell.tsx'
import type { AddressAnswer } from '../addresses.tsx'
import { FormKey } from '../../form-key.tsx'

/** S2.22: a new address, or one to change. The same fields and rules as in the checkout. */
export function AddressForm({ editing, first, countries, answer }: { editing: Address | null; first: boolean; countries: readonly Choice[]; answer: AddressAnswer | undefined }) {
  const { t } = useWords()
  const { store } = useShell()
  const paths = usePaths()
  const form = useRef<HTMLFormElement>(null)
  const busy = useNavigation().state !== 'idle'
  const check = useFormCheck({ form, answer, find: findAddressMistakes })
  const { errors, list } = fieldWords(t, check.mistakes, name => t(`checkout.${name}` as 'checkout.address.city'))
  function submit(event: FormEvent<HTMLFormElement>) {
    if (busy || !check.submit()) event.preventDefault()
  }
  return (
    <Form ref={form} method="post" noValidate preventScrollReset onSubmit={submit} className="mt-7 max-w-180">
      <FormKey />
      <h2 className="type-d3 mb-5">{editing ? t('addresses.change_title', { name: editing.name }) : t('addresses.add_title')}</h2>
      <input type="hidden" name="store" value={store?.id ?? ''} />
      <input type="hidden" name="address" value={editing?.id ?? ''} />
      {list.length > 0 && <MistakeList title={t('addresses.mistakes', { count: list.length })} mistakes={list} round={check.round} className="mb-6" />}
      <AddressFields given={answer?.given ?? (editing ? givenOf(editing) : {})} countries={countries} errors={errors} t={t} />
      {!first && !editing?.is_default && (
        <Checkbox id="is-default" name="is_default" value="1" defaultChecked={answer !== undefined && 'is_default' in answer.given} className="mt-5">
          {t('addresses.default_box')}
        </Checkbox>
      )}
      <div className="mt-6 flex flex-wrap items-center gap-3">
        <Button type="submit" size="large" busy={busy}>
          {busy ? t('addresses.saving') : t('addresses.save')}
        </Button>
        <LinkButton href={paths.addresses} kind="quiet">
          {t('addresses.cancel')}
        </LinkButton>
      </div>
    </Form>
  )
}
