import { FormKey } from './form-key.tsx'
import type { z } from 'zod'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import type { listStoreData } from '#modules/market/operator-contract.ts'
import { useDates } from './dates.ts'
import { PostForm, ButtonForm, useField } from './forms.tsx'
import { type FormAnswer } from './read-form.ts'
import { DataTable } from './data-table.tsx'
import { useWords } from './words.tsx'

type StoreData = z.output<typeof listStoreData.output>

/** What a store's owner may ask for: all we know, or that it goes (D23). */
export function StoreDataPanel({
  store,
  data,
  mayAsk,
  answer,
}: {
  store: { id: string; domain: string }
  data: StoreData
  mayAsk: boolean
  answer: FormAnswer | undefined
}) {
  const { t } = useWords()
  const dates = useDates()
  const field = useField(answer, 'erase')
  return (
    <section className="mt-10">
      <h2 className="type-d3 mb-1">{t('console.data.title')}</h2>
      <p className="type-body mb-4 max-w-200 text-ink2">{t('console.data.lead')}</p>
      {answer &&
        (answer.error ? (
          answer.form === 'export' && (
            <Notice tone="attention" alert className="mb-5">
              {answer.error.message}
            </Notice>
          )
        ) : (
          <Notice tone="done" alert className="mb-5">
            {t('console.data.asked')}
          </Notice>
        ))}
      {data.requests.length > 0 && (
        <DataTable
          label={t('console.data.title')}
          rows={data.requests}
          columns={[
            {
              name: t('console.audit.what'),
              cell: (one) => (
                <>
                  {t(`console.data.kind.${one.kind}`)}
                  {one.counts && (
                    <bdi dir="ltr" className="type-sm block text-ink2">
                      {Object.entries(one.counts)
                        .filter(([, n]) => n > 0)
                        .map(([name, n]) => `${name} ${n}`)
                        .join(' · ')}
                    </bdi>
                  )}
                </>
              ),
            },
            { name: t('console.items.who'), cell: (one) => one.asked_by },
            { name: t('console.orders.at'), cell: (one) => dates.time(one.asked_at) },
            {
              name: t('console.item.state'),
              cell: (one) => (
                <Badge
                  tone={
                    one.state === 'done' ? 'green' : one.state === 'failed' ? 'coral' : 'neutral'
                  }
                >
                  {t(`console.data.state.${one.state}`)}
                </Badge>
              ),
            },
            {
              name: t('console.actions'),
              end: true,
              cell: (one) =>
                mayAsk &&
                one.file_until !== null && (
                  <form method="post" action={`/operator/stores/${store.id}/data/${one.id}/file`}>
                    <FormKey />
                    <Button type="submit" size="small" kind="secondary">
                      {t('console.data.download')}
                    </Button>
                  </form>
                ),
            },
          ]}
        />
      )}
      {mayAsk && (
        <div className="mt-5 grid items-start gap-6 lg:grid-cols-2">
          <Panel as="section" label={t('console.data.kind.export')}>
            <PanelPart>
              <h3 className="type-d4 mb-1">{t('console.data.kind.export')}</h3>
              <p className="type-body mb-4 text-ink2">{t('console.data.export_lead')}</p>
              <ButtonForm
                name="export"
                hidden={{}}
                label={t('console.data.export')}
                kind="secondary"
                about={store.domain}
              />
            </PanelPart>
          </Panel>
          <Panel as="section" label={t('console.data.kind.erase')}>
            <PanelPart>
              <h3 className="type-d4 mb-1">{t('console.data.kind.erase')}</h3>
              <p className="type-body mb-4 text-ink2">
                {t(data.may_erase ? 'console.data.erase_lead' : 'console.data.erase_not_yet')}
              </p>
              {data.may_erase && (
                <PostForm
                  name="erase"
                  answer={answer}
                  submit={t('console.data.erase')}
                  kind="danger"
                >
                  <TextField
                    {...field('domain')}
                    label={t('console.data.type_domain', { domain: store.domain })}
                    dir="ltr"
                    autoComplete="off"
                    required
                  />
                </PostForm>
              )}
            </PanelPart>
          </Panel>
        </div>
      )}
    </section>
  )
}
