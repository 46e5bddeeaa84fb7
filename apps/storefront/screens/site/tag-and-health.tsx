import type { FieldErrors } from '#ui/use-form-check.ts'
import type { SiteFacts } from '#modules/stores/platforms/site-contract.ts'
import type { MessageKey } from '#locales/keys.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { FactList, Panel, PanelPart } from '#ui/panel.tsx'
import { useDates } from '../../formats.ts'
import { useWords } from '../../messages.tsx'
import { CopyLine } from './proof-ways.tsx'

export interface SiteAnswer {
  message: string
  fieldErrors: FieldErrors
  given: Record<string, string>
}

export interface SitePart {
  site: SiteFacts
  store: string
  answer: SiteAnswer | undefined
}

/** The script tag, and what a strict CSP needs. */
export function TagPart({ site }: SitePart) {
  const { t } = useWords()
  return (
    <section id="tag" aria-labelledby="tag-title">
      <h2 id="tag-title" className="type-d3">
        {t('site.tag.title')}
      </h2>
      <p className="type-body mt-1 mb-3 max-w-[70ch] text-ink2">{t('site.tag.note')}</p>
      <CopyLine>{site.tag}</CopyLine>
      <details className="mt-3">
        <summary className="type-label inline-flex min-h-11 items-center text-link">
          {t('site.tag.policy')}
        </summary>
        <p className="type-body mb-3 max-w-[70ch] text-ink2">{t('site.tag.policy_note')}</p>
        <div className="grid gap-2">
          {site.policy.map((line) => (
            <CopyLine key={line}>{line}</CopyLine>
          ))}
        </div>
      </details>
    </section>
  )
}

/** Health of the loader; prominent here, because shoppers see no error. */
export function HealthPart({ site: { health, proof }, store }: SitePart) {
  const { t } = useWords()
  const dates = useDates()
  const minute = (iso: string) => dates.minute(iso)
  return (
    <Panel as="section" label={t('site.health.title')}>
      <PanelPart>
        <h2 id="health" className="type-d3">
          {t('site.health.title')}
        </h2>
        {health.seen_at === null && (
          <Notice tone="attention" className="mt-3">
            {t('site.health.never_note')}
          </Notice>
        )}
        <FactList
          className="mt-4"
          facts={[
            {
              label: t('site.health.seen'),
              value:
                health.seen_at === null ? (
                  t('site.health.never')
                ) : (
                  <time dateTime={health.seen_at}>{minute(health.seen_at)}</time>
                ),
            },
            ...(health.newest === null
              ? []
              : [
                  {
                    label: t('site.health.set'),
                    value: t(health.newest ? 'site.health.newest' : 'site.health.older'),
                  },
                ]),
            {
              label: t('site.health.parts'),
              value: <span className="figures">{health.parts}</span>,
            },
            {
              label: t('site.health.proof'),
              value: t(proof.holds ? 'site.health.proof_holds' : 'site.health.proof_gone', {
                date: dates.day(proof.asked_at),
              }),
            },
          ]}
        />
        {!proof.holds && (
          <p className="type-sm mt-2 text-coral-text">{t('site.health.proof_gone_note')}</p>
        )}
      </PanelPart>
      <PanelPart>
        <h3 className="type-label strong">{t('site.health.troubles')}</h3>
        {health.troubles.length === 0 ? (
          <p className="type-body mt-1 text-ink2">{t('site.health.no_troubles')}</p>
        ) : (
          <ul className="mt-2 grid gap-2.5">
            {health.troubles.map((one) => (
              <li key={one.code + one.item} className="type-body">
                <span className="text-coral-text">
                  {t(`site.trouble.${one.code}` as MessageKey)}
                </span>{' '}
                {one.item && <bdi>{one.item}</bdi>}
                <span className="type-sm block text-ink2 wrap-anywhere-safe">
                  {t('site.trouble.where', {
                    path: `\u2068${one.path}\u2069`,
                    count: one.count,
                    date: minute(one.last_at),
                  })}
                </span>
              </li>
            ))}
          </ul>
        )}
        <form method="post" className="mt-4">
          <input type="hidden" name="store" value={store} />
          <Button type="submit" name="do" value="look" kind="secondary" icon="refresh">
            {t('site.health.look')}
          </Button>
        </form>
      </PanelPart>
    </Panel>
  )
}
