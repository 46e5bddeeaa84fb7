import { getItem, listSavedItems, removeSavedItem, saveItem } from '#modules/catalog/contract.ts'
import type { SavedItem } from '#modules/catalog/contract.ts'
import { listInstalledItems } from '#modules/installs/contract.ts'
import { amountText } from '#modules/orders/ui/order-amounts.ts'
import { readInsidePath } from '#lib/targets.ts'
import { AppIcon, ThemeIcon } from '#ui/app-icon.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button, IconButton, LinkButton } from '#ui/button.tsx'
import { Price } from '#ui/amount.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { Page } from '#ui/page-grid.tsx'
import { useDates } from '../formats.ts'
import { goTo } from '../go-to.ts'
import { useWords } from '../messages.tsx'
import { pathsFor, usePaths, withQuery } from '../paths.ts'
import { priceInFull, pricedItem } from '../prices.ts'
import { savingOf, type SavingAnswer } from '../saving-form.ts'
import { forStoreOf, screenContext, type ScreenContext } from '../screen-context.ts'
import { useShell } from '../shell.tsx'
import { isSlug } from '../validity.ts'
import { OwnerHead } from './account/owner-head.tsx'
import type { Route } from './+types/saved.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const screen = context.get(screenContext)
  const [saved, installed] = await Promise.all([
    screen.call(listSavedItems),
    screen.call(listInstalledItems),
  ])
  const known = saved.data.map((one) => one.slug)
  return {
    items: saved.data,
    installed: installed.data.map((one) => one.slug),
    wanted: await wantedItem(screen, url.searchParams.get('add'), known),
    removed: removedOf(url.searchParams.get('removed'), known),
  }
}

/** What a visitor wanted to save, who had to enter first. */
async function wantedItem(screen: ScreenContext, slug: string | null, known: readonly string[]) {
  if (!isSlug(slug ?? undefined) || slug === null || known.includes(slug)) return null
  const found = await screen.attempt(getItem, { query: { slug } })
  return found.ok ? { slug, name: found.answer.data.name } : null
}

/** What was removed without a script, which shows the way back here. */
const removedOf = (slug: string | null, known: readonly string[]): string | null =>
  slug !== null && isSlug(slug) && !known.includes(slug) ? slug : null

/** Saves an item or removes it, for every page: a document leads back to that page. */
export async function action({ context, request }: Route.ActionArgs): Promise<SavingAnswer> {
  const screen = context.get(screenContext)
  const form = await request.formData()
  const saved = form.has('save')
  const slug = String(form.get(saved ? 'save' : 'remove') ?? '')
  const done = await screen.attempt(saved ? saveItem : removeSavedItem, {
    params: { slug },
    ...forStoreOf(form),
  })
  if (!screen.isDocument) return { slug, saved, message: done.ok ? null : done.error.message }
  if (!done.ok) throw screen.refusal(done.error.code)
  const own = pathsFor(screen.framed).saved()
  const next = readInsidePath(String(form.get('next') ?? '')) ?? own
  const isHere = next.split('?')[0] === own
  throw goTo(isHere ? withQuery(own, { removed: saved ? undefined : slug }) : next, {
    status: 303,
  })
}

/** What the store saved for later in both markets, newest first. */
export default function Saved({ loaderData }: Route.ComponentProps) {
  const { t } = useWords()
  const { market } = useShell()
  const paths = usePaths()
  const { items, installed, wanted, removed } = loaderData
  return (
    <Page className="pt-7 pb-14 md:pt-9">
      <OwnerHead
        place="saved"
        title={t('owner.saved')}
        lead={items.length > 0 && t('saved.lead', { count: items.length })}
      />
      {wanted && (
        <Notice
          icon="bookmark"
          className="mt-6"
          title={t('saved.wanted', { item: `\u2068${wanted.name}\u2069` })}
          action={
            <Button type="submit" {...savingOf(wanted.slug, false)} size="small">
              {t('saved.save')}
            </Button>
          }
        />
      )}
      {removed !== null && (
        <Notice
          tone="done"
          className="mt-6"
          title={t('saved.removed')}
          action={
            <Button type="submit" {...savingOf(removed, false)} kind="secondary" size="small">
              {t('saved.undo')}
            </Button>
          }
        />
      )}
      {items.length === 0 ? (
        <EmptyState
          className="mt-6"
          title={t('saved.empty')}
          action={
            <LinkButton href={paths.list} kind="secondary">
              {t(`orders.empty_go.${market}`)}
            </LinkButton>
          }
        >
          {t('saved.empty_note')}
        </EmptyState>
      ) : (
        <ul className="mt-6 rounded-panel border border-line bg-card">
          {items.map((one) => (
            <Row key={one.slug} saved={one} isInstalled={installed.includes(one.slug)} />
          ))}
        </ul>
      )}
    </Page>
  )
}

function Row({ saved, isInstalled }: { saved: SavedItem; isInstalled: boolean }) {
  const words = useWords()
  const { t } = words
  const dates = useDates()
  const { name, slug, item } = saved
  const href = useHrefOf(saved)
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 border-line p-4 not-first:border-t md:grid-cols-[auto_minmax(0,1fr)_auto_auto] md:p-5">
      {saved.market === 'theme' ? (
        <ThemeIcon
          colour={item?.swatches[0] ?? 'currentColor'}
          size={48}
          className="self-start text-turquoise md:self-center"
        />
      ) : (
        <AppIcon src={item?.icon} name={name} size={48} className="self-start md:self-center" />
      )}
      <div className="min-w-0">
        <h2 className="type-label line-clamp-2 wrap-anywhere-safe">
          <bdi>{item ? <TextLink href={href}>{name}</TextLink> : name}</bdi>
        </h2>
        {item && (
          <p className="type-sm line-clamp-2 text-ink2 wrap-anywhere-safe">
            <bdi>{item.tagline}</bdi>
          </p>
        )}
        <p className="type-sm text-ink2">
          {t('saved.on')} <time dateTime={saved.saved_at}>{dates.day(saved.saved_at)}</time>
        </p>
      </div>
      <div className="col-start-2 row-start-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 md:col-start-3 md:row-start-1 md:max-w-64 md:flex-col md:items-end">
        {item && (
          <Price {...priceInFull(pricedItem(item), words)} className="text-start md:text-end" />
        )}
        <State saved={saved} isInstalled={isInstalled} />
      </div>
      <IconButton
        type="submit"
        {...savingOf(slug, true)}
        icon="trash"
        label={t('saved.remove_item', { item: name })}
        className="col-start-3 row-start-1 self-start md:col-start-4 md:self-center"
      />
    </li>
  )
}

/** What there is to know of it besides its price. */
function State({
  saved: { item, price_before: before },
  isInstalled,
}: {
  saved: SavedItem
  isInstalled: boolean
}) {
  const { t } = useWords()
  if (!item) return <Badge>{t('saved.gone')}</Badge>
  if (isInstalled)
    return (
      <Badge tone="green" icon="check">
        {t('card.installed')}
      </Badge>
    )
  if (!item.installable) return <Badge>{t('card.only_listed')}</Badge>
  if (before === null) return null
  return (
    <Badge tone="green">
      {t('saved.costs_less', { before: amountText(before, item.currency) })}
    </Badge>
  )
}

/** Items of the other market have their page there. */
function useHrefOf({ slug, market: of }: SavedItem): string {
  const { market, sites } = useShell()
  const path = usePaths().item(slug)
  return of === market ? path : `${sites[of] ?? ''}${path}`
}
