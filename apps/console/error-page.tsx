import { LinkButton } from '#ui/button.tsx'
import { errorKind, ErrorScene } from '#ui/error-scene.tsx'
import type { ErrorFacts } from '#lib/wire-error.ts'
import { DoorShell } from './door-shell.tsx'
import { PageTitle } from './page-title.tsx'
import { useWords } from './words.tsx'

const TITLES = { closed: 'console.error.404', locked: 'console.error.401', fallen: 'console.error.500' } as const

/** The storefront's three pictures; a role that is too low stands before a locked door as well. */
export function ErrorPage({ facts }: { facts: ErrorFacts }) {
  const { t } = useWords()
  const kind = facts.statusCode === 403 ? 'locked' : errorKind(facts.statusCode)
  const title = facts.statusCode === 403 ? t('console.error.403') : t(TITLES[kind])
  return (
    <DoorShell wide>
      <PageTitle title={title} />
      <ErrorScene
        kind={kind}
        sign={String(facts.statusCode)}
        title={title}
        code={[String(facts.statusCode), facts.statusCode >= 500 && facts.incident].filter(Boolean).join(' · ')}
        actions={<LinkButton href="/">{t('console.error.home')}</LinkButton>}
      >
        <p>{facts.message}</p>
      </ErrorScene>
    </DoorShell>
  )
}
