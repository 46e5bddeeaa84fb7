import { Form, useNavigation } from 'react-router'
import type { SavedCard } from '#modules/orders/card-contract.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { HangingSection } from '#ui/page-grid.tsx'
import { useDates } from '../../formats.ts'
import { FormKey } from '../../forms.tsx'
import { useWords } from '../../messages.tsx'
import { usePaths } from '../../paths.ts'
import { useShell } from '../../shell.tsx'
import { CardSelect } from './card-select.tsx'
import { planPrice, useAmounts } from './plan-words.ts'
import type { Subscription } from './usage-section.tsx'

/** A trial that nobody agreed to: go on, with the day and the amount in the button, or let it end. */
export function TrialSection({
  subscription: one,
  cards,
  addsCards,
}: {
  subscription: Subscription
  cards: readonly SavedCard[]
  /** A card can be saved without a payment, on a page of its own. */
  addsCards: boolean
}) {
  const words = useWords()
  const { t } = words
  const { store } = useShell()
  const paths = usePaths()
  const dates = useDates()
  const busy = useNavigation().state !== 'idle'
  const amount = useAmounts(one.plan.currency)
  const [first] = one.coming.charges
  if (!first) return null
  const mayAgree = cards.length > 0 && !one.coming.is_preliminary
  // A page asks for the address or the card that is missing; without it the checkout does.
  const hasPage = !mayAgree && (addsCards || cards.length > 0)
  const facts = {
    day: dates.day(first.day),
    amount: amount(first.plan),
    price: planPrice(one.plan, words),
  }
  return (
    <HangingSection heading={t('subscription.go_on')}>
      <p className="type-body mb-4 max-w-[62ch]">{t('subscription.go_on.text', facts)}</p>
      {hasPage && (
        <p className="mb-5">
          <LinkButton href={paths.agree(one.id)}>{t('subscription.go_on.agree', facts)}</LinkButton>
        </p>
      )}
      <Form method="post" preventScrollReset>
        <FormKey />
        <input type="hidden" name="store" value={store?.id ?? ''} />
        {mayAgree ? (
          <>
            <input type="hidden" name="amount" value={first.plan} />
            <input type="hidden" name="day" value={first.day} />
            <CardSelect cards={cards} className="mb-4 max-w-160" />
            <Button type="submit" name="intent" value="agree" busy={busy}>
              {t('subscription.go_on.agree', facts)}
            </Button>
          </>
        ) : (
          <>
            <p className="type-sm mb-4 max-w-[62ch] text-ink2">
              {t(hasPage ? 'subscription.go_on.or_now' : 'subscription.go_on.checkout_note')}
            </p>
            <Button type="submit" name="intent" value="start" kind="secondary" busy={busy}>
              {t('subscription.go_on.now', facts)}
            </Button>
          </>
        )}
      </Form>
    </HangingSection>
  )
}
