import { useSearchParams } from 'react-router'
import { listBanners, listCategories, listCollections, type Banner, type ItemCard } from '#contexts/catalog/contract.ts'
import { listItems } from '#contexts/catalog/find-contract.ts'
import { FIRST_SEEN, leanCards } from '../lean-cards.ts'
import { PageHead } from '../page-head.tsx'
import { useWords } from '../messages.tsx'
import { screenContext } from '../screen-context.ts'
import { useShell } from '../shell.tsx'
import { EnterWays } from '../enter-ways.tsx'
import { AppHome } from './home/app-home.tsx'
import { FramedHome } from './home/framed-home.tsx'
import { Question } from './home/question.tsx'
import { ThemeHome } from './home/theme-home.tsx'
import { Notice } from '#ui/notice.tsx'
import { Page } from '#ui/page-grid.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import type { Route } from './+types/home.ts'

/** As many as the page can show; the rest is one link away. */
const SHOWN = 18
const NEWEST_SHOWN = 12
/** A row of a collection. */
const PER_COLLECTION = 8

export interface HomeData {
  categories: { slug: string; name: string; drawing: string | null; count: number }[]
  /** Smartly sorted. */
  items: ItemCard[]
  newest: ItemCard[]
  total: number
  collections: { slug: string; name: string; lead: string; items: ItemCard[] }[]
  banners: Banner[]
}

export async function loader({ context }: Route.LoaderArgs): Promise<HomeData> {
  const screen = context.get(screenContext)
  const is_active = '1'
  const [categories, smart, newest, collections, banners] = await Promise.all([
    screen.call(listCategories, { query: { is_active } }),
    screen.call(listItems, { query: { is_active, per_page: SHOWN } }),
    screen.call(listItems, { query: { is_active, per_page: NEWEST_SHOWN, sort: 'newest' } }),
    screen.call(listCollections, { query: { is_active, per_collection: PER_COLLECTION } }),
    screen.call(listBanners, { query: { is_active, place: 'home' } }),
  ])
  return {
    categories: categories.data.filter(category => category.count > 0),
    items: leanCards(smart.data, FIRST_SEEN),
    newest: leanCards(newest.data),
    total: smart.meta.total,
    // On the app store's home the first item of the first one is shown large.
    collections: collections.data.map((collection, n) => ({ ...collection, items: leanCards(collection.items, n === 0 ? 1 : 0) })),
    banners: banners.data,
  }
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { t } = useWords()
  const { market, framed } = useShell()
  const head = <PageHead title={t(`home.title.${market}`)} description={t(`home.description.${market}`)} />
  if (framed)
    return (
      <>
        {head}
        <FramedHome {...loaderData} />
      </>
    )
  return (
    <>
      {head}
      <SignInAsked />
      <Question {...loaderData} />
      {__MARKET__ === 'theme' ? <ThemeHome {...loaderData} /> : <AppHome {...loaderData} />}
    </>
  )
}

/** Where a guard sends a visitor (S6.3), and where signing out ends (S2.30). */
function SignInAsked() {
  const { t } = useWords()
  const { store } = useShell()
  const [search] = useSearchParams()
  const asked = search.get('sign-in')
  if (store) return null
  if (search.get('signed') === 'out')
    return (
      <div className="bg-stone pt-4">
        <Page>
          <Notice tone="done">{t('session.ended')}</Notice>
        </Page>
      </div>
    )
  if (asked !== 'required' && asked !== 'again') return null
  return (
    <div className="bg-stone pt-4">
      <Page>
        <Panel as="section" label={t('enter.title')}>
          <PanelPart>
            <h2 className="type-d3">{asked === 'again' ? t('session.expired') : t('errors.session.required')}</h2>
            <EnterWays wide next={search.get('next') ?? '/'} className="type-body mt-2 text-ink2" />
          </PanelPart>
        </Panel>
      </Page>
    </div>
  )
}
