import type { OperatorRole, PartnerRole } from '#kernel/actor.ts'
import type { z } from 'zod'
import type { team as teamSchema } from '#modules/identity/contract.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { Form } from 'react-router'
import { useDates } from './dates.ts'
import { ButtonForm, FormDone, FormKey, PostForm, SelectField, useField } from './forms.tsx'
import { Section } from './section.tsx'
import { type FormAnswer } from './read-form.ts'
import { DataTable } from './data-table.tsx'
import { useWords } from './words.tsx'

type Team = z.output<typeof teamSchema>
type Role = OperatorRole | PartnerRole

/**
 * Members, invitations and a form to invite, for partners and for the market. Read-only without the
 * permission to change it.
 */
export function TeamPanel({
  team,
  roles,
  mayChange,
  answer,
}: {
  team: Team
  roles: readonly Role[]
  mayChange: boolean
  answer: FormAnswer | undefined
}) {
  const { t } = useWords()
  const dates = useDates()
  const field = useField(answer, 'invite')
  const options = roles.map((role) => ({ value: role, name: t(`console.role.${role}`) }))
  const rowForms = ['role', 'remove', 'withdraw']
  return (
    <>
      {answer?.error && rowForms.includes(answer.form) && (
        <Notice tone="attention" alert className="mb-6">
          {answer.error.message}
        </Notice>
      )}
      <DataTable
        label={t('console.team.members')}
        rows={team.members}
        columns={[
          {
            name: t('console.person_name'),
            cell: (one) => (
              <>
                <span className="strong">{one.name}</span>{' '}
                {one.you && <Badge>{t('console.team.you')}</Badge>}
                <bdi className="type-sm block text-ink2" dir="ltr">
                  {one.email}
                </bdi>
              </>
            ),
          },
          { name: t('console.team.role'), cell: (one) => t(`console.role.${one.role}`) },
          {
            name: t('console.second.title'),
            cell: (one) =>
              one.second_factor ? (
                <Badge tone="green" icon="check">
                  {t('console.second.on')}
                </Badge>
              ) : (
                <Badge>{t('console.second.off')}</Badge>
              ),
          },
          { name: t('console.team.since'), cell: (one) => dates.day(one.since) },
          ...(mayChange
            ? [
                {
                  name: t('console.actions'),
                  end: true,
                  cell: (one: Team['members'][number]) =>
                    !one.you && (
                      <div className="flex flex-wrap items-center gap-2 md:justify-end">
                        <Form method="post" className="flex items-center gap-2">
                          <FormKey />
                          <input type="hidden" name="form" value="role" />
                          <input type="hidden" name="person" value={one.id} />
                          <select
                            name="role"
                            defaultValue={one.role}
                            aria-label={`${t('console.team.role')}: ${one.name}`}
                            className="control min-h-9 w-auto py-1 type-sm"
                          >
                            {options.map((option) => (
                              <option key={option.value} value={option.value}>
                                {option.name}
                              </option>
                            ))}
                          </select>
                          <Button
                            type="submit"
                            size="small"
                            kind="secondary"
                            aria-label={`${t('console.team.change')}: ${one.name}`}
                          >
                            {t('console.team.change')}
                          </Button>
                        </Form>
                        <ButtonForm
                          name="remove"
                          hidden={{ person: one.id }}
                          label={t('console.team.remove')}
                          kind="danger-quiet"
                          about={one.name}
                        />
                      </div>
                    ),
                },
              ]
            : []),
        ]}
      />
      {team.invitations.length > 0 && (
        <section className="mt-9">
          <h2 className="type-d3 mb-4">{t('console.team.invitations')}</h2>
          <DataTable
            label={t('console.team.invitations')}
            rows={team.invitations}
            columns={[
              { name: t('console.email'), cell: (one) => <bdi dir="ltr">{one.email}</bdi> },
              { name: t('console.team.role'), cell: (one) => t(`console.role.${one.role}`) },
              { name: t('console.team.invited_by'), cell: (one) => one.invited_by },
              {
                name: t('console.team.until'),
                cell: (one) =>
                  one.over ? (
                    <Badge tone="coral">{t('console.team.over')}</Badge>
                  ) : (
                    dates.day(one.expires_at)
                  ),
              },
              ...(mayChange
                ? [
                    {
                      name: t('console.actions'),
                      end: true,
                      cell: (one: Team['invitations'][number]) => (
                        <ButtonForm
                          name="withdraw"
                          hidden={{ invitation: one.id }}
                          label={t('console.team.withdraw')}
                          kind="danger-quiet"
                          about={one.email}
                        />
                      ),
                    },
                  ]
                : []),
            ]}
          />
        </section>
      )}
      {mayChange && (
        <Section
          title={t('console.team.invite')}
          lead={t('console.team.invite_lead')}
          className="mt-9 max-w-180"
        >
          <FormDone answer={answer} form="invite" className="mb-5">
            {t('console.team.invited')}
          </FormDone>
          <PostForm name="invite" answer={answer} submit={t('console.team.send')}>
            <div className="grid gap-5 md:grid-cols-[minmax(0,1fr)_200px]">
              <TextField
                key={answer?.done ? 'sent' : 'open'}
                {...field('email')}
                label={t('console.email')}
                type="email"
                dir="ltr"
                autoComplete="off"
                required
              />
              <SelectField
                label={t('console.team.role')}
                name="role"
                value={field('role', roles.at(-1)).defaultValue}
                options={options}
              />
            </div>
          </PostForm>
        </Section>
      )}
    </>
  )
}
