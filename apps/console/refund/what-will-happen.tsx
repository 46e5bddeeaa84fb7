import type { ReactNode } from 'react'
import type { AnswerOf } from '#kernel/operation.ts'
import type { previewRefund } from '#modules/earnings/refund-contract.ts'
import { Icon } from '#ui/icon.tsx'
import type { IconName } from '#ui/icons.gen.ts'
import { useDates } from '../dates.ts'
import { moneyOf } from '../state-badges.tsx'
import { useWords } from '../words.tsx'

export type Preview = AnswerOf<typeof previewRefund>
type Happens = NonNullable<Preview['happens']>

interface About {
  happens: Happens
  currency: string
  item: string
  store: string
  card: string | null
}

/** What a refund does, each with its amount or its time. */
export function WhatWillHappen(about: About) {
  const { t } = useWords()
  const { happens } = about
  return (
    <section className="rounded-control-lg bg-stone2 p-4" aria-live="polite">
      <h3 className="type-label mb-2.5">{t('console.refund.happens')}</h3>
      <ul className="grid gap-2.5">
        <MoneyRows {...about} />
        {happens.subscription !== 'none' && (
          <Row icon="refresh" end={happens.subscription === 'ends_now' && t('console.refund.now')}>
            {t(`console.refund.subscription.${happens.subscription}`)}
          </Row>
        )}
        {happens.last_charge && (
          <Row icon="card" end={moneyOf(happens.last_charge.amount, happens.last_charge.currency)}>
            {t('console.refund.last_charge')}
          </Row>
        )}
        <ShopRows {...about} />
      </ul>
    </section>
  )
}

function MoneyRows({ happens, currency, card }: About) {
  const { t } = useWords()
  const money = (amount: number) => moneyOf(amount, currency)
  // Without a share nothing is taken: no minus before a zero.
  const taken = (amount: number) => money(amount === 0 ? 0 : -amount)
  const { credit_note: note } = happens
  const share = (part: number) => `${String(Number(part.toFixed(2)))} %`
  return (
    <>
      <Row icon="card" end={<strong className="strong">{money(happens.amount)}</strong>}>
        {card === null ? t('console.refund.back') : t('console.refund.back_to', { card })}
      </Row>
      <Row
        icon="document"
        end={note && t('console.refund.mailed')}
        more={t('console.refund.net_tax', {
          net: money(happens.net),
          tax: money(happens.tax),
          rate: happens.tax_rate,
        })}
      >
        {note === null
          ? t('console.refund.no_credit_note')
          : note.of === null
            ? t('console.refund.credit_note')
            : t('console.refund.credit_note_of', { invoice: note.of })}
      </Row>
      {happens.surcharge > 0 && (
        <Row icon="card" end={money(happens.surcharge)}>
          {t('console.refund.surcharge')}
        </Row>
      )}
      {happens.partner && (
        <Row icon="users" end={taken(happens.partner.amount)}>
          {t('console.refund.partner', {
            partner: happens.partner.name,
            share: share(100 - happens.rate),
          })}
        </Row>
      )}
      {happens.partner && (
        <Row icon="chart" end={taken(happens.market)}>
          {t('console.refund.market', { share: share(happens.rate) })}
        </Row>
      )}
      {happens.taken_before !== 0 && (
        <Row icon="undo" end={money(happens.taken_before)}>
          {t('console.refund.taken_before')}
        </Row>
      )}
    </>
  )
}

function ShopRows({ happens, item, store }: About) {
  const { t } = useWords()
  const dates = useDates()
  const when = happens.ends_at === null ? t('console.refund.now') : dates.day(happens.ends_at)
  const ends = happens.subscription === 'ends_when_back' ? t('console.refund.when_back') : when
  return (
    <>
      <Row icon="key" end={happens.use === 'ends' && ends}>
        {t(`console.refund.use.${happens.use}`, { item })}
      </Row>
      {happens.installation !== 'none' && (
        <Row icon="shop" end={happens.installation === 'removed' && ends}>
          {t(`console.refund.installation.${happens.installation}`, { item, store })}
        </Row>
      )}
    </>
  )
}

function Row({
  icon,
  end,
  more,
  children,
}: {
  icon: IconName
  end?: ReactNode
  more?: ReactNode
  children: ReactNode
}) {
  return (
    <li className="grid grid-cols-[17px_minmax(0,1fr)_auto] gap-x-2.5 type-sm">
      <Icon name={icon} size={17} className="mt-0.5 text-link" />
      <span className="min-w-0 wrap-anywhere-safe">
        {children}
        {more && <span className="figures block text-ink2">{more}</span>}
      </span>
      {end ? (
        <span className="figures text-end">
          <bdi>{end}</bdi>
        </span>
      ) : null}
    </li>
  )
}
