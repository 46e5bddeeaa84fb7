import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { type ShouldRevalidateFunctionArgs, useLocation } from 'react-router'
import type { ItemDetail } from '#modules/catalog/contract.ts'
import type { ShownPreview } from '#modules/installs/contract.ts'
import { DEVICES, type Device, DeviceLinks } from '#ui/device-frame.tsx'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import { Anchor, LinkProvider } from '#ui/link.tsx'
import { Price } from '#ui/amount.tsx'
import { Segmented } from '#ui/choice.tsx'
import { Notice } from '#ui/notice.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import type { ErrorFacts } from '#lib/wire-error.ts'
import { isolated } from '../item-card.tsx'
import { useWords } from '../messages.tsx'
import { PageHead } from '../page-head.tsx'
import { usePaths, withChangedQuery } from '../paths.ts'
import { priceInFull, pricedItem } from '../prices.ts'
import { DocumentLink } from '../router-link.tsx'
import { screenContext } from '../screen-context.ts'
import { useMay } from '../shell.tsx'
import { pageOf, ShopStage, useNarrow } from '../shop-stage/shop-stage.tsx'
import {
  type PinnedPlace,
  placesOf,
  type Side,
  useShopFrames,
} from '../shop-stage/use-shop-frames.ts'
import { isByPeriod, nextStep, StepButton } from './detail/step-button.tsx'
import type { Route } from './+types/preview.ts'
import { AppPictures, ThemePictures } from './detail/pictures.tsx'
import { withTried } from './install/tried-answers.ts'
import { loadPreview, type PreviewData } from './preview/load-preview.ts'
import { SHARE_DIALOG, SharePanel } from './preview/share-panel.tsx'
import { sharePreview } from './preview/share-preview.ts'
import { pageLinks, pageName, RareChoices, Toolbar } from './preview/toolbar.tsx'
import { TrySettings } from './preview/try-settings.tsx'

export const loader = ({ context, params, url }: Route.LoaderArgs) =>
  loadPreview(context.get(screenContext), params.slug ?? '', url.searchParams)

export const action = async ({ context, params, request, url }: Route.ActionArgs) =>
  sharePreview(
    context.get(screenContext),
    params.slug ?? '',
    url.searchParams,
    await request.formData(),
  )

/** Another device or page of the same shop needs no new preview. */
const UNLOADED = ['device', 'page']

export function shouldRevalidate({
  formMethod,
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const loaded = (url: URL) => {
    const query = new URLSearchParams(url.search)
    for (const name of UNLOADED) query.delete(name)
    return url.pathname + query
  }
  return formMethod === undefined && loaded(currentUrl) === loaded(nextUrl)
    ? false
    : defaultShouldRevalidate
}

/** Answers that are refused keep the shop as it was shown last. */
function useValidPreview({ preview, fieldErrors }: PreviewData): ShownPreview | null {
  const isValid = Object.keys(fieldErrors).length === 0
  const [last, setLast] = useState(preview)
  if (isValid && last !== preview) setLast(preview)
  return isValid ? preview : (last ?? preview)
}

const NO_PLACES: readonly PinnedPlace[] = []

export default function Preview({ loaderData: data }: Route.ComponentProps) {
  const words = useWords()
  const { t, locale } = words
  const paths = usePaths()
  const location = useLocation()
  const { item, own, store, before, failure } = data
  const preview = useValidPreview(data)
  const mayAsk = useMay('ask')
  const mayShare = own && mayAsk
  const asked = new URLSearchParams(location.search)
  const chosen = DEVICES.find((device) => device === asked.get('device'))
  const isNarrow = useNarrow()
  const device: Device = chosen ?? (isNarrow ? 'phone' : 'desktop')
  const wanted = preview && pageOf(preview, asked.get('page'))
  const shop = useShopFrames({
    origins: { before: before?.url ?? null, after: preview?.url ?? null },
    path: wanted?.path ?? '/',
    location,
    places: useMemo(() => (preview ? placesOf(preview) : NO_PLACES), [preview]),
  })
  const [side, setSide] = useState<Side>('after')
  const [isSetting, setIsSetting] = useState(false)
  const { told } = shop
  const page = told ? preview?.pages.find((one) => one.path === told.path)?.page : wanted?.page
  const name = own ? (store?.domain ?? '') : t('preview.shop.demo')
  const price = priceInFull(pricedItem(item), words)
  const link = (changes: Record<string, string | undefined>) => withChangedQuery(location, changes)
  const isFailed = failure !== null || preview === null || told?.failed != null
  const notes = <Notes page={page} shop={isolated(name, locale)} />
  const choices = { data, page, link, open: shop.addresses.after }
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHead title={t('preview.heading', { item: item.name })} indexed={false} />
      <header className="relative z-1 flex min-h-12 items-center gap-x-1 border-b border-line bg-paper px-1 md:flex-wrap md:gap-x-3 md:gap-y-2 md:px-(--gutter) md:py-2">
        <Anchor
          href={paths.item(item.slug)}
          aria-label={t('preview.close', { item: item.name })}
          className="grid size-11 shrink-0 place-items-center rounded-control hover:bg-stone2"
        >
          <Icon name="chevron-left" size={22} className="rtl:-scale-x-100" />
        </Anchor>
        <div className="min-w-16 flex-1">
          <h1 className="type-label truncate md:type-d4">
            <bdi>{item.name}</bdi>
            <span className="sr-only">, {t('detail.preview')}</span>
          </h1>
        </div>
        <div className="flex items-center gap-1 md:gap-3 min-[1400px]:order-1">
          <SettingsButton
            data={data}
            isOpen={isSetting}
            onPress={() => setIsSetting((open) => !open)}
          />
          {mayShare && !isFailed && (
            <Button
              kind="quiet"
              icon="share"
              opens={SHARE_DIALOG}
              className="min-h-11 shrink-0 px-2 type-sm strong max-[360px]:[&_svg]:hidden"
            >
              {t('preview.share')}
            </Button>
          )}
          <Price {...price} className="type-sm strong figures max-md:hidden" />
          <div className="max-md:hidden md:min-w-25">
            <Step data={data} short />
          </div>
        </div>
        <div className="flex w-full flex-wrap items-center gap-2 max-md:hidden min-[1400px]:w-auto">
          <Toolbar {...choices} device={device} />
        </div>
      </header>
      <div className="flex min-h-0 flex-1 max-md:flex-col md:flex-row-reverse">
        {isFailed ? (
          <Failure item={item} failure={failure} isBusy={told?.failed === 'busy'} />
        ) : (
          <ShopStage
            shop={shop}
            title={t('preview.frame', { shop: name, item: item.name })}
            domain={preview.shop.domain}
            device={chosen ?? 'auto'}
            side={side}
            ground={item.swatches[0] ?? item.ground ?? undefined}
            className="min-h-0 min-w-0 flex-1"
          />
        )}
        {isSetting && (
          <SettingsPlace onShown={shop.goToPlace}>
            <TrySettings data={data} onClose={() => setIsSetting(false)} />
          </SettingsPlace>
        )}
      </div>
      {mayShare && !isFailed && <SharePanel data={data} />}
      {!isFailed && (
        <>
          <div className="type-xs flex flex-wrap justify-between gap-x-6 gap-y-1 border-t border-line bg-paper px-(--gutter) py-2 text-ink2 max-md:hidden">
            {notes}
          </div>
          <div className="flex h-17 shrink-0 items-center gap-2 border-t border-line bg-paper px-2.5 md:hidden">
            <ViewMenu name={page === undefined ? t('preview.page.label') : pageName(page, t)}>
              <ul className="w-full">
                {pageLinks(preview, page, link, t).map((one) => (
                  <li key={one.href}>
                    <Anchor
                      href={one.href}
                      aria-current={one.current ? 'true' : undefined}
                      className="menu-link"
                    >
                      {one.name}
                      {one.current && <Icon name="check" size={16} className="text-link" />}
                    </Anchor>
                  </li>
                ))}
              </ul>
              <DeviceLinks
                label={t('preview.device.label')}
                links={DEVICES.map((one) => ({
                  device: one,
                  name: t(`detail.preview.${one}`),
                  href: link({ device: one }),
                  current: one === device,
                }))}
              />
              <RareChoices {...choices} />
              <div className="type-xs grid gap-1 text-ink2">{notes}</div>
            </ViewMenu>
            {before && (
              <Segmented
                label={t('preview.sides')}
                name="side"
                value={side}
                onChange={(value) => setSide(value as Side)}
                className="shrink-0 flex-nowrap p-px [&>label]:min-h-11 [&>label]:px-2.5"
                segments={[
                  { value: 'before', label: t('preview.before') },
                  { value: 'after', label: t('preview.after') },
                ]}
              />
            )}
            <div className="min-w-0 flex-1 [&_.button]:px-2">
              <Step data={data} />
            </div>
          </div>
        </>
      )}
    </div>
  )
}

/** What leads on from here; on phones it also says the price. */
function Step({ data: { item, store }, short }: { data: PreviewData; short?: boolean }) {
  const words = useWords()
  const { t, locale } = words
  const paths = usePaths()
  const query = new URLSearchParams(useLocation().search)
  const step = nextStep(item, store !== null)
  const size = short ? 'small' : 'medium'
  const carry = (path: string) => withTried(path, query)
  if (!item.installable) return null
  if (!short && (step === 'buy' || step === 'install')) {
    const isPaid = step === 'buy'
    const plan = item.plans.find((one) => one.buyable)
    const price = isolated(priceInFull(plan ?? pricedItem(item), words).text, locale)
    return (
      <LinkButton
        href={carry(isPaid ? paths.checkout(item.slug) : paths.install(item.slug))}
        size={size}
        wide
      >
        {isPaid ? t('preview.step.buy', { price }) : t('detail.install')}
      </LinkButton>
    )
  }
  const trial = item.plans.find(isByPeriod)?.trial_days ?? 0
  if (!short && step === 'subscribe' && trial > 0) {
    const href = carry(paths.subscribe(item.slug))
    return (
      <LinkButton href={store ? href : paths.connect(href)} size={size} wide>
        {t('preview.step.try', { count: trial })}
      </LinkButton>
    )
  }
  return <StepButton item={item} store={store} short size={size} carry={carry} />
}

/** Before an install the settings are tried here; of an installed item they are changed in place. */
function SettingsButton({
  data: { item, own, fields },
  isOpen,
  onPress,
}: {
  data: PreviewData
  isOpen: boolean
  onPress: () => void
}) {
  const { t } = useWords()
  const paths = usePaths()
  const look =
    'inline-flex min-h-11 shrink-0 items-center gap-2 rounded-control px-2 type-sm strong text-link hover:bg-turquoise-tint max-[360px]:[&_svg]:hidden'
  const inside = (
    <>
      <Icon name="settings" size={18} />
      {t('preview.settings')}
    </>
  )
  if (own && item.installed && item.installed.state !== 'none')
    return (
      <Anchor href={paths.settings(item.slug)} className={look}>
        {inside}
      </Anchor>
    )
  if (fields.length === 0) return null
  return (
    <button type="button" aria-expanded={isOpen} onClick={onPress} className={look}>
      {inside}
    </button>
  )
}

/** Beside the shop; on phones over its lower half, where the changed place stays visible. */
function SettingsPlace({ onShown, children }: { onShown: () => void; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.querySelector<HTMLElement>('#try-settings')?.focus()
    onShown()
    // Only when it opens.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return (
    <div
      ref={place}
      className={classes(
        'min-h-0 overflow-y-auto bg-paper p-4 md:w-86.5 md:shrink-0 md:border-e md:border-line md:px-6',
        'max-md:basis-1/2 max-md:rounded-t-panel max-md:border-t max-md:border-line',
      )}
    >
      {children}
    </div>
  )
}

function Notes({ page, shop }: { page: string | undefined; shop: string }) {
  const { t } = useWords()
  return (
    <>
      <span>{t(page === 'cart' ? 'preview.cart_off' : 'preview.live')}</span>
      <span className="inline-flex items-center gap-1.5">
        <Icon name="lock" size={13} />
        {t('preview.unchanged', { shop })}
      </span>
    </>
  )
}

/**
 * The page and the rarer choices on phones: a `<details>`, so that it works without a script;
 * closes when a link is clicked.
 */
function ViewMenu({ name, children }: { name: string; children: ReactNode }) {
  const { t } = useWords()
  const { search } = useLocation()
  const menu = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (menu.current) menu.current.open = false
  }, [search])
  return (
    <details ref={menu} className="shrink-0" data-view-menu>
      <summary className="inline-flex min-h-11 cursor-pointer items-center gap-1.5 rounded-control border border-line2 bg-card px-2.5 type-sm strong">
        <span className="sr-only">{t('preview.choices')}: </span>
        <span className="max-w-22 truncate">{name}</span>
        <Icon name="chevron-down" size={16} />
      </summary>
      <div className="absolute inset-x-2 bottom-18 z-20 flex max-h-[70dvh] flex-wrap items-center gap-2 overflow-y-auto rounded-card border border-line bg-paper p-3">
        {children}
      </div>
    </details>
  )
}

const REASONS = {
  'session.store_closed': 'preview.failed.closed',
  'installs.unsupported': 'preview.failed.unfit',
  'installs.not_for_storefront': 'preview.failed.unfit',
  'installs.no_preview': 'preview.failed.none',
} as const
const isKnown = (code: string): code is keyof typeof REASONS => Object.hasOwn(REASONS, code)
/** Refusals whose own message is enough. */
const IN_THEIR_WORDS = ['rate.limited', 'catalog.not_installable']

/** No preview: the reason, and pictures instead. */
function Failure({
  item,
  failure,
  isBusy,
}: {
  item: ItemDetail
  failure: ErrorFacts | null
  isBusy: boolean
}) {
  const { t } = useWords()
  const { pathname, search } = useLocation()
  const code = failure?.code ?? ''
  const other = isBusy ? 'preview.busy.text' : 'preview.failed.text'
  const text =
    failure && IN_THEIR_WORDS.includes(code)
      ? failure.message
      : t(isKnown(code) ? REASONS[code] : other)
  return (
    <div className="min-h-0 flex-1 overflow-y-auto bg-paper">
      <div className="page max-w-250 py-6">
        <Notice
          tone="attention"
          alert
          title={t('preview.failed.title')}
          className="mb-6"
          action={
            <LinkProvider link={DocumentLink}>
              <LinkButton href={pathname + search} kind="secondary" size="small" icon="refresh">
                {t('preview.again')}
              </LinkButton>
            </LinkProvider>
          }
        >
          {text}
        </Notice>
        {item.market === 'theme' ? <ThemePictures item={item} /> : <AppPictures item={item} />}
      </div>
    </div>
  )
}
