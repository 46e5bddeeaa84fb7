import type { ReactNode } from 'react'
import { TextLink } from '#ui/link.tsx'
import { useShell } from './shell.tsx'
import { useWords } from './words.tsx'

/** A desk page's heading, with what one can do at its end. */
export function PageHeader({
  title,
  lead,
  end,
  back,
}: {
  title: string
  lead?: ReactNode
  end?: ReactNode
  /** The list that the page belongs to. */
  back?: { href: string; name: string }
}) {
  return (
    <>
      {back && (
        <p className="type-sm mb-2">
          <TextLink href={back.href}>{back.name}</TextLink>
        </p>
      )}
      <div className="mb-7 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <PageTitle title={title} />
        <div className="min-w-0">
          <h1 className="type-title wrap-anywhere-safe">{title}</h1>
          {lead && <p className="type-lg mt-1 text-ink2 wrap-anywhere-safe">{lead}</p>}
        </div>
        {end}
      </div>
    </>
  )
}

/** The document's title: the page, then where it stands. */
export function PageTitle({ title }: { title: string }) {
  const { t } = useWords()
  const { face } = useShell()
  return <title>{`${title} · ${face.name} ${t('console.name')}`}</title>
}

/** Title and a line of words over a form at the door. */
export function SignedOutHeader({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <>
      <PageTitle title={title} />
      <h1 className="type-title">{title}</h1>
      {children && <p className="type-lg mt-2 text-ink2">{children}</p>}
    </>
  )
}
