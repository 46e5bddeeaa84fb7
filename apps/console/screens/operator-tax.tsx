import { useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { deleteTaxRate, listTaxRates, setTaxRate } from '#contexts/backoffice/money-contract.ts'
import { Badge } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { useDates } from '../dates.ts'
import { DeskHead } from '../desk-head.tsx'
import { answerOf, DeskForm, PressForm, textOf, useField, type FormAnswer } from '../forms.tsx'
import { consoleContext } from '../screen-context.ts'
import { DeskTable } from '../table.tsx'
import { useWords } from '../words.tsx'

export const loader = ({ context }: LoaderFunctionArgs) => context.get(consoleContext).call(listTaxRates)

export async function action({ context, request }: ActionFunctionArgs) {
  const screen = context.get(consoleContext)
  const form = await request.formData()
  const [country, from] = [textOf(form, 'country').trim(), textOf(form, 'from')]
  if (textOf(form, 'form') === 'take_back') return answerOf('take_back', form, await screen.attempt(deleteTaxRate, { params: { country, from } }))
  // In the path an empty country would be another address.
  return answerOf('rate', form, await screen.attempt(setTaxRate, { params: { country: country || '-' }, body: { from, rate: textOf(form, 'rate').replace(',', '.') as unknown as number } }))
}

export default function OperatorTax() {
  const { t } = useWords()
  const dates = useDates()
  const { rates } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const field = useField(answer, 'rate')
  return (
    <>
      <DeskHead title={t('console.nav.tax')} lead={t('console.tax.lead')} />
      {answer?.form === 'take_back' && answer.error && <Notice tone="attention" alert className="mb-6">{answer.error.message}</Notice>}
      {rates.length === 0 ? <EmptyState title={t('console.tax.none')} /> : (
        <DeskTable label={t('console.nav.tax')} rows={rates.map(one => ({ id: `${one.country} ${one.from}`, ...one }))} columns={[
          { name: t('console.tax.country'), cell: one => <bdi dir="ltr" className="strong">{one.country}</bdi> },
          { name: t('console.tax.rate'), end: true, cell: one => <bdi className="figures">{one.rate}</bdi> },
          { name: t('console.tax.from'), end: true, cell: one => dates.day(one.from) },
          { name: t('console.item.state'), end: true, cell: one => <Badge tone={one.in_force ? 'green' : one.coming ? 'turquoise' : 'neutral'}>{t(one.in_force ? 'console.tax.in_force' : one.coming ? 'console.tax.coming' : 'console.tax.past')}</Badge> },
          { name: t('console.actions'), end: true, cell: one => one.coming && <PressForm name="take_back" hidden={{ country: one.country, from: one.from }} label={t('console.tax.take_back')} about={`${one.country} ${one.from}`} /> },
        ]} />
      )}
      <Panel as="section" label={t('console.tax.new')} className="mt-9 max-w-180">
        <PanelPart>
          <h2 className="type-d4 mb-5">{t('console.tax.new')}</h2>
          <DeskForm name="rate" answer={answer} submit={t('console.tax.set')}>
            <div className="grid gap-5 md:grid-cols-3">
              <TextField {...field('country')} label={t('console.tax.country')} dir="ltr" maxLength={2} autoComplete="off" required />
              <TextField {...field('rate')} label={t('console.tax.rate')} inputMode="decimal" dir="ltr" required />
              <TextField {...field('from')} type="date" label={t('console.tax.from')} required />
            </div>
          </DeskForm>
        </PanelPart>
      </Panel>
    </>
  )
}
