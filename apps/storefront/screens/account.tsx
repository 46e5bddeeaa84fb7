import { includesRight } from '#lib/store-rights.ts'
import { listSubscriptions } from '#modules/billing/contract.ts'
import {
  endDeveloperAccess,
  getDeveloperAccess,
  makeDeveloperCode,
} from '#modules/billing/developer-contract.ts'
import { listSavedCards } from '#modules/orders/card-contract.ts'
import { listAddresses, listOrders } from '#modules/orders/contract.ts'
import { listInstallations } from '#modules/installs/contract.ts'
import { listOwnStatements } from '#modules/publishing/statements/contract.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Page } from '#ui/page-grid.tsx'
import { FactList, Panel, PanelLink, PanelPart } from '#ui/panel.tsx'
import { ButtonForm } from '../forms.tsx'
import { useDates } from '../formats.ts'
import { useInstalled } from '../installed-items.ts'
import { useWords } from '../messages.tsx'
import { usePaths } from '../paths.ts'
import { forStoreOf, screenContext } from '../screen-context.ts'
import { OwnerHead } from './account/owner-head.tsx'
import type { Route } from './+types/account.ts'

/** The signed-in store, which the guard guarantees. */
export async function loader({ context }: Route.LoaderArgs) {
  const screen = context.get(screenContext)
  if (!screen.session) throw screen.refusal('session.required')
  const { domain, storeUrl, isOs2, account, expiresAt, enteredBy, right } = screen.session
  const mayBuy = includesRight(right, 'buy')
  const [installed, subscriptions, orders, addresses, cards, decisions, access] = await Promise.all(
    [
      screen.call(listInstallations),
      screen.call(listSubscriptions, { query: { per_page: 1 } }),
      mayBuy ? screen.call(listOrders, { query: { per_page: 1 } }) : null,
      mayBuy ? screen.call(listAddresses) : null,
      mayBuy ? screen.call(listSavedCards) : null,
      screen.call(listOwnStatements),
      screen.call(getDeveloperAccess),
    ],
  )
  return {
    domain,
    storeUrl,
    isOs2,
    person: account.name,
    expiresAt,
    enteredBy,
    platform: screen.platform.name,
    entry: screen.platform.entry,
    installed: installed.data.length,
    updates: installed.data.filter((one) => one.release_state === 'old').length,
    subscriptions: subscriptions.meta.total,
    orders: orders?.meta.total ?? null,
    addresses: addresses?.data.length ?? null,
    cards: cards?.data.length ?? null,
    decisions: right === 'install' ? decisions.data.length : 0,
    right,
    access: access.data,
  }
}

/** A new code is only in the answer that made it, so reloading the page hides it. */
export async function action({ context, request }: Route.ActionArgs) {
  const screen = context.get(screenContext)
  const form = await request.formData()
  if (form.get('do') === 'end') {
    await screen.call(endDeveloperAccess, forStoreOf(form))
    return { code: null }
  }
  const made = await screen.call(makeDeveloperCode, forStoreOf(form))
  return { code: made.data.code }
}

const Place = ({ name, note }: { name: string; note: string }) => (
  <>
    <span className="block pt-2 medium">{name}</span>
    <span className="type-sm block pb-2 text-ink2">{note}</span>
  </>
)

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useWords()
  const dates = useDates()
  const paths = usePaths()
  const { saved } = useInstalled()
  const {
    domain,
    storeUrl,
    isOs2,
    person,
    expiresAt,
    enteredBy,
    platform,
    entry,
    installed,
    updates,
    subscriptions,
    orders,
    addresses,
    cards,
    decisions,
    access,
    right,
  } = loaderData
  return (
    <Page className="pt-7 md:pt-9">
      <OwnerHead place="account" title={t('account.title')} lead={t('account.lead')} />
      <div className="mt-7 grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)]">
        <Panel as="section" label={t('account.store')}>
          <PanelPart>
            <p className="type-d3 wrap-anywhere-safe">
              <bdi dir="ltr">{domain}</bdi>
            </p>
            <FactList
              className="mt-4"
              facts={[
                {
                  label: t(entry === 'panel' ? 'account.person' : 'account.person_entered'),
                  value: <bdi>{person}</bdi>,
                },
                { label: t('account.right'), value: t(`account.right.${right}`) },
                { label: t('account.platform'), value: <bdi>{platform}</bdi> },
                // Only a platform's own shops have a version of their storefront.
                ...(entry === 'panel'
                  ? [
                      {
                        label: t('account.storefront'),
                        value: t(isOs2 ? 'account.storefront_second' : 'account.storefront_first'),
                      },
                    ]
                  : []),
                { label: t('account.entered'), value: t(`account.entered.${enteredBy}`) },
                {
                  label: t('account.until'),
                  value: <time dateTime={expiresAt}>{dates.minute(expiresAt)}</time>,
                },
              ]}
            />
            <p className="type-sm mt-3 text-ink2">{t('account.until_note')}</p>
            <div className="mt-5 flex flex-wrap gap-3">
              <LinkButton href={storeUrl} kind="secondary" iconAfter="external">
                {t('account.shop')}
              </LinkButton>
            </div>
          </PanelPart>
          <PanelPart className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <p className="type-sm max-w-[44ch] text-ink2">{t('account.sign_out_note')}</p>
            {/* a plain form, because the server clears the cookies and redirects to the home
                page */}
            <form method="post" action="/sign-out">
              <Button type="submit" kind="secondary" icon="sign-out">
                {t('account.sign_out')}
              </Button>
            </form>
          </PanelPart>
          {access.is_offered && right === 'install' && (
            <Developers access={access} code={actionData?.code ?? null} />
          )}
        </Panel>
        <Panel as="section" label={t('account.places')}>
          <PanelPart>
            {entry !== 'panel' && (
              <PanelLink href={entry === 'wordpress' ? paths.wordpress : paths.site} icon="globe">
                <Place
                  name={t('owner.site')}
                  note={t(entry === 'wordpress' ? 'owner.wordpress_note' : 'owner.site_note')}
                />
              </PanelLink>
            )}
            <PanelLink href={paths.installed} icon="package">
              <Place
                name={t('owner.installed')}
                note={t('account.installed_count', { count: installed })}
              />
            </PanelLink>
            <PanelLink href={paths.saved()} icon="bookmark">
              <Place
                name={t('owner.saved')}
                note={t('account.saved_count', { count: saved.length })}
              />
            </PanelLink>
            <PanelLink href={paths.updates} icon="arrow-up">
              <Place
                name={t('owner.updates')}
                note={
                  updates > 0
                    ? t('account.updates_count', { count: updates })
                    : t('account.updates_none')
                }
              />
            </PanelLink>
            <PanelLink href={paths.subscriptions} icon="refresh">
              <Place
                name={t('owner.subscriptions')}
                note={t('account.subscriptions_count', { count: subscriptions })}
              />
            </PanelLink>
            <MoneyPlaces orders={orders} addresses={addresses} cards={cards} />
            {right === 'install' && (
              <PanelLink href={paths.shops} icon="shop">
                <Place name={t('owner.shops')} note={t('account.shops_note')} />
              </PanelLink>
            )}
            {decisions > 0 && (
              <PanelLink href={paths.decisions} icon="document">
                <Place
                  name={t('owner.decisions')}
                  note={t('account.decisions_count', { count: decisions })}
                />
              </PanelLink>
            )}
          </PanelPart>
        </Panel>
      </div>
    </Page>
  )
}

/** Null for who may not buy. */
function MoneyPlaces({
  orders,
  addresses,
  cards,
}: Pick<Route.ComponentProps['loaderData'], 'orders' | 'addresses' | 'cards'>) {
  const { t } = useWords()
  const paths = usePaths()
  return (
    <>
      {orders !== null && (
        <PanelLink href={paths.orders} icon="document">
          <Place name={t('owner.orders')} note={t('account.orders_count', { count: orders })} />
        </PanelLink>
      )}
      {addresses !== null && (
        <PanelLink href={paths.addresses} icon="shop">
          <Place
            name={t('owner.addresses')}
            note={t('account.addresses_count', { count: addresses })}
          />
        </PanelLink>
      )}
      {cards !== null && (
        <PanelLink href={paths.cards} icon="card">
          <Place name={t('owner.cards')} note={t('account.cards_count', { count: cards })} />
        </PanelLink>
      )}
    </>
  )
}

/** Whose developer may move the shop's clock. */
function Developers({
  access: { developer },
  code,
}: {
  access: { developer: { name: string; since: string } | null }
  code: string | null
}) {
  const { t } = useWords()
  const dates = useDates()
  return (
    <PanelPart>
      <h2 className="type-d4">{t('account.developer.title')}</h2>
      <p className="type-sm mt-1 mb-4 max-w-[60ch] text-ink2">
        {developer
          ? t('account.developer.who', { name: developer.name, day: dates.day(developer.since) })
          : t('account.developer.lead')}
      </p>
      {code !== null && (
        <Notice tone="done" alert className="mb-4">
          {t('account.developer.code')}
          <code dir="ltr" className="strong mt-2 block select-all">
            {code}
          </code>
        </Notice>
      )}
      <ButtonForm fields={{ do: developer ? 'end' : 'code' }} kind="secondary">
        {t(developer ? 'account.developer.end' : 'account.developer.make')}
      </ButtonForm>
    </PanelPart>
  )
}
