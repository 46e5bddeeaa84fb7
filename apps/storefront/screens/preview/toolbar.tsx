import type { ReactNode } from 'react'
import { LANGUAGE_NAMES } from '#lib/locale.ts'
import type { MessageKey } from '#locales/keys.ts'
import { Pin } from '#ui/arches.tsx'
import { LinkButton } from '#ui/button.tsx'
import { DEVICES, type Device, DeviceLinks } from '#ui/device-frame.tsx'
import { Icon } from '#ui/icon.tsx'
import { LinkMenu, type MenuLink } from '#ui/link-menu.tsx'
import type { ShownPreview } from '#modules/installs/contract.ts'
import { type Words, useWords } from '../../messages.tsx'
import { useShell } from '../../shell.tsx'
import { pinsOn } from '../../shop-stage/shop-stage.tsx'
import { SignInLink } from '../../sign-in.tsx'
import type { PreviewData } from './load-preview.ts'

const NAMED_PAGES = ['home', 'list', 'product', 'cart']
/** Pages with a message for their name. */
export const namedPages = (preview: ShownPreview) =>
  preview.pages.filter(({ page }) => NAMED_PAGES.includes(page))

export const pageName = (page: string, t: Words['t']): string =>
  t(`preview.page.${page}` as MessageKey)

/** The pages of the shop, those that change with their numbers. */
export const pageLinks = (
  preview: ShownPreview,
  current: string | undefined,
  link: Link,
  t: Words['t'],
): MenuLink[] =>
  namedPages(preview).map(({ page }) => {
    const pins = preview.places.filter((one) => one.page === page).map((one) => one.pin)
    return {
      href: link({ page }),
      current: page === current,
      name: (
        <span className="inline-flex items-center gap-2">
          {pageName(page, t)}
          {pins.map((pin) => (
            <span key={pin} aria-hidden="true">
              <Pin small>{String(pin)}</Pin>
            </span>
          ))}
          {pins.length > 0 && (
            <span className="sr-only">
              {t('preview.page.changes', { count: pins.length, pins: pins.join(', ') })}
            </span>
          )}
        </span>
      ),
    }
  })

type Link = (changes: Record<string, string | undefined>) => string

export const MENU = 'rounded-control border border-line2 bg-card px-3 min-h-9.5'

export const MenuName = ({ children }: { children: ReactNode }) => (
  <span className="inline-flex items-center gap-2">
    {children}
    <Icon name="chevron-down" size={15} />
  </span>
)

/** The toolbar's choices; each is a link, so that the URL has the whole state. */
export function Toolbar({
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
  link: Link
  open: string | null
}) {
  const { t } = useWords()
  const { preview } = data
  return (
    <>
      {preview && (
        <LinkMenu
          label={t('preview.page.label')}
          buttonClassName={MENU}
          button={
            <MenuName>
              {page === undefined ? t('preview.page.label') : pageName(page, t)}
              {page !== undefined && pinsOn(preview, page).length > 0 && (
                <span className="size-2 rounded-full bg-turquoise" />
              )}
            </MenuName>
          }
          links={pageLinks(preview, page, link, t)}
        />
      )}
      <DeviceLinks
        label={t('preview.device.label')}
        links={DEVICES.map((one) => ({
          device: one,
          name: t(`detail.preview.${one}`),
          href: link({ device: one }),
          current: one === device,
        }))}
      />
      <RareChoices data={data} link={link} open={open} />
    </>
  )
}

/** Language and shop, and the page by itself. */
export function RareChoices({
  data: { store, own, locale, demonstration },
  link,
  open,
}: {
  data: PreviewData
  link: Link
  open: string | null
}) {
  const { t } = useWords()
  const { languages } = useShell()
  return (
    <>
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
        demonstration && (
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
