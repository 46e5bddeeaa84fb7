import { data } from 'react-router'
import { addAddress, deleteAddress, listAddresses, updateAddress } from '#contexts/checkout/contract.ts'
import { fieldOfInput, findAddressMistakes, keepable, readAddress } from '#contexts/checkout/ui/payment-form.ts'
import type { Mistakes } from '#ui/form-check.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { MistakeList } from '#ui/mistake-list.tsx'
import { Page } from '#ui/page-grid.tsx'
import type { ErrorFacts } from '#lib/wire-error.ts'
import { goTo } from '../go-to.ts'
import { useWords } from '../messages.tsx'
import { forStoreOf } from '../page-store.ts'
import { pathsFor, usePaths, withQuery } from '../paths.ts'
import { screenContext, type ScreenContext } from '../screen-context.ts'
import { OwnerHead } from './account/owner-head.tsx'
import { AddressCard } from './addresses/address-card.tsx'
import { AddressForm } from './addresses/address-form.tsx'
import { countriesIn } from './checkout/countries.ts'
import type { Route } from './+types/addresses.ts'

/** In the query: which address is being changed, or that a new one is written. */
const NEW = 'new'

export async function loader({ context, url }: Route.LoaderArgs) {
  const screen = context.get(screenContext)
  const { data: addresses } = await screen.call(listAddresses)
  const edit = url.searchParams.get('edit')
  return { addresses, countries: countriesIn(screen.locale), writing: edit === NEW, editing: addresses.find(one => one.id === edit) ?? null }
}

export interface AddressAnswer {
  message: string | null
  mistakes: Mistakes
  given: Record<string, string>
}

/** What the form does: the address is new, changed, made the default, or removed. */
export async function action({ context, request }: Route.ActionArgs) {
  const screen = context.get(screenContext)
  const form = await request.formData()
  const done = await doIt(screen, form, String(form.get('address') ?? ''))
  if (done === null) throw goTo(pathsFor(screen.framed).addresses, { status: 303 })
  return data<AddressAnswer>({ given: keepable(form), ...done.found }, { status: done.status })
}

async function doIt(screen: ScreenContext, form: FormData, id: string): Promise<{ found: Pick<AddressAnswer, 'message' | 'mistakes'>; status: number } | null> {
  const store = forStoreOf(form)
  const refused = ({ message, mistakes = {}, statusCode }: ErrorFacts) => {
    const country = String(form.get('address.country') ?? '')
    const known = Object.entries(mistakes).map(([path, mistake]) => [fieldOfInput(path, 'address', country), mistake] as const)
    return { found: { message: known.length > 0 ? null : message, mistakes: Object.fromEntries(known) }, status: statusCode }
  }
  if (form.get('intent') === 'delete') {
    const gone = await screen.attempt(deleteAddress, { params: { id }, ...store })
    return gone.ok ? null : refused(gone.error)
  }
  if (form.get('intent') === 'default') {
    const { data: addresses } = await screen.call(listAddresses)
    const { id: _id, is_default: _was, ...body } = addresses.find(one => one.id === id) ?? { id: '', is_default: false }
    const chosen = await screen.attempt(updateAddress, { params: { id }, body: { ...(body as ReturnType<typeof readAddress>), is_default: true }, ...store })
    return chosen.ok ? null : refused(chosen.error)
  }
  const found = findAddressMistakes(form)
  if (Object.keys(found).length > 0) return { found: { message: null, mistakes: found }, status: 422 }
  const body = { ...readAddress(form), ...(form.has('is_default') && { is_default: true }) }
  const saved = id === '' ? await screen.attempt(addAddress, { body, ...store }) : await screen.attempt(updateAddress, { params: { id }, body, ...store })
  return saved.ok ? null : refused(saved.error)
}

/** S2.22, S3.1: the invoice addresses of the store. */
export default function Addresses({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useWords()
  const paths = usePaths()
  const { addresses, countries, editing } = loaderData
  const answer = actionData as AddressAnswer | undefined
  const writing = loaderData.writing || editing !== null
  const countryNames = new Map(countries.map(one => [one.value, one.label]))
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
      {answer?.message && <MistakeList title={answer.message} mistakes={[]} round={1} className="mt-6" />}
      {writing ? (
        <AddressForm key={editing?.id ?? NEW} editing={editing} first={addresses.length === 0} countries={countries} answer={answer} />
      ) : addresses.length === 0 ? (
        <EmptyState className="mt-6" title={t('addresses.empty')} action={add}>
          {t('addresses.empty_note')}
        </EmptyState>
      ) : (
        <ul className="mt-7 grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-2">
          {addresses.map(one => (
            <AddressCard key={one.id} address={one} country={countryNames.get(one.country) ?? one.country} editHref={withQuery(paths.addresses, { edit: one.id })} />
          ))}
        </ul>
      )}
    </Page>
  )
}
