import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { deleteShareRule, listShareRules, setShareRule } from '#modules/earnings/contract.ts'
import { Badge, type Tone } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/field.tsx'
import { useDates } from '../dates.ts'
import { PageHeader } from '../page-header.tsx'
import { ButtonForm, FormError, PostForm, SelectField, useField, useFormAnswer } from '../forms.tsx'
import { Section } from '../section.tsx'
import { textOf, readForm } from '../read-form.ts'
import { consoleContext } from '../screen-context.ts'
import { DataTable } from '../data-table.tsx'
import { useWords } from '../words.tsx'

export const loader = ({ context }: LoaderFunctionArgs) =>
  context.get(consoleContext).call(listShareRules)

export async function action({ context, request }: ActionFunctionArgs) {
  const { form, submit } = await readForm(context, request)
  const text = (name: string) => textOf(form, name).trim()
  if (text('form') === 'take_back')
    return submit(deleteShareRule, { params: { rule: text('rule') } })
  const body = {
    partner: text('partner') || null,
    market: (text('market') || null) as 'app' | null,
    from: text('from'),
    rate: (text('rate') === '' ? null : text('rate').replace(',', '.')) as number | null,
  }
  return submit(setShareRule, { body })
}

const TONES: Record<'coming' | 'in_force' | 'past', Tone> = {
  coming: 'turquoise',
  in_force: 'green',
  past: 'neutral',
}

/** The market's share of sales; each rule starts on a day. */
export default function OperatorShares() {
  const { t } = useWords()
  const dates = useDates()
  const { rules } = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  const field = useField(answer, 'share')
  const marketName = (market: 'app' | 'theme' | null) =>
    market === null ? t('console.shares.both') : t(`console.shares.${market}`)
  return (
    <>
      <PageHeader title={t('console.nav.shares')} lead={t('console.shares.lead')} />
      <FormError answer={answer} form="take_back" className="mb-6" />
      <DataTable
        label={t('console.nav.shares')}
        rows={rules}
        empty={
          <EmptyState title={t('console.shares.none')}>{t('console.shares.none_lead')}</EmptyState>
        }
        columns={[
          {
            name: t('console.earnings.partner'),
            cell: (one) => (
              <bdi className="strong">{one.partner?.name ?? t('console.shares.everybody')}</bdi>
            ),
          },
          { name: t('console.items.market'), cell: (one) => marketName(one.market) },
          {
            name: t('console.shares.rate'),
            end: true,
            cell: (one) =>
              one.rate === null ? (
                t('console.shares.wider')
              ) : (
                <bdi className="figures">{one.rate}</bdi>
              ),
          },
          { name: t('console.shares.from'), end: true, cell: (one) => dates.day(one.from) },
          {
            name: t('console.item.state'),
            end: true,
            cell: (one) => (
              <Badge tone={TONES[one.state]}>{t(`console.shares.state.${one.state}`)}</Badge>
            ),
          },
          {
            name: t('console.actions'),
            end: true,
            cell: (one) =>
              one.state === 'coming' && (
                <ButtonForm
                  name="take_back"
                  hidden={{ rule: one.id }}
                  label={t('console.tax.take_back')}
                  about={`${one.partner?.name ?? t('console.shares.everybody')} ${one.from}`}
                />
              ),
          },
        ]}
      />
      <Section
        title={t('console.shares.new')}
        lead={t('console.shares.new_lead')}
        className="mt-9 max-w-230"
      >
        <PostForm name="share" answer={answer} submit={t('console.shares.set')}>
          <div className="grid gap-5 md:grid-cols-2">
            <TextField
              {...field('partner')}
              label={t('console.shares.partner')}
              hint={t('console.shares.partner_hint')}
              dir="auto"
              autoComplete="off"
              maxLength={80}
            />
            <SelectField
              label={t('console.items.market')}
              name="market"
              value={field('market', '').defaultValue}
              options={[
                { value: '', name: t('console.shares.both') },
                { value: 'app', name: t('console.shares.app') },
                { value: 'theme', name: t('console.shares.theme') },
              ]}
            />
            <TextField
              {...field('rate')}
              label={t('console.shares.rate')}
              hint={t('console.shares.rate_hint')}
              inputMode="decimal"
              dir="ltr"
              autoComplete="off"
            />
            <TextField {...field('from')} type="date" label={t('console.shares.from')} required />
          </div>
        </PostForm>
      </Section>
    </>
  )
}
