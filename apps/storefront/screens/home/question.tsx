import { BayRow } from '#ui/bay-row.tsx'
import { bayDrawings, type BayDrawing } from '#ui/drawings.ts'
import { Page } from '#ui/page-grid.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { useWords } from '../../messages.tsx'
import { usePaths, withQuery, type Paths } from '../../paths.ts'
import { useShell } from '../../shell.tsx'
import type { HomeData } from '../home.tsx'

/** Categories as shops of the street. One without a drawing stands as a quiet bay. */
export function useBays(categories: HomeData['categories']) {
  const { t } = useWords()
  const { market } = useShell()
  const paths = usePaths()
  return categories.map(({ slug, name, drawing, count }) => ({
    href: categoryAddress(paths, slug),
    name,
    count: t(`home.category_count.${market}`, { count }),
    picture: drawing !== null && drawing in bayDrawings ? bayDrawings[drawing as BayDrawing] : undefined,
  }))
}

const categoryAddress = (paths: Paths, slug: string) => withQuery(paths.list, { category: slug })

/** Search first; under it the street. Where no category has a drawing, they stand as words beside the field. */
export function Question({ categories }: HomeData) {
  const { t } = useWords()
  const { market } = useShell()
  const paths = usePaths()
  const bays = useBays(categories)
  const drawn = bays.some(bay => bay.picture)
  return (
    <>
      <div className="bg-stone">
        <Page className="grid items-start gap-x-12 gap-y-5 pt-5 pb-8 md:pt-7 lg:grid-cols-[minmax(0,1fr)_580px]">
          <h1 className="type-d1">{t(`home.question.${market}`)}</h1>
          <div>
            <SearchField
              action={paths.search}
              size="hero"
              label={t(`search.${market}`)}
              placeholder={`${t(`home.search_hint.${market}`)}…`}
              button={t('search.submit')}
              slash
            />
            {!drawn && bays.length > 0 && (
              <nav aria-label={t('home.categories')}>
                <ul className="type-sm mt-3 flex flex-wrap gap-x-5 gap-y-1 md:text-[.9375rem]">
                  {bays.map(bay => (
                    <li key={bay.href}>
                      <TextLink href={bay.href} className="inline-flex min-h-9 items-center">
                        {bay.name}
                      </TextLink>
                    </li>
                  ))}
                </ul>
              </nav>
            )}
          </div>
        </Page>
      </div>
      {drawn && <BayRow bays={bays} label={t('home.categories')} />}
    </>
  )
}
