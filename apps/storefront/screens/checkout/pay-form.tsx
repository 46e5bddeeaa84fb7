import { useRef } from 'react'
import { Form, Link, useLocation } from 'react-router'
import { AddressChoice } from '#contexts/checkout/ui/address-choice.tsx'
import { AddressFields } from '#contexts/checkout/ui/address-fields.tsx'
import { agreementDialogId } from '#contexts/checkout/ui/agreement-dialog.tsx'
import { CardFields } from '#contexts/checkout/ui/card-fields.tsx'
import { ConsentBox, TextButton } from '#contexts/checkout/ui/consent-box.tsx'
import { amountText, orderLines } from '#contexts/checkout/ui/order-amounts.ts'
import { cardField, consentField, fieldId, givenOf, NEW_ADDRESS, type ConsentKind } from '#contexts/checkout/ui/payment-form.ts'
import { WaitingForBank } from '#contexts/checkout/ui/waiting-for-bank.tsx'
import { AppIcon, ThemeIcon } from '#ui/app-icon.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { LinkProvider, type AnchorProps } from '#ui/link.tsx'
import { MistakeList } from '#ui/mistake-list.tsx'
import { OrderSummary, SummaryBar, SummaryItem, SummaryLines, SummaryPart } from '#ui/order-summary.tsx'
import { Columns, Sticky } from '#ui/page-grid.tsx'
import { PermissionList, PermissionRow } from '#ui/permission-row.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { isolated } from '../../item-card.tsx'
import { useWords } from '../../messages.tsx'
import { withChangedQuery } from '../../paths.ts'
import { useShell } from '../../shell.tsx'
import type { CheckoutData } from './load-checkout.ts'
import { useCheckout } from './use-checkout.ts'

const KINDS = { design_block: 'block', tracking_code: 'code', web_service_user: 'key' } as const

/** Address, card, permissions; beside them the order with the boxes and the button that says the price. */
export function PayForm({ page }: { page: CheckoutData }) {
  const { t, locale } = useWords()
  const { store } = useShell()
  const location = useLocation()
  const form = useRef<HTMLFormElement>(null)
  const checkout = useCheckout(page, form)
  const { order, errors, given, addresses, chosen, waiting } = checkout
  const { item, editing } = page
  const amount = amountText(order.total, order.currency)
  const button = checkout.busy ? t('checkout.paying') : t('checkout.pay', { amount: isolated(amount, locale) })
  const message = checkout.message === 'changed' ? changedWords() : checkout.message
  const mistakes = Object.entries(errors).map(([name, text]) => ({ fieldId: fieldId(name), text: `${labelOf(name)}: ${text}` }))
  const lines = <SummaryLines lines={orderLines(order, t)} total={{ label: t('checkout.total'), amount }} />
  const bought = (
    <SummaryItem
      icon={item.market === 'theme' ? <ThemeIcon colour={item.swatches[0] ?? 'currentColor'} size={56} /> : <AppIcon src={item.icon} size={56} first />}
      name={item.name} note={order.item.version ? t('checkout.terms_version', { version: order.item.version }) : t('checkout.terms')}
    />
  )
  const [sale, protection] = page.agreements
  const opens = (id: string) => ({ opens: agreementDialogId({ id }) })

  function changedWords() {
    return t('checkout.changed', { before: isolated(amountText(page.order.total, page.order.currency), locale), after: isolated(amount, locale) })
  }
  function labelOf(name: string) {
    if (name.startsWith('consent.')) return t(`checkout.label.${name.slice(8) as ConsentKind}`)
    return name === 'address_id' ? t('checkout.address') : t(`checkout.${name}` as 'checkout.card.number')
  }

  return (
    <>
      {waiting && (
        <WaitingForBank {...waiting} silent={checkout.poll.silent} again={checkout.poll.again} againHref={location.pathname} t={t} />
      )}
      <Form
        ref={form} method="post" noValidate preventScrollReset aria-label={t('checkout.title')} className="group/pay" hidden={Boolean(waiting)}
        onSubmit={checkout.submit} onBlur={checkout.checkField} onChange={checkout.checkField}
      >
        <input type="hidden" name="store" value={store?.id ?? ''} />
        <input type="hidden" name="order" value={order.order_number} />
        <input type="hidden" name="total" value={order.total} />
        <input type="hidden" name="key" value={checkout.key} />
        {(message || mistakes.length > 0) && (
          <MistakeList title={message ?? t('checkout.mistakes', { count: mistakes.length })} mistakes={mistakes} round={checkout.round} className="mb-7" />
        )}
        <Columns kind="checkout">
          <div className="min-w-0">
            <section aria-labelledby="address-heading">
              <h2 id="address-heading" className="type-d3 mb-4">{editing ? t('checkout.address.editing', { name: editing.name }) : t('checkout.address')}</h2>
              <LinkProvider link={InPlace}>
                {editing
                  ? (
                      <>
                        <input type="hidden" name="editing" value={editing.id} />
                        <input type="hidden" name="address_id" value={editing.id} />
                        <p className="type-sm mb-5 flex flex-wrap gap-x-4 text-ink2">
                          {t('checkout.address.edit_note')}
                          <TextLink href={withChangedQuery(location, { edit: undefined })}>{t('checkout.address.edit_back')}</TextLink>
                        </p>
                      </>
                    )
                  : (
                      <AddressChoice
                        addresses={addresses} chosen={chosen} onChoose={checkout.choose} errors={errors} t={t}
                        countryNames={new Map(page.countries.map(one => [one.value, one.label]))}
                        editHref={id => withChangedQuery(location, { edit: id })}
                      />
                    )}
              </LinkProvider>
              <div className={editing || addresses.length === 0 ? undefined : 'mt-6 hidden group-has-[[value=new]:checked]/pay:block'}>
                <AddressFields key={editing?.id ?? NEW_ADDRESS} given={editing ? { ...givenOf(editing), ...given } : given} countries={page.countries} errors={errors} t={t} />
              </div>
            </section>
            <section aria-labelledby="card-heading" className="mt-9 border-t border-line pt-8">
              <h2 id="card-heading" className="type-d3 mb-4">{t('checkout.card')}</h2>
              <CardFields
                holder={given[cardField('name')] ?? ''} secure3d={Object.keys(given).length === 0 || given[cardField('secure_3d')] === '1'}
                errors={errors} round={checkout.cardRound} t={t}
              />
              <p className="type-sm mt-3 flex gap-2 text-ink2"><Icon name="lock" size={16} className="mt-0.5" />{t('checkout.card.safe')}</p>
            </section>
            {item.permissions.length > 0 && (
              <section aria-labelledby="permissions-heading" className="mt-9 border-t border-line pt-8">
                <h2 id="permissions-heading" className="type-d3 mb-4">{t('checkout.permissions')}</h2>
                <PermissionList>
                  {item.permissions.map(one => (
                    <PermissionRow
                      key={one.code} kind={KINDS[one.code]} title={t(`checkout.permission.${one.code}`)} reason={one.reason}
                      end={<Badge className="shrink-0">{t(one.required ? 'checkout.permission.required' : 'checkout.permission.optional')}</Badge>}
                    />
                  ))}
                </PermissionList>
                <ConsentBox
                  name={consentField('permissions')} id={fieldId(consentField('permissions'))} version={order.item.version ?? ''} className="mt-4"
                  sentence={t('checkout.consent.permissions', { count: item.permissions.length })} error={errors[consentField('permissions')]}
                  defaultChecked={consentField('permissions') in given}
                />
              </section>
            )}
          </div>
          <Sticky>
            <OrderSummary label={t('checkout.summary_label')}>
              <SummaryPart>{bought}</SummaryPart>
              <SummaryPart>{lines}</SummaryPart>
              <SummaryPart>
                <ConsentBox
                  name={consentField('distance_sale')} id={fieldId(consentField('distance_sale'))} version={sale.version} sentence={t('checkout.consent.distance_sale')}
                  error={errors[consentField('distance_sale')]} defaultChecked={consentField('distance_sale') in given}
                  places={{
                    pre_information: <TextButton {...opens('pre-information')}>{t('checkout.text.pre_information')}</TextButton>,
                    distance_contract: <TextButton {...opens('distance-contract')}>{t('checkout.text.distance_contract')}</TextButton>,
                  }}
                />
                <ConsentBox
                  name={consentField('data_protection')} id={fieldId(consentField('data_protection'))} version={protection.version} className="mt-2"
                  sentence={t('checkout.consent.data_protection')} error={errors[consentField('data_protection')]} defaultChecked={consentField('data_protection') in given}
                  places={{ data_protection: <TextButton {...opens('data-protection')}>{t('checkout.text.data_protection')}</TextButton> }}
                />
                <Button type="submit" size="large" wide busy={checkout.busy} className="mt-5">{button}</Button>
                <p className="type-sm mt-3 text-center text-balance text-ink2 wrap-anywhere-safe">{t('checkout.order_note', { number: order.order_number })}</p>
              </SummaryPart>
            </OrderSummary>
          </Sticky>
        </Columns>
        <SummaryBar
          id="summary" label={t('checkout.summary')} close={t('checkout.summary_close')} total={amount} className="mt-9"
          button={<Button type="submit" wide busy={checkout.busy}>{button}</Button>}
        >
          {bought}
          <div className="mt-5">{lines}</div>
        </SummaryBar>
      </Form>
    </>
  )
}

/** A link that changes only what is asked on this page: what was typed stays. */
function InPlace({ href, moves: _moves, ...rest }: AnchorProps) {
  return <Link to={href} preventScrollReset replace {...rest} />
}
