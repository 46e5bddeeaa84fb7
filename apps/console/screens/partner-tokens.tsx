import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { TOKEN_SCOPES, type TokenScope } from '#kernel/actor.ts'
import { createToken, listTokens, revokeToken } from '#modules/identity/token-contract.ts'
import { TOKEN_DAYS, USUAL_TOKEN_DAYS } from '#modules/identity/rules.ts'
import { Badge } from '#ui/badge.tsx'
import { ChoiceGroup } from '#ui/choice.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { useDates } from '../dates.ts'
import { PageHeader } from '../page-header.tsx'
import { ButtonForm, FormError, PostForm, SelectField, useField, useFormAnswer } from '../forms.tsx'
import { Section } from '../section.tsx'
import { readForm } from '../read-form.ts'
import { consoleContext } from '../screen-context.ts'
import { DataTable } from '../data-table.tsx'
import { useWords } from '../words.tsx'

export const loader = ({ context, params }: LoaderFunctionArgs) =>
  context.get(consoleContext).call(listTokens, { params: { partner: params.partner ?? '' } })

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { screen, form, text, submit } = await readForm(context, request)
  const [name, partner] = [text('form'), params.partner ?? '']
  switch (name) {
    case 'create': {
      const days = Number(text('days')) as (typeof TOKEN_DAYS)[number]
      return submit(createToken, {
        params: { partner },
        body: {
          name: text('name'),
          scopes: form.getAll('scopes') as TokenScope[],
          days,
          ...(text('item') && { item: text('item') }),
        },
      })
    }
    case 'revoke':
      return submit(revokeToken, { params: { partner, token: text('id') } })
    default:
      throw screen.refusal('input.malformed')
  }
}

const TONES = { live: 'green', over: 'neutral', revoked: 'coral' } as const

/** A new token is only in the response that created it, so reloading the page hides it. */
export default function PartnerTokens() {
  const { t } = useWords()
  const dates = useDates()
  const { tokens, items } = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  const field = useField(answer, 'create')
  const made = answer?.form === 'create' ? answer.done?.token : undefined
  return (
    <>
      <PageHeader title={t('console.tokens.nav')} lead={t('console.tokens.lead')} />
      <FormError answer={answer} form="revoke" className="mb-6" />
      {typeof made === 'string' && (
        <Notice tone="done" alert className="mb-7">
          {t('console.tokens.made')}
          <code
            dir="ltr"
            className="my-2 block select-all rounded-control bg-card p-3 wrap-anywhere-safe"
          >
            {made}
          </code>
          <span className="type-sm block">{t('console.tokens.made_use')}</span>
        </Notice>
      )}
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
      <Section
        title={t('console.tokens.new')}
        lead={t('console.tokens.new_lead')}
        className="mt-9 max-w-180"
      >
        <PostForm
          key={typeof made === 'string' ? made : 'open'}
          name="create"
          answer={answer}
          submit={t('console.tokens.create')}
        >
          <TextField
            {...field('name')}
            label={t('console.tokens.name')}
            hint={t('console.tokens.name_hint')}
            autoComplete="off"
            required
          />
          <ChoiceGroup label={t('console.tokens.scopes')} error={field('scopes').error}>
            {TOKEN_SCOPES.map((scope) => (
              <Checkbox key={scope} name="scopes" value={scope}>
                {t(`console.tokens.scope.${scope}`)}
              </Checkbox>
            ))}
          </ChoiceGroup>
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
      </Section>
    </>
  )
}
