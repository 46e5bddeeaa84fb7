import type { SubscriptionSummary } from '#modules/billing/contract.ts'
import type { Installation, listInstallationFigures } from '#modules/installs/contract.ts'
import type { InstalledRow, RowSpeed } from '#modules/installs/ui/installed-table.tsx'
import { daysUntil, type Need, needOf } from '#modules/installs/ui/needs.ts'
import { amountText } from '#modules/orders/ui/order-amounts.ts'
import type { AnswerOf } from '#kernel/operation.ts'
import { LinkButton } from '#ui/button.tsx'
import { type Dates, formatAddedMs, formatSize, useDates } from '../../formats.ts'
import { ButtonForm } from '../../forms.tsx'
import { isolated } from '../../item-card.tsx'
import { type Words, useWords } from '../../messages.tsx'
import { OpenAppLink } from '../../open-app-link.tsx'
import { type Paths, usePaths } from '../../paths.ts'
import { useShell } from '../../shell.tsx'
import type { OldInstallation } from '../updates/update-cards.tsx'

export type Figures = AnswerOf<typeof listInstallationFigures>['data'][number]

/** What is known of an item beside its installation. */
export interface Known {
  changed: number
  figures: Figures | undefined
  subscription: SubscriptionSummary | undefined
  update: OldInstallation['update'] | undefined
}

/** Items of the other market are managed there. */
export const elsewhereOf = (site: string | null, framed: boolean): string =>
  `${site ?? ''}${framed ? '/market/installed' : '/account/installed'}`

/**
 * `now`: when the page was made, so that server and browser say the same. `most`: the largest
 * measured time, to which the bars are drawn.
 */
export function useRows(now: number, most: number) {
  const words = useWords()
  const dates = useDates()
  const paths = usePaths()
  const { market, framed, sites } = useShell()
  return (one: Installation, known: Known): InstalledRow => {
    const need = needWith(one, known, now)
    const isHere = one.item.market === market
    return {
      installation: one,
      need,
      badge: badgeOf(one, need, known, words, now),
      sentence: sentenceOf(one, need, known, words, dates),
      kind: kindOf(one, known, words),
      details: isHere ? paths.installation(one.item.slug) : null,
      speed: speedOf(one, known, words, most),
      next: nextOf(one, known, words, dates),
      action: isHere ? (
        <MainAction one={one} need={need} known={known} paths={paths} />
      ) : (
        <LinkButton
          href={elsewhereOf(sites[one.item.market], framed)}
          kind="secondary"
          size="small"
          icon="external"
          wide
          aria-label={words.t('my.action_of', {
            item: one.item.name,
            action: words.t(`installed.elsewhere.${one.item.market}`),
          })}
        >
          {words.t('installed.elsewhere')}
        </LinkButton>
      ),
    }
  }
}

/** Bars are drawn to this at least, so that little does not look like much. */
const FULL_BAR_MS = 50

function speedOf(
  one: Installation,
  { figures }: Known,
  { t, locale }: Words,
  most: number,
): RowSpeed {
  if (one.state === 'paused')
    return { time: '0 ms', weight: formatSize(0, locale), note: t('my.speed_off'), share: 0 }
  const visits = figures?.visits ?? null
  const bytes = visits ? visits.kb * 1000 : (figures?.page_bytes ?? null)
  return {
    time: visits && formatAddedMs(visits.ms, locale),
    weight: bytes === null ? null : formatSize(bytes, locale),
    note: visits ? t('my.speed_visits', { count: visits.visits }) : t('my.speed_none'),
    share: visits ? visits.ms / Math.max(FULL_BAR_MS, most) : 0,
  }
}

export function needWith(
  one: Installation,
  { changed, figures, subscription, update }: Known,
  now: number,
): Need {
  const isOpenTrial = subscription?.state === 'trialing' && !subscription.is_agreed
  return needOf(
    { ...one, is_stopped: one.stopped !== null },
    {
      changed,
      asks: update?.ready === false,
      failing: figures?.visits?.failing ?? false,
      subscription: subscription
        ? {
            isDue: subscription.due !== null,
            trialDaysLeft: isOpenTrial ? daysUntil(subscription.trial_until, now) : null,
          }
        : null,
    },
  )
}

function badgeOf(
  one: Installation,
  need: Need,
  { subscription }: Known,
  { t }: Words,
  now: number,
): string {
  switch (need) {
    case 'trial':
    case 'trying':
      return t('my.is.trial', { count: daysUntil(subscription?.trial_until ?? null, now) })
    case 'asks':
    case 'update':
      return t('my.is.update', { version: one.latest_version })
    case 'moving':
      return t(`installed.${one.state as 'updating'}`)
    case 'stuck':
      return t('installed.needs_action')
    case 'working':
      return t('installed.works')
    case 'paused':
      return t('installed.paused')
    default:
      return t(`my.is.${need}`)
  }
}

function sentenceOf(
  one: Installation,
  need: Need,
  { changed, figures, subscription, update }: Known,
  { t }: Words,
  dates: Dates,
): string {
  switch (need) {
    case 'payment':
      return t(one.state === 'paused' ? 'my.payment_paused' : 'my.payment', {
        day: dates.day(subscription?.due?.works_until ?? ''),
      })
    case 'stuck':
      return one.run?.failure?.message ?? t('my.stuck')
    case 'stopped':
      return one.stopped?.notice ?? ''
    case 'changed':
      return t('installed.changed_parts', { count: changed })
    case 'trial':
    case 'trying':
      return t('my.trial', { day: dates.day(subscription?.trial_until ?? '') })
    case 'failing':
      return figures?.visits ? errorsSentence(figures.visits, t) : ''
    case 'asks':
      return update ? t('my.update_asks', { count: update.asks.length }) : ''
    case 'update':
      return t('my.update_ready')
    case 'paused':
      return t('my.paused')
    default:
      return worksSentence(one, figures, t)
  }
}

const errorsSentence = ({ failed, visits }: NonNullable<Figures['visits']>, t: Words['t']) =>
  t('my.failing', { count: failed, all: visits })

/** "No errors" is said only where visits were measured. */
function worksSentence(one: Installation, figures: Figures | undefined, t: Words['t']): string {
  const visits = figures?.visits
  if (figures && figures.failures > 0) return t('my.failures', { count: figures.failures })
  if (!visits) return t('my.places', { count: one.change_count })
  return visits.failed > 0
    ? errorsSentence(visits, t)
    : t('my.no_failures', { count: one.change_count })
}

function kindOf(one: Installation, { subscription }: Known, { t }: Words): string {
  const { version } = one
  if (subscription)
    return t(subscription.state === 'trialing' ? 'my.kind.trial' : 'my.kind.subscription', {
      version,
    })
  return t(one.paid ? 'my.kind.once' : 'my.kind.free', { version })
}

function nextOf(
  one: Installation,
  { subscription }: Known,
  { t, locale }: Words,
  dates: Dates,
): InstalledRow['next'] {
  if (subscription?.due)
    return {
      amount: amountText(subscription.due.amount, subscription.plan.currency),
      note: t('my.next_due'),
    }
  if (subscription?.next)
    return {
      amount: amountText(subscription.next.plan, subscription.plan.currency),
      note: subscription.is_agreed
        ? dates.day(subscription.next.day)
        : t('my.next_if', { day: dates.day(subscription.next.day) }),
    }
  if (subscription?.state === 'trialing')
    return {
      amount: amountText(subscription.plan.price, subscription.plan.currency),
      note: t('my.next_if', { day: dates.day(subscription.trial_until ?? '') }),
    }
  return {
    amount: t('my.next_none'),
    note: one.paid
      ? t('my.next_paid', {
          amount: isolated(amountText(one.paid.total, one.paid.currency), locale),
        })
      : subscription
        ? t('my.next_ends', { day: dates.day(subscription.ends ?? '') })
        : t('price.free'),
  }
}

/** One action a row: what the item needs, or its settings. */
function MainAction({
  one,
  need,
  known: { figures, subscription, update },
  paths,
}: {
  one: Installation
  need: Need
  known: Known
  paths: Paths
}) {
  const { t } = useWords()
  const item = one.item.name
  const { slug } = one.item
  const link = (href: string, text: string, isMain = false) => (
    <LinkButton
      href={href}
      kind={isMain ? 'primary' : 'secondary'}
      size="small"
      wide
      aria-label={t('my.action_of', { item, action: text })}
    >
      {text}
    </LinkButton>
  )
  const details = (
    <LinkButton
      href={paths.installation(slug)}
      kind="secondary"
      size="small"
      wide
      aria-label={t('installed.details_of', { item })}
    >
      {t('installed.details')}
    </LinkButton>
  )
  const opens = (href: string) => (
    <OpenAppLink
      href={href}
      kind="secondary"
      size="small"
      wide
      aria-label={t('installed.open_of', { item })}
    >
      {t('installed.open')}
    </OpenAppLink>
  )
  switch (need) {
    case 'payment':
      return link(
        subscription ? paths.subscription(subscription.id) : paths.subscriptions,
        t('my.do.pay'),
        true,
      )
    case 'stuck':
      return link(paths.installation(slug), t('installed.fix'))
    case 'trial':
      return link(
        subscription ? paths.subscription(subscription.id) : paths.subscriptions,
        t('my.do.plan'),
      )
    case 'asks':
    case 'update':
      return link(paths.update(slug), t(need === 'asks' ? 'updates.review' : 'installed.update'))
    case 'failing':
      return update ? link(paths.update(slug), t('installed.update')) : details
    case 'paused':
      return (
        <ButtonForm
          fields={{ resume: one.item.id }}
          kind="secondary"
          size="small"
          label={t('my.action_of', { item, action: t('my.do.run') })}
        >
          {t('my.do.run')}
        </ButtonForm>
      )
    case 'working':
    case 'trying':
      return (figures?.settings ?? 0) > 0
        ? link(paths.settings(slug), t('installation.settings'))
        : one.go_to_app
          ? opens(one.go_to_app)
          : details
    default:
      return details
  }
}
