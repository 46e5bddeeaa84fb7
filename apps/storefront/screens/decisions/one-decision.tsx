import { Form, useNavigation } from 'react-router'
import type { z } from 'zod'
import type { statement } from '#contexts/statements/contract.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/long-field.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { useDates } from '../../dates.ts'
import { isolated } from '../../item-card.tsx'
import { useWords } from '../../messages.tsx'
import { useShell } from '../../shell.tsx'

type Decision = z.output<typeof statement>

const Words = ({ title, day, text }: { title: string; day?: string; text: string }) => (
  <div className="mt-4">
    <h3 className="type-label">{title}{day && <span className="type-sm font-normal text-ink2"> · {day}</span>}</h3>
    <p dir="auto" className="type-body mt-1 max-w-[80ch] whitespace-pre-line wrap-anywhere-safe">{text}</p>
  </div>
)

/** One decision: what, why, by what rule, and how it stands with the objection. */
export function OneDecision({ decision: one, given }: { decision: Decision; given: { text: string; error: string | undefined } | null }) {
  const { t, locale } = useWords()
  const dates = useDates()
  const { store } = useShell()
  const busy = useNavigation().state !== 'idle'
  const day = (iso: string) => dates.day(iso)
  return (
    <li><Panel>
      <PanelPart>
        <div className="flex flex-wrap items-baseline justify-between gap-x-5 gap-y-1">
          <h2 className="type-d4 min-w-0 wrap-anywhere-safe">{t('decisions.text_erased', { item: isolated(one.object.name, locale) })}</h2>
          {one.appeal === 'appealed' && <Badge tone="coral">{t('decisions.waiting')}</Badge>}
          {one.answer && <Badge tone={one.answer.outcome === 'reversed' ? 'green' : 'neutral'}>{t(`decisions.${one.answer.outcome}`)}</Badge>}
        </div>
        <p className="type-sm mt-1 text-ink2">{day(one.decided_at)}{one.reversed_at !== null && ` · ${t('decisions.over')}`}</p>
        <Words title={t('decisions.facts')} text={one.facts} />
        <p className="type-sm mt-3 text-ink2">{t(`decisions.grounds.${one.grounds}`, { rule: isolated(one.rule, locale) })} · {t(`decisions.automated.${one.automated}`)}</p>
        {one.appealed && <Words title={t('decisions.yours')} day={day(one.appealed.at)} text={one.appealed.text} />}
        {one.answer && <Words title={t(`decisions.${one.answer.outcome}`)} day={day(one.answer.at)} text={one.answer.reasons} />}
        {one.appeal === 'over' && <p className="type-sm mt-4 text-ink2">{t('decisions.late', { date: day(one.appeal_until) })}</p>}
      </PanelPart>
      {one.appeal === 'open' && one.reversed_at === null && (
        <PanelPart>
          <Form method="post" className="grid max-w-[80ch] gap-4">
            <h3 className="type-label">{t('decisions.object')}</h3>
            <p className="type-sm text-ink2">{t('decisions.object_note', { date: day(one.appeal_until) })}</p>
            <input type="hidden" name="store" value={store?.id ?? ''} />
            <input type="hidden" name="statement" value={one.id} />
            <TextArea
              id={`appeal-${one.id}`} name="text" label={t('decisions.words')} hint={t('decisions.words_hint')} rows={5} maxLength={4000} required dir="auto" defaultValue={given?.text ?? ''}
              {...(given?.error !== undefined && { error: given.error })}
            />
            <div><Button type="submit" kind="secondary" busy={busy}>{t('decisions.send')}</Button></div>
          </Form>
        </PanelPart>
      )}
    </Panel></li>
  )
}
