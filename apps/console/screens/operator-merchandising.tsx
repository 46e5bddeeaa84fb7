import { getShelves } from '#modules/catalog/merchandising-contract.ts'
import type { ReactNode } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { pickText, languageName } from '#lib/locale.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextLink } from '#ui/link.tsx'
import { countOf } from '../dates.ts'
import { ByMarket } from '../by-market.tsx'
import { FormError, useFormAnswer } from '../forms.tsx'
import { orderAction } from '../order-action.ts'
import { PageHeader } from '../page-header.tsx'
import { consoleContext } from '../screen-context.ts'
import { Completeness, ShowingDays } from '../merchandising-fields.tsx'
import { DataTable } from '../data-table.tsx'
import { useWords } from '../words.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  const role = screen.person?.operatorRole
  return { ...(await screen.call(getShelves)), mayChange: role === 'admin' || role === 'reviewer' }
}

const Section = ({
  title,
  lead,
  add,
  children,
}: {
  title: string
  lead?: string
  add: ReactNode
  children: ReactNode
}) => (
  <section className="mb-10">
    <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
      <div>
        <h2 className="type-d3">{title}</h2>
        {lead && <p className="type-body text-ink2">{lead}</p>}
      </div>
      {add}
    </div>
    {children}
  </section>
)

export const action = orderAction

/** Categories, tags, collections and banners of both markets. */
export default function OperatorMerchandising() {
  const { t, locale } = useWords()
  const { categories, collections, banners, platforms, mayChange } = useLoaderData<typeof loader>()
  const base = '/operator/shelves'
  const [departments, tags] = [
    categories.filter((one) => !one.tag),
    categories.filter((one) => one.tag),
  ]
  const add = (path: string, words: string, query = '') =>
    mayChange && (
      <LinkButton href={`${base}/${path}/new${query}`} size="small" kind="secondary" icon="plus">
        {words}
      </LinkButton>
    )
  return (
    <>
      <PageHeader
        title={t('console.nav.shelves')}
        lead={t('console.shelves.lead')}
        end={
          <LinkButton href="/operator/home-page" size="small" kind="secondary">
            {t('console.shelves.place.home')}
          </LinkButton>
        }
      />
      <FormError answer={useFormAnswer()} className="mb-6" />
      <Section
        title={t('console.shelves.categories')}
        add={add('categories', t('console.shelves.new_category'))}
      >
        <ByMarket
          list="categories"
          mayChange={mayChange}
          label={t('console.shelves.categories')}
          nameOf={(one) => pickText(one.name, locale)}
          rows={departments}
          empty={<EmptyState as="h3" title={t('console.shelves.none_categories')} />}
          columns={[
            {
              name: t('console.item.name'),
              cell: (one) => (
                <>
                  <TextLink href={`${base}/categories/${one.id}`} className="strong">
                    {pickText(one.name, locale)}
                  </TextLink>
                  <bdi dir="ltr" className="type-sm block text-ink2">
                    {one.slug}
                  </bdi>
                </>
              ),
            },
            {
              name: t('console.shelves.languages'),
              cell: (one) => <Completeness missing={one.missing} />,
            },
            {
              name: t('console.shelves.items'),
              end: true,
              cell: (one) => <span className="figures">{countOf(one.items, locale)}</span>,
            },
          ]}
        />
      </Section>
      <Section
        title={t('console.shelves.tags')}
        lead={t('console.shelves.tags_lead')}
        add={add('categories', t('console.shelves.new_tag'), '?tag=1')}
      >
        <DataTable
          label={t('console.shelves.tags')}
          rows={tags}
          empty={<EmptyState as="h3" title={t('console.shelves.none_tags')} />}
          columns={[
            {
              name: t('console.item.name'),
              cell: (one) => (
                <>
                  <TextLink href={`${base}/categories/${one.id}`} className="strong">
                    {pickText(one.name, locale)}
                  </TextLink>
                  <bdi dir="ltr" className="type-sm block text-ink2">
                    {one.slug}
                  </bdi>
                </>
              ),
            },
            { name: t('console.items.market'), cell: (one) => t(`console.item.${one.market}`) },
            {
              name: t('console.shelves.languages'),
              cell: (one) => <Completeness missing={one.missing} />,
            },
            {
              name: t('console.shelves.items'),
              end: true,
              cell: (one) => <span className="figures">{countOf(one.items, locale)}</span>,
            },
          ]}
        />
      </Section>
      <Section
        title={t('console.shelves.collections')}
        lead={t('console.shelves.collections_lead')}
        add={add('collections', t('console.shelves.new_collection'))}
      >
        <ByMarket
          list="collections"
          mayChange={mayChange}
          label={t('console.shelves.collections')}
          nameOf={(one) => pickText(one.name, locale)}
          rows={collections}
          empty={<EmptyState as="h3" title={t('console.shelves.none_collections')} />}
          columns={[
            {
              name: t('console.item.name'),
              cell: (one) => (
                <>
                  <TextLink href={`${base}/collections/${one.id}`} className="strong">
                    {pickText(one.name, locale)}
                  </TextLink>
                  <span className="type-sm block text-ink2">{pickText(one.lead, locale)}</span>
                </>
              ),
            },
            {
              name: t('console.item.state'),
              cell: (one) => <ShowingDays {...one} />,
            },
            {
              name: t('console.shelves.languages'),
              cell: (one) => <Completeness missing={one.missing} />,
            },
            {
              name: t('console.shelves.items'),
              end: true,
              cell: (one) => <span className="figures">{countOf(one.items, locale)}</span>,
            },
          ]}
        />
      </Section>
      <Section
        title={t('console.shelves.banners')}
        add={add('banners', t('console.shelves.new_banner'))}
      >
        {banners.length === 0 && <EmptyState as="h3" title={t('console.shelves.none_banners')} />}
        {(['home', 'list'] as const).map((place) => (
          <ByMarket
            key={place}
            list={`${place}_banners`}
            mayChange={mayChange}
            label={t(`console.shelves.place.${place}`)}
            showsLabel
            nameOf={(one) => one.title}
            rows={banners.filter((one) => one.place === place)}
            empty={null}
            columns={[
              {
                name: t('console.shelves.title'),
                cell: (one) => (
                  <>
                    <TextLink href={`${base}/banners/${one.id}`} className="strong">
                      <bdi>{one.title}</bdi>
                    </TextLink>
                    <bdi dir="ltr" className="type-sm block text-ink2">
                      {one.target}
                    </bdi>
                  </>
                ),
              },
              {
                name: t('console.shelves.readers'),
                cell: (one) => (
                  <>
                    <span>
                      {[
                        one.locale === null
                          ? t('console.shelves.every_language')
                          : languageName(one.locale, locale),
                        platforms.find((platform) => platform.id === one.platform_id)?.name,
                      ]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                  </>
                ),
              },
              {
                name: t('console.item.state'),
                cell: (one) => <ShowingDays {...one} />,
              },
            ]}
          />
        ))}
      </Section>
    </>
  )
}
