import { useNavigate, useNavigation } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Radio } from '#ui/choice.tsx'
import { Facet, FacetPanel } from '#ui/facet.tsx'
import { Badge } from '#ui/badge.tsx'
import { useWords } from '../../messages.tsx'
import { useShell } from '../../shell.tsx'
import { changed, listAddress, readListQuery, type ListQuery } from './list-query.ts'

export const RATINGS = ['4.5', '4', '3'] as const

interface Option {
  value: string
  label: string
  count?: number
}

/**
 * The facets, as one GET form: a choice is in force at once where there is a script, and after "Apply" where there is none.
 * Counts stand where they are true: the API counts categories over the whole market, so only while nothing else filters.
 */
export function ListFilters({
  path,
  query,
  categories,
  total,
}: {
  path: string
  query: ListQuery
  categories: readonly { slug: string; name: string; count: number }[]
  total: number
}) {
  const { t, locale } = useWords()
  const { market } = useShell()
  const navigate = useNavigate()
  const next = useNavigation().location
  // a choice shows at once, before its results have come
  const shown = next?.pathname === path ? readListQuery(new URLSearchParams(next.search)) : query
  const counted = !query.q && !query.price && !query.rating
  const inForce = [shown.category, shown.price, shown.rating].filter(Boolean).length
  const figure = (rating: string) => new Intl.NumberFormat(locale === 'ar' ? 'ar-u-nu-latn' : locale).format(Number(rating))
  const facets: { name: 'category' | 'price' | 'rating'; title: string; options: Option[] }[] = [
    {
      name: 'category',
      title: t('list.category'),
      options: [
        { value: '', label: t('list.category_any') },
        ...categories.map(one => ({ value: one.slug, label: one.name, count: counted ? one.count : undefined })),
      ],
    },
    {
      name: 'price',
      title: t('list.price'),
      options: [
        { value: '', label: t('list.price_any') },
        { value: 'free', label: t('list.price_free') },
        { value: 'paid', label: t('list.price_paid') },
      ],
    },
    {
      name: 'rating',
      title: t('list.rating'),
      options: [
        { value: '', label: t('list.rating_any') },
        ...RATINGS.map(value => ({ value, label: t('list.rating_from', { rating: figure(value) }) })),
      ],
    },
  ]
  return (
    <FacetPanel
      label={t('list.filters_title')}
      close={t('list.filters_close')}
      show={`${t('list.show_results')} (${t(`list.count.${market}`, { count: total })})`}
      button={
        <>
          {t('list.filters')}
          {inForce > 0 && (
            <Badge tone="turquoise" className="ms-2">
              {inForce}
            </Badge>
          )}
        </>
      }
    >
      <form action={path}>
        {facets.map(facet => (
          <Facet key={facet.name} title={facet.title}>
            {facet.options.map(option => (
              <Radio
                key={option.value}
                name={facet.name}
                value={option.value}
                count={option.count}
                checked={(shown[facet.name] ?? '') === option.value}
                onChange={() =>
                  void navigate(listAddress(path, changed(shown, { [facet.name]: option.value || undefined })), {
                    preventScrollReset: true,
                  })
                }
              >
                {option.label}
              </Radio>
            ))}
          </Facet>
        ))}
        {query.q && <input type="hidden" name="q" value={query.q} />}
        {query.sort && <input type="hidden" name="sort" value={query.sort} />}
        <noscript>
          <Button type="submit" wide>
            {t('list.apply')}
          </Button>
        </noscript>
      </form>
    </FacetPanel>
  )
}
