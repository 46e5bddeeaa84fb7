import { useEffect, useEffectEvent, useRef } from 'react'
import { useNavigate, useNavigation } from 'react-router'
import type { ListFacets } from '#contexts/catalog/find-contract.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Radio } from '#ui/tick.tsx'
import { Facet, FacetMore, FacetPanel } from '#ui/facet.tsx'
import { useWords } from '../../messages.tsx'
import { formatFigure } from '../../numbers.ts'
import { isQuiet, optionsOf, split, type Option, type Without } from './facet-options.ts'
import { useFilterWords } from './filter-words.ts'
import { earlyChoices } from '../../early-choices.ts'
import { changed, FILTERS, listAddress, readListQuery, type Filter, type ListQuery } from './list-query.ts'

/** The facets, as one GET form: a choice is in force at once where there is a script, and after "Apply" where there is none. */
export function ListFilters({
  path,
  query,
  facets,
  total,
  atLeast,
  without,
  countText,
}: {
  path: string
  query: ListQuery
  facets: ListFacets
  total: number
  /** More match than were counted. */
  atLeast: boolean
  without: Without
  /** "18 apps". */
  countText: string
}) {
  const { t, locale } = useWords()
  const navigate = useNavigate()
  const next = useNavigation().location
  // a choice shows at once, before its results have come
  const shown = next?.pathname === path ? readListQuery(new URLSearchParams(next.search)) : query
  const form = useRef<HTMLFormElement>(null)
  const choose = (choices: ListQuery, replace = false) =>
    void navigate(listAddress(path, changed(shown, choices)), { preventScrollReset: true, replace })
  // what was chosen before the page woke up stands in the form, though nobody heard of it
  const takeEarly = useEffectEvent(() => {
    const early = form.current && earlyChoices(form.current)
    if (early && early.length > 0) choose(Object.fromEntries(early.map(({ name, value }) => [name, value || undefined])), true)
  })
  useEffect(() => takeEarly(), [])
  const inForce = FILTERS.filter(name => shown[name] !== undefined).length
  const options = optionsOf(facets, shown, shown === query ? total : null, useFilterWords(), shown === query ? without : [])
  const radio = (name: Filter) => (option: Option) => (
    <Radio
      key={option.value}
      name={name}
      value={option.value}
      count={option.count !== undefined && formatFigure(option.count, locale) + (atLeast && option.count > 0 ? '+' : '')}
      disabled={isQuiet(option)}
      checked={option.chosen}
      onChange={() => choose({ [name]: option.value || undefined })}
    >
      <bdi>{option.label}</bdi>
    </Radio>
  )
  const categories = split(options.category)
  return (
    <FacetPanel
      label={t('list.filters_title')}
      close={t('list.filters_close')}
      show={`${t('list.show_results')} (${countText})`}
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
      {/* a browser that fills in choices of an earlier visit would be taken for somebody who chose */}
      <form ref={form} action={path} autoComplete="off">
        {facets.categories.length > 0 && (
          <Facet title={t('list.category')}>
            {categories.shown.map(radio('category'))}
            {categories.more.length > 0 && (
              <FacetMore label={t('list.category_more', { count: categories.more.length })} open={categories.open}>
                {categories.more.map(radio('category'))}
              </FacetMore>
            )}
          </Facet>
        )}
        {FILTERS.filter(name => name !== 'category' && options[name].length > 1).map(name => (
          <Facet key={name} title={t(`list.${name}`)}>
            {options[name].map(radio(name))}
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
