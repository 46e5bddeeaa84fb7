import { getItem, type ItemDetail } from '#modules/catalog/contract.ts'
import { type InputField, type ShownPreview, startPreview } from '#modules/installs/contract.ts'
import { getInstallForm } from '#modules/installs/installer-contract.ts'
import { type PreviewLink, listPreviewLinks } from '#modules/installs/preview-link-contract.ts'
import { readInputs } from '#modules/installs/ui/read-inputs.ts'
import { type Locale, readLocale } from '#lib/locale.ts'
import type { ErrorFacts } from '#lib/wire-error.ts'
import type { FieldErrors } from '#ui/use-form-check.ts'
import type { ScreenContext } from '../../screen-context.ts'
import { type Shell, storeOf } from '../../shell.tsx'
import { TRIED, triedForm } from '../install/tried-answers.ts'

export interface PreviewData {
  item: ItemDetail
  store: Shell['store']
  own: boolean
  locale: Locale
  demonstration: boolean
  preview: ShownPreview | null
  /** The shop without the item; null when it cannot be shown. */
  before: ShownPreview | null
  /** What can be set before an install on the own shop. */
  fields: InputField[]
  /** Of the answers in the address: the shop is then shown without them. */
  fieldErrors: FieldErrors
  failure: ErrorFacts | null
  /** By which others see the shop, while they work. */
  links: PreviewLink[]
}

/** S2.17, D1: a live preview. Owners start with their own shop; `?on=demo` is the platform's. */
export async function loadPreview(
  screen: ScreenContext,
  slug: string,
  query: URLSearchParams,
): Promise<PreviewData> {
  const { data: item } = await screen.call(getItem, { query: { slug } })
  const own = screen.session !== null && query.get('on') !== 'demo'
  const locale = readLocale(query.get('lang')) ?? screen.locale
  const show = (wanted: { inputs?: ReturnType<typeof readInputs>; without_item?: boolean }) =>
    screen.attempt(startPreview, {
      params: { id: item.id },
      body: { on: own ? 'own' : 'demonstration', locale, ...wanted },
    })
  const [before, { fields, inputs }, links] = await Promise.all([
    show({ without_item: true }),
    own ? askedAnswers(screen, item, query) : { fields: [], inputs: undefined },
    own ? screen.attempt(listPreviewLinks) : null,
  ])
  const wanted = await show(inputs ? { inputs } : {})
  const isMistaken = !wanted.ok && wanted.error.code === 'installs.inputs_invalid'
  const made = isMistaken ? await show({}) : wanted
  return {
    item,
    store: storeOf(screen.session),
    own,
    locale,
    demonstration: screen.demonstration,
    preview: made.ok ? made.answer.data : null,
    before: before.ok ? before.answer.data : null,
    fields,
    fieldErrors: isMistaken ? (wanted.error.fieldErrors ?? {}) : {},
    failure: made.ok ? null : made.error,
    links: links?.ok ? links.answer.data : [],
  }
}

/** The settings of an item that the own shop has not, and the answers in the address. */
export async function askedAnswers(
  screen: ScreenContext,
  item: ItemDetail,
  query: URLSearchParams,
): Promise<{ fields: InputField[]; inputs: ReturnType<typeof readInputs> | undefined }> {
  const isNew = (item.installed?.state ?? 'none') === 'none' && item.installable
  const form = isNew ? await screen.attempt(getInstallForm, { query: { item_id: item.id } }) : null
  const fields = form?.ok ? form.answer.data.fields : []
  const isTried = query.has(TRIED) && fields.length > 0
  return { fields, inputs: isTried ? readInputs(triedForm(query), fields) : undefined }
}
