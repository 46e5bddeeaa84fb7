import { useLocation } from 'react-router'
import { includesRight } from '#lib/store-rights.ts'
import { Icon } from '#ui/icon.tsx'
import { Menu } from '#ui/link-menu.tsx'
import { Anchor } from '#ui/link.tsx'
import { useInstalled } from './installed-items.ts'
import { useWords } from './messages.tsx'
import { OpenShopForm } from './open-shop.tsx'
import { pathInOtherShop } from './other-shop-path.ts'
import { usePaths } from './paths.ts'
import { type Shell, useShell } from './shell.tsx'

/** More are found on the page of all shops. */
const MOST_SHOWN = 6

/** Whether the platform names other shops of this person, who may open them. */
export const hasMoreShops = (store: Shell['store']): boolean =>
  store !== null && store.shops > 0 && includesRight(store.right, 'install')

/** The shops of one person: this one, and the same page of those that are linked. */
export function ShopMenu({ domain, className }: { domain: string; className?: string }) {
  const { t } = useWords()
  const { platform, framed } = useShell()
  const { shops } = useInstalled()
  const paths = usePaths()
  const { pathname, search } = useLocation()
  const next = pathInOtherShop(pathname, search)
  return (
    <Menu
      label={t('nav.shops', { platform: platform.name })}
      className={className}
      buttonClassName="max-w-56 border border-line2 bg-card px-3 strong hover:border-ink hover:bg-card"
      button={
        <>
          <Icon name="shop" size={17} className="shrink-0" />
          {/* The panel says whose the frame is. */}
          <bdi dir="ltr" className={framed ? 'sr-only' : 'truncate'}>
            {domain}
          </bdi>
          <Icon name="chevron-down" size={16} className="shrink-0" />
        </>
      }
    >
      {(close) => (
        <div className="menu">
          <p className="type-sm px-3 pt-1.5 pb-1 text-ink2">
            {t('nav.shops', { platform: platform.name })}
          </p>
          <ul>
            <li>
              <Anchor
                href={framed ? paths.installed : paths.account}
                aria-current="true"
                onClick={close}
                className="menu-link"
              >
                <bdi dir="ltr" className="min-w-0 wrap-anywhere-safe">
                  {domain}
                </bdi>
                <Icon name="check" size={16} className="shrink-0 text-link" />
              </Anchor>
            </li>
            {shops.slice(0, MOST_SHOWN).map((shop) => (
              <li key={shop.id}>
                <OpenShopForm id={shop.id} next={next}>
                  {(open) => (
                    <button
                      type="submit"
                      onClick={open}
                      className="menu-link w-full py-1.5 text-start"
                    >
                      <span className="min-w-0">
                        <span className="block wrap-anywhere-safe">
                          <bdi>{shop.name}</bdi>
                        </span>
                        <span className="type-sm block text-ink2 wrap-anywhere-safe">
                          <bdi dir="ltr">{shop.domain}</bdi>
                        </span>
                      </span>
                      {framed && <Icon name="external" size={16} className="shrink-0 text-ink2" />}
                    </button>
                  )}
                </OpenShopForm>
              </li>
            ))}
            <li className="mt-1 border-t border-line pt-1">
              <Anchor href={paths.shops} onClick={close} className="menu-link">
                {t('nav.shops_all')}
              </Anchor>
            </li>
          </ul>
        </div>
      )}
    </Menu>
  )
}
