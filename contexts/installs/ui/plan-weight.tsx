import type { T } from './words.ts'

interface Weight { size: number; files: number; outside: readonly string[] }

/** What comes with it: how much, how many files, and from where pages will load them. To be known; nothing to agree to. */
export function PlanWeight({ weight, bytes, t, className }: { weight: Weight; bytes: (size: number) => string; t: T; className?: string }) {
  const { outside } = weight
  return (
    <section aria-labelledby="weight-heading" className={className}>
      <h2 id="weight-heading" className="type-label mb-2">
        {t('plan.weight')}
      </h2>
      <dl className="type-sm grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <dt className="text-ink2">{t('plan.weight.size')}</dt>
        <dd className="figures">
          <bdi>{bytes(weight.size)}</bdi>
        </dd>
        <dt className="text-ink2">{t('plan.weight.files')}</dt>
        <dd className="figures">{t('plan.weight.files_count', { count: weight.files })}</dd>
        <dt className="text-ink2">{t('plan.weight.from')}</dt>
        <dd className="wrap-anywhere-safe">{outside.length === 0 ? t('plan.weight.own') : t('plan.weight.outside', { origins: outside.join(' · ') })}</dd>
      </dl>
    </section>
  )
}
