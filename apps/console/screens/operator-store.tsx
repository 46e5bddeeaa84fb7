import {
  eraseStoreData,
  exportStoreData,
  listStoreData,
} from '#modules/market/operator-contract.ts'
import { getStoreTimeline } from '#modules/market/timeline-contract.ts'
import { forgetStoreSite, getStore } from '#modules/installs/operator-contract.ts'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { z } from 'zod'
import { Badge } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FactList, Panel, PanelPart } from '#ui/panel.tsx'
import { TextLink } from '#ui/link.tsx'
import { TextField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { useDates } from '../dates.ts'
import { PageHeader } from '../page-header.tsx'
import { ButtonForm, FormKey, PostForm, useField, useFormAnswer } from '../forms.tsx'
import { type FormAnswer, answerOf, readForm } from '../read-form.ts'
import { InstallState } from '../state-badges.tsx'
import { consoleContext } from '../screen-context.ts'
import { DataTable, queryOf } from '../data-table.tsx'
import { SubjectTimeline } from '../timeline/subject-timeline.tsx'
import { submitNote } from '../timeline/write-note.ts'
import { useWords } from '../words.tsx'
import { Button } from '#ui/button.tsx'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  const given = { params: { store: params.store ?? '' } }
  const [store, data, timeline] = await Promise.all([
    screen.call(getStore, given),
    screen.call(listStoreData, given),
    screen.call(getStoreTimeline, { ...given, query: queryOf(request, ['after']) }),
  ])
  return { ...store, data, timeline, mayAsk: screen.person?.operatorRole === 'admin' }
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const read = await readForm(context, request)
  const { screen, form, text, submit } = read
  const [name, given] = [text('form'), { params: { store: params.store ?? '' } }]
  if (name === 'note') return submitNote(read, 'store', params.store)
  if (name === 'forget')
    return submit(forgetStoreSite, { ...given, body: { domain: text('domain') } })
  return answerOf(
    name,
    form,
    name === 'erase'
      ? await screen.attempt(eraseStoreData, { ...given, body: { domain: text('domain') } })
      : await screen.attempt(exportStoreData, given),
  )
}

/**
 * Platform, version and the system behind it where it has another name: WooCommerce, WordPress
 * 6.1.9.
 */
const platformOf = ({ platform, system }: z.output<typeof getStore.output>): string =>
  system === null
    ? platform
    : system.name === platform
      ? `${platform} ${system.version}`
      : `${platform}, ${system.name} ${system.version}`

/**
 * A store as support sees it: its installations and their runs; no credentials, no personal data of
 * the owner.
 */
export default function OperatorStore() {
  const { t } = useWords()
  const dates = useDates()
  const store = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  return (
    <>
      <PageHeader
        back={{ href: '/operator/stores', name: t('console.nav.stores') }}
        title={store.domain}
        lead={store.name}
        end={
          <Badge tone={store.status === 'active' ? 'green' : 'neutral'}>
            {t(`console.store.${store.status}`)}
          </Badge>
        }
      />
      <FactList
        columns={2}
        className="mb-9"
        facts={[
          { label: t('console.stores.platform'), value: platformOf(store) },
          { label: t('console.team.since'), value: dates.day(store.since) },
          { label: t('console.stores.address'), value: store.url },
          { label: t('console.stores.id'), value: store.id },
          // What was bought is for those who answer for money.
          ...(store.mayAsk
            ? [
                {
                  label: t('console.nav.orders'),
                  value: (
                    <TextLink href={`/operator/orders?store=${store.id}`}>
                      {t('console.stores.orders')}
                    </TextLink>
                  ),
                },
                {
                  label: t('console.nav.documents'),
                  value: (
                    <TextLink href={`/operator/documents?store=${store.id}`}>
                      {t('console.documents.open')}
                    </TextLink>
                  ),
                },
              ]
            : []),
        ]}
      />
      <h2 className="type-d3 mb-4">{t('console.stores.items')}</h2>
      <DataTable
        label={t('console.stores.items')}
        rows={store.items.map((one) => ({ ...one, id: one.installation }))}
        empty={<EmptyState title={t('console.stores.nothing')} as="h3" />}
        columns={[
          {
            name: t('console.item.name'),
            cell: (one) => (
              <TextLink href={`/operator/installations/${one.installation}`} className="strong">
                <bdi>{one.name}</bdi>
              </TextLink>
            ),
          },
          {
            name: t('console.item.release'),
            cell: (one) => <bdi className="figures">{one.version}</bdi>,
          },
          {
            name: t('console.item.state'),
            cell: (one) => (
              <>
                <InstallState state={one.state} />
                {one.failure && (
                  <code dir="ltr" className="type-xs mt-1 block text-ink2">
                    {one.failure}
                  </code>
                )}
              </>
            ),
          },
          {
            name: t('console.stores.changed'),
            end: true,
            cell: (one) => dates.time(one.changed_at),
          },
        ]}
      />
      <ForgetPanel store={store} answer={answer} />
      <SubjectTimeline {...store.timeline} />
      <StoreDataPanel
        store={store}
        data={store.data}
        mayAsk={store.mayAsk}
        answer={answer?.form === 'forget' || answer?.form === 'note' ? undefined : answer}
      />
    </>
  )
}

/**
 * For a WordPress site whose plugin was deleted with our effects in place: support removes from our
 * records what nobody can remove there.
 */
function ForgetPanel({
  store,
  answer,
}: {
  store: z.output<typeof getStore.output>
  answer: FormAnswer | undefined
}) {
  const { t } = useWords()
  const dates = useDates()
  const field = useField(answer, 'forget')
  if (answer?.form === 'forget' && !answer.error)
    return (
      <Notice tone="done" alert className="mt-10">
        {t('console.forget.done')}
      </Notice>
    )
  if (!store.silence) return null
  return (
    <Panel as="section" label={t('console.forget.title')} className="mt-10 max-w-200">
      <PanelPart>
        <h2 className="type-d3 mb-1">{t('console.forget.title')}</h2>
        <p className="type-body mb-4 text-ink2">
          {t('console.forget.lead', {
            count: store.silence.looks,
            date: dates.time(store.silence.since),
          })}
        </p>
        {store.silence.may_forget ? (
          <PostForm name="forget" answer={answer} submit={t('console.forget.press')} kind="danger">
            <TextField
              {...field('domain')}
              label={t('console.data.type_domain', { domain: store.domain })}
              dir="ltr"
              autoComplete="off"
              required
            />
          </PostForm>
        ) : (
          <p className="type-body">{t('console.forget.not_yet')}</p>
        )}
      </PanelPart>
    </Panel>
  )
}

type StoreData = z.output<typeof listStoreData.output>

/** Requests of a store's owner: export or erase its data (D23). */
function StoreDataPanel({
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
