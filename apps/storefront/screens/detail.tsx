import { lazy, type ReactNode, Suspense } from 'react'
import { listOffers, previewSubscription } from '#modules/billing/contract.ts'
import { getItem, type ItemDetail } from '#modules/catalog/contract.ts'
import { AppIcon } from '#ui/app-icon.tsx'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import { MetaLine } from '#ui/meta-line.tsx'
import { MobileBar } from '#ui/mobile-bar.tsx'
import { Columns, Page, Sticky } from '#ui/page-grid.tsx'
import { Price } from '#ui/amount.tsx'
import { Rating } from '#ui/stars.tsx'
import { CategoryLinks } from '#ui/category-links.tsx'
import { useDates } from '../formats.ts'
import { ratingOf } from '../item-card.tsx'
import { useWords } from '../messages.tsx'
import { PageHead, StructuredData } from '../page-head.tsx'
import { screenContext, type ScreenContext } from '../screen-context.ts'
import { usePaths, withQuery } from '../paths.ts'
import { pricedItem, priceInFull } from '../prices.ts'
import { storeOf, useShell } from '../shell.tsx'
import { isSlug, validWhen } from '../validity.ts'
import { ItemPanel } from './detail/item-panel.tsx'
import { AppPictures, ThemePictures } from './detail/pictures.tsx'
import { Description, Facts, Related, Sections } from './detail/sections.tsx'
import { PreviewTools, StepButton, type StepProps } from './detail/step-button.tsx'
import { sharePicture, structuredItem } from './detail/structured-item.ts'
import type { Route } from './+types/detail.ts'

export const middleware = [validWhen(({ params }) => isSlug(params.slug))]

/** Only for the few stores that have an offer. */
const Offers = lazy(async () => ({
  default: (await import('./subscription/offers.tsx')).Offers,
}))

/** Only for the few items that end. */
const RetiredNotice = lazy(async () => ({
  default: (await import('../retired-notice.tsx')).RetiredNotice,
}))

export async function loader({ context, params }: Route.LoaderArgs) {
  const screen = context.get(screenContext)
  const { data } = await screen.call(getItem, {
    query: { slug: params.slug, includes: 'releases,reviews,related' },
  })
  const related = data.related && data.related.map(withoutCover)
  const [plans, offers] = await Promise.all([
    trialsLeft(screen, data),
    screen.session ? screen.attempt(listOffers, { query: { slug: data.slug } }) : null,
  ])
  return {
    item: { ...data, plans, related },
    offers: offers?.ok ? offers.answer.data : [],
    store: storeOf(screen.session),
  }
}

/** The plans without the trial that the store has used. */
async function trialsLeft(screen: ScreenContext, { slug, plans }: ItemDetail) {
  if (!screen.session || !plans.some((plan) => plan.trial_days > 0)) return plans
  const seen = await screen.attempt(previewSubscription, { query: { slug } })
  return seen.ok && seen.answer.data.trial.days === 0
    ? plans.map((plan) => ({ ...plan, trial_days: 0 }))
    : plans
}

/** Rows of apps show no cover. */
const withoutCover = <T extends NonNullable<ItemDetail['related']>[number]>(one: T): T =>
  __MARKET__ === 'theme' ? one : { ...one, cover: null }

export default function Detail({ loaderData }: Route.ComponentProps) {
  const words = useWords()
  const { item, offers, store } = loaderData
  // a theme with a cover shows it; without one it has an app's layout
  const pictured = item.market === 'theme' && item.cover !== null
  const { origin, framed } = useShell()
  const paths = usePaths()
  const crumbs = useCrumbs(item)
  const price = priceInFull(pricedItem(item), words)
  const inWords = price.text.length > 12
  return (
    <Page className="pt-3 md:pt-4">
      <PageHead
        title={item.name}
        description={item.tagline}
        picture={sharePicture(origin, item.slug, words.locale)}
        indexed={item.visibility === 'listed'}
      />
      {!framed && item.visibility === 'listed' && (
        <StructuredData facts={structuredItem(item, { origin, locale: words.locale, crumbs })} />
      )}
      <Breadcrumb label={words.t('nav.trail')} crumbs={crumbs} />
      <article>
        {item.retirement && (
          <Suspense>
            <RetiredNotice retirement={item.retirement} className="mb-6" />
          </Suspense>
        )}
        {offers.length > 0 && (
          <Suspense>
            <Offers offers={offers} className="mb-6" />
          </Suspense>
        )}
        {pictured ? <ThemeTop item={item} store={store} /> : <AppTop item={item} store={store} />}
        {item.tags.length > 0 && (
          <CategoryLinks
            label={words.t('detail.tags')}
            className="mb-8"
            words={item.tags.map(({ slug, name }) => ({
              href: withQuery(paths.list, { category: slug }),
              name,
            }))}
          />
        )}
        <Sections
          item={item}
          store={store}
          told={pictured ? 'all' : isBare(item) ? 'description' : 'nothing'}
        />
        <MobileBar
          price={
            <Price
              {...price}
              className={classes('block text-start text-balance', inWords ? 'type-sm' : 'type-lg')}
            />
          }
          button={<StepButton item={item} store={store} short size="medium" />}
        />
      </article>
    </Page>
  )
}

function useCrumbs(item: ItemDetail) {
  const { t } = useWords()
  const { market } = useShell()
  const paths = usePaths()
  const category = item.categories[0]
  const crumbs: { href: string; name: string }[] = [
    { href: paths.list, name: t(`list.title.${market}`) },
  ]
  if (category)
    crumbs.push({ href: withQuery(paths.list, { category: category.slug }), name: category.name })
  return crumbs
}

/** Rating, or the last update while there is none; installs and version. */
function Standing({ item, children }: { item: ItemDetail; children?: ReactNode }) {
  const words = useWords()
  const { t } = words
  const dates = useDates()
  const rating = ratingOf(item.rating, words)
  const updated = item.releases?.[0]?.published_at
  return (
    <MetaLine className="mt-2">
      {rating ? (
        <Rating {...rating}>
          {item.review_count > 0 && (
            <a href="#reviews" className="link">
              {t('card.ratings', { count: item.review_count })}
            </a>
          )}
        </Rating>
      ) : (
        updated && (
          <span>
            {t('detail.updated')} <time dateTime={updated}>{dates.day(updated)}</time>
          </span>
        )
      )}
      {item.install_count > 0 && (
        <span className="figures">{t('card.installs', { count: item.install_count })}</span>
      )}
      {item.version && (
        <span className="figures">{t('detail.version', { version: item.version })}</span>
      )}
      {item.version_here && item.version_here !== item.version && (
        <span className="figures">{t('detail.version_here', { version: item.version_here })}</span>
      )}
      {children}
    </MetaLine>
  )
}

/** Longer names are set in a smaller size. */
const LONG_NAME = 50

/** Without a picture, the text takes its place. */
const isBare = (item: ItemDetail) => item.cover === null && item.screenshots.length === 0

function AppTop({ item, store }: StepProps) {
  return (
    <Columns kind="detail" className="mt-2 mb-10">
      <div className="min-w-0">
        <div className="flex items-center gap-4 md:gap-6">
          <AppIcon
            src={item.icon}
            name={item.name}
            size={88}
            first
            className="moves-icon self-start"
          />
          <div className="min-w-0">
            <h1
              className={classes(
                item.name.length > LONG_NAME ? 'type-d3' : 'type-title',
                'moves-name wrap-anywhere-safe',
              )}
            >
              <bdi>{item.name}</bdi>
            </h1>
            <Standing item={item} />
          </div>
        </div>
        <p className="type-lead mt-4 mb-5 wrap-anywhere-safe">
          <bdi>{item.tagline}</bdi>
        </p>
        {isBare(item) ? <Description item={item} /> : <AppPictures item={item} />}
      </div>
      <Sticky>
        <ItemPanel item={item} store={store} />
      </Sticky>
    </Columns>
  )
}

function ThemeTop({ item, store }: StepProps) {
  const words = useWords()
  const { t } = words
  const { platform } = useShell()
  return (
    <>
      <div className="mt-2 mb-6 flex flex-wrap items-end justify-between gap-x-9 gap-y-4">
        <div className="min-w-0 flex-1 basis-90">
          <h1
            className={classes(
              item.name.length > LONG_NAME ? 'type-d2' : 'type-name',
              'moves-name wrap-anywhere-safe',
            )}
          >
            <bdi>{item.name}</bdi>
          </h1>
          <p className="type-lg mt-1.5 text-ink2 wrap-anywhere-safe">
            <bdi>{item.tagline}</bdi>
          </p>
          <Standing item={item}>
            {item.works_here && !item.fits_storefront && (
              <span className="strong">{t('detail.not_storefront')}</span>
            )}
            {item.works_here && item.fits_storefront && (
              <span className="strong inline-flex items-center gap-1.5 text-green">
                <Icon name="check" size={16} />
                {t('detail.works', { platform: platform.name })}
              </span>
            )}
            {item.installable && (
              <span className="inline-flex items-center gap-1.5">
                <Icon name="shield" size={15} />
                {item.permissions.length > 0
                  ? t('card.permissions', { count: item.permissions.length })
                  : t('detail.theme_only')}
              </span>
            )}
          </Standing>
        </div>
        <div className="hidden text-end lg:block">
          <p className="type-d2 figures mb-2">
            <Price {...priceInFull(pricedItem(item), words)} className="type-d2" />
          </p>
          <StepButton item={item} store={store} size="medium" />
        </div>
      </div>
      <ThemePictures item={item} tools={<PreviewTools item={item} />} />
      <Columns kind="detail" className="mt-10 mb-10">
        <div className="grid min-w-0 content-start gap-6">
          <h2 className="type-d3">{t('detail.what.theme')}</h2>
          <Description item={item} />
          <Facts item={item} />
          {item.related && item.related.length > 0 && (
            <section className="mt-4">
              <h2 className="type-d3 mb-5">{t('detail.related.theme')}</h2>
              <Related item={item} />
            </section>
          )}
        </div>
        <Sticky>
          <ItemPanel item={item} store={store} />
        </Sticky>
      </Columns>
    </>
  )
}
