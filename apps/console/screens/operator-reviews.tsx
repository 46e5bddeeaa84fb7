import {
  approveReviewPicture,
  deleteReviewPicture,
  listAllReviews,
  listWaitingPictures,
} from '#modules/reviews/console-contract.ts'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Badge } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { TextLink } from '#ui/link.tsx'
import { countOf, useDates } from '../dates.ts'
import { BulkBar, useRowBoxes } from '../bulk/bulk-bar.tsx'
import { ExportLink } from '../export-link.tsx'
import { PageHeader } from '../page-header.tsx'
import { nextHref, queryOf, NextPage } from '../data-table.tsx'
import { ListTable, SHOWN_AS } from '../list-table.tsx'
import { consoleContext } from '../screen-context.ts'
import { ButtonForm } from '../forms.tsx'
import { readForm } from '../read-form.ts'
import { Section } from '../section.tsx'
import { useWords } from '../words.tsx'

const PATH = '/operator/reviews'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const query = queryOf(request, ['state', 'item', 'store', ...SHOWN_AS, 'after'])
  const screen = context.get(consoleContext)
  const [found, { pictures }] = await Promise.all([
    screen.call(listAllReviews, { query: query as Record<string, never> }),
    screen.call(listWaitingPictures),
  ])
  return { query: query as Record<string, string>, ...found, pictures }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { text, submit } = await readForm(context, request)
  const given = { params: { picture: text('picture') } }
  return text('form') === 'show'
    ? submit(approveReviewPicture, given)
    : submit(deleteReviewPicture, given)
}

export default function OperatorReviews() {
  const { t, locale } = useWords()
  const dates = useDates()
  const { query, reviews, pictures, next } = useLoaderData<typeof loader>()
  const boxes = useRowBoxes(
    'reviews',
    (one: (typeof reviews)[number]) => `${one.item.name} · ${one.store.domain}`,
  )
  return (
    <>
      <PageHeader
        title={t('console.nav.reviews')}
        lead={t('console.reviews.lead')}
        end={<ExportLink list="reviews" />}
      />
      {pictures.length > 0 && <WaitingPictures pictures={pictures} />}
      <Tabs
        label={t('console.item.state')}
        className="mb-6"
        tabs={[
          { href: PATH, name: t('console.items.any'), current: !query.state },
          ...(['reported', 'hidden'] as const).map((state) => ({
            href: `${PATH}?state=${state}`,
            name: t(`console.reviews.${state}`),
            current: query.state === state,
          })),
        ]}
      />
      <ListTable
        label={t('console.nav.reviews')}
        rows={reviews}
        boxes={boxes}
        bar={<BulkBar list="reviews" loaded={reviews} />}
        empty={<EmptyState title={t('console.reviews.none')} />}
        columns={[
          {
            id: 'text',
            shown: 'always',
            name: t('console.reviews.review'),
            cell: (one) => (
              <>
                <TextLink href={`${PATH}/${one.id}`} className="strong">
                  {t('console.reviews.stars', { count: one.stars })}
                </TextLink>
                <span dir="auto" className="type-sm line-clamp-2 text-ink2">
                  {one.text || t('console.reviews.no_text')}
                </span>
              </>
            ),
          },
          {
            id: 'item',
            name: t('console.orders.item'),
            cell: (one) => (
              <TextLink href={`${PATH}?item=${one.item.id}`}>
                <bdi>{one.item.name}</bdi>
              </TextLink>
            ),
          },
          {
            id: 'store',
            name: t('console.orders.store'),
            cell: (one) => <bdi dir="ltr">{one.store.domain}</bdi>,
          },
          {
            id: 'state',
            name: t('console.item.state'),
            cell: (one) => (
              <Badge tone={one.state === 'shown' ? 'green' : 'neutral'}>
                {t(`console.reviews.state.${one.state}`)}
              </Badge>
            ),
          },
          {
            id: 'reports',
            name: t('console.reviews.reports'),
            end: true,
            cell: (one) =>
              one.reports > 0 ? <Badge tone="coral">{countOf(one.reports, locale)}</Badge> : '–',
          },
          {
            id: 'written_at',
            isTime: true,
            name: t('console.orders.at'),
            end: true,
            cell: (one) => dates.day(one.written_at),
          },
          {
            id: 'version',
            shown: 'extra',
            name: t('console.item.release'),
            end: true,
            cell: (one) => <bdi className="figures">{one.version}</bdi>,
          },
        ]}
      />
      <NextPage href={nextHref(PATH, query, next)} label={t('console.next')} />
    </>
  )
}

type Waiting = ReturnType<typeof useLoaderData<typeof loader>>['pictures']

/** Nothing that a store uploads is public before somebody has looked at it. */
function WaitingPictures({ pictures }: { pictures: Waiting }) {
  const { t } = useWords()
  return (
    <Section
      title={t('console.reviews.pictures')}
      lead={t('console.reviews.pictures_lead')}
      className="mb-9"
    >
      <ul className="grid gap-6 md:grid-cols-2 lg:grid-cols-3">
        {pictures.map((one) => {
          const about = t('console.reviews.picture_of', { item: one.item, store: one.store })
          return (
            <li key={one.id} className="min-w-0">
              <img
                src={`/api/operator/review-pictures/${one.id}`}
                alt={about}
                loading="lazy"
                className="h-60 w-full rounded-control-lg border border-line object-contain"
              />
              <p className="type-sm mt-2 text-ink2 wrap-anywhere-safe">
                <TextLink href={`${PATH}/${one.review}`}>
                  <bdi>{one.item}</bdi>
                </TextLink>{' '}
                · <bdi dir="ltr">{one.store}</bdi>
              </p>
              <div className="mt-2 flex flex-wrap gap-2">
                <ButtonForm
                  name="show"
                  hidden={{ picture: one.id }}
                  label={t('console.reviews.picture_show')}
                  kind="secondary"
                  about={about}
                />
                <ButtonForm
                  name="delete"
                  hidden={{ picture: one.id }}
                  label={t('console.reviews.picture_delete')}
                  about={about}
                />
              </div>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
