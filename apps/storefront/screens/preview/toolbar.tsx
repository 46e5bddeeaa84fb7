import type { ReactNode } from 'react'
import { LOCALES, type Locale } from '#lib/locale.ts'
import type { ShownPreview } from '#modules/installs/contract.ts'
import { LinkButton } from '#ui/button.tsx'
import { DEVICES, DeviceLinks, type Device } from '#ui/device-frame.tsx'
import { Icon } from '#ui/icon.tsx'
import { LinkMenu } from '#ui/link-menu.tsx'
import type { MessageKey } from '#locales/keys.ts'
import type { ItemDetail } from '#modules/catalog/contract.ts'
import type { ErrorFacts } from '#lib/wire-error.ts'
import { SignInLink } from '../../sign-in.tsx'
import { useWords, LANGUAGE_NAMES } from '../../messages.tsx'
import type { Shell } from '../../shell.tsx'

const NAMED_PAGES = ['home', 'list', 'product', 'cart']
/** Pages that we have a word for. */
export const namedPages = (preview: ShownPreview) =>
  preview.pages.filter(({ page }) => NAMED_PAGES.includes(page))

const MENU = 'rounded-control border border-line2 bg-card px-3 min-h-9.5'

/** What is looked at and on what: each choice is a link, so the address says it all. */
export function Toolbar({
  data,
  device,
  page,
  link,
  open,
}: {
  data: PreviewData
  device: Device
  /** `page` of the preview that is open in the frame, when it is one of those we name. */
  page: string | undefined
  link: (changes: Record<string, string | undefined>) => string
  open: string | null
}) {
  const { t } = useWords()
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
        links={LOCALES.map((one) => ({
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

export interface PreviewData {
  item: ItemDetail
  store: Shell['store']
  own: boolean
  locale: Locale
  demonstration: boolean
  preview: ShownPreview | null
  failure: ErrorFacts | null
}
