import type { z } from 'zod'
import type { getStore } from '#contexts/backoffice/contract.ts'
import { TextField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { useDates } from './dates.ts'
import { DeskForm, useField, type FormAnswer } from './forms.tsx'
import { useWords } from './words.tsx'

/** A WordPress site whose plugin was deleted with things of ours on it: support ends in our records what nobody can take off there. */
export function ForgetPanel({ store, answer }: { store: z.output<typeof getStore.output>; answer: FormAnswer | undefined }) {
  const { t } = useWords()
  const dates = useDates()
  const field = useField(answer, 'forget')
  if (answer?.form === 'forget' && !answer.error) return <Notice tone="done" alert className="mt-10">{t('console.forget.done')}</Notice>
  if (!store.silence) return null
  return (
    <Panel as="section" label={t('console.forget.title')} className="mt-10 max-w-200">
      <PanelPart>
        <h2 className="type-d3 mb-1">{t('console.forget.title')}</h2>
        <p className="type-body mb-4 text-ink2">{t('console.forget.lead', { count: store.silence.looks, date: dates.time(store.silence.since) })}</p>
        {store.silence.may_forget ? (
          <DeskForm name="forget" answer={answer} submit={t('console.forget.press')} kind="danger">
            <TextField {...field('domain')} label={t('console.data.type_domain', { domain: store.domain })} dir="ltr" autoComplete="off" required />
          </DeskForm>
        ) : (
          <p className="type-body">{t('console.forget.not_yet')}</p>
        )}
      </PanelPart>
    </Panel>
  )
}
