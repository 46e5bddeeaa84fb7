import { Link, useLocation } from 'react-router'
import { InputFields } from '#modules/installs/ui/input-fields.tsx'
import { changesMade } from '#modules/installs/ui/plan-facts.ts'
import { PlanMap } from '#modules/installs/ui/plan-map.tsx'
import { PlanRows } from '#modules/installs/ui/plan-rows.tsx'
import { formatSize } from '../../formats.ts'
import { useWords } from '../../messages.tsx'
import { withChangedQuery } from '../../paths.ts'
import { OrderStepsBox } from '../install/order-steps-box.tsx'
import { DraftChoice } from '../install/draft-choice.tsx'
import { PlanWeight } from '../install/plan-form.tsx'
import { Section } from './form-sections.tsx'
import { triedOf } from '../install/tried-answers.ts'
import type { CheckoutData } from './load-checkout.ts'
import { LATER_PARAM, PLAN_FIELD } from './plan-fields.ts'
import type { Checkout } from './use-checkout.ts'

const givenDraft = ({ given }: Checkout) =>
  given.draft === 'live' || given.draft === 'draft' ? given.draft : null

/** What the payment installs: every change, the settings, and what asks for a consent of its own. */
export function PlanSection({ page, checkout }: { page: CheckoutData; checkout: Checkout }) {
  const { t, locale } = useWords()
  const location = useLocation()
  const { plan } = page
  if (plan === null) return null
  const { refused, refuse, orderSteps } = checkout.choices
  return (
    <>
      <Section
        id="plan-heading"
        title={t('installs.plan', { count: changesMade(plan.changes, refused).length })}
      >
        <input type="hidden" name={PLAN_FIELD} value={plan.version} />
        <PlanMap changes={plan.changes} t={t} className="mb-6 max-w-90" />
        <PlanRows
          changes={plan.changes}
          permissions={page.item.permissions}
          untouched={plan.untouched}
          refused={refused}
          onRefuse={refuse}
          t={t}
        />
        {plan.draft && (
          <DraftChoice chosen={givenDraft(checkout) ?? plan.draft} t={t} className="mt-6" />
        )}
        <PlanWeight
          weight={plan.weight}
          bytes={(size) => formatSize(size, locale)}
          t={t}
          className="mt-6"
        />
        <p className="type-sm mt-4">
          <Link
            to={withChangedQuery(location, { [LATER_PARAM]: '1' })}
            preventScrollReset
            replace
            className="link inline-flex min-h-9 items-center"
          >
            {t('checkout.buy_only')}
          </Link>
        </p>
        {orderSteps.length > 0 && (
          <OrderStepsBox
            parts={orderSteps}
            error={checkout.errors.order_steps}
            given={checkout.given}
            t={t}
            className="mt-6"
          />
        )}
      </Section>
      {plan.inputs.length > 0 && (
        <Section id="inputs-heading" title={t('installs.inputs')}>
          <InputFields
            fields={plan.inputs}
            given={checkout.answer ? checkout.given : triedOf(new URLSearchParams(location.search))}
            errors={checkout.errors}
            t={t}
          />
        </Section>
      )}
    </>
  )
}
