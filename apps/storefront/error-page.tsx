import { useLocation } from 'react-router'
import { LinkButton } from '#ui/button.tsx'
import { errorKind, ErrorScene } from '#ui/error-scene.tsx'
import { LinkProvider } from '#ui/link.tsx'
import type { ErrorFacts } from '#lib/wire-error.ts'
import { SignInLink } from './sign-in.tsx'
import { isolated } from './item-card.tsx'
import { useWords } from './messages.tsx'
import { PageHead } from './page-head.tsx'
import { usePaths, withQuery } from './paths.ts'
import { DocumentLink } from './router-link.tsx'
import { SafeMarkup } from './safe-markup.tsx'
import { useMay, useShell } from './shell.tsx'

const TITLES = {
  closed: 'error.404.title',
  locked: 'error.401.title',
  fallen: 'error.500.title',
} as const

/**
 * S2.33: picture by status, message, description as safe markup, two links, and the data for
 * support.
 */
export function ErrorContent({ facts }: { facts: ErrorFacts }) {
  const { t, locale } = useWords()
  const { incident: incidentOfDocument } = useShell()
  const { pathname } = useLocation()
  if (facts.code === DELISTED) return <Delisted facts={facts} />
  if (facts.code.startsWith(LACKS_RIGHT)) return <LacksRight facts={facts} />
  const kind = errorKind(facts.statusCode)
  const title = t(TITLES[kind])
  const missing = facts.statusCode === 404
  const incident = facts.statusCode >= 500 ? (facts.incident ?? incidentOfDocument) : undefined
  const code = [
    t('error.code', { status: String(facts.statusCode) }),
    incident && t('error.incident', { incident }),
  ]
  return (
    <>
      <PageHead title={title} indexed={false} />
      <ErrorScene
        kind={kind}
        sign={String(facts.statusCode)}
        title={title}
        actions={<WaysOn kind={kind} code={facts.code} />}
        code={code.filter(Boolean).join(' · ')}
      >
        {/* the message with the path replaces the general one */}
        {!(missing && facts.message === t('errors.not_found')) && facts.message !== title && (
          <p className="mb-2">{facts.message}</p>
        )}
        {missing && (
          <p className="wrap-anywhere-safe">
            {t('errors.not_found.path', { path: isolated(readablePath(pathname), locale) })}
          </p>
        )}
        {facts.description && (
          <div className="mt-2">
            <SafeMarkup markup={facts.description} />
          </div>
        )}
      </ErrorScene>
    </>
  )
}

/** As a person typed it, truncated to one line (S8.7). */
function readablePath(pathname: string): string {
  let path = pathname
  try {
    path = decodeURI(pathname)
  } catch {
    // invalid escape: shown as it is
  }
  return path.length > 80 ? `${path.slice(0, 79)}…` : path
}

/** Retrying cannot help: only the other store's panel can create a new link. */
const OTHER_STORE = 'session.link_other_store'

function WaysOn({ kind, code }: { kind: keyof typeof TITLES; code: string }) {
  const { t } = useWords()
  const { framed, panelOrigins } = useShell()
  const { pathname, search } = useLocation()
  const paths = usePaths()
  const home = framed ? t('error.market_home') : t('error.home')
  if (kind === 'closed') {
    return (
      <>
        <LinkButton href={paths.home} size="medium">
          {home}
        </LinkButton>
        <LinkButton href={paths.search} kind="secondary" icon="search">
          {t('error.search')}
        </LinkButton>
      </>
    )
  }
  if (kind === 'locked') {
    const panel = panelOrigins[0]
    return (
      <>
        {framed && panel ? (
          <LinkButton href={panel} target="_top">
            {t('error.panel')}
          </LinkButton>
        ) : (
          <SignInLink>{t('enter.button')}</SignInLink>
        )}
        {code !== OTHER_STORE && (
          <LinkButton href={framed ? pathname + search : '/'} kind="secondary">
            {framed ? t('error.retry') : home}
          </LinkButton>
        )}
      </>
    )
  }
  // after a server error, reload the whole document
  return (
    <LinkProvider link={DocumentLink}>
      <LinkButton href={pathname + search}>{t('error.retry')}</LinkButton>
      <LinkButton href={paths.home} kind="secondary">
        {home}
      </LinkButton>
    </LinkProvider>
  )
}

const LACKS_RIGHT = 'session.may_not_'

/** Somebody of the store's team opened what an owner does: who may do it, and the way back. */
function LacksRight({ facts }: { facts: ErrorFacts }) {
  const { t } = useWords()
  const { pathname } = useLocation()
  const paths = usePaths()
  const slug = /\/(?:install|update|uninstall|checkout|subscribe)\/([^/]+)$/.exec(pathname)?.[1]
  // An update or removal is nothing to ask for.
  const asked = /\/(?:install|checkout|subscribe)\/[^/]+$/.test(pathname) ? slug : undefined
  const mayAsk = useMay('ask')
  const title = t('error.right.title')
  return (
    <>
      <PageHead title={title} indexed={false} />
      <ErrorScene
        kind="locked"
        title={title}
        code={t('error.code', { status: String(facts.statusCode) })}
        actions={
          <>
            {mayAsk && asked && (
              <LinkButton href={paths.ask(asked)}>{t('right.ask_owner')}</LinkButton>
            )}
            {slug ? (
              <LinkButton href={paths.item(slug)} kind="secondary">
                {t('error.right.item')}
              </LinkButton>
            ) : (
              <LinkButton href={paths.installed}>{t('nav.installed')}</LinkButton>
            )}
          </>
        }
      >
        <p>{facts.message}.</p>
      </ErrorScene>
    </>
  )
}

const DELISTED = 'catalog.item_delisted'

/** An item that was taken down: its name, the reason, and similar items. */
function Delisted({ facts }: { facts: ErrorFacts }) {
  const { t } = useWords()
  const { market } = useShell()
  const { pathname } = useLocation()
  const paths = usePaths()
  const name = pathname.split('/').at(-1)?.replaceAll('-', ' ') ?? ''
  return (
    <>
      <PageHead title={t('error.delisted.title')} indexed={false} />
      <ErrorScene
        kind="closed"
        sign="410"
        title={t('error.delisted.title')}
        code={t('error.code', { status: String(facts.statusCode) })}
        actions={
          <>
            <LinkButton href={withQuery(paths.search, { q: name })} icon="search">
              {t('error.delisted.similar')}
            </LinkButton>
            <LinkButton href={paths.list} kind="secondary">
              {t(`list.empty_all.${market}`)}
            </LinkButton>
          </>
        }
      >
        <p className="wrap-anywhere-safe">
          {facts.message}. {t('error.delisted.lead')}
        </p>
        {facts.description && (
          <figure className="type-body mx-auto mt-6 max-w-[52ch] rounded-card border border-line bg-card p-5 text-start">
            <figcaption className="type-sm text-ink2">{t('error.delisted.reason')}</figcaption>
            {/* a person's text: never parsed as markup */}
            <blockquote dir="auto" className="mt-1 text-ink wrap-anywhere-safe">
              {facts.description}
            </blockquote>
          </figure>
        )}
        <p className="type-sm mt-5">{t('error.delisted.installed')}</p>
      </ErrorScene>
    </>
  )
}
