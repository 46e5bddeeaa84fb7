import { Button, type ButtonSize, LinkButton } from '#ui/button.tsx'
import { isolated } from '../../item-card.tsx'
import { useWords } from '../../messages.tsx'
import { OpenAppLink } from '../../open-app-link.tsx'
import { usePaths, withQuery } from '../../paths.ts'
import { priceInFull, pricedItem } from '../../prices.ts'
import type { ItemDetail } from '#modules/catalog/contract.ts'
import { includesRight } from '#lib/store-rights.ts'
import { type Shell, useShell } from '../../shell.tsx'
import { savingOf } from '../../saving-form.ts'
import { useInstalled } from '../../installed-items.ts'
import { DEVICES, DeviceLinks } from '#ui/device-frame.tsx'

/**
 * The main button of the page; its text says what happens. `short` when the price is next to it.
 * `carry` adds what was chosen here to the address that it leads to.
 */
export function StepButton({
  item,
  store,
  short,
  size = 'large',
  carry = (path) => path,
}: StepProps & { short?: boolean; size?: ButtonSize; carry?: Carry }) {
  const words = useWords()
  const { t, locale } = words
  const paths = usePaths()
  const step = nextStep(item, store !== null)
  // the charged price is that of the plan that can be bought, not necessarily the lowest
  const plan = item.plans.find((one) => one.buyable)
  const price = isolated(priceInFull(plan ?? pricedItem(item), words).text, locale)
  const buy = short ? t('detail.buy_short') : t('detail.buy', { price })
  if (lacksRight(step, store))
    return <LackingRight step={step} slug={item.slug} store={store} short={short} size={size} />
  const free = item.price_kind === 'free'
  const install = free ? t('detail.install_free') : t('detail.install')
  if (step === 'subscribe')
    return <SubscribeButton item={item} store={store} short={short} size={size} carry={carry} />
  if (step === 'enter')
    return (
      <LinkButton
        href={paths.connect(carry(free ? paths.install(item.slug) : paths.checkout(item.slug)))}
        size={size}
        wide
      >
        {free ? install : buy}
      </LinkButton>
    )
  if (step === 'buy')
    return (
      <LinkButton href={carry(paths.checkout(item.slug))} size={size} wide>
        {buy}
      </LinkButton>
    )
  if (step === 'install')
    return (
      <LinkButton href={carry(paths.install(item.slug))} size={size} wide>
        {install}
      </LinkButton>
    )
  if (step === 'update')
    return (
      <LinkButton href={paths.update(item.slug)} size={size} wide icon="arrow-up">
        {short
          ? t('detail.update_short')
          : t('detail.update', { version: item.version_here ?? item.version ?? '' })}
      </LinkButton>
    )
  if (step === 'installed') return <OpenButton item={item} store={store} size={size} />
  if (step === 'not-this-storefront')
    return short ? (
      <p className="type-sm strong text-end text-balance">{t('detail.not_storefront')}</p>
    ) : null
  if (step === 'not-yet') return <WatchButton item={item} store={store} short={short} size={size} />
  return (
    <Button size={size} wide disabled>
      {t('detail.not_yet')}
    </Button>
  )
}

/** The right that a step needs of somebody signed in. */
const RIGHTS: Partial<Record<NextStep, 'buy' | 'install'>> = {
  buy: 'buy',
  subscribe: 'buy',
  install: 'install',
  update: 'install',
}

const lacksRight = (step: NextStep, store: Shell['store']): boolean => {
  const needs = RIGHTS[step]
  return store !== null && needs !== undefined && !includesRight(store.right, needs)
}

/** Instead of the button: asking an owner, or who may do it. */
function LackingRight({
  step,
  slug,
  store,
  short,
  size,
}: {
  step: NextStep
  slug: string
  store: Shell['store']
  short: boolean | undefined
  size: ButtonSize
}) {
  const { t } = useWords()
  const paths = usePaths()
  const needs = RIGHTS[step]
  if (!needs) return null
  if (step !== 'update' && store && includesRight(store.right, 'ask'))
    return (
      <LinkButton href={paths.ask(slug)} size={size} wide>
        {t(short ? 'right.ask_short' : 'right.ask_owner')}
      </LinkButton>
    )
  return (
    <p className={`type-sm strong text-balance ${short ? 'text-end' : 'text-center'}`}>
      {t(`errors.session.may_not_${needs}`)}
    </p>
  )
}

/** Leads to what a plan costs, or to its trial; a visitor enters with the shop first. */
function SubscribeButton({
  item,
  store,
  short,
  size,
  carry,
}: StepProps & { short: boolean | undefined; size: ButtonSize; carry: Carry }) {
  const words = useWords()
  const { t, locale } = words
  const paths = usePaths()
  const plan = item.plans.find(isByPeriod)
  if (!plan) return null
  const { lead = '', text, per = '' } = priceInFull(plan, words)
  const says =
    plan.trial_days > 0
      ? t(short ? 'detail.try_short' : 'detail.try', { count: plan.trial_days })
      : short
        ? t('detail.subscribe_short')
        : plan.price === 0
          ? t('detail.subscribe_by_use')
          : t('detail.subscribe', { price: `${lead}${isolated(text, locale)}${per}` })
  const href = carry(paths.subscribe(item.slug))
  return (
    <LinkButton href={store ? href : paths.connect(href)} size={size} wide>
      {says}
    </LinkButton>
  )
}

/** Opens the installed item: the app, the shop, or the list that contains it. */
function OpenButton({
  item,
  store,
  size,
  kind = 'primary',
}: StepProps & { size: ButtonSize; kind?: 'primary' | 'secondary' }) {
  const wide = kind === 'primary'
  const { t } = useWords()
  const paths = usePaths()
  if (item.links.go_to_app && (!store || includesRight(store.right, 'ask')))
    return (
      <OpenAppLink
        href={item.links.go_to_app}
        kind={kind}
        size={size}
        wide={wide}
        iconAfter="external"
      >
        {t('detail.open_app')}
      </OpenAppLink>
    )
  if (store)
    return (
      <LinkButton
        href={store.url}
        target="_blank"
        rel="noreferrer"
        kind={kind}
        size={size}
        wide={wide}
        iconAfter="external"
      >
        {t('detail.open_shop')}
      </LinkButton>
    )
  return (
    <LinkButton href={paths.installed} kind={kind} size={size} wide={wide}>
      {t('detail.manage')}
    </LinkButton>
  )
}

/** Note next to the button: the current state, or what happens next. */
export function StepNote({ item, store }: StepProps) {
  const { t } = useWords()
  const paths = usePaths()
  const isSaved = useInstalled().saved.includes(item.slug)
  const step = nextStep(item, store !== null)
  if (step === 'installed' || step === 'update') {
    return (
      <div className="mt-3 flex flex-wrap gap-2">
        {step === 'update' && (
          <OpenButton item={item} store={store} size="small" kind="secondary" />
        )}
        <LinkButton href={paths.installed} kind="secondary" size="small">
          {t('detail.manage')}
        </LinkButton>
        {(!store || includesRight(store.right, 'install')) && (
          <LinkButton
            href={paths.uninstall(item.slug)}
            kind="danger-quiet"
            size="small"
            icon="trash"
          >
            {t('detail.uninstall')}
          </LinkButton>
        )}
      </div>
    )
  }
  if (lacksRight(step, store)) return null
  const note = {
    enter: t('detail.note.visitor'),
    buy: t(`detail.note.${item.market}`),
    subscribe: t('detail.note.subscribe'),
    install:
      item.installed?.owned && item.price_kind !== 'free'
        ? t('detail.owned')
        : t(`detail.note.${item.market}`),
    'not-yet': store && isSaved ? t('detail.watch.watched') : t('detail.watch.note'),
    'not-here': undefined,
    'not-this-storefront': undefined,
    'not-for-sale': t('detail.not_for_sale'),
  }[step]
  return note ? (
    <p
      role={step === 'not-yet' ? 'status' : undefined}
      className="type-sm mt-3 text-center text-balance text-ink2"
    >
      {note}
    </p>
  ) : null
}

/** The action of the main button. */
type NextStep =
  /** Visitors sign in first. */
  | 'enter'
  | 'buy'
  /** Sold by month or year, or by use. */
  | 'subscribe'
  | 'install'
  | 'installed'
  /** S4.7: an older version is installed. */
  | 'update'
  /** Listed without a package (D9). */
  | 'not-yet'
  /** Not for this platform. */
  | 'not-here'
  /** Not for this shop's storefront version (D19). */
  | 'not-this-storefront'
  /** No plan can be bought. */
  | 'not-for-sale'

type Facts = Pick<
  ItemDetail,
  'price_kind' | 'installable' | 'works_here' | 'fits_storefront' | 'installed' | 'plans'
>

export function nextStep(item: Facts, signedIn: boolean): NextStep {
  if (item.installed && item.installed.state !== 'none')
    return item.installed.state === 'old' ? 'update' : 'installed'
  if (!item.installable) return 'not-yet'
  if (!item.works_here) return 'not-here'
  if (!item.fits_storefront) return 'not-this-storefront'
  const owned = item.installed?.owned ?? false
  const free = item.price_kind === 'free'
  if (!free && !owned && !item.plans.some((plan) => plan.buyable))
    return item.plans.some(isByPeriod) ? 'subscribe' : 'not-for-sale'
  if (!signedIn) return 'enter'
  return free || owned ? 'install' : 'buy'
}

export const isByPeriod = ({ kind }: Pick<ItemDetail['plans'][number], 'kind'>): boolean =>
  kind === 'recurring' || kind === 'usage'

type Carry = (path: string) => string

export interface StepProps {
  item: ItemDetail
  store: Shell['store']
}

/** D9: a listed item is saved for later, and the store told when it can be installed. */
function WatchButton({
  item,
  store,
  short,
  size,
}: StepProps & { short?: boolean; size: 'large' | 'medium' | 'small' }) {
  const { t } = useWords()
  const paths = usePaths()
  const isSaved = useInstalled().saved.includes(item.slug)
  const ask = short ? t('detail.watch.ask_short') : t('detail.watch.ask')
  if (!store)
    return (
      <LinkButton href={paths.saved(item.slug)} size={size} wide>
        {ask}
      </LinkButton>
    )
  return (
    <Button
      type="submit"
      {...savingOf(item.slug, isSaved)}
      kind={isSaved ? 'secondary' : 'primary'}
      size={size}
      wide
    >
      {isSaved ? t(short ? 'detail.watch.stop_short' : 'detail.watch.stop') : ask}
    </Button>
  )
}

/** Saves what can be installed for later. */
export function SaveButton({ item, store }: StepProps) {
  const { t } = useWords()
  const paths = usePaths()
  const isSaved = useInstalled().saved.includes(item.slug)
  if (nextStep(item, store !== null) === 'not-yet') return null
  if (!store)
    return (
      <LinkButton href={paths.saved(item.slug)} kind="quiet" wide className="save-wide">
        {t('saved.save')}
      </LinkButton>
    )
  return (
    <Button
      type="submit"
      {...savingOf(item.slug, isSaved)}
      kind="quiet"
      wide
      className="save-wide"
      aria-pressed={isSaved}
    >
      {t('saved.save')}
    </Button>
  )
}

/**
 * The item on a shop (S2.17): on our preview screen where one exists, otherwise at the developer's
 * demo.
 */
export function PreviewButton({
  item,
  store,
  wide,
}: {
  item: ItemDetail
  store: Shell['store']
  wide?: boolean
}) {
  const { t } = useWords()
  const paths = usePaths()
  const { origin } = useShell()
  const address = item.links.live_preview
  if (!address) return null
  if (address !== `${origin}/preview/${item.slug}`)
    return (
      <LinkButton
        href={address}
        kind="secondary"
        icon="shop"
        wide={wide}
        target="_blank"
        rel="noreferrer"
      >
        {t('detail.link.preview')}
      </LinkButton>
    )
  return (
    <LinkButton
      href={paths.preview(item.slug)}
      kind="secondary"
      icon="shop"
      wide={wide}
      rel="nofollow"
    >
      {t(store ? 'detail.preview.own' : 'detail.preview')}
    </LinkButton>
  )
}

/** Over a theme's picture: links to the live preview by device. */
export function PreviewTools({ item }: { item: ItemDetail }) {
  const { t } = useWords()
  const paths = usePaths()
  const { origin } = useShell()
  if (item.links.live_preview !== `${origin}/preview/${item.slug}`) return null
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-3 md:-mx-16">
      <DeviceLinks
        label={t('detail.preview')}
        links={DEVICES.map((device) => ({
          device,
          name: t(`detail.preview.${device}`),
          href: withQuery(paths.preview(item.slug), { device }),
          current: false,
        }))}
      />
      <LinkButton
        href={paths.preview(item.slug)}
        kind="secondary"
        size="small"
        icon="full-screen"
        rel="nofollow"
      >
        {t('detail.preview')}
      </LinkButton>
    </div>
  )
}
