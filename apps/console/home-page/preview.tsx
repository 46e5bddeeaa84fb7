import { useEffect } from 'react'
import { Form, useLocation, useRevalidator, useSearchParams } from 'react-router'
import { languageName, type Locale } from '#lib/locale.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { DEVICES, type Device, DeviceFrame, DeviceLinks, FramedPage } from '#ui/device-frame.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { MomentField } from '../moment-field.tsx'
import { useShell } from '../shell.tsx'
import { useWords } from '../words.tsx'

/** What of the page its address says. */
const KEPT = ['market', 'platform', 'lang', 'width', 'on', 'on_zone'] as const
type Asked = Partial<Record<(typeof KEPT)[number], string | null>>

/** Addresses of this page with another part of it shown; null takes a part out. */
export function useHomePageAddress(): (change: Asked) => string {
  const [query] = useSearchParams()
  const { pathname } = useLocation()
  return (change) => {
    const next = new URLSearchParams()
    for (const name of KEPT) {
      const value = change[name] === undefined ? query.get(name) : change[name]
      if (value) next.set(name, value)
    }
    return next.size > 0 ? `${pathname}?${next}` : pathname
  }
}

/** How much before its address ends the page asks for another one. */
const EARLY_MS = 60_000

interface Shown {
  preview: { platform_id: number; href: string; expires_at: string } | null
  sites: readonly { platform_id: number; name: string }[]
  language: Locale
  /** The moment whose schedule is shown; null: now. */
  on: string | null
}

/** The draft as the storefront draws it: at which host, in which language, how wide, and when. */
export function HomePreview(shown: Shown) {
  const { t } = useWords()
  const { preview } = shown
  const [query] = useSearchParams()
  const device = DEVICES.find((one) => one === query.get('width')) ?? 'desktop'
  useFreshAddress(preview?.expires_at)
  return (
    <section aria-labelledby="preview" className="min-w-0">
      <h2 id="preview" className="type-d4 mb-3">
        {t('console.shelves.preview')}
      </h2>
      <Choices {...shown} device={device} />
      {preview ? (
        <DeviceFrame
          device={device}
          waiting={<p className="type-sm text-ink2">{t('console.home_page.loading')}</p>}
          className="h-[min(78vh,56rem)] rounded-card"
        >
          <FramedPage
            key={preview.href}
            src={preview.href}
            title={t('console.home_page.frame')}
            sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
          />
        </DeviceFrame>
      ) : (
        <p className="type-body text-ink2">{t('console.home_page.no_host')}</p>
      )}
    </section>
  )
}

/** Asks for the page's data again shortly before the preview's address ends. */
function useFreshAddress(expiresAt: string | undefined): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (expiresAt === undefined) return
    const wait = Math.max(EARLY_MS, new Date(expiresAt).getTime() - Date.now() - EARLY_MS)
    const timer = setTimeout(() => void revalidate(), wait)
    return () => clearTimeout(timer)
  }, [expiresAt, revalidate])
}

function Choices({ preview, sites, language, device, on }: Shown & { device: Device }) {
  const { t, locale } = useWords()
  const { languages } = useShell()
  const address = useHomePageAddress()
  return (
    <div className="mb-4 grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex min-w-0 flex-wrap items-center gap-3">
        {sites.length > 1 && (
          <Tabs
            label={t('console.shelves.platform')}
            tabs={sites.map((site) => ({
              href: address({ platform: String(site.platform_id) }),
              name: site.name,
              current: site.platform_id === preview?.platform_id,
            }))}
          />
        )}
        {languages.length > 1 && (
          <Tabs
            label={t('console.shelves.language')}
            tabs={languages.map((one) => ({
              href: address({ lang: one }),
              name: languageName(one, locale),
              current: one === language,
            }))}
          />
        )}
        <DeviceLinks
          label={t('console.review.width')}
          links={DEVICES.map((one) => ({
            device: one,
            name: t(`console.home_page.width.${one}`),
            href: address({ width: one }),
            current: one === device,
          }))}
        />
      </div>
      <AsOn on={on} />
    </div>
  )
}

/** A moment whose banners, collections and bundles are shown. */
function AsOn({ on }: { on: string | null }) {
  const { t } = useWords()
  const { timeZone } = useShell()
  const address = useHomePageAddress()
  const [query] = useSearchParams()
  return (
    <Form method="get" preventScrollReset className="flex flex-wrap items-end gap-3">
      {KEPT.filter((name) => !name.startsWith('on')).map((name) => {
        const value = query.get(name)
        return value && <input key={name} type="hidden" name={name} value={value} />
      })}
      <MomentField
        key={on}
        name="on"
        at={on}
        ofMarket
        label={t('console.home_page.on')}
        hint={t('console.home_page.on_hint', { zone: timeZone.replaceAll('_', ' ') })}
      />
      <Button type="submit" kind="secondary">
        {t('console.home_page.on_show')}
      </Button>
      {on !== null && (
        <LinkButton href={address({ on: null, on_zone: null })} kind="quiet">
          {t('console.home_page.on_now')}
        </LinkButton>
      )}
    </Form>
  )
}
