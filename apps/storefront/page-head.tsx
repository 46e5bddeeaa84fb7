import { useLocation } from 'react-router'
import { LOCALES } from '#lib/locale.ts'
import { useWords } from './messages.tsx'
import { withQuery } from './paths.ts'
import { useShell } from './shell.tsx'

/** Query values that make another page of an address; the others only change what is shown of it. */
const OWN_PAGES = ['category', 'q']

/**
 * Title, description and relations of a page; React puts them into the head. Pages of the frame, of one's account and
 * errors are not for search engines (`indexed={false}`).
 */
export function PageHead({ title, description, indexed = true }: { title: string; description?: string; indexed?: boolean }) {
  const { t, locale } = useWords()
  const { origin, framed } = useShell()
  const { pathname, search } = useLocation()
  const asked = new URLSearchParams(search)
  const address = (hl?: string) =>
    origin + withQuery(pathname, { ...Object.fromEntries(OWN_PAGES.map(name => [name, asked.get(name) ?? undefined])), hl })
  const forEngines = indexed && !framed
  return (
    <>
      <title>{title === 'Arasta' ? title : t('page.title', { title })}</title>
      {description && <meta name="description" content={description} />}
      {forEngines ? (
        <>
          <link rel="canonical" href={address(asked.has('hl') ? locale : undefined)} />
          {LOCALES.map(hl => (
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

/** Facts about the page for machines. A data block: no policy has to allow it, and `<` cannot close it. */
export function StructuredData({ facts }: { facts: object }) {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...facts }).replaceAll('<', '\\u003c')
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
}
