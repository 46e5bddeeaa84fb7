import { data, useNavigation } from 'react-router'
import type { ReactNode } from 'react'
import { listShops, type Shop, type ShopOpener } from '#modules/installs/shops-contract.ts'
import { amountText } from '#modules/orders/ui/order-amounts.ts'
import {
  allowShopLink,
  endShopLink,
  linkShops,
  openShop,
} from '#modules/stores/sessions/shop-contract.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { Icon } from '#ui/icon.tsx'
import { Notice } from '#ui/notice.tsx'
import { Page } from '#ui/page-grid.tsx'
import { useDates } from '../formats.ts'
import { ButtonForm } from '../forms.tsx'
import { goTo } from '../go-to.ts'
import { isolated } from '../item-card.tsx'
import { useWords } from '../messages.tsx'
import { OpenShopForm } from '../open-shop.tsx'
import { pathsFor, usePaths } from '../paths.ts'
import { forStoreOf, screenContext } from '../screen-context.ts'
import { useShell } from '../shell.tsx'
import { OwnerHead } from './account/owner-head.tsx'
import type { Route } from './+types/shops.ts'

export const loader = ({ context }: Route.LoaderArgs) => context.get(screenContext).call(listShops)

export async function action({ context, request }: Route.ActionArgs) {
  const screen = context.get(screenContext)
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? '')
  const here = forStoreOf(form)
  if (form.has('open')) {
    const opened = await screen.attempt(openShop, {
      params: { store: text('open') },
      query: { ...(form.has('next') && { next: text('next') }) },
      ...here,
    })
    if (opened.ok) throw goTo(opened.answer.data.url, { external: true, status: 303 })
    return data({ message: opened.error.message }, { status: opened.error.statusCode })
  }
  const person = text('person')
  const done = form.has('link')
    ? await screen.attempt(linkShops, here)
    : form.has('allow')
      ? await screen.attempt(allowShopLink, { body: { person }, ...here })
      : await screen.attempt(endShopLink, {
          body: { store: text('end'), ...(person !== '' && { person }) },
          ...here,
        })
  if (done.ok) throw goTo(pathsFor(screen.framed).shops, { status: 303 })
  return data({ message: done.error.message }, { status: done.error.statusCode })
}

/** The shops of one person: what needs attention in each, and who opens this one from others. */
export default function Shops({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useWords()
  const { data: shops, openers } = loaderData
  const unlinked = shops.filter((one) => one.state === 'unlinked').length
  const message = (actionData as { message: string } | undefined)?.message
  return (
    <Page className="pt-7 pb-14 md:pt-9">
      <OwnerHead place="shops" title={t('shops.title')} lead={t('shops.lead')} />
      {message && <ErrorSummary title={message} items={[]} round={1} className="mt-6" />}
      {unlinked > 0 && (
        <Notice
          className="mt-6"
          title={t('shops.found', { count: unlinked })}
          action={
            <ButtonForm fields={{ link: 'all' }} size="small">
              {t('shops.link')}
            </ButtonForm>
          }
        >
          {t('shops.found_note')}
        </Notice>
      )}
      <ul className="mt-6 rounded-card border border-line bg-card">
        {shops.map((one) => (
          <Row key={one.store.id} one={one} />
        ))}
      </ul>
      {shops.length === 1 && <p className="type-sm mt-3 text-ink2">{t('shops.alone')}</p>}
      {openers.length > 0 && <Openers openers={openers} />}
    </Page>
  )
}

function Row({ one }: { one: Shop }) {
  const { t } = useWords()
  const dates = useDates()
  const { store, state, figures } = one
  return (
    <li className="grid items-center gap-x-6 gap-y-3 border-line p-4 not-first:border-t md:grid-cols-[minmax(0,1.4fr)_minmax(0,2fr)_minmax(0,16rem)] md:p-5">
      <div className="flex min-w-0 items-center gap-3.5">
        <Icon name="shop" size={22} className="shrink-0 text-ink2" />
        <div className="min-w-0">
          <h2 className="type-label wrap-anywhere-safe">
            <bdi>{store.name}</bdi>
          </h2>
          <p className="type-sm text-ink2 wrap-anywhere-safe">
            <bdi dir="ltr">{store.domain}</bdi>
          </p>
        </div>
      </div>
      {figures ? (
        <dl className="flex flex-wrap gap-x-7 gap-y-2">
          <Figure label={t('shops.waiting')}>
            {figures.waiting > 0 ? (
              <Badge tone="coral">{figures.waiting}</Badge>
            ) : (
              t('shops.waiting_none')
            )}
          </Figure>
          <Figure label={t('shops.items')}>{figures.items}</Figure>
          <Figure label={t('shops.next')}>
            {figures.next ? (
              <>
                <bdi>{amountText(figures.next.amount, figures.next.currency)}</bdi>
                {' · '}
                {dates.day(figures.next.day)}
              </>
            ) : (
              t('shops.next_none')
            )}
          </Figure>
        </dl>
      ) : (
        <p className="type-sm text-ink2 wrap-anywhere-safe">
          {state === 'ended'
            ? t('shops.ended', { person: one.ended_by ?? '' })
            : t('shops.unlinked')}
        </p>
      )}
      <Actions one={one} />
    </li>
  )
}

const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="type-sm text-ink2">{label}</dt>
    <dd className="type-body figures strong">{children}</dd>
  </div>
)

function Actions({ one: { store, state } }: { one: Shop }) {
  const { t, locale } = useWords()
  const paths = usePaths()
  const shop = isolated(store.name, locale)
  if (state === 'here')
    return (
      <div className="flex flex-wrap items-center gap-3 md:justify-end">
        <Badge tone="turquoise">{t('shops.here')}</Badge>
        <LinkButton href={paths.installed} kind="secondary" size="small">
          {t('nav.installed')}
        </LinkButton>
      </div>
    )
  if (state !== 'linked') return <span />
  return (
    <div className="flex flex-wrap items-center gap-3 md:justify-end">
      <OpenShop id={store.id} label={t('shops.open_of', { shop })} />
      <ButtonForm
        fields={{ end: store.id }}
        kind="danger-quiet"
        size="small"
        label={t('shops.end_of', { shop })}
      >
        {t('shops.end')}
      </ButtonForm>
    </div>
  )
}

function OpenShop({ id, label }: { id: string; label: string }) {
  const { t } = useWords()
  const busy = useNavigation().formData?.get('open') === id
  return (
    <OpenShopForm id={id}>
      {(open) => (
        <Button type="submit" size="small" busy={busy} aria-label={label} onClick={open}>
          {t('shops.open')}
        </Button>
      )}
    </OpenShopForm>
  )
}

function Openers({ openers }: { openers: readonly ShopOpener[] }) {
  const { t, locale } = useWords()
  const dates = useDates()
  const { store } = useShell()
  return (
    <section aria-labelledby="openers-heading" className="mt-10">
      <h2 id="openers-heading" className="type-d3">
        {t('shops.openers')}
      </h2>
      <p className="type-body mt-1 mb-4 max-w-[62ch] text-ink2">{t('shops.openers_note')}</p>
      <ul className="rounded-card border border-line bg-card">
        {openers.map((one) => {
          const person = isolated(one.name, locale)
          return (
            <li
              key={one.id}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line p-4 not-first:border-t"
            >
              <div className="min-w-0">
                <p className="type-label wrap-anywhere-safe">
                  <bdi>{one.name}</bdi>
                </p>
                <p className="type-sm text-ink2 wrap-anywhere-safe">
                  {one.ended_at
                    ? t('shops.opener_ended', {
                        day: dates.day(one.ended_at),
                        person: isolated(one.ended_by ?? '', locale),
                      })
                    : t('shops.opener_from', {
                        domain: isolated(one.from, locale),
                        day: dates.day(one.linked_at),
                      })}
                </p>
              </div>
              {one.ended_at ? (
                <ButtonForm
                  fields={{ allow: '1', person: one.id }}
                  kind="secondary"
                  size="small"
                  label={t('shops.allow_of', { person })}
                >
                  {t('shops.allow')}
                </ButtonForm>
              ) : (
                <ButtonForm
                  fields={{ end: store?.id, person: one.id }}
                  kind="danger-quiet"
                  size="small"
                  label={t('shops.end_person', { person })}
                >
                  {t('shops.end')}
                </ButtonForm>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
