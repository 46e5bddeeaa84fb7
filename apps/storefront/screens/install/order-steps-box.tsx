import { ConsentBox } from '#modules/orders/ui/consent-box.tsx'
import { fieldId } from '#ui/use-form-check.ts'
import { Icon } from '#ui/icon.tsx'
import type { PlanChange } from '#modules/installs/contract.ts'
import { ORDER_STEPS_FIELD } from '#modules/installs/ui/read-inputs.ts'
import type { T } from '#modules/installs/ui/words.ts'

/**
 * S3.8: what is added to pages where customers type addresses and cards, with a separate consent
 * that is never preselected.
 */
export function OrderStepsBox({
  parts,
  name = ORDER_STEPS_FIELD,
  error,
  given,
  t,
  className,
}: {
  parts: readonly Pick<PlanChange, 'key' | 'title' | 'placement'>[]
  /** Of its box, where a page has several. */
  name?: string
  error: string | undefined
  /** Submitted values, when the form is shown again. */
  given: Readonly<Record<string, string>> | undefined
  t: T
  className?: string
}) {
  const heading = `${fieldId(name)}-heading`
  return (
    <section aria-labelledby={heading} className={className}>
      <div className="flex gap-3 rounded-control-lg bg-coral-tint p-4">
        <Icon name="warning" size={19} className="mt-1 shrink-0" />
        <div className="min-w-0 flex-1">
          <h2 id={heading} className="type-label wrap-anywhere-safe">
            {t('order_steps.title')}
          </h2>
          <ul className="type-body mt-1">
            {parts.map((part) => (
              <li key={part.key} className="wrap-anywhere-safe">
                {t('order_steps.part', {
                  title: part.title,
                  place: t(`installs.placement.${part.placement}` as 'installs.placement.100100'),
                })}
              </li>
            ))}
          </ul>
          <p className="type-body mt-2 wrap-anywhere-safe">{t('order_steps.note')}</p>
          <ConsentBox
            name={name}
            id={fieldId(name)}
            version="1"
            sentence={t('order_steps.agree')}
            className="mt-2"
            error={error}
            defaultChecked={given !== undefined && name in given}
          />
          <p className="type-sm mt-1 text-ink2">{t('order_steps.kept')}</p>
        </div>
      </div>
    </section>
  )
}
