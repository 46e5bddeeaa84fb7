import { getItem } from '#modules/catalog/contract.ts'
import { BackLink } from '#ui/breadcrumb.tsx'
import { Page } from '#ui/page-grid.tsx'
import { isolated } from '../item-card.tsx'
import { useWords } from '../messages.tsx'
import { PageHead } from '../page-head.tsx'
import { usePaths, withQuery } from '../paths.ts'
import { screenContext } from '../screen-context.ts'
import { isSlug, validWhen } from '../validity.ts'
import { Pages, Releases, readPage } from './detail/releases.tsx'
import type { Route } from './+types/releases.ts'

export const middleware = [validWhen(({ params }) => isSlug(params.slug))]

const PER_PAGE = 50

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const page = readPage(url.searchParams.get('page'))
  const { data } = await context
    .get(screenContext)
    .call(getItem, { query: { slug: params.slug, includes: 'releases', releases_page: page } })
  const { name, slug, installable, release_count: total, visibility } = data
  return { name, slug, installable, total, visibility, releases: data.releases ?? [], page }
}

/** All versions of an item with their notes and new permissions. */
export default function AllReleases({ loaderData }: Route.ComponentProps) {
  const { name, slug, installable, total, visibility, releases, page } = loaderData
  const { t, locale } = useWords()
  const paths = usePaths()
  const title = t('releases.title', { item: isolated(name, locale) })
  return (
    <Page className="pt-3 pb-12 md:pt-4">
      <PageHead title={title} indexed={page === 1 && total > 0 && visibility === 'listed'} />
      <BackLink href={paths.item(slug)}>{t('releases.back', { item: name })}</BackLink>
      <h1 className="type-title mt-2 mb-6 wrap-anywhere-safe">{title}</h1>
      <Releases
        releases={releases}
        before={(page - 1) * PER_PAGE}
        total={total}
        installable={installable}
      />
      <Pages
        page={page}
        total={total}
        perPage={PER_PAGE}
        href={(next) => withQuery(paths.releases(slug), { page: next > 1 ? next : undefined })}
      />
    </Page>
  )
}
