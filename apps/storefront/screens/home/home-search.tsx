import { CategoryRow } from '#ui/category-row.tsx'
import { categoryDrawings, type CategoryDrawing } from '#ui/drawings.ts'
import { Page } from '#ui/page-grid.tsx'
import { CategoryLinks } from '#ui/category-links.tsx'
import { MarketSearch } from '../../market-search.tsx'
import { useWords } from '../../messages.tsx'
import { usePaths, withQuery, type Paths } from '../../paths.ts'
import { useShell } from '../../shell.tsx'
import type { HomeData } from './home-parts.tsx'

/** Categories as shops of the street. One without a drawing has no picture. */
export function useCategoryTiles(categories: HomeData['categories']) {
  const { t } = useWords()
  const { market } = useShell()
  const paths = usePaths()
  return categories.map(({ slug, name, drawing, count }) => ({
    href: categoryAddress(paths, slug),
    name,
    count: t(`home.category_count.${market}`, { count }),
    picture:
      drawing !== null && drawing in categoryDrawings
        ? categoryDrawings[drawing as CategoryDrawing]
        : undefined,
  }))
}

const categoryAddress = (paths: Paths, slug: string) => withQuery(paths.list, { category: slug })

/**
 * Search first; under it the street. Categories without a drawing stand as words: under the field,
 * or under the street.
 */
export function Question({ categories, total }: HomeData) {
  const { t } = useWords()
  const { market } = useShell()
  const bays = useCategoryTiles(categories)
  const drawn = bays.filter((bay) => bay.picture)
  const words = bays.filter((bay) => !bay.picture)
  return (
    <>
      <div className="bg-stone">
        <Page className="grid items-center gap-x-12 gap-y-5 pt-5 pb-8 md:pt-7 lg:grid-cols-[minmax(0,1fr)_580px]">
          <h1 className="type-d1">{t(`home.question.${market}`)}</h1>
          <MarketSearch
            size="hero"
            label={t(`search.${market}`)}
            placeholder={total > 0 ? `${t(`home.search_hint.${market}`)}…` : ''}
            button={t('search.submit')}
            slash
          />
          {drawn.length === 0 && words.length > 0 && (
            <CategoryLinks
              words={words}
              label={t('home.categories')}
              className="min-w-0 lg:col-span-2"
            />
          )}
        </Page>
      </div>
      {drawn.length > 0 && <CategoryRow bays={drawn} label={t('home.categories')} />}
      {drawn.length > 0 && words.length > 0 && (
        <Page className="pt-2">
          <CategoryLinks words={words} label={t('home.more_categories')} />
        </Page>
      )}
    </>
  )
}
