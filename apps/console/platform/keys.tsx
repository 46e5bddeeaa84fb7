import { Badge } from '#ui/badge.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextArea, TextField } from '#ui/field.tsx'
import { DataTable } from '../data-table.tsx'
import { useDates } from '../dates.ts'
import { ButtonForm, FormDone, FormError, PostForm, useField } from '../forms.tsx'
import type { FormAnswer } from '../read-form.ts'
import { useWords } from '../words.tsx'
import { CopyLine } from './copy-button.tsx'
import type { Platform } from './types.ts'

interface Props {
  one: Platform
  answer: FormAnswer | undefined
  mayChange: boolean
}

/** With which the market calls the connector. A new secret is shown once. */
export function Credentials({ one, answer, mayChange }: Props) {
  const { t } = useWords()
  const made = answer?.form === 'credentials' ? answer.done : undefined
  // The answer comes before the page is loaded anew.
  const clientId = made ? String(made['client_id']) : one.client_id
  return (
    <>
      {made && (
        <Notice tone="done" alert title={t('console.platform.secret_once')} className="mb-3">
          {t('console.platform.secret_once_lead')}
        </Notice>
      )}
      {clientId === null ? (
        <p className="type-body mb-4 text-ink2">{t('console.platform.credentials_none')}</p>
      ) : (
        <dl className="mb-4">
          <CopyLine label={t('console.platform.client_id')} value={clientId} />
          {made ? (
            <CopyLine
              label={t('console.platform.client_secret')}
              value={String(made['client_secret'])}
            />
          ) : (
            <div className="py-3">
              <dt className="type-sm text-ink2">{t('console.platform.client_secret')}</dt>
              <dd className="mt-1 flex flex-wrap items-baseline gap-x-3">
                <span aria-hidden="true">••••••••••••</span>
                <span className="type-sm text-ink2">{t('console.platform.secret_sealed')}</span>
              </dd>
            </div>
          )}
        </dl>
      )}
      <FormError answer={answer} form="credentials" className="mb-3" />
      {mayChange &&
        (one.client_id === null ? (
          <PostForm
            name="credentials"
            answer={answer}
            submit={t('console.platform.credentials_make')}
            kind="secondary"
          />
        ) : (
          <ButtonForm
            name="credentials"
            hidden={{}}
            label={t('console.platform.credentials_new')}
            kind="secondary"
            about={one.name}
            confirm={t('console.platform.credentials_confirm')}
          />
        ))}
    </>
  )
}

/** Public keys with which the platform signs launch tokens: by address, or pasted. */
export function Keys({ one, answer, mayChange }: Props) {
  const { t } = useWords()
  const dates = useDates()
  const [fetched, pasted] = [useField(answer, 'fetch'), useField(answer, 'key')]
  const rows = one.keys.map((key) => ({ id: key.kid, ...key }))
  const added = answer?.form === 'fetch' ? (answer.done?.['added'] as string[] | undefined) : null
  return (
    <>
      {rows.length === 0 ? (
        <p className="type-body mb-4 text-ink2">{t('console.platform.keys_none')}</p>
      ) : (
        <DataTable
          label={t('console.platforms.keys')}
          rows={rows}
          columns={[
            { name: t('console.platforms.key'), cell: (key) => <bdi dir="ltr">{key.kid}</bdi> },
            {
              name: t('console.item.state'),
              cell: (key) =>
                key.retired_at === null && key.valid_until !== null ? (
                  <span className="text-ink2">
                    {t('console.platforms.key_left', { time: dates.time(key.valid_until) })}
                  </span>
                ) : key.retired_at === null ? (
                  <Badge tone="green">{t('console.platforms.key_live')}</Badge>
                ) : (
                  <span className="text-ink2">
                    {t('console.platforms.key_retired')} · {dates.day(key.retired_at)}
                  </span>
                ),
            },
            ...(mayChange
              ? [
                  {
                    name: t('console.actions'),
                    end: true,
                    cell: (key: (typeof rows)[number]) =>
                      key.retired_at === null && (
                        <ButtonForm
                          name="retire"
                          confirm={t('console.platform.key_confirm')}
                          hidden={{ kid: key.kid }}
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
      )}
      <FormError answer={answer} form="retire" className="mt-4" />
      {mayChange && (
        <div className="mt-6 grid gap-8 lg:grid-cols-2">
          <PostForm
            name="fetch"
            answer={answer}
            submit={t(
              one.keys_url === null ? 'console.platform.fetch' : 'console.platform.fetch_again',
            )}
            kind="secondary"
            className="grid content-start gap-5"
          >
            <FormDone answer={answer} form="fetch">
              {added?.length
                ? `${t('console.platform.fetched')} ${added.join(', ')}`
                : t('console.platform.fetched_none')}
            </FormDone>
            {one.keys_url !== null && (
              <p className="type-sm text-ink2">
                {one.keys_fetched_at === null
                  ? t('console.platform.attached')
                  : t('console.platform.attached_at', { at: dates.time(one.keys_fetched_at) })}
              </p>
            )}
            <TextField
              {...fetched('url', one.keys_url ?? '')}
              label={t('console.platform.jwks')}
              hint={t('console.platform.jwks_hint')}
              dir="ltr"
              inputMode="url"
              autoComplete="off"
              maxLength={500}
              required
            />
          </PostForm>
          {one.keys_url === null ? (
            <PostForm
              name="key"
              answer={answer}
              submit={t('console.platforms.add_send')}
              kind="secondary"
              className="grid content-start gap-5"
            >
              <FormDone answer={answer} form="key">
                {t('console.shelves.saved')}
              </FormDone>
              <TextArea
                {...pasted('jwk')}
                label={t('console.platforms.add')}
                hint={t('console.platforms.add_hint')}
                rows={3}
                dir="ltr"
                spellCheck={false}
                maxLength={1000}
                required
              />
            </PostForm>
          ) : (
            <ButtonForm
              name="detach"
              hidden={{}}
              label={t('console.platform.detach')}
              kind="secondary"
              about={one.name}
              confirm={t('console.platform.detach_means')}
            />
          )}
        </div>
      )}
    </>
  )
}
