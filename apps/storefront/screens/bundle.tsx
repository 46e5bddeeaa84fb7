import { type BundleDetail, getBundle } from '#modules/catalog/contract.ts'
import { includesRight } from '#lib/store-rights.ts'
import { formatAmount, toMinor, type Currency } from '#lib/money.ts'
import { Amount, PlainPrice } from '#ui/amount.tsx'
import { AppRow } from '#ui/app-card.tsx'
import { Badge } from '#ui/badge.tsx'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { LinkButton } from '#ui/button.tsx'
import { TextLink } from '#ui/link.tsx'
import { Columns, Page, Sticky } from '#ui/page-grid.tsx'
import { Panel, PanelPart, Works } from '#ui/panel.tsx'
import { formatPercent } from '../formats.ts'
import { isolated, useSummary } from '../item-card.tsx'
import { useWords } from '../messages.tsx'
import { PageHead } from '../page-head.tsx'
import { usePaths } from '../paths.ts'
import { marked } from '../prices.ts'
import { RateNote } from '../rate-note.tsx'
import { screenContext } from '../screen-context.ts'
import { useShell } from '../shell.tsx'
import { isSlug, validWhen } from '../validity.ts'
import type { Route } from './+types/bundle.ts'

export const middleware = [validWhen(({ params }) => isSlug(params.slug))]

export async function loader({ context, params }: Route.LoaderArgs) {
  const { data } = await context
    .get(screenContext)
    .call(getBundle, { query: { slug: params.slug ?? '' } })
  return { bundle: data }
}

/** Items that are sold together: what each costs alone and here, and the sum. */
export default function Bundle({ loaderData: { bundle } }: Route.ComponentProps) {
  const { t } = useWords()
  const { market } = useShell()
  const paths = usePaths()
  return (
    <Page className="pt-3 pb-14 md:pt-4">
      <PageHead title={bundle.name} description={bundle.text || undefined} />
      <Breadcrumb
        label={t('nav.trail')}
        crumbs={[{ href: paths.list, name: t(`list.title.${market}`) }]}
      />
      <Columns kind="detail" className="mt-2">
        <div className="min-w-0">
          <h1 className="type-title wrap-anywhere-safe">
            <bdi>{bundle.name}</bdi>
          </h1>
          {bundle.text && (
            <p className="type-lead mt-3 wrap-anywhere-safe">
              <bdi>{bundle.text}</bdi>
            </p>
          )}
          <h2 className="type-d3 mt-8 mb-4">
            {t(`bundle.items.${market}`, { count: bundle.items.length })}
          </h2>
          <ul className="grid">
            {bundle.items.map((one) => (
              <li key={one.item.id} className="border-t border-line py-4">
                <BundleRow one={one} currency={bundle.currency} />
              </li>
            ))}
          </ul>
        </div>
        <Sticky>
          <BundlePanel bundle={bundle} />
        </Sticky>
      </Columns>
    </Page>
  )
}

interface Dated {
  currency: Currency
  rate_date: string | null
}

const amountOf = (amount: number, { currency, rate_date }: Dated): string =>
  marked({ rate_date }, formatAmount(toMinor(amount, currency) ?? 0, currency))

/** An item with its price here and alone; what the store owns is not charged again. */
function BundleRow({ one, currency }: { one: BundleDetail['items'][number]; currency: Currency }) {
  const { t } = useWords()
  const { app } = useSummary({ item: one.item })
  const dated = { currency, rate_date: one.rate_date }
  const free = { text: t('price.free'), free: true }
  const price = one.price === 0 ? free : { text: amountOf(one.price_in_bundle, dated) }
  const note = one.owned ? (
    <Badge tone="green" icon="check">
      {t('bundle.owned')}
    </Badge>
  ) : (
    one.price > 0 && (
      <>
        {t('bundle.alone')} <Amount text={amountOf(one.price, dated)} />
      </>
    )
  )
  return <AppRow app={{ ...app, price: one.owned ? { text: '' } : price }} note={note} />
}

/** Of one item that is left there is no bundle. */
function BuyButton({ bundle }: { bundle: BundleDetail }) {
  const { t, locale } = useWords()
  const { store } = useShell()
  const paths = usePaths()
  const checkout = paths.bundleCheckout(bundle.slug)
  const [first, second] = bundle.items.filter(({ owned }) => !owned)
  if (!first) return null
  if (!second)
    return (
      <>
        <p className="type-sm mb-3">{t('bundle.one_left')}</p>
        <LinkButton href={paths.item(first.item.slug)} size="large" wide>
          {t('bundle.see_item', { item: isolated(first.item.name, locale) })}
        </LinkButton>
      </>
    )
  if (store && !includesRight(store.right, 'buy'))
    return (
      <p className="type-sm strong text-center text-balance">{t('errors.session.may_not_buy')}</p>
    )
  return (
    <LinkButton href={store ? checkout : paths.connect(checkout)} size="large" wide>
      {t('bundle.buy')}
    </LinkButton>
  )
}

/** Nothing is left to be bought: the ways to what the store has. */
function AllOwned({ bundle }: { bundle: BundleDetail }) {
  const { t } = useWords()
  const paths = usePaths()
  return (
    <Panel as="aside" label={bundle.name}>
      <PanelPart>
        <Works>{t('bundle.all_owned')}</Works>
        <ul className="type-body mt-3 grid gap-1">
          {bundle.items.map(({ item }) => (
            <li key={item.id} className="wrap-anywhere-safe">
              <TextLink href={paths.install(item.slug)}>
                <bdi>{item.name}</bdi>
              </TextLink>
            </li>
          ))}
        </ul>
      </PanelPart>
      <PanelPart>
        <LinkButton href={paths.installed} size="large" wide>
          {t('bundle.see_installed')}
        </LinkButton>
      </PanelPart>
    </Panel>
  )
}

function BundlePanel({ bundle }: { bundle: BundleDetail }) {
  const { t, locale } = useWords()
  const { saved, price, tax_included: withTax } = bundle
  const isReduced = saved > 0
  if (bundle.items.every(({ owned }) => owned)) return <AllOwned bundle={bundle} />
  return (
    <Panel as="aside" label={bundle.name}>
      <PanelPart>
        <PlainPrice
          text={amountOf(bundle.price_in_bundle, bundle)}
          {...(isReduced && {
            before: amountOf(price, bundle),
            beforeLabel: t('bundle.alone'),
          })}
          terms={t(withTax ? 'bundle.with_tax' : 'bundle.without_tax')}
        />
        <RateNote day={bundle.rate_date} />
        {isReduced && (
          <Works className="mt-2.5">
            {t('bundle.saved', {
              amount: isolated(amountOf(saved, bundle), locale),
              percent: isolated(formatPercent(bundle.percent_off, locale), locale),
            })}
          </Works>
        )}
        {bundle.items.some(({ owned }) => owned) && (
          <p className="type-sm mt-2 text-ink2">{t('bundle.owned_note')}</p>
        )}
      </PanelPart>
      <PanelPart>
        <BuyButton bundle={bundle} />
      </PanelPart>
    </Panel>
  )
}
