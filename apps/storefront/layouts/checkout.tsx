import { Outlet } from 'react-router'
import { CheckoutHeader } from '#ui/checkout-header.tsx'
import { StoreChip } from '#ui/store-chip.tsx'
import { Browsing } from '../browsing.tsx'
import { useWords } from '../messages.tsx'
import { useShell } from '../shell.tsx'

/** The layout of checkout: only the logo as a link. */
export default function Checkout() {
  const { t } = useWords()
  const { store, branding } = useShell()
  return (
    <Browsing>
      <CheckoutHeader
        id="head"
        name={branding.name}
        {...(branding.logo && { logo: branding.logo })}
        title={t('nav.checkout')}
        account={
          store && (
            <StoreChip
              domain={store.domain}
              label={t('nav.account', { domain: store.domain })}
              full
            />
          )
        }
      />
      <main id="main" tabIndex={-1} className="focus:outline-none">
        <Outlet />
      </main>
    </Browsing>
  )
}
