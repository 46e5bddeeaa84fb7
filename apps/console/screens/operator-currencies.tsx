import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { getCurrencies, saveCurrency, saveExchangeRate } from '#modules/currencies/contract.ts'
import { CURRENCIES, type Currency } from '#lib/currencies.ts'
import { latinDigits } from '#lib/text.ts'
import type { AnswerOf } from '#kernel/operation.ts'
import { Badge } from '#ui/badge.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/field.tsx'
import { TextLink } from '#ui/link.tsx'
import { useDates } from '../dates.ts'
import { PageHeader } from '../page-header.tsx'
import { PostForm, SelectField, useField, useFormAnswer } from '../forms.tsx'
import { Section } from '../section.tsx'
import { readForm, type FormAnswer } from '../read-form.ts'
import { consoleContext } from '../screen-context.ts'
import { DataTable } from '../data-table.tsx'
import { useWords } from '../words.tsx'

/** The currency in the query; null when it is missing or unknown. */
const askedIn = (request: Request): Currency | null => {
  const asked = new URL(request.url).searchParams.get('currency')
  return CURRENCIES.find((code) => code === asked) ?? null
}

export async function loader({ context, request }: LoaderFunctionArgs) {
  const asked = askedIn(request)
  const found = await context
    .get(consoleContext)
    .call(getCurrencies, { query: asked === null ? {} : { currency: asked } })
  return { ...found, asked }
}

const numberIn = (text: string) => Number(latinDigits(text).replace(/[٫,]/, '.'))

export async function action({ context, request }: ActionFunctionArgs) {
  const { form, text, submit } = await readForm(context, request)
  const currency = text('currency') as Currency
  return text('form') === 'rate'
    ? submit(saveExchangeRate, {
        params: { currency, day: text('day') },
        body: { per_euro: text('per_euro'), confirmed: form.get('confirmed') === 'yes' },
      })
    : submit(saveCurrency, {
        params: { currency },
        body: {
          used: form.get('used') === 'yes',
          step: numberIn(text('step')),
          ending: numberIn(text('ending') || '0'),
        },
      })
}

type Answer = AnswerOf<typeof getCurrencies>

/** Currencies of the market and their rates (D27). */
export default function OperatorCurrencies() {
  const { t } = useWords()
  const { currencies, rates, asked } = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  const chosen = currencies.find(({ code }) => code === asked)
  return (
    <>
      <PageHeader title={t('console.nav.currencies')} lead={t('console.currencies.lead')} />
      <CurrencyTable currencies={currencies} />
      {asked !== null && <RateTable currency={asked} rates={rates} />}
      <CurrencyForm answer={answer} asked={asked} chosen={chosen} />
      <RateForm answer={answer} asked={asked} />
    </>
  )
}

function CurrencyTable({ currencies }: Pick<Answer, 'currencies'>) {
  const { t } = useWords()
  const dates = useDates()
  return (
    <DataTable
      label={t('console.nav.currencies')}
      rows={currencies.map((one) => ({ id: one.code, ...one }))}
      empty={<EmptyState title={t('console.currencies.no_rates')} />}
      columns={[
        {
          name: t('console.currencies.code'),
          cell: (one) => (
            <bdi dir="ltr" className="strong">
              {one.code}
            </bdi>
          ),
        },
        {
          name: t('console.currencies.per_euro'),
          end: true,
          cell: (one) => <bdi className="figures">{one.per_euro}</bdi>,
        },
        {
          name: t('console.currencies.day'),
          end: true,
          cell: (one) => (one.day === null ? '–' : dates.day(one.day)),
        },
        {
          name: t('console.currencies.step'),
          end: true,
          cell: (one) => (
            <bdi dir="ltr" className="figures">
              {one.ending === 0 ? one.step : `${one.step} + ${one.ending}`}
            </bdi>
          ),
        },
        {
          name: t('console.item.state'),
          end: true,
          cell: (one) => (
            <Badge tone={one.used ? 'green' : 'neutral'}>
              {t(one.used ? 'console.currencies.used' : 'console.currencies.unused')}
            </Badge>
          ),
        },
        {
          name: t('console.actions'),
          end: true,
          cell: (one) => (
            <TextLink href={`/operator/currencies?currency=${one.code}`}>
              {t('console.currencies.show_history')}
            </TextLink>
          ),
        },
      ]}
    />
  )
}

function RateTable({ currency, rates }: Pick<Answer, 'rates'> & { currency: Currency }) {
  const { t } = useWords()
  const dates = useDates()
  const title = t('console.currencies.history', { currency })
  return (
    <Section title={title} className="mt-9">
      <DataTable
        label={title}
        rows={rates.map((one) => ({ id: one.day, ...one }))}
        empty={<EmptyState title={t('console.currencies.no_rates')} />}
        columns={[
          { name: t('console.currencies.day'), cell: (one) => dates.day(one.day) },
          {
            name: t('console.currencies.per_euro'),
            end: true,
            cell: (one) => <bdi className="figures">{one.per_euro}</bdi>,
          },
          {
            name: t('console.currencies.source'),
            end: true,
            cell: (one) => t(`console.currencies.source.${one.source}`),
          },
        ]}
      />
    </Section>
  )
}

const OPTIONS = CURRENCIES.toSorted().map((code) => ({ value: code, name: code }))

interface FormProps {
  answer: FormAnswer | undefined
  asked: Currency | null
}

function CurrencyForm({
  answer,
  asked,
  chosen,
}: FormProps & { chosen: Answer['currencies'][number] | undefined }) {
  const { t } = useWords()
  const field = useField(answer, 'currency')
  const code = field('currency', asked ?? 'EUR')
  return (
    <Section title={t('console.currencies.edit')} className="mt-9 max-w-180">
      <PostForm key={asked} name="currency" answer={answer} submit={t('console.currencies.save')}>
        <div className="grid gap-5 md:grid-cols-3">
          <SelectField
            label={t('console.currencies.code')}
            name="currency"
            value={code.defaultValue}
            error={code.error}
            options={OPTIONS}
          />
          <TextField
            {...field('step', String(chosen?.step ?? 1))}
            label={t('console.currencies.step')}
            hint={t('console.currencies.rounding_hint')}
            inputMode="decimal"
            dir="ltr"
            required
          />
          <TextField
            {...field('ending', String(chosen?.ending ?? 0))}
            label={t('console.currencies.ending')}
            inputMode="decimal"
            dir="ltr"
          />
        </div>
        <Checkbox name="used" value="yes" defaultChecked={chosen?.used ?? true}>
          {t('console.currencies.use')}
        </Checkbox>
      </PostForm>
    </Section>
  )
}

function RateForm({ answer, asked }: FormProps) {
  const { t } = useWords()
  const field = useField(answer, 'rate')
  const code = field('currency', asked ?? 'USD')
  const confirmed = field('confirmed')
  return (
    <Section title={t('console.currencies.new_rate')} className="mt-9 max-w-180">
      <PostForm key={asked} name="rate" answer={answer} submit={t('console.currencies.set_rate')}>
        <div className="grid gap-5 md:grid-cols-3">
          <SelectField
            label={t('console.currencies.code')}
            name="currency"
            value={code.defaultValue}
            error={code.error}
            options={OPTIONS.filter(({ value }) => value !== 'EUR')}
          />
          <TextField
            {...field('per_euro')}
            label={t('console.currencies.per_euro')}
            hint={t('console.currencies.rate_hint')}
            inputMode="decimal"
            dir="ltr"
            required
          />
          <TextField {...field('day')} type="date" label={t('console.currencies.day')} required />
        </div>
        {confirmed.error && (
          <Checkbox name="confirmed" value="yes" error={confirmed.error}>
            {t('console.currencies.rate_sure')}
          </Checkbox>
        )}
      </PostForm>
    </Section>
  )
}
