import type { Translate } from '#lib/locale.ts'
import { type Currency, formatAmount, toMinor } from '#lib/money.ts'
import type { ConsoleKey } from '#locales/keys.ts'
import type { PartnerEvent } from './contract.ts'

/** An event in a sentence, for the page and for feeds. */
export function eventSentence(t: Translate<ConsoleKey>, event: PartnerEvent): string {
  const { kind, item, store, stars, amount, currency } = event
  const said = {
    item: item?.name ?? '–',
    store: store ?? t('portal.feed.some_shop'),
    count: stars ?? 0,
    amount:
      amount === null || currency === null
        ? '–'
        : formatAmount(toMinor(amount, currency) ?? 0, currency as Currency),
  }
  return t(`portal.feed.said.${kind}`, said)
}

const REASONS = [
  'not_needed',
  'too_expensive',
  'does_not_work',
  'hard_to_use',
  'slows_down',
  'missing_feature',
  'trying_out',
  'other',
] as const

/** Why an item was uninstalled, or how an install failed; null where nothing is known. */
export function eventReason(
  t: Translate<ConsoleKey>,
  { reason, failure }: PartnerEvent,
): string | null {
  const known = REASONS.find((one) => one === reason)
  return known ? t(`console.figures.reason.${known}`) : failure
}

/** The page that an event leads to, below the partner's; null where there is none. */
export const eventPath = ({ kind, subject }: PartnerEvent): string | null =>
  ({
    installed: null,
    uninstalled: null,
    install_failed: null,
    refunded: null,
    reviewed: '/reviews',
    asked: `/messages/${subject}`,
    paid_out: '/payouts',
  })[kind]
