import { lazy, Suspense, useEffect, useRef, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { AddressChoice, AddressFields } from '#modules/orders/ui/address-fields.tsx'
import { CardChoice, CardFields } from '#modules/orders/ui/card-fields.tsx'
import { ConsentBox } from '#modules/orders/ui/consent-box.tsx'
import { neededPermissions } from '#modules/installs/ui/plan-facts.ts'
import { InstallmentChoice } from '#modules/orders/ui/installment-choice.tsx'
import { VatNote } from '#modules/orders/ui/vat-note.tsx'
import { consentField, givenOf, NEW_ADDRESS } from '#modules/orders/ui/payment-form.ts'
import { Badge } from '#ui/badge.tsx'
import { FieldError } from '#ui/field-error.tsx'
import { fieldId } from '#ui/use-form-check.ts'
import { Icon } from '#ui/icon.tsx'
import { LinkProvider, TextLink, type AnchorProps } from '#ui/link.tsx'
import { PermissionList, PermissionRow } from '#ui/permission-row.tsx'
import { useWords } from '../../messages.tsx'
import { withChangedQuery } from '../../paths.ts'
import type { Locale, Translate } from '#lib/locale.ts'
import type { MessageKey } from '#locales/keys.ts'
import { joined } from '../install/plan-form.tsx'
import type { CheckoutData } from './load-checkout.ts'
import type { Plan } from './plan-fields.ts'
import type { Checkout } from './use-checkout.ts'

/** Only for gateways whose card fields are ours. */
const GatewayFields = lazy(async () => ({
  default: (await import('#modules/orders/ui/gateway-fields.tsx')).GatewayFields,
}))

const KINDS = { design_block: 'block', tracking_code: 'code', web_service_user: 'key' } as const

export function Section({
  id,
  title,
  children,
}: {
  id: string
  title: string
  children: ReactNode
}) {
  return (
    <section
      aria-labelledby={id}
      className="mt-9 border-line first:mt-0 not-first:border-t not-first:pt-8"
    >
      <h2 id={id} tabIndex={-1} className="type-d3 mb-4">
        {title}
      </h2>
      {children}
    </section>
  )
}

/**
 * Saved addresses and a new one, or the form for an edited one. (In a Tailwind class an underscore
 * means a space, so a name with one is matched by its prefix.)
 */
export function AddressSection({ page, checkout }: { page: CheckoutData; checkout: Checkout }) {
  const { t } = useWords()
  const location = useLocation()
  const { editing } = page
  const { addresses, errors, given } = checkout
  const always = editing !== null || addresses.length === 0
  const known = editing ?? page.suggested
  const edited = useRef(editing?.id)
  // The clicked link was removed together with its list; move the focus.
  useEffect(() => {
    if (edited.current === editing?.id) return
    edited.current = editing?.id
    document.getElementById('address-heading')?.focus({ preventScroll: true })
  }, [editing?.id])
  return (
    <Section
      id="address-heading"
      title={
        editing ? t('checkout.address.editing', { name: editing.name }) : t('checkout.address')
      }
    >
      <LinkProvider link={InPlace}>
        {editing ? (
          <>
            <input type="hidden" name="editing" value={editing.id} />
            <input type="hidden" name="address_id" value={editing.id} />
            <p className="type-sm mb-5 flex flex-wrap gap-x-4 text-ink2">
              {t('checkout.address.edit_note')}
              <TextLink href={withChangedQuery(location, { edit: undefined })}>
                {t('checkout.address.edit_back')}
              </TextLink>
            </p>
          </>
        ) : (
          <AddressChoice
            addresses={addresses}
            chosen={checkout.chosen}
            onChoose={checkout.choose}
            errors={errors}
            t={t}
            countryNames={new Map(page.countries.map((one) => [one.value, one.label]))}
            editHref={(id) => withChangedQuery(location, { edit: id })}
          />
        )}
      </LinkProvider>
      <VatNote
        address={editing ?? addresses.find((one) => one.id === checkout.chosen)}
        t={t}
        className="mt-4"
      />
      <div
        className={
          always
            ? undefined
            : 'mt-6 hidden group-has-[[name^=address][value=new]:checked]/pay:block'
        }
      >
        <KnownAddress known={page.suggested} isOpen={hasAddressErrors(errors)}>
          <AddressFields
            key={editing?.id ?? NEW_ADDRESS}
            given={known ? { ...givenOf(known), ...given } : given}
            home={page.operator.country}
            countries={page.countries}
            errors={errors}
            t={t}
          />
        </KnownAddress>
      </div>
    </Section>
  )
}

const hasAddressErrors = (errors: Readonly<Record<string, string>>): boolean =>
  Object.keys(errors).some((name) => name.startsWith('address'))

/** The fields behind one line when the platform knows what they are filled with. */
function KnownAddress({
  known,
  isOpen,
  children,
}: {
  known: CheckoutData['suggested']
  isOpen: boolean
  children: ReactNode
}) {
  const { t } = useWords()
  if (known === null) return children
  const facts = [known.tax_office, known.tax_number, known.city].filter(Boolean).join(', ')
  return (
    <details open={isOpen}>
      <summary className="mb-5 flex cursor-pointer items-start gap-3">
        <Icon name="document" size={19} className="mt-0.5 shrink-0" />
        <span className="min-w-0 flex-1 wrap-anywhere-safe">
          <span className="type-label block">
            {t('checkout.address.known', { name: known.name })}
          </span>
          <span className="type-sm block text-ink2">
            <bdi>{facts}</bdi>. {t('checkout.address.known_from')}
          </span>
        </span>
        <span className="link type-sm shrink-0">{t('checkout.address.known_edit')}</span>
      </summary>
      {children}
    </details>
  )
}

/** A link that only changes this page's query: typed values stay. */
function InPlace({ href, moves: _moves, ...rest }: AnchorProps) {
  return <Link to={href} preventScrollReset replace {...rest} />
}

/** Saved cards first, then the fields of a new one, and the installments. */
export function CardSection({ page, checkout }: { page: CheckoutData; checkout: Checkout }) {
  const { t, locale } = useWords()
  const { given, errors, parts } = checkout
  const always = page.cards.length === 0
  // S5.2, S8.12: a message over the fields, each of which shows its own error.
  const isCardWrong = Object.keys(errors).some(
    (name) => name === 'card' || name.startsWith('card.'),
  )
  return (
    <Section id="card-heading" title={t('checkout.card')}>
      {isCardWrong && (
        <div className="mb-4">
          <FieldError>{t('errors.checkout.card_invalid')}</FieldError>
        </div>
      )}
      <CardChoice
        cards={page.cards}
        chosen={checkout.card}
        onChoose={checkout.chooseCard}
        errors={errors}
        t={t}
      />
      <div
        className={
          always ? undefined : 'mt-6 hidden group-has-[[name^=card][value=new]:checked]/pay:block'
        }
      >
        {page.means.card_fields === 'ours' ? (
          <CardFields
            given={given}
            keeps={page.means.saved_cards && page.order.subscription === null}
            errors={errors}
            round={checkout.cardRound}
            onDigits={checkout.typeCard}
            t={t}
          />
        ) : (
          <Suspense fallback={<p className="text-ink2">{t('pay.fields.opening')}</p>}>
            <GatewayFields
              means={page.means}
              order={checkout.order}
              handle={checkout.gatewayFields}
              isKept={page.order.subscription !== null}
              round={checkout.cardRound}
              given={given}
              errors={errors}
              locale={locale}
              t={t}
            />
          </Suspense>
        )}
      </div>
      <p className="type-sm mt-3 flex gap-2 text-ink2">
        <Icon name="lock" size={16} className="mt-0.5" />
        {t('checkout.card.safe')}
      </p>
      <div role="status" className="type-sm text-ink2">
        {parts.asking && page.means.installments && <p className="mt-5">{t('pay.parts.asking')}</p>}
        {parts.silent && <p className="mt-5">{t('pay.parts.silent')}</p>}
      </div>
      {parts.offers.length > 0 && (
        <div className="scripted mt-6">
          <h3 className="type-label mb-2.5">{t('pay.parts')}</h3>
          <InstallmentChoice
            offers={parts.offers}
            currency={checkout.order.currency}
            count={parts.count}
            onCount={parts.choose}
            t={t}
          />
        </div>
      )}
    </Section>
  )
}

/**
 * S5.4: one checkbox for all permissions. Each has its reason, in the plan's rows or in a list;
 * with a plan, the optional ones have switches there.
 */
export function PermissionSection({ page, checkout }: { page: CheckoutData; checkout: Checkout }) {
  const { t, locale } = useWords()
  const { permissions } = page.item
  const name = consentField('permissions')
  if (permissions.length === 0) return null
  return (
    <Section id="permissions-heading" title={t('checkout.permissions')}>
      {page.plan === null && <PermissionRows permissions={permissions} />}
      <ConsentBox
        name={name}
        id={fieldId(name)}
        version={page.item.version ?? ''}
        className={page.plan === null ? 'mt-4' : undefined}
        sentence={approvalOf({ plan: page.plan, permissions }, t, locale)}
        error={checkout.errors[name]}
        defaultChecked={name in checkout.given}
      />
    </Section>
  )
}

type Permissions = CheckoutData['item']['permissions']

/** Permissions with their reasons; `end` in place of whether one is needed. */
export function PermissionRows({
  permissions,
  end,
  className,
}: {
  permissions: Permissions
  end?: (permission: Permissions[number]) => ReactNode
  className?: string
}) {
  const { t } = useWords()
  return (
    <PermissionList {...(className && { className })}>
      {permissions.map((one) => (
        <PermissionRow
          key={one.code}
          kind={KINDS[one.code]}
          title={t(`checkout.permission.${one.code}`)}
          reason={one.reason}
          end={
            end?.(one) || (
              <Badge className="shrink-0">
                {t(one.required ? 'checkout.permission.required' : 'checkout.permission.optional')}
              </Badge>
            )
          }
        />
      ))}
    </PermissionList>
  )
}

/** What the box of an item's permissions says: with a plan, the optional ones have switches. */
export function approvalOf(
  { plan, permissions }: { plan: Plan | null; permissions: readonly unknown[] },
  t: Translate<MessageKey>,
  locale: Locale,
): string {
  const needed = plan ? neededPermissions(plan.changes) : []
  return needed.length === 0
    ? t('checkout.consent.permissions', { count: permissions.length })
    : t('installs.approve', {
        count: needed.length,
        permissions: joined(
          needed.map((code) => t(`installs.kind.${code}`)),
          locale,
        ),
      })
}
