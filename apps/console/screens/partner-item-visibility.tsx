import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  useLoaderData,
  useRouteLoaderData,
} from 'react-router'
import { VISIBILITIES, type Visibility } from '#lib/market.ts'
import {
  changeVisibility,
  getOwnVisibility,
  keepItem,
  nameItemStore,
  retireItem,
  unnameItemStore,
} from '#modules/publishing/visibility/contract.ts'
import { ChoiceGroup, RadioCard } from '#ui/choice.tsx'
import { FormDone, FormError, PostForm, useFormAnswer } from '../forms.tsx'
import { NamedStores } from '../named-stores.tsx'
import { readForm } from '../read-form.ts'
import { consoleContext } from '../screen-context.ts'
import { RetirementForm } from '../retirement-form.tsx'
import { Section } from '../section.tsx'
import { useWords } from '../words.tsx'
import type { loader as itemLoader } from './partner-item.tsx'

const placeOf = (params: Record<string, string | undefined>) => ({
  partner: params['partner'] ?? '',
  item: params['item'] ?? '',
})

export const loader = ({ context, params }: LoaderFunctionArgs) =>
  context.get(consoleContext).call(getOwnVisibility, { params: placeOf(params) })

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { text, submit } = await readForm(context, request)
  const place = placeOf(params)
  switch (text('form')) {
    case 'store':
      return submit(nameItemStore, { params: place, body: { store: text('store') } })
    case 'retire':
      return submit(retireItem, {
        params: place,
        body: { on: text('on'), successor: text('successor') },
      })
    case 'keep':
      return submit(keepItem, { params: place })
    case 'remove-store':
      return submit(unnameItemStore, { params: { ...place, store: text('id') } })
    default:
      return submit(changeVisibility, {
        params: place,
        body: { visibility: text('visibility') as Visibility },
      })
  }
}

/** Who may find the item, and the stores that see it while it is private. */
export default function PartnerItemVisibility() {
  const { t } = useWords()
  const page = useLoaderData<typeof loader>()
  const item = useRouteLoaderData<typeof itemLoader>('partner-item')
  const answer = useFormAnswer()
  return (
    <div className="grid gap-6">
      <FormError answer={answer} />
      <Section
        title={t('portal.visibility.title')}
        lead={t('portal.visibility.lead')}
        className="max-w-230"
      >
        <FormDone answer={answer} form="visibility" className="mb-5">
          {t('portal.visibility.saved')}
        </FormDone>
        <PostForm
          name="visibility"
          answer={answer}
          submit={t('console.save')}
          mayPress={page.may_write}
        >
          <ChoiceGroup label={t('portal.visibility.title')} hidden>
            <div className="grid gap-3">
              {VISIBILITIES.map((one) => (
                <RadioCard
                  key={one}
                  name="visibility"
                  value={one}
                  defaultChecked={one === page.visibility}
                  disabled={!page.may_write}
                  title={t(`portal.visibility.${one}`)}
                >
                  {t(`portal.visibility.${one}_lead`)}
                </RadioCard>
              ))}
            </div>
          </ChoiceGroup>
        </PostForm>
      </Section>
      <NamedStores page={page} answer={answer} hint={t('portal.visibility.store_hint')} mayRemove />
      <RetirementForm
        page={page}
        name={item?.name ?? ''}
        answer={answer}
        hint={t('portal.retire.own_hint')}
      />
    </div>
  )
}
