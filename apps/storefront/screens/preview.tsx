import { useShell } from '../shell.tsx'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type ShouldRevalidateFunctionArgs, useLocation } from 'react-router'
import { type ItemDetail, getItem } from '#modules/catalog/contract.ts'
import { type ShownPreview, startPreview } from '#modules/installs/contract.ts'
import { LANGUAGE_NAMES, type Locale, readLocale } from '#lib/locale.ts'
import { DEVICES, type Device, DeviceFrame, DeviceLinks } from '#ui/device-frame.tsx'
import { Icon } from '#ui/icon.tsx'
import { Anchor, LinkProvider } from '#ui/link.tsx'
import { Price } from '#ui/amount.tsx'
import { Notice } from '#ui/notice.tsx'
import { LinkButton } from '#ui/button.tsx'
import type { ErrorFacts } from '#lib/wire-error.ts'
import { isolated } from '../item-card.tsx'
import { useWords } from '../messages.tsx'
import { PageHead } from '../page-head.tsx'
import { usePaths, withChangedQuery } from '../paths.ts'
import { priceInFull, pricedItem } from '../prices.ts'
import { DocumentLink } from '../router-link.tsx'
import { screenContext } from '../screen-context.ts'
import { type Shell, storeOf } from '../shell.tsx'
import { StepButton, nextStep } from './detail/step-button.tsx'
import type { Route } from './+types/preview.ts'
import { AppPictures, ThemePictures } from './detail/pictures.tsx'
import { LinkMenu } from '#ui/link-menu.tsx'
import type { MessageKey } from '#locales/keys.ts'
import { SignInLink } from '../sign-in.tsx'

/** S2.17, D1: a live preview. Owners start with their own shop; `?on=demo` is the platform's. */
export async function loader({ context, params, url }: Route.LoaderArgs): Promise<PreviewData> {
  const screen = context.get(screenContext)
  const { data: item } = await screen.call(getItem, { query: { slug: params.slug } })
  const own = screen.session !== null && url.searchParams.get('on') !== 'demo'
  const locale = readLocale(url.searchParams.get('lang')) ?? screen.locale
  const made = await screen.attempt(startPreview, {
    params: { id: item.id },
    body: { on: own ? 'own' : 'demonstration', locale },
  })
  return {
    item,
    store: storeOf(screen.session),
    own,
    locale,
    demonstration: screen.demonstration,
    preview: made.ok ? made.answer.data : null,
    failure: made.ok ? null : made.error,
  }
}
/** Another device or page of the same shop needs no new preview. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const same =
    currentUrl.pathname === nextUrl.pathname &&
    ['on', 'lang'].every(
      (name) => currentUrl.searchParams.get(name) === nextUrl.searchParams.get(name),
    )
  return same ? false : defaultShouldRevalidate
}

export default function Preview({ loaderData: data }: Route.ComponentProps) {
  const words = useWords()
  const { t, locale } = words
  const inText = (name: string) => isolated(name, locale)
  const paths = usePaths()
  const location = useLocation()
  const { item, store, own, preview, failure } = data
  const asked = new URLSearchParams(location.search)
  const chosen = DEVICES.find((device) => device === asked.get('device'))
  const device = useDevice(chosen)
  const wanted =
    preview?.pages.find((one) => one.page === (asked.get('page') ?? 'home')) ?? preview?.pages[0]
  const address = preview && wanted ? preview.url + wanted.path : null
  const { frame, told } = usePreviewFrame(address ?? '', location)
  const page = told ? preview?.pages.find((one) => one.path === told.path)?.page : wanted?.page
  const shop = own ? (store?.domain ?? '') : t('preview.shop.demo')
  const price = priceInFull(pricedItem(item), words)
  const buyable = ['enter', 'buy', 'subscribe', 'install', 'installed', 'update'].includes(
    nextStep(item, store !== null),
  )
  const link = (changes: Record<string, string | undefined>) => withChangedQuery(location, changes)
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHead title={t('preview.heading', { item: item.name })} indexed={false} />
      {/* A slim row on phones, with rarely used choices behind a button. */}
      <header className="relative z-1 flex items-center gap-x-2 border-b border-line bg-paper px-2 py-1 md:flex-wrap md:gap-x-3 md:gap-y-2 md:px-(--gutter) md:py-2">
        <Anchor
          href={paths.item(item.slug)}
          aria-label={t('preview.close', { item: item.name })}
          className="grid size-11 shrink-0 place-items-center rounded-control hover:bg-stone2"
        >
          <Icon name="close" size={22} />
        </Anchor>
        <div className="min-w-16 flex-1">
          <h1 className="type-label truncate md:type-d4">
            <bdi>{item.name}</bdi>
            <span className="sr-only">, {t('detail.preview')}</span>
          </h1>
          <Price {...price} className="type-xs block text-start md:hidden" />
        </div>
        <ViewMenu>
          <Toolbar data={data} device={device} page={page} link={link} open={address} />
          {!failure && (
            <p className="type-xs text-ink2">
              {t(page === 'cart' ? 'preview.cart_off' : 'preview.live')}
            </p>
          )}
          {!failure && (
            <p className="type-xs text-ink2">{t('preview.unchanged', { shop: inText(shop) })}</p>
          )}
        </ViewMenu>
        <div className="flex items-center gap-3 min-[1240px]:order-1">
          <Price {...price} className="type-sm strong figures max-md:hidden" />
          {item.installable && buyable && (
            <div className="md:min-w-25">
              <StepButton item={item} store={store} short size="small" />
            </div>
          )}
        </div>
        <div className="flex w-full flex-wrap items-center gap-2 max-md:hidden min-[1240px]:w-auto">
          <Toolbar data={data} device={device} page={page} link={link} open={address} />
        </div>
      </header>
      {failure || !address || told?.failed ? (
        <Failure item={item} failure={failure} />
      ) : (
        <DeviceFrame
          className="min-h-0 flex-1"
          device={chosen ?? 'auto'}
          title={t('preview.frame', { shop, item: item.name })}
          ground={item.swatches[0] ?? item.ground ?? undefined}
          src={address}
          frame={frame}
          waiting={told === null && <Waiting address={address} />}
        />
      )}
      {!failure && (
        <p className="type-xs flex flex-wrap justify-between gap-x-6 gap-y-1 border-t border-line bg-paper px-(--gutter) py-2 text-ink2 max-md:hidden">
          <span>{t(page === 'cart' ? 'preview.cart_off' : 'preview.live')}</span>
          <span className="inline-flex items-center gap-1.5">
            <Icon name="lock" size={13} />
            {t('preview.unchanged', { shop: inText(shop) })}
          </span>
        </p>
      )}
    </div>
  )
}

/**
 * The toolbar's choices on phones: a `<details>`, so that it works without a script; closes when a
 * link is clicked.
 */
function ViewMenu({ children }: { children: ReactNode }) {
  const { t } = useWords()
  const { search } = useLocation()
  const menu = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (menu.current) menu.current.open = false
  }, [search])
  return (
    <details ref={menu} className="md:hidden" data-view-menu>
      <summary
        className="grid size-11 cursor-pointer place-items-center rounded-control hover:bg-stone2"
        aria-label={t('preview.choices')}
      >
        <Icon name="settings" size={20} />
      </summary>
      <div className="absolute inset-x-2 top-full mt-1 flex flex-wrap items-center gap-2 rounded-card border border-line bg-paper p-3">
        {children}
      </div>
    </details>
  )
}

/** Narrow windows default to a phone; CSS does the same before hydration. */
function useDevice(chosen: Device | undefined): Device {
  const [narrow, setNarrow] = useState(false)
  useEffect(() => setNarrow(matchMedia('(width < 700px)').matches), [])
  return chosen ?? (narrow ? 'phone' : 'desktop')
}

function Waiting({ address }: { address: string }) {
  const { t } = useWords()
  return (
    <div className="grid justify-items-center gap-4">
      <p role="status" className="type-body text-ink2" dir="auto">
        {t('preview.loading')}
      </p>
      <noscript>
        <DocumentLink href={address} target="_blank" rel="noopener noreferrer" className="link">
          {t('preview.open')}
        </DocumentLink>
      </noscript>
    </div>
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
function Failure({ item, failure }: { item: ItemDetail; failure: ErrorFacts | null }) {
  const { t } = useWords()
  const { pathname, search } = useLocation()
  const code = failure?.code ?? ''
  const text =
    failure && IN_THEIR_WORDS.includes(code)
      ? failure.message
      : t(isKnown(code) ? REASONS[code] : 'preview.failed.text')
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

interface Told {
  path: string
  failed: string | null
}

/**
 * The state reported by the framed page. It is untrusted: it only decides the page name shown, and
 * whether pictures replace it. Requested once after hydration, because it may have been sent
 * before.
 */
function usePreviewFrame(address: string, { key, search }: { key: string; search: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const last = useRef({ key, search })
  const [told, setTold] = useState<Told | null>(null)
  useEffect(() => {
    setTold(null)
    const hear = (event: MessageEvent<unknown>) => {
      if (event.source !== frame.current?.contentWindow || event.source === null) return
      const said = event.data as { type?: unknown; path?: unknown; failed?: unknown } | null
      if (said?.type !== 'arasta:preview' || typeof said.path !== 'string') return
      setTold({
        path: said.path.slice(0, 500),
        failed: typeof said.failed === 'string' ? said.failed : null,
      })
    }
    addEventListener('message', hear)
    // without an origin only `*` can be addressed; the message contains no secret
    frame.current?.contentWindow?.postMessage({ type: 'arasta:preview?' }, '*')
    return () => removeEventListener('message', hear)
  }, [address])
  useEffect(() => {
    const again = last.current.key !== key && last.current.search === search
    last.current = { key, search }
    // the same page was chosen again after navigating inside the frame
    if (again && frame.current) frame.current.src = address
  }, [key, search, address])
  return { frame, told }
}

const NAMED_PAGES = ['home', 'list', 'product', 'cart']
/** Pages with a message for their name. */
const namedPages = (preview: ShownPreview) =>
  preview.pages.filter(({ page }) => NAMED_PAGES.includes(page))

const MENU = 'rounded-control border border-line2 bg-card px-3 min-h-9.5'

/** The toolbar's choices; each is a link, so that the URL has the whole state. */
function Toolbar({
  data,
  device,
  page,
  link,
  open,
}: {
  data: PreviewData
  device: Device
  /** The `page` of the current preview, if it has a name. */
  page: string | undefined
  link: (changes: Record<string, string | undefined>) => string
  open: string | null
}) {
  const { t } = useWords()
  const { languages } = useShell()
  const { preview, store, own, locale } = data
  return (
    <>
      <DeviceLinks
        label={t('preview.device.label')}
        links={DEVICES.map((one) => ({
          device: one,
          name: t(`detail.preview.${one}`),
          href: link({ device: one }),
          current: one === device,
        }))}
      />
      {preview && (
        <LinkMenu
          label={t('preview.page.label')}
          buttonClassName={MENU}
          button={
            <MenuName>
              {t(
                page === undefined ? 'preview.page.label' : (`preview.page.${page}` as MessageKey),
              )}
            </MenuName>
          }
          links={namedPages(preview).map((one) => ({
            href: link({ page: one.page === 'home' ? undefined : one.page }),
            name: t(`preview.page.${one.page}` as MessageKey),
            current: one.page === page,
          }))}
        />
      )}
      <LinkMenu
        label={t('preview.language.label')}
        buttonClassName={MENU}
        button={
          <MenuName>
            <span lang={locale}>{LANGUAGE_NAMES[locale]}</span>
          </MenuName>
        }
        links={languages.map((one) => ({
          href: link({ lang: one }),
          name: LANGUAGE_NAMES[one],
          lang: one,
          current: one === locale,
        }))}
      />
      {store ? (
        data.demonstration && (
          <LinkMenu
            label={t('preview.shop.label')}
            buttonClassName={MENU}
            button={
              <MenuName>
                <Icon name="shop" size={16} />
                {t(own ? 'preview.shop.own' : 'preview.shop.demo')}
              </MenuName>
            }
            links={[
              { href: link({ on: undefined }), name: t('preview.shop.own'), current: own },
              { href: link({ on: 'demo' }), name: t('preview.shop.demo'), current: !own },
            ]}
          />
        )
      ) : (
        <SignInLink kind="secondary" size="small">
          {t('preview.shop.enter')}
        </SignInLink>
      )}
      {open && (
        <LinkButton
          href={open}
          kind="secondary"
          size="small"
          icon="external"
          target="_blank"
          rel="noopener noreferrer"
        >
          {t('preview.open')}
        </LinkButton>
      )}
    </>
  )
}

const MenuName = ({ children }: { children: ReactNode }) => (
  <span className="inline-flex items-center gap-2">
    {children}
    <Icon name="chevron-down" size={15} />
  </span>
)

interface PreviewData {
  item: ItemDetail
  store: Shell['store']
  own: boolean
  locale: Locale
  demonstration: boolean
  preview: ShownPreview | null
  failure: ErrorFacts | null
}
