import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { fieldId } from '#ui/form-check.ts'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { fieldWords } from '../../field-words.ts'
import { isolated } from '../../item-card.tsx'
import { useWords } from '../../messages.tsx'
import { LookNotice, ProofWaysPanel } from './proof-ways.tsx'
import type { SitePart } from './tag-and-health.tsx'

/** A changed address: the old one and the new one are proved, in any order. */
export function MovePart({ site, store, answer }: SitePart) {
  const { t, locale } = useWords()
  const { errors } = fieldWords(t, answer?.mistakes ?? {}, () => t('site.move.address'))
  const hidden = (
    <>
      <input type="hidden" name="store" value={store} />
      <input type="hidden" name="at" value="move" />
    </>
  )
  const { move } = site
  const ends = move && ([{ which: 'old', domain: site.domain, done: move.old_proved }, { which: 'new', domain: move.domain, done: move.new_proved }] as const)
  return (
    <section id="move" aria-labelledby="move-title">
      <h2 id="move-title" className="type-d3">{t('site.move.title')}</h2>
      <p className="type-body mt-1 mb-4 max-w-[70ch] text-ink2">{t('site.move.note')}</p>
      {!move || !ends ? (
        <Panel>
          <PanelPart>
            <form method="post" noValidate className="grid gap-4">
              {hidden}
              <TextField label={t('site.move.address')} error={errors.address} name="address" id={fieldId('address')} defaultValue={answer?.given.address} dir="ltr" inputMode="url" spellCheck={false} maxLength={300} />
              <div>
                <Button type="submit" name="do" value="move" kind="secondary">
                  {t('site.move.start')}
                </Button>
              </div>
            </form>
          </PanelPart>
        </Panel>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <LookNotice proof={move.proof} />
          {ends.map(({ which, domain, done }) => (
            <div key={which}>
              <p className="type-label mb-2 flex flex-wrap items-center gap-3">
                <span className="wrap-anywhere-safe">{t(`site.move.${which}`, { domain: isolated(domain, locale) })}</span>
                <Badge tone={done ? 'green' : 'neutral'} icon={done ? 'check' : 'clock'}>{t(done ? 'site.move.proved' : 'site.move.open')}</Badge>
              </p>
              {!done && (
                <ProofWaysPanel proof={{ ...move.proof, record: { ...move.proof.record, name: `_arasta.${domain.split(':')[0]}` } }} url={`https://${domain}`}
                  fields={
                    <>
                      {hidden}
                      <input type="hidden" name="do" value="prove" />
                      <input type="hidden" name="which" value={which} />
                    </>
                  } />
              )}
            </div>
          ))}
          <form method="post">
            {hidden}
            <Button type="submit" name="do" value="stay" kind="quiet">
              {t('site.move.end')}
            </Button>
          </form>
        </div>
      )}
    </section>
  )
}
