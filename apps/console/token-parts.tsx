import { TOKEN_SCOPES, type TokenScope } from '#kernel/actor.ts'
import type { AnswerOf } from '#kernel/operation.ts'
import { TOKEN_DAYS, USUAL_TOKEN_DAYS } from '#modules/identity/rules.ts'
import type { listTokens } from '#modules/identity/token-contract.ts'
import { Badge } from '#ui/badge.tsx'
import { ChoiceGroup } from '#ui/choice.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { DataTable } from './data-table.tsx'
import { useDates } from './dates.ts'
import { ButtonForm, PostForm, SelectField, useField } from './forms.tsx'
import { CopyButton } from './platform/copy-button.tsx'
import type { FormAnswer } from './read-form.ts'
import { useWords } from './words.tsx'

type Tokens = AnswerOf<typeof listTokens>

/** A new token is only in the response that created it, so reloading the page hides it. */
export const madeToken = (answer: FormAnswer | undefined): string | null =>
  answer?.form === 'create' && typeof answer.done?.['token'] === 'string'
    ? answer.done['token']
    : null

export function MadeToken({ token }: { token: string }) {
  const { t } = useWords()
  return (
    <Notice tone="done" alert className="mb-7">
      {t('console.tokens.made')}
      <code
        dir="ltr"
        className="my-2 block select-all rounded-control bg-card p-3 wrap-anywhere-safe"
      >
        {token}
      </code>
      <CopyButton value={token} about={t('console.tokens.nav')} />
      <span className="type-sm mt-2 block">{t('console.tokens.made_use')}</span>
    </Notice>
  )
}

const TONES = { live: 'green', over: 'neutral', revoked: 'coral' } as const

export function TokenTable({ tokens }: { tokens: Tokens['tokens'] }) {
  const { t } = useWords()
  const dates = useDates()
  return (
    <DataTable
      label={t('console.tokens.nav')}
      rows={tokens}
      empty={
        <EmptyState title={t('console.tokens.none')}>{t('console.tokens.none_lead')}</EmptyState>
      }
      columns={[
        {
          name: t('console.tokens.name'),
          cell: (one) => (
            <>
              <span className="strong">{one.name}</span>{' '}
              <code dir="ltr" className="type-sm text-ink2">
                …{one.ending}
              </code>
              <span className="type-sm block text-ink2">
                {one.scopes.map((scope) => t(`console.tokens.scope.${scope}`)).join(' · ')}
              </span>
            </>
          ),
        },
        {
          name: t('console.tokens.item'),
          cell: (one) => one.item?.name ?? t('console.tokens.all_items'),
        },
        { name: t('console.tokens.maker'), cell: (one) => one.maker },
        {
          name: t('console.tokens.used'),
          cell: (one) =>
            one.last_used_at === null ? (
              <span className="text-ink2">{t('console.tokens.never')}</span>
            ) : (
              dates.time(one.last_used_at)
            ),
        },
        { name: t('console.tokens.until'), cell: (one) => dates.day(one.expires_at) },
        {
          name: t('console.tokens.state'),
          cell: (one) => (
            <Badge tone={TONES[one.state]}>{t(`console.tokens.state.${one.state}`)}</Badge>
          ),
        },
        {
          name: t('console.actions'),
          end: true,
          cell: (one) =>
            one.state === 'live' && (
              <ButtonForm
                name="revoke"
                confirm={t('console.confirm.end')}
                hidden={{ id: one.id }}
                label={t('console.tokens.revoke')}
                kind="danger-quiet"
                about={one.name}
              />
            ),
        },
      ]}
    />
  )
}

/** `scopes`: what the token is for, where that is not to be chosen. */
export function TokenForm({
  items,
  answer,
  name = '',
  scopes,
}: {
  items: Tokens['items']
  answer: FormAnswer | undefined
  name?: string
  scopes?: readonly TokenScope[]
}) {
  const { t } = useWords()
  const field = useField(answer, 'create')
  return (
    <PostForm
      key={madeToken(answer) ?? 'open'}
      name="create"
      answer={answer}
      submit={t('console.tokens.create')}
    >
      <TextField
        {...field('name', name)}
        label={t('console.tokens.name')}
        hint={t('console.tokens.name_hint')}
        autoComplete="off"
        required
      />
      {scopes ? (
        <div>
          <p className="type-label mb-1.5">{t('console.tokens.scopes')}</p>
          <p className="type-sm text-ink2">
            {scopes.map((scope) => t(`console.tokens.scope.${scope}`)).join(' · ')}
          </p>
          {scopes.map((scope) => (
            <input key={scope} type="hidden" name="scopes" value={scope} />
          ))}
        </div>
      ) : (
        <ChoiceGroup label={t('console.tokens.scopes')} error={field('scopes').error}>
          {TOKEN_SCOPES.map((scope) => (
            <Checkbox key={scope} name="scopes" value={scope}>
              {t(`console.tokens.scope.${scope}`)}
            </Checkbox>
          ))}
        </ChoiceGroup>
      )}
      <div className="grid gap-5 md:grid-cols-2">
        <SelectField
          label={t('console.tokens.item')}
          name="item"
          value={field('item').defaultValue}
          error={field('item').error}
          options={[
            { value: '', name: t('console.tokens.all_items') },
            ...items.map((one) => ({ value: one.id, name: one.name })),
          ]}
        />
        <SelectField
          label={t('console.tokens.days')}
          name="days"
          value={field('days', String(USUAL_TOKEN_DAYS)).defaultValue}
          options={TOKEN_DAYS.map((days) => ({
            value: String(days),
            name: t(`console.tokens.days.${days}`),
          }))}
        />
      </div>
    </PostForm>
  )
}
