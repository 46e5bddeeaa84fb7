import type { ReactNode } from 'react'
import { getItem, type ItemDetail } from '#contexts/catalog/contract.ts'
import { Amount } from '#ui/amount.tsx'
import { AppIcon } from '#ui/app-icon.tsx'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { LinkButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { MetaLine } from '#ui/meta-line.tsx'
import { MobileBar } from '#ui/mobile-bar.tsx'
import { Columns, Page, Sticky } from '#ui/page-grid.tsx'
import { Rating } from '#ui/stars.tsx'
import { priceInFull, ratingOf } from '../item-card.tsx'
import { useWords } from '../messages.tsx'
import { PageHead, StructuredData } from '../page-head.tsx'
import { usePaths, withQuery } from '../paths.ts'
import { screenContext } from '../screen-context.ts'
import { storeOf, useShell } from '../shell.tsx'
import { ItemPanel } from './detail/item-panel.tsx'
import { AppPictures, ThemePictures } from './detail/pictures.tsx'
import { Description, Facts, Related, Sections } from './detail/sections.tsx'
import { StepButton, type StepProps } from './detail/step-button.tsx'
import type { Route } from './+types/detail.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const screen = context.get(screenContext)
  const { data } = await screen.call(getItem, { query: { slug: params.slug, includes: 'releases,related' } })
  return { item: data, store: storeOf(screen.session) }
}

export default function Detail({ loaderData }: Route.ComponentProps) {
  const words = useWords()
  const { item, store } = loaderData
  return (
    <Page className="pt-3 md:pt-4">
      <PageHead title={item.name} description={item.tagline} />
      <StructuredData facts={structuredItem(item)} />
      <Trail item={item} />
      <article>
        {item.market === 'theme' ? <ThemeTop item={item} store={store} /> : <AppTop item={item} store={store} />}
        <Sections item={item} />
        <MobileBar
          price={<Amount text={priceInFull(item, words).text} />}
          button={<StepButton item={item} store={store} short size="medium" />}
        />
      </article>
    </Page>
  )
}

function Trail({ item }: { item: ItemDetail }) {
  const { t } = useWords()
  const { market } = useShell()
  const paths = usePaths()
  const category = item.categories[0]
  const crumbs: { href: string; name: string }[] = [{ href: paths.list, name: t(`list.title.${market}`) }]
  if (category) crumbs.push({ href: withQuery(paths.list, { category: category.slug }), name: category.name })
  return <Breadcrumb label={t('nav.trail')} crumbs={crumbs} />
}

/** Rated how, installed how often, which version; nothing where nobody has counted yet. */
function Standing({ item, children }: { item: ItemDetail; children?: ReactNode }) {
  const words = useWords()
  const { t } = words
  const rating = ratingOf(item.rating, words)
  return (
    <MetaLine className="mt-2">
      {rating ? (
        <Rating {...rating} />
      ) : (
        <a href="#reviews" className="hover:underline">
          {t('detail.no_reviews_short')}
        </a>
      )}
      {item.install_count > 0 && <span className="figures">{t('card.installs', { count: item.install_count })}</span>}
      {item.version && <span className="figures">{t('detail.version', { version: item.version })}</span>}
      {children}
    </MetaLine>
  )
}

function AppTop({ item, store }: StepProps) {
  return (
    <Columns kind="detail" className="mt-2 mb-10">
      <div className="min-w-0">
        <div className="flex items-center gap-4 md:gap-6">
          <AppIcon src={item.icon} size={88} first className="moves-icon" />
          <div className="min-w-0">
            <h1 className="type-title moves-name wrap-anywhere-safe">{item.name}</h1>
            <Standing item={item} />
          </div>
        </div>
        <p className="type-lead mt-4 mb-5">{item.tagline}</p>
        <AppPictures item={item} />
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
          <h1 className="type-name moves-name wrap-anywhere-safe">{item.name}</h1>
          <p className="type-lg mt-1.5 text-ink2">{item.tagline}</p>
          <Standing item={item}>
            {item.works_here && (
              <span className="strong inline-flex items-center gap-1.5 text-green">
                <Icon name="check" size={16} />
                {t('detail.works', { platform: platform.name })}
              </span>
            )}
            <span className="inline-flex items-center gap-1.5">
              <Icon name="shield" size={15} />
              {item.permissions.length > 0 ? t('card.permissions', { count: item.permissions.length }) : t('detail.theme_only')}
            </span>
          </Standing>
        </div>
        <div className="hidden text-end lg:block">
          <p className="type-d2 figures mb-2">
            <Amount text={priceInFull(item, words).text} />
          </p>
          <StepButton item={item} store={store} size="medium" />
        </div>
      </div>
      <ThemePictures item={item} />
      {item.links.live_preview && (
        <p className="mt-4">
          <LinkButton href={item.links.live_preview} kind="secondary" icon="shop" target="_blank" rel="noreferrer">
            {t('detail.link.preview')}
          </LinkButton>
        </p>
      )}
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

/** For search engines. A rating stands here only when somebody has given one. */
function structuredItem(item: ItemDetail) {
  return {
    '@type': 'SoftwareApplication',
    name: item.name,
    description: item.tagline,
    applicationCategory: 'BusinessApplication',
    operatingSystem: 'Web',
    softwareVersion: item.version ?? undefined,
    author: { '@type': 'Organization', name: item.developer.name },
    image: item.cover?.desktop.sources.at(-1)?.path,
    offers: { '@type': 'Offer', price: item.price, priceCurrency: item.currency, availability: 'https://schema.org/OnlineOnly' },
    aggregateRating:
      item.rating !== null && item.review_count > 0
        ? { '@type': 'AggregateRating', ratingValue: item.rating, reviewCount: item.review_count }
        : undefined,
  }
}
