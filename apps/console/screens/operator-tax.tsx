import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { TAX_KINDS, type TaxKind } from '#lib/market.ts'
import { deleteTaxRate, listTaxRates, setTaxRate } from '#modules/orders/operator-contract.ts'
import { Badge } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/field.tsx'
import { datesIn } from '../dates.ts'
import { PageHeader } from '../page-header.tsx'
import { ButtonForm, FormError, PostForm, SelectField, useField, useFormAnswer } from '../forms.tsx'
import { Section } from '../section.tsx'
import { readForm } from '../read-form.ts'
import { consoleContext } from '../screen-context.ts'
import { DataTable } from '../data-table.tsx'
import { useWords } from '../words.tsx'

export const loader = ({ context }: LoaderFunctionArgs) =>
  context.get(consoleContext).call(listTaxRates)

export async function action({ context, request }: ActionFunctionArgs) {
  const { text, submit } = await readForm(context, request)
  // An empty country in the path would be another URL.
  const country = text('country').trim() || '-'
  if (text('form') === 'take_back')
    return submit(deleteTaxRate, { params: { country, rate: text('rate') } })
  return submit(setTaxRate, {
    params: { country },
    body: {
      kind: text('kind') as TaxKind,
      from: text('from') || null,
      rate: text('rate').replace(',', '.') as unknown as number,
    },
  })
}

export default function OperatorTax() {
  const { t, locale } = useWords()
  const { rates } = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  const field = useField(answer, 'rate')
  return (
    <>
      <PageHeader title={t('console.nav.tax')} lead={t('console.tax.lead')} />
      <FormError answer={answer} form="take_back" className="mb-6" />
      <DataTable
        label={t('console.nav.tax')}
        rows={rates}
        empty={<EmptyState title={t('console.tax.none')} />}
        columns={[
          {
            name: t('console.tax.country'),
            cell: (one) => (
              <bdi dir="ltr" className="strong">
                {one.country}
              </bdi>
            ),
          },
          { name: t('console.tax.kind'), cell: (one) => t(`console.tax.kind.${one.kind}`) },
          {
            name: t('console.tax.rate'),
            end: true,
            cell: (one) => <bdi className="figures">{one.rate}</bdi>,
          },
          {
            name: t('console.tax.from'),
            end: true,
            cell: (one) => <bdi>{datesIn(locale, one.zone).time(one.from)}</bdi>,
          },
          {
            name: t('console.item.state'),
            end: true,
            cell: (one) => (
              <Badge tone={one.in_force ? 'green' : one.coming ? 'turquoise' : 'neutral'}>
                {t(
                  one.in_force
                    ? 'console.tax.in_force'
                    : one.coming
                      ? 'console.tax.coming'
                      : 'console.tax.past',
                )}
              </Badge>
            ),
          },
          {
            name: t('console.actions'),
            end: true,
            cell: (one) =>
              one.coming && (
                <ButtonForm
                  name="take_back"
                  hidden={{ country: one.country, rate: one.id }}
                  label={t('console.tax.take_back')}
                  about={`${one.country} ${one.rate} %`}
                />
              ),
          },
        ]}
      />
      <Section title={t('console.tax.new')} className="mt-9 max-w-180">
        <PostForm name="rate" answer={answer} submit={t('console.tax.set')}>
          <div className="grid items-start gap-5 md:grid-cols-2">
            <TextField
              {...field('country')}
              label={t('console.tax.country')}
              dir="ltr"
              maxLength={2}
              autoComplete="off"
              required
            />
            <TextField
              {...field('rate')}
              label={t('console.tax.rate')}
              inputMode="decimal"
              dir="ltr"
              required
            />
            <SelectField
              label={t('console.tax.kind')}
              name="kind"
              value="standard"
              options={TAX_KINDS.map((one) => ({ value: one, name: t(`console.tax.kind.${one}`) }))}
            />
            <TextField
              {...field('from')}
              type="datetime-local"
              label={t('console.tax.from')}
              hint={t('console.tax.from_hint')}
            />
          </div>
        </PostForm>
      </Section>
    </>
  )
}
