import { lazy, Suspense, useCallback, useState } from 'react'
import { Outlet, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { countInbox } from '#modules/market/inbox-contract.ts'
import { listViews } from '#modules/market/views-contract.ts'
import { Notice } from '#ui/notice.tsx'
import { TextLink } from '#ui/link.tsx'
import '../frame.css'
import { goTo } from '../go-to.ts'
import { moveRow, useKeys } from '../list-keys.ts'
import { usePlaces } from '../navigation.ts'
import { consoleContext } from '../screen-context.ts'
import { useShell } from '../shell.tsx'
import { SideNavigation } from '../side-navigation.tsx'
import { useWords } from '../words.tsx'

const SearchPalette = lazy(() => import('../search/palette.tsx'))
const KeyHelp = lazy(() => import('../key-help.tsx'))

/**
 * Redirects signed-out visitors to the sign-in page, which leads back here. Operations check
 * permissions themselves.
 */
export async function loader({ context }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  if (!screen.person) throw goTo(`/sign-in?${new URLSearchParams({ next: screen.here })}`)
  if (screen.person.secondMissing && screen.here.startsWith('/operator'))
    throw goTo('/account?needed=1#second')
  if (!screen.person.operatorRole || !screen.here.startsWith('/operator'))
    return { counts: [], views: [] }
  const [counted, saved] = await Promise.all([
    screen.attempt(countInbox),
    screen.attempt(listViews),
  ])
  return {
    counts: counted.ok ? counted.answer.counts : [],
    views: saved.ok ? saved.answer.views : [],
  }
}

export default function SignedIn() {
  const { t } = useWords()
  const { person } = useShell()
  const { counts } = useLoaderData<typeof loader>()
  const { sections } = usePlaces()
  const [dialog, setDialog] = useState<'go' | 'keys' | null>(null)
  const close = useCallback(() => setDialog(null), [])
  const pressed = useCallback((key: string) => {
    if (key === 'j' || key === 'k') return moveRow(key === 'j' ? 1 : -1)
    if (key !== 'search' && key !== '?') return false
    setDialog(key === '?' ? 'keys' : 'go')
    return true
  }, [])
  useKeys(pressed)
  return (
    <div className="md:grid md:grid-cols-[208px_minmax(0,1fr)]">
      <SideNavigation
        counts={counts}
        onSearch={() => setDialog('go')}
        onKeys={() => setDialog('keys')}
      />
      <main
        id="main"
        tabIndex={-1}
        className="min-w-0 max-w-320 px-4.5 pt-4 pb-16 wrap-break-word focus:outline-none md:px-5 md:pt-5"
      >
        {person && !person.hasSecondFactor && (
          <Notice
            className="mb-5"
            icon="shield"
            action={<TextLink href="/account#second">{t('console.second.begin')}</TextLink>}
          >
            {t(person.secondMissing ? 'console.second.needed' : 'console.second.missing')}
          </Notice>
        )}
        <Outlet />
      </main>
      <Suspense>
        {dialog === 'go' && <SearchPalette sections={sections} onClose={close} />}
        {dialog === 'keys' && <KeyHelp onClose={close} />}
      </Suspense>
    </div>
  )
}
