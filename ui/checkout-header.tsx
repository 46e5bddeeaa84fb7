import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { Logo } from './logo.tsx'

/** The header of checkout: only the logo as a link. */
export function CheckoutHeader({
  id,
  name,
  logo,
  home,
  title,
  account,
}: {
  id?: string
  name: string
  logo?: string
  home?: string
  title: string
  account?: ReactNode
}) {
  return (
    <header id={id} className="border-b border-line unprinted">
      <div className="page flex min-h-15 items-center gap-x-6 gap-y-1 md:min-h-17">
        <Logo name={name} logo={logo} href={home} />
        <p className="type-sm hidden items-center gap-2 text-ink2 md:flex">
          <Icon name="lock" size={15} />
          {title}
        </p>
        {account && <div className="ms-auto min-w-0">{account}</div>}
      </div>
    </header>
  )
}
