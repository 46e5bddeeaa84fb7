import { LANGUAGE_NAMES } from '#lib/locale.ts'
import { Fragment, type ReactNode } from 'react'
import { getItem, type ItemDetail } from '#modules/catalog/contract.ts'
import { AppIcon } from '#ui/app-icon.tsx'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { Anchor, TextLink } from '#ui/link.tsx'
import { Page } from '#ui/page-grid.tsx'
import { Price } from '#ui/amount.tsx'
import { MOST_COMPARED, pick, readSlugs } from '../compare-picks.ts'
import { formatSize, useDates } from '../formats.ts'
import { goTo } from '../go-to.ts'
import { isolated, ratingOf } from '../item-card.tsx'
import { useWords } from '../messages.tsx'
import { PageHead } from '../page-head.tsx'
import { pathsFor, usePaths } from '../paths.ts'
import { pricedItem, priceInFull } from '../prices.ts'
import { screenContext } from '../screen-context.ts'
import { useShell } from '../shell.tsx'
import type { MessageKey } from '#locales/keys.ts'
import type { Route } from './+types/compare.ts'

const ITEMS = 'items'

export async function loader({ context, url }: Route.LoaderArgs) {
  const screen = context.get(screenContext)
  const given = url.searchParams.getAll(ITEMS)
  const slugs = readSlugs(given)
  // a form's checkboxes give `items=a&items=b`; redirect to the URL to share, `items=a,b`
  if (given.length > 1) throw goTo(pathsFor(screen.framed).compare(slugs))
  const found = await Promise.all(slugs.map((slug) => screen.attempt(getItem, { query: { slug } })))
  const items = found.flatMap((one) => (one.ok ? [one.answer.data] : []))
  return { items, gone: found.length - items.length }
}

export default function Compare({ loaderData: { items, gone } }: Route.ComponentProps) {
  const { t } = useWords()
  const paths = usePaths()
  return (
    <Page className="pt-7 pb-10 md:pt-9">
      <PageHead title={t('compare.title')} description={t('compare.lead')} indexed={false} />
      <h1 className="type-title">{t('compare.title')}</h1>
      <p className="type-lg mt-2 max-w-[64ch] text-ink2">{t('compare.lead')}</p>
      {gone > 0 && <p className="type-body mt-3">{t('compare.gone')}</p>}
      {items.length === 0 ? (
        <EmptyState
          title={t('compare.empty')}
          action={
            <LinkButton kind="secondary" href={paths.list}>
              {t('compare.to_list')}
            </LinkButton>
          }
        >
          {t('compare.empty_note')}
        </EmptyState>
      ) : (
        <>
          <CompareTable items={items} />
          {items.length < MOST_COMPARED && (
            <p className="mt-5">
              <TextLink href={paths.list}>{t('compare.add')}</TextLink>
            </p>
          )}
        </>
      )}
    </Page>
  )
}

const corner = 'sticky start-0 z-10 bg-paper text-start align-top'

/** Facts as rows, items as columns; on phones the fact names are sticky while the items scroll. */
function CompareTable({ items }: { items: readonly ItemDetail[] }) {
  const { t } = useWords()
  const paths = usePaths()
  const facts = useFacts()
  const slugs = items.map((item) => item.slug)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll container must be reachable by keyboard
    <div
      role="region"
      aria-label={t('compare.table')}
      tabIndex={0}
      className="relative mt-6 overflow-x-auto"
    >
      <table className="w-full border-collapse type-body lg:table-fixed">
        <thead>
          <tr>
            <th scope="col" className={`${corner} w-28 min-w-28 md:w-44`}>
              <span className="sr-only">{t('compare.fact')}</span>
            </th>
            {items.map((item) => (
              <th
                key={item.id}
                scope="col"
                className="min-w-44 px-3 pb-4 text-start align-top regular md:min-w-52"
              >
                <div className="flex items-start justify-between gap-2">
                  <AppIcon src={item.icon} name={item.name} size={56} />
                  <Anchor
                    href={paths.compare(slugs.filter((slug) => slug !== item.slug))}
                    aria-label={t('compare.remove', { item: item.name })}
                    onClick={() => pick(item.slug, false)}
                    className="grid size-11 shrink-0 place-items-center rounded-control hover:bg-stone2"
                  >
                    <Icon name="close" size={18} />
                  </Anchor>
                </div>
                <p className="type-d4 mt-2 line-clamp-3 wrap-anywhere-safe">
                  <Anchor href={paths.item(item.slug)} className="hover:underline">
                    <bdi>{item.name}</bdi>
                  </Anchor>
                </p>
                <p className="type-sm mt-1 line-clamp-3 text-ink2 wrap-anywhere-safe">
                  <bdi>{item.tagline}</bdi>
                </p>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {facts.map(({ name, said }) => (
            <tr key={name} className="border-t border-line">
              <th scope="row" className={`${corner} py-3 pe-3 type-label wrap-anywhere-safe`}>
                {name}
              </th>
              {items.map((item) => (
                <td key={item.id} className="px-3 py-3 align-top figures wrap-anywhere-safe">
                  {said(item)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The compared facts, in order of importance to owners. */
function useFacts(): { name: string; said: (item: ItemDetail) => ReactNode }[] {
  const words = useWords()
  const dates = useDates()
  const { t, locale } = words
  const { platform } = useShell()
  const unknown = <span className="text-ink2">{t('compare.unknown')}</span>
  const lines = (said: readonly string[]) =>
    said.map((one) => (
      <Fragment key={one}>
        {one}
        <br />
      </Fragment>
    ))
  return [
    {
      name: t('compare.price'),
      said: (item) => (
        <Price {...priceInFull(pricedItem(item), words)} className="type-d4 text-start" />
      ),
    },
    {
      name: t('compare.rating'),
      said: (item) => {
        const rating = ratingOf(item.rating, words)
        return rating ? (
          `${rating.text} · ${t('card.ratings', { count: item.review_count })}`
        ) : (
          <span className="text-ink2">{t('compare.no_rating')}</span>
        )
      },
    },
    {
      name: t('compare.installs'),
      said: (item) => t('card.installs', { count: item.install_count }),
    },
    {
      name: t('compare.released'),
      said: (item) =>
        item.released_at === null ? (
          unknown
        ) : (
          <>
            <time dateTime={item.released_at}>{dates.day(item.released_at)}</time>
            {item.version && (
              <span className="type-sm block text-ink2">
                <bdi>{item.version}</bdi>
              </span>
            )}
          </>
        ),
    },
    {
      name: t('compare.permissions'),
      said: (item) =>
        !item.installable
          ? unknown
          : item.permissions.length === 0
            ? t('compare.no_permissions')
            : lines(item.permissions.map(({ code }) => t(`list.permission_${code}` as MessageKey))),
    },
    {
      name: t('compare.platform', { platform: isolated(platform.name, locale) }),
      said: (item) =>
        !item.installable ? (
          unknown
        ) : item.works_here && item.fits_storefront ? (
          <span className="strong inline-flex items-center gap-1.5 text-green">
            <Icon name="check" size={16} />
            {t('compare.works')}
          </span>
        ) : (
          t('compare.works_not')
        ),
    },
    {
      name: t('compare.languages'),
      said: (item) => lines(item.languages.map((language) => LANGUAGE_NAMES[language])),
    },
    {
      name: t('compare.weight'),
      said: (item) =>
        item.page_weight === null ? (
          unknown
        ) : item.page_weight === 0 ? (
          t('compare.weight_none')
        ) : (
          <bdi>{formatSize(item.page_weight, locale)}</bdi>
        ),
    },
    {
      name: t('compare.support'),
      said: (item) =>
        item.installable && item.support_months > 0 ? (
          t('compare.support_months', { count: item.support_months })
        ) : item.links.support ? (
          <TextLink href={item.links.support}>{t('compare.support_link')}</TextLink>
        ) : (
          unknown
        ),
    },
    { name: t('compare.developer'), said: (item) => <bdi>{item.developer.name}</bdi> },
  ]
}
