import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import {
  addPlatformKey,
  changePlatformPrices,
  getPlatforms,
  retirePlatformKey,
} from '#modules/stores/platforms/contract.ts'
import { Badge } from '#ui/badge.tsx'
import { Switch } from '#ui/choice.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextArea, TextField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { FactList, Panel, PanelPart } from '#ui/panel.tsx'
import { TextLink } from '#ui/link.tsx'
import { countOf } from '../dates.ts'
import { PageHeader } from '../page-header.tsx'
import { PostForm, ButtonForm, useField, useFormAnswer } from '../forms.tsx'
import { readForm, type FormAnswer } from '../read-form.ts'
import { consoleContext } from '../screen-context.ts'
import { DataTable } from '../data-table.tsx'
import { useWords } from '../words.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  return {
    ...(await screen.call(getPlatforms)),
    mayChange: screen.person?.operatorRole === 'admin',
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { text, submit } = await readForm(context, request)
  const [name, platform] = [text('form'), text('platform') as unknown as number]
  if (name.startsWith('retire'))
    return submit(retirePlatformKey, { params: { platform, kid: text('kid') } })
  if (name.startsWith('key'))
    return submit(addPlatformKey, {
      params: { platform },
      body: { jwk: text('jwk') },
    })
  return submit(changePlatformPrices, {
    params: { platform },
    body: {
      prices_include_tax: text('with_tax') === '1',
      home_country: text('home_country'),
    },
  })
}

type Platform = Awaited<ReturnType<typeof loader>>['platforms'][number]

function PlatformPanel({
  one,
  mayChange,
  answer,
}: {
  one: Platform
  mayChange: boolean
  answer: FormAnswer | undefined
}) {
  const { t, locale } = useWords()
  const field = useField(answer, `prices ${one.id}`)
  const keyField = useField(answer, `key ${one.id}`)
  const hidden = { platform: String(one.id) }
  const keys = one.keys.map((key) => ({ id: key.kid, ...key }))
  return (
    <Panel as="section" label={one.name}>
      <PanelPart>
        <h2 className="type-d3 mb-4">{one.name}</h2>
        <FactList
          columns={2}
          facts={[
            { label: t('console.platforms.connector'), value: one.connector ?? '–' },
            { label: t('console.platforms.panels'), value: one.panels.join(' ') || '–' },
            { label: t('console.platforms.stores'), value: countOf(one.stores, locale) },
            {
              label: t('console.platforms.runs'),
              value: t('console.platforms.runs_words', one.runs),
            },
          ]}
        />
        <p className="type-sm mt-4">
          <TextLink href={`/operator/platforms/${one.id}/report`}>
            {t('console.versions.report')}
          </TextLink>
        </p>
      </PanelPart>
      {mayChange && (
        <PanelPart>
          <h3 className="type-d4 mb-4">{t('console.platforms.prices')}</h3>
          <PostForm
            name={`prices ${one.id}`}
            answer={answer}
            submit={t('console.save')}
            kind="secondary"
            hidden={hidden}
          >
            <Switch
              name="with_tax"
              value="1"
              label={t('console.platforms.with_tax')}
              on={t('console.platforms.with_tax')}
              off={t('console.platforms.with_tax')}
              defaultChecked={one.prices_include_tax}
            />
            <TextField
              {...field('home_country', one.home_country)}
              label={t('console.platforms.country')}
              dir="ltr"
              maxLength={2}
              autoComplete="off"
              required
              className="max-w-100"
            />
          </PostForm>
        </PanelPart>
      )}
      <PanelPart>
        <h3 className="type-d4 mb-4">{t('console.platforms.keys')}</h3>
        <DataTable
          label={t('console.platforms.keys')}
          rows={keys}
          columns={[
            { name: t('console.platforms.key'), cell: (key) => <bdi dir="ltr">{key.kid}</bdi> },
            {
              name: t('console.item.state'),
              cell: (key) => (
                <Badge tone={key.retired_at ? 'neutral' : 'green'}>
                  {t(
                    key.retired_at ? 'console.platforms.key_retired' : 'console.platforms.key_live',
                  )}
                </Badge>
              ),
            },
            ...(mayChange
              ? [
                  {
                    name: t('console.actions'),
                    end: true,
                    cell: (key: (typeof keys)[number]) =>
                      key.retired_at === null && (
                        <ButtonForm
                          name={`retire ${one.id}`}
                          confirm={t('console.confirm.end')}
                          hidden={{ ...hidden, kid: key.kid }}
                          label={t('console.platforms.retire')}
                          kind="danger-quiet"
                          about={key.kid}
                        />
                      ),
                  },
                ]
              : []),
          ]}
        />
        {mayChange && (
          <PostForm
            name={`key ${one.id}`}
            answer={answer}
            submit={t('console.platforms.add_send')}
            kind="secondary"
            hidden={hidden}
            className="mt-6 grid gap-5"
          >
            <TextArea
              {...keyField('jwk')}
              label={t('console.platforms.add')}
              hint={t('console.platforms.add_hint')}
              rows={3}
              dir="ltr"
              spellCheck={false}
              maxLength={1000}
              required
            />
          </PostForm>
        )}
      </PanelPart>
    </Panel>
  )
}

/** The supported platforms. Values set by the configuration are read-only. */
export default function OperatorPlatforms() {
  const { t } = useWords()
  const { platforms, settings, mayChange } = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  return (
    <>
      <PageHeader title={t('console.nav.platforms')} lead={t('console.platforms.lead')} />
      {answer &&
        (answer.error ? (
          Object.keys(answer.error.fieldErrors ?? {}).length === 0 && (
            <Notice tone="attention" alert className="mb-6">
              {answer.error.message}
            </Notice>
          )
        ) : (
          <Notice tone="done" alert className="mb-6">
            {t('console.shelves.saved')}
          </Notice>
        ))}
      {platforms.length === 0 ? (
        <EmptyState title={t('console.platforms.none')} />
      ) : (
        <div className="grid gap-6">
          {platforms.map((one) => (
            <PlatformPanel key={one.id} one={one} mayChange={mayChange} answer={answer} />
          ))}
        </div>
      )}
      <section className="mt-10">
        <h2 className="type-d3 mb-1">{t('console.platforms.settings')}</h2>
        <p className="type-body mb-4 max-w-200 text-ink2">{t('console.platforms.settings_lead')}</p>
        <FactList
          columns={2}
          facts={settings.map((one) => ({ label: one.name, value: one.value ?? '–' }))}
        />
      </section>
    </>
  )
}
