import type { ReactNode } from 'react'
import { LanguageMenu } from '#ui/link-menu.tsx'
import { Logo } from '#ui/logo.tsx'
import { useLanguageLinks } from './language-links.ts'
import { useShell } from './shell.tsx'
import { useWords } from './words.tsx'

/** Pages before somebody is signed in, and error pages: a quiet head, one thing in the middle. */
export function SignedOutShell({ wide, children }: { wide?: boolean; children: ReactNode }) {
  const { t } = useWords()
  const { face } = useShell()
  return (
    <>
      <header className="bg-stone">
        <div className="page flex min-h-15 items-center justify-between gap-4 md:min-h-17">
          <span className="flex min-w-0 items-center gap-2.5">
            <Logo name={face.name} {...(face.logo && { logo: face.logo })} href="/" />
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
