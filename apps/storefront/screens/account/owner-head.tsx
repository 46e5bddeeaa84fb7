import type { ReactNode } from 'react'
import { Badge } from '#ui/badge.tsx'
import { Tabs, type Tab } from '#ui/tabs.tsx'
import { useInstalled } from '../../installed-items.ts'
import { useWords } from '../../messages.tsx'
import { PageHead } from '../../page-head.tsx'
import { usePaths } from '../../paths.ts'
import { useShell } from '../../shell.tsx'

const PLACES = [
  'account',
  'installed',
  'saved',
  'updates',
  'subscriptions',
  'orders',
  'addresses',
  'cards',
  'messages',
  'notices',
] as const
export type OwnerPlace = (typeof PLACES)[number]

/** Title of an owner's page, with links to the others. */
export function OwnerHead({
  place,
  title,
  heading = title,
  lead,
  children,
}: {
  place: OwnerPlace
  title: string
  /** On the page, where that is shorter than its title in tabs of the browser. */
  heading?: string
  lead?: ReactNode
  children?: ReactNode
}) {
  const { t } = useWords()
  const { framed } = useShell()
  const paths = usePaths()
  const { updates, unread, saved } = useInstalled()
  // In the frame the panel has the account.
  const tabs = PLACES.filter((one) => !framed || one !== 'account').map((one): Tab => ({
    href: one === 'saved' ? paths.saved() : paths[one],
    name: t(`owner.${one}`),
    current: one === place,
    ...(one === 'updates' && updates > 0 && { note: <Badge tone="turquoise">{updates}</Badge> }),
    ...(one === 'saved' && saved.length > 0 && { note: String(saved.length) }),
    ...(one === 'notices' && unread > 0 && { note: <Badge tone="turquoise">{unread}</Badge> }),
  }))
  return (
    <>
      <PageHead title={title} indexed={false} />
      <Tabs label={t('owner.nav')} tabs={tabs} className="mb-7" />
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <h1 className="type-title wrap-anywhere-safe">{heading}</h1>
          {lead && <p className="type-lg mt-1 max-w-[62ch] text-ink2 wrap-anywhere-safe">{lead}</p>}
        </div>
        {children}
      </div>
    </>
  )
}
