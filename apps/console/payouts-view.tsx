import type { ReactNode } from 'react'
import type { AnswerOf } from '#kernel/operation.ts'
import type {
  getPayoutAccount,
  getPayoutBatch,
  getPayouts,
} from '#modules/earnings/payouts/contract.ts'
import { Badge, type Tone } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FactList, Panel, PanelPart } from '#ui/panel.tsx'
import { TextLink } from '#ui/link.tsx'
import { countryName } from './country-name.ts'
import { DataTable } from './data-table.tsx'
import { useDates } from './dates.ts'
import { Money, moneyOf } from './state-badges.tsx'
import { useWords } from './words.tsx'

type Answer = AnswerOf<typeof getPayouts>
type Account = Answer['account']
type Balance = Answer['balances'][number]
type Line = Answer['payouts'][number]
type Batch = AnswerOf<typeof getPayoutBatch>
export type PayoutAccount = AnswerOf<typeof getPayoutAccount>

const IDENTITY_TONES: Record<Account['identity'], Tone> = {
  missing: 'neutral',
  submitted: 'turquoise',
  confirmed: 'green',
  refused: 'coral',
}
export function IdentityBadge({ identity }: { identity: Account['identity'] }) {
  const { t } = useWords()
  return <Badge tone={IDENTITY_TONES[identity]}>{t(`console.payouts.identity.${identity}`)}</Badge>
}

const BATCH_TONES: Record<Batch['state'], Tone> = {
  draft: 'neutral',
  exported: 'turquoise',
  ended: 'green',
}
export function BatchBadge({ state }: { state: Batch['state'] }) {
  const { t } = useWords()
  return <Badge tone={BATCH_TONES[state]}>{t(`console.payouts.batch.${state}`)}</Badge>
}

const LINE_TONES: Record<Line['state'], Tone> = {
  open: 'turquoise',
  paid: 'green',
  failed: 'coral',
}

/** What was submitted; the IBAN is masked for everybody. */
export function AccountFacts({ account }: { account: Account }) {
  const { t, locale } = useWords()
  const dates = useDates()
  const facts = [
    {
      label: t('console.payouts.provider'),
      value: account.provider && t(`console.payouts.provider.${account.provider}`),
    },
    { label: t('console.payouts.holder'), value: account.holder && <bdi>{account.holder}</bdi> },
    {
      label: t('console.payouts.iban'),
      value: account.iban && <bdi dir="ltr">{account.iban}</bdi>,
    },
    { label: t('console.payouts.bic'), value: account.bic && <bdi dir="ltr">{account.bic}</bdi> },
    {
      label: t('console.payouts.country'),
      value: account.country && countryName(account.country, locale),
    },
    {
      label: t('console.payouts.tax_number'),
      value: account.tax_number && <bdi dir="ltr">{account.tax_number}</bdi>,
    },
    {
      label: t('console.payouts.changed_at'),
      value: account.changed_at && dates.time(account.changed_at),
    },
  ]
  return <FactList facts={facts.filter((fact) => fact.value !== null)} />
}

/** A partner's balances, one box for each currency. */
export function BalanceBoxes({ balances }: { balances: readonly Balance[] }) {
  const { t } = useWords()
  const dates = useDates()
  return (
    <div className="mb-9 grid gap-5 md:grid-cols-2">
      {balances.map((one) => (
        <Panel key={one.currency} as="section" label={one.currency}>
          <PanelPart>
            <FactList
              className="-mt-3 border-t-0"
              facts={[
                {
                  label: t('console.payouts.payable'),
                  value: (
                    <span className="type-d4">
                      <Money amount={one.payable} currency={one.currency} />
                    </span>
                  ),
                },
                {
                  label: t('console.payouts.held'),
                  value: <Money amount={one.held} currency={one.currency} />,
                },
                ...(one.held_until === null
                  ? []
                  : [
                      {
                        label: t('console.payouts.held_until'),
                        value: dates.day(one.held_until),
                      },
                    ]),
                {
                  label: t('console.payouts.reserved'),
                  value: <Money amount={one.reserved} currency={one.currency} />,
                },
                {
                  label: t('console.payouts.paid_out'),
                  value: <Money amount={one.paid_out} currency={one.currency} />,
                },
              ]}
            />
            {one.payable < 0 && (
              <p className="type-sm mt-4 text-ink2">{t('console.payouts.negative')}</p>
            )}
          </PanelPart>
        </Panel>
      ))}
    </div>
  )
}

/** Payouts of a partner, or of a batch. `statements`: where statements of earnings are. */
export function PayoutTable({
  label,
  payouts,
  statements,
  of,
}: {
  label: string
  payouts: readonly Line[]
  statements: string
  of: 'partner' | 'batch'
}) {
  const { t } = useWords()
  const dates = useDates()
  return (
    <DataTable
      label={label}
      rows={payouts}
      empty={
        <EmptyState title={t('console.payouts.none')}>{t('console.payouts.none_lead')}</EmptyState>
      }
      columns={[
        of === 'partner'
          ? {
              name: t('console.payouts.number'),
              cell: (one) => (
                <bdi dir="ltr" className="strong">
                  {one.batch.number}
                </bdi>
              ),
            }
          : {
              name: t('console.earnings.partner'),
              cell: (one) => (
                <TextLink href={`/operator/payouts/partners/${one.partner.id}`} className="strong">
                  <bdi>{one.partner.name}</bdi>
                </TextLink>
              ),
            },
        { name: t('console.payouts.to'), cell: (one) => <Destination line={one} /> },
        {
          name: t('console.item.state'),
          cell: (one) => (
            <>
              <Badge tone={LINE_TONES[one.state]}>{t(`console.payouts.state.${one.state}`)}</Badge>
              {one.paid_on !== null && (
                <span className="type-sm block text-ink2">
                  {dates.day(one.paid_on)} · <bdi>{one.reference}</bdi>
                </span>
              )}
              {one.reason !== null && (
                <span className="type-sm block text-ink2 wrap-anywhere">
                  <bdi>{one.reason}</bdi>
                </span>
              )}
              {one.failure !== null && (
                <span className="type-sm block text-ink2">
                  {t(`console.payouts.failure.${one.failure}`)}
                </span>
              )}
              {one.taken_back > 0 && (
                <span className="type-sm block text-ink2">
                  {t('console.payouts.taken_back', {
                    amount: moneyOf(one.taken_back, one.batch.currency),
                  })}
                </span>
              )}
            </>
          ),
        },
        {
          name: t('console.payouts.statement'),
          cell: (one) =>
            one.statement !== null && (
              <TextLink href={`${statements}/${one.statement.id}`}>
                <bdi dir="ltr">{one.statement.number}</bdi>
              </TextLink>
            ),
        },
        {
          name: t('console.payouts.amount'),
          end: true,
          cell: (one) => <Money amount={one.amount} currency={one.batch.currency} />,
        },
      ]}
    />
  )
}

function Destination({ line }: { line: Line }) {
  const { t } = useWords()
  return line.iban === null ? (
    line.provider && t(`console.payouts.provider.${line.provider}`)
  ) : (
    <bdi dir="ltr">{line.iban}</bdi>
  )
}

interface Payee {
  id: string
  name: string
}

/** Partners with their state and amounts, each leading to its page. */
export function PayeeTable<Row extends Payee>({
  label,
  rows,
  empty,
  state,
  amounts,
}: {
  label: string
  rows: readonly Row[]
  empty: { title: string; lead: string }
  state: { name: string; cell: (row: Row) => ReactNode }
  amounts: readonly { name: string; cell: (row: Row) => ReactNode }[]
}) {
  const { t } = useWords()
  return (
    <DataTable
      label={label}
      rows={rows}
      empty={<EmptyState title={empty.title}>{empty.lead}</EmptyState>}
      columns={[
        {
          name: t('console.earnings.partner'),
          cell: (one) => (
            <TextLink href={`/operator/payouts/partners/${one.id}`} className="strong">
              <bdi>{one.name}</bdi>
            </TextLink>
          ),
        },
        state,
        ...amounts.map((one) => ({ ...one, end: true })),
      ]}
    />
  )
}
