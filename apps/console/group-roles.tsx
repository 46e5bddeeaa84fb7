import { OPERATOR_ROLES } from '#kernel/actor.ts'
import type { AnswerOf } from '#kernel/operation.ts'
import type { getOperatorGroups } from '#modules/identity/operator-contract.ts'
import { TextArea, TextField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { FormDone, PostForm, useField } from './forms.tsx'
import type { FormAnswer } from './read-form.ts'
import { Section } from './section.tsx'
import { useWords } from './words.tsx'

/** Which groups of the OpenID provider give which role. */
export function GroupRoles({
  groups,
  answer,
}: {
  groups: AnswerOf<typeof getOperatorGroups>
  answer: FormAnswer | undefined
}) {
  const { t } = useWords()
  const field = useField(answer, 'groups')
  return (
    <Section
      title={t('console.groups.title')}
      lead={t('console.groups.lead')}
      id="groups"
      className="mt-9 max-w-230"
    >
      {groups.provider === null && (
        <Notice className="mb-5">{t('console.groups.no_provider')}</Notice>
      )}
      <FormDone answer={answer} form="groups" className="mb-5">
        {t('console.groups.saved')}
      </FormDone>
      <PostForm name="groups" answer={answer} submit={t('console.save')}>
        <div className="grid gap-5 md:grid-cols-2">
          <TextField
            {...field('claim', groups.claim ?? '')}
            label={t('console.groups.claim')}
            hint={t('console.groups.claim_hint')}
            dir="ltr"
            maxLength={100}
            autoComplete="off"
          />
          <TextField
            {...field('scope', groups.scope)}
            label={t('console.groups.scope')}
            hint={t('console.groups.scope_hint')}
            dir="ltr"
            maxLength={100}
            autoComplete="off"
          />
          {OPERATOR_ROLES.map((role) => (
            <TextArea
              key={role}
              {...field(role, (groups.groups[role] ?? []).join('\n'))}
              label={t('console.groups.of', { role: t(`console.role.${role}`) })}
              hint={t('console.groups.lines')}
              dir="auto"
              rows={3}
              maxLength={20_000}
            />
          ))}
        </div>
      </PostForm>
    </Section>
  )
}
