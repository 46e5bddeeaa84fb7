import type { ReactNode } from 'react'
import { TextLink } from '#ui/link.tsx'
import { useShell } from './shell.tsx'
import { useWords } from './words.tsx'
import { LanguageMenu } from '#ui/link-menu.tsx'
import { Logo } from '#ui/logo.tsx'
import { useLanguageLinks } from './language-links.ts'

/** The heading of a page with its actions at the end. */
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
        <p className="type-sm mb-1.5">
          <TextLink href={back.href}>{back.name}</TextLink>
        </p>
      )}
      <div className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <PageTitle title={title} />
        <div className="min-w-0">
          <h1 className="type-d3 wrap-anywhere-safe">{title}</h1>
          {lead && <p className="type-sm mt-1 text-ink2 wrap-anywhere-safe">{lead}</p>}
        </div>
        {end}
      </div>
    </>
  )
}

/** The document's title: page, market, console. */
export function PageTitle({ title }: { title: string }) {
  const { t } = useWords()
  const { branding } = useShell()
  return <title>{`${title} · ${branding.name} ${t('console.name')}`}</title>
}

/** Title and lead of a form before sign-in. */
export function SignedOutHeader({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <>
      <PageTitle title={title} />
      <h1 className="type-title">{title}</h1>
      {children && <p className="type-lg mt-2 text-ink2">{children}</p>}
    </>
  )
}

/** Layout of the pages before sign-in and of error pages. */
export function SignedOutShell({ wide, children }: { wide?: boolean; children: ReactNode }) {
  const { t } = useWords()
  const { branding } = useShell()
  return (
    <>
      <header className="bg-stone">
        <div className="page flex min-h-15 items-center justify-between gap-4 md:min-h-17">
          <span className="flex min-w-0 items-center gap-2.5">
            <Logo name={branding.name} {...(branding.logo && { logo: branding.logo })} href="/" />
            <span className="type-body border-s border-line2 ps-2.5 text-ink2">
              {t('console.name')}
            </span>
          </span>
          <LanguageMenu label={t('console.language')} languages={useLanguageLinks()} />
        </div>
      </header>
      <main id="main" tabIndex={-1} className="focus:outline-none">
        {wide ? (
          children
        ) : (
          <div className="page pt-10 pb-16 md:pt-16">
            <div className="mx-auto max-w-110">{children}</div>
          </div>
        )}
      </main>
    </>
  )
}
