import { type FormEvent, useRef } from 'react'
import { data, Form, useNavigation } from 'react-router'
import type { ErrorFacts } from '#lib/wire-error.ts'
import {
  addAddress,
  type Address,
  deleteAddress,
  listAddresses,
  updateAddress,
} from '#modules/orders/contract.ts'
import { AddressFields } from '#modules/orders/ui/address-fields.tsx'
import { VatNote } from '#modules/orders/ui/vat-note.tsx'
import {
  fieldOfInput,
  findAddressErrors,
  givenOf,
  keepable,
  readAddress,
} from '#modules/orders/ui/payment-form.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import type { Choice } from '#ui/field.tsx'
import { Page } from '#ui/page-grid.tsx'
import { type FieldErrors, useFormCheck } from '#ui/use-form-check.ts'
import { ButtonForm, FormKey } from '../forms.tsx'
import { fieldMessages } from '../field-messages.ts'
import { goTo } from '../go-to.ts'
import { useWords } from '../messages.tsx'
import { pathsFor, usePaths, withQuery } from '../paths.ts'
import { forStoreOf, type ScreenContext, screenContext } from '../screen-context.ts'
import { useShell } from '../shell.tsx'
import type { Route } from './+types/addresses.ts'
import { OwnerHead } from './account/owner-head.tsx'
import { countriesIn } from './checkout/countries.ts'

/** Query value for a new address; otherwise the id of the edited one. */
const NEW = 'new'

export async function loader({ context, url }: Route.LoaderArgs) {
  const screen = context.get(screenContext)
  const { data: addresses } = await screen.call(listAddresses)
  const edit = url.searchParams.get('edit')
  return {
    addresses,
    countries: countriesIn(screen.locale, screen.operator.country),
    home: screen.operator.country,
    writing: edit === NEW,
    editing: addresses.find((one) => one.id === edit) ?? null,
  }
}

/** Creates, changes or removes an address, or makes it the default. */
export async function action({ context, request }: Route.ActionArgs) {
  const screen = context.get(screenContext)
  const form = await request.formData()
  const done = await doIt(screen, form, String(form.get('address') ?? ''))
  if (done === null) throw goTo(pathsFor(screen.framed).addresses, { status: 303 })
  return data<AddressAnswer>({ given: keepable(form), ...done.found }, { status: done.status })
}

async function doIt(
  screen: ScreenContext,
  form: FormData,
  id: string,
): Promise<{ found: Pick<AddressAnswer, 'message' | 'fieldErrors'>; status: number } | null> {
  const store = forStoreOf(form)
  const refused = ({ message, fieldErrors = {}, statusCode }: ErrorFacts) => {
    const country = String(form.get('address.country') ?? '')
    const known = Object.entries(fieldErrors).map(
      ([path, message]) => [fieldOfInput(path, 'address', country), message] as const,
    )
    return {
      found: { message: known.length > 0 ? null : message, fieldErrors: Object.fromEntries(known) },
      status: statusCode,
    }
  }
  if (form.get('intent') === 'delete') {
    const gone = await screen.attempt(deleteAddress, { params: { id }, ...store })
    return gone.ok ? null : refused(gone.error)
  }
  if (form.get('intent') === 'default') {
    const { data: addresses } = await screen.call(listAddresses)
    const {
      id: _id,
      is_default: _was,
      vat_status: _told,
      ...body
    } = addresses.find((one) => one.id === id) ?? { id: '', is_default: false, vat_status: null }
    const chosen = await screen.attempt(updateAddress, {
      params: { id },
      body: { ...(body as ReturnType<typeof readAddress>), is_default: true },
      ...store,
    })
    return chosen.ok ? null : refused(chosen.error)
  }
  const found = findAddressErrors(form)
  if (Object.keys(found).length > 0)
    return { found: { message: null, fieldErrors: found }, status: 422 }
  const body = { ...readAddress(form), ...(form.has('is_default') && { is_default: true }) }
  const saved =
    id === ''
      ? await screen.attempt(addAddress, { body, ...store })
      : await screen.attempt(updateAddress, { params: { id }, body, ...store })
  return saved.ok ? null : refused(saved.error)
}

/** S2.22, S3.1: the invoice addresses of the store. */
export default function Addresses({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useWords()
  const paths = usePaths()
  const { addresses, home, countries, editing } = loaderData
  const answer = actionData as AddressAnswer | undefined
  const writing = loaderData.writing || editing !== null
  const countryNames = new Map(countries.map((one) => [one.value, one.label]))
  const add = (
    <LinkButton href={withQuery(paths.addresses, { edit: NEW })} icon="plus">
      {t('addresses.add')}
    </LinkButton>
  )
  return (
    <Page className="pt-7 pb-14 md:pt-9">
      <OwnerHead place="addresses" title={t('addresses.title')} lead={t('addresses.lead')}>
        {!writing && addresses.length > 0 && add}
      </OwnerHead>
      {answer?.message && (
        <ErrorSummary title={answer.message} items={[]} round={1} className="mt-6" />
      )}
      {writing ? (
        <AddressForm
          key={editing?.id ?? NEW}
          editing={editing}
          first={addresses.length === 0}
          home={home}
          countries={countries}
          answer={answer}
        />
      ) : addresses.length === 0 ? (
        <EmptyState className="mt-6" title={t('addresses.empty')} action={add}>
          {t('addresses.empty_note')}
        </EmptyState>
      ) : (
        <ul className="mt-7 grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-2">
          {addresses.map((one) => (
            <AddressCard
              key={one.id}
              address={one}
              country={countryNames.get(one.country) ?? one.country}
              editHref={withQuery(paths.addresses, { edit: one.id })}
            />
          ))}
        </ul>
      )}
    </Page>
  )
}

interface AddressAnswer {
  message: string | null
  fieldErrors: FieldErrors
  given: Record<string, string>
}

/** S2.22: a new or edited address, with the fields and rules of checkout. */
function AddressForm({
  editing,
  first,
  home,
  countries,
  answer,
}: {
  editing: Address | null
  first: boolean
  home: string
  countries: readonly Choice[]
  answer: AddressAnswer | undefined
}) {
  const { t } = useWords()
  const { store } = useShell()
  const paths = usePaths()
  const form = useRef<HTMLFormElement>(null)
  const busy = useNavigation().state !== 'idle'
  const check = useFormCheck({ form, answer, find: findAddressErrors })
  const { errors, list } = fieldMessages(t, check.fieldErrors, (name) =>
    t(`checkout.${name}` as 'checkout.address.city'),
  )
  function submit(event: FormEvent<HTMLFormElement>) {
    if (busy || !check.submit()) event.preventDefault()
  }
  return (
    <Form
      ref={form}
      method="post"
      noValidate
      preventScrollReset
      onSubmit={submit}
      className="mt-7 max-w-180"
    >
      <FormKey />
      <h2 className="type-d3 mb-5">
        {editing ? t('addresses.change_title', { name: editing.name }) : t('addresses.add_title')}
      </h2>
      <input type="hidden" name="store" value={store?.id ?? ''} />
      <input type="hidden" name="address" value={editing?.id ?? ''} />
      {list.length > 0 && (
        <ErrorSummary
          title={t('addresses.mistakes', { count: list.length })}
          items={list}
          round={check.round}
          className="mb-6"
        />
      )}
      <VatNote address={editing} t={t} className="mb-5" />
      <AddressFields
        given={answer?.given ?? (editing ? givenOf(editing) : {})}
        home={home}
        countries={countries}
        errors={errors}
        t={t}
      />
      {!first && !editing?.is_default && (
        <Checkbox
          id="is-default"
          name="is_default"
          value="1"
          defaultChecked={answer !== undefined && 'is_default' in answer.given}
          className="mt-5"
        >
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

/** A saved address with its actions. Removing asks for confirmation, without a script too. */
function AddressCard({
  address: one,
  country,
  editHref,
}: {
  address: Address
  country: string
  editHref: string
}) {
  const { t } = useWords()
  const names = { name: one.name }
  const place = [[one.zip_code, one.district].filter(Boolean).join(' '), one.city, country]
    .filter(Boolean)
    .join(', ')
  const whom =
    one.invoice_type === 'institutional'
      ? one.company
      : [one.firstname, one.lastname].filter(Boolean).join(' ')
  return (
    <li className="flex min-w-0 flex-col rounded-panel border border-line bg-card p-5">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <h2 className="type-d4 wrap-anywhere-safe">{one.name}</h2>
        <Badge>{t(`checkout.invoice_type.${one.invoice_type}`)}</Badge>
        {one.is_default && (
          <Badge tone="green" icon="check">
            {t('addresses.default')}
          </Badge>
        )}
      </div>
      <div className="type-body mt-2 text-ink2 wrap-anywhere-safe">
        {whom && whom !== one.name && <bdi className="block">{whom}</bdi>}
        <bdi className="block">{one.address}</bdi>
        <bdi className="block">{place}</bdi>
        <bdi className="block" dir="ltr">
          {one.email}
        </bdi>
        <bdi className="block" dir="ltr">
          {one.phone}
        </bdi>
      </div>
      <VatNote address={one} t={t} className="mt-3" />
      <div className="mt-auto flex flex-wrap items-center gap-2 pt-4">
        <LinkButton
          href={editHref}
          kind="secondary"
          size="small"
          icon="pencil"
          aria-label={t('addresses.change_of', names)}
        >
          {t('addresses.change')}
        </LinkButton>
        {!one.is_default && (
          <ButtonForm
            fields={{ intent: 'default', address: one.id }}
            label={t('addresses.make_default_of', names)}
            kind="quiet"
            size="small"
          >
            {t('addresses.make_default')}
          </ButtonForm>
        )}
        <details className="group/remove">
          <summary
            className="inline-flex min-h-9 cursor-pointer list-none items-center rounded-control px-3 type-sm strong text-coral-text hover:bg-coral-tint"
            aria-label={t('addresses.remove_of', names)}
          >
            {t('addresses.remove')}
          </summary>
          <div className="mt-2 flex flex-wrap items-center gap-2">
            <span className="type-sm">{t('addresses.remove_sure')}</span>
            <ButtonForm
              fields={{ intent: 'delete', address: one.id }}
              label={t('addresses.remove_yes_of', names)}
              kind="danger"
              size="small"
            >
              {t('addresses.remove_yes')}
            </ButtonForm>
          </div>
        </details>
      </div>
    </li>
  )
}
