import { LANGUAGES } from '#lib/languages.ts'
import { useLocation } from 'react-router'
import { useWords } from './messages.tsx'
import { withQuery } from './paths.ts'
import { useShell } from './shell.tsx'

/** Query parameters that make a different page; others only change what is shown of it. */
const OWN_PAGES = ['category', 'q']

/**
 * Title, description and link relations of a page; React moves them into the head. Frame, account
 * and error pages are not for search engines (`indexed={false}`).
 */
export function PageHead({
  title,
  description,
  indexed = true,
  picture,
}: {
  title: string
  description?: string
  indexed?: boolean
  /** Absolute URL of a picture for link previews, 1200 by 630. */
  picture?: string
}) {
  const { t, locale } = useWords()
  const { origin, framed, branding, languages } = useShell()
  const { pathname, search } = useLocation()
  const asked = new URLSearchParams(search)
  const address = (hl?: string) =>
    origin +
    withQuery(pathname, {
      ...Object.fromEntries(OWN_PAGES.map((name) => [name, asked.get(name) ?? undefined])),
      hl,
    })
  const forEngines = indexed && !framed
  return (
    <>
      <title>{title === branding.name ? title : t('page.title', { title })}</title>
      {description && <meta name="description" content={description} />}
      {forEngines && picture && (
        <Sharing
          title={title}
          description={description}
          picture={picture}
          address={address(locale)}
        />
      )}
      {forEngines ? (
        <>
          <link rel="canonical" href={address(asked.has('hl') ? locale : undefined)} />
          {languages.map((hl) => (
            <link key={hl} rel="alternate" hrefLang={hl} href={address(hl)} />
          ))}
          <link rel="alternate" hrefLang="x-default" href={address()} />
        </>
      ) : (
        <meta name="robots" content="noindex" />
      )}
    </>
  )
}

/** Link preview metadata. The URL includes the language, so that the receiver sees the same. */
function Sharing({
  title,
  description,
  picture,
  address,
}: {
  title: string
  description?: string
  picture: string
  address: string
}) {
  const { locale } = useWords()
  const { branding } = useShell()
  const facts = {
    'og:type': 'website',
    'og:site_name': branding.name,
    'og:title': title,
    'og:description': description,
    'og:url': address,
    'og:locale': LANGUAGES[locale].territory,
    'og:image': picture,
    'og:image:type': 'image/jpeg',
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': title,
  }
  return (
    <>
      {Object.entries(facts).map(
        ([property, content]) =>
          content && <meta key={property} property={property} content={content} />,
      )}
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={title} />
      {description && <meta name="twitter:description" content={description} />}
      <meta name="twitter:image" content={picture} />
    </>
  )
}

/**
 * Structured data for machines, with `@context`. A data block: no CSP has to allow it, and `<` is
 * escaped so that it cannot be closed.
 */
export function StructuredData({ facts }: { facts: object }) {
  const json = JSON.stringify(facts).replaceAll('<', '\\u003c')
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
}
