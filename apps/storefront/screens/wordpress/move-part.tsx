import type { WordPressFacts } from '#contexts/platforms/wordpress-contract.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { fieldId, type Mistakes } from '#ui/form-check.ts'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { useDates } from '../../dates.ts'
import { fieldWords } from '../../field-words.ts'
import { isolated } from '../../item-card.tsx'
import { useWords } from '../../messages.tsx'

export interface MoveAnswer { message: string | null; mistakes: Mistakes; address: string }

/** A changed address begins here; how far the last move is stands above. */
export function MovePart({ site, store, answer }: { site: WordPressFacts; store: string; answer: MoveAnswer | undefined }) {
  const { t, locale } = useWords()
  const dates = useDates()
  const { errors } = fieldWords(t, answer?.mistakes ?? {}, () => t('wordpress.move.address'))
  return (
    <section id="move" aria-labelledby="move-title">
      <h2 id="move-title" className="type-d3">{t('wordpress.move.title')}</h2>
      <p className="type-body mt-1 max-w-[70ch] text-ink2">{t('wordpress.move.note')}</p>
      <Panel className="mt-4">
        {site.move && (
          <PanelPart>
            <p className="type-body wrap-anywhere-safe">{t('wordpress.move.done', { from: isolated(site.move.from, locale), date: dates.day(site.move.at) })}</p>
            <p className="type-sm mt-1 text-ink2">{t(`wordpress.move.${site.move.state}`)}</p>
          </PanelPart>
        )}
        <PanelPart>
          <form method="post" action="#move" noValidate className="grid gap-4">
            <input type="hidden" name="store" value={store} />
            <TextField label={t('wordpress.move.address')} error={errors.address} name="address" id={fieldId('address')} defaultValue={answer?.address} dir="ltr" inputMode="url"
              autoCapitalize="none" autoCorrect="off" spellCheck={false} maxLength={2000} />
            <div>
              <Button type="submit" name="do" value="move" kind="secondary">
                {t('wordpress.move.start')}
              </Button>
            </div>
          </form>
        </PanelPart>
      </Panel>
    </section>
  )
}
