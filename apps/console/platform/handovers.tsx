import { classes } from '#ui/classes.ts'
import { Badge } from '#ui/badge.tsx'
import { Icon } from '#ui/icon.tsx'
import { TextLink } from '#ui/link.tsx'
import { useDates } from '../dates.ts'
import { useWords } from '../words.tsx'
import type { Handover, Setup } from './types.ts'

const STEPS = ['arrived', 'signed', 'fresh', 'claims', 'traded', 'read', 'entered'] as const
const ANCHORS: Record<(typeof STEPS)[number], string> = {
  arrived: 's1-server',
  signed: 's1-launch-token',
  fresh: 's1-times',
  claims: 's1-iss',
  traded: 's3-credentials',
  read: 's3-store',
  entered: 's1-server',
}

export const isWhole = ({ facts }: Handover): boolean =>
  facts.some(({ step }) => step === 'entered') && facts.every(({ ok }) => ok)

function Steps({ facts }: { facts: Handover['facts'] }) {
  const { t } = useWords()
  const failed = facts.find((one) => !one.ok)
  return (
    <ol className="grid gap-3">
      {STEPS.map((step) => {
        const fact = facts.find((one) => one.step === step)
        if (!fact && failed) return null
        const tone =
          fact === undefined
            ? 'border border-dashed border-line2'
            : fact.ok
              ? 'bg-green-tint text-green'
              : 'bg-coral-text text-card'
        return (
          <li key={step} className="flex items-start gap-3">
            <span
              className={classes(
                'mt-0.5 grid size-5 shrink-0 place-items-center rounded-full',
                tone,
              )}
            >
              {fact && <Icon name={fact.ok ? 'check' : 'close'} size={13} />}
              <span className="sr-only">
                {t(`console.check.state.${fact ? (fact.ok ? 'passed' : 'failed') : 'waiting'}`)}
              </span>
            </span>
            <div className="min-w-0">
              <p className={classes('type-body', fact && !fact.ok && 'strong')}>
                {t(
                  fact && !fact.ok
                    ? `console.handover.fault.${step}`
                    : `console.handover.step.${step}`,
                )}
              </p>
              {fact && fact.detail !== '' && (
                <p lang="en" dir="ltr" className="type-sm text-start wrap-anywhere text-ink2">
                  {fact.detail}
                </p>
              )}
              {fact && !fact.ok && (
                <p className="type-sm">
                  <TextLink href={`/operator/protocol#${ANCHORS[step]}`}>
                    {t('console.check.protocol')}
                  </TextLink>
                </p>
              )}
            </div>
          </li>
        )
      })}
    </ol>
  )
}

/** What has arrived at the platform's host, part by part, as it comes. */
export function Handovers({ setup }: { setup: Setup }) {
  const { t } = useWords()
  const dates = useDates()
  const [latest, ...earlier] = setup.handovers
  const done = setup.handovers.some(isWhole)
  return (
    <section
      aria-label={t('console.handover.title')}
      className="rounded-card border border-line bg-stone p-5"
    >
      <div className="mb-1 flex flex-wrap items-center justify-between gap-2">
        <h3 className="type-d4">{t('console.handover.title')}</h3>
        <Badge tone={done ? 'green' : 'turquoise'} {...(done && { icon: 'check' as const })}>
          {t(done ? 'console.handover.done' : 'console.handover.listening')}
        </Badge>
      </div>
      <p className="type-sm mb-4 text-ink2">{t('console.handover.lead')}</p>
      <div role="status">
        {latest && (
          <p className="type-sm figures mb-3 text-ink2">
            {t('console.handover.at')} <time dateTime={latest.at}>{dates.time(latest.at)}</time>
          </p>
        )}
        <Steps facts={latest?.facts ?? []} />
      </div>
      {earlier.length > 0 && (
        <details className="mt-3">
          <summary className="type-sm inline-flex min-h-11 cursor-pointer items-center text-link">
            {t('console.handover.earlier', { n: earlier.length })}
          </summary>
          <ul className="grid gap-4 pt-2">
            {earlier.map((one) => (
              <li key={one.id} className="border-t border-line pt-3">
                <p className="type-sm figures mb-2 text-ink2">{dates.time(one.at)}</p>
                <Steps facts={one.facts} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}
