import { AUTOMATED, CAUSES, GROUNDS, REASONS_RULES } from '#modules/publishing/statements/rules.ts'
import type { ConsoleKey } from '#locales/keys.ts'
import { TextArea, TextField } from '#ui/field.tsx'
import { SelectField, useField } from './forms.tsx'
import { textOf, type FormAnswer } from './read-form.ts'
import { useWords } from './words.tsx'

/** The choices of each field that classifies a decision (Digital Services Act, article 17). */
const CHOICES = { grounds: GROUNDS, cause: CAUSES, automated: AUTOMATED }

/** One of the fields that classify a decision. */
export function ReasonChoice({ name, value }: { name: keyof typeof CHOICES; value: string }) {
  const { t } = useWords()
  return (
    <SelectField
      label={t(`console.statement.${name}`)}
      name={name}
      value={value}
      options={CHOICES[name].map((choice) => ({
        value: choice,
        name: t(`console.statement.${name}.${choice}` as ConsoleKey),
      }))}
    />
  )
}

/** The fields that every decision requires; `reasonsOf` reads them. */
export function ReasonsFields({
  answer,
  form,
  automated = 'no',
}: {
  answer: FormAnswer | undefined
  form: string
  automated?: (typeof AUTOMATED)[number]
}) {
  const { t } = useWords()
  const field = useField(answer, form)
  return (
    <fieldset className="grid gap-5">
      <legend className="type-d4">{t('console.statement.reasons')}</legend>
      <p className="type-body text-ink2">{t('console.statement.reasons_lead')}</p>
      <TextArea
        {...field('facts')}
        label={t('console.statement.facts')}
        hint={t('console.statement.facts_hint')}
        rows={5}
        dir="auto"
        maxLength={REASONS_RULES.facts.max}
        required
      />
      <div className="grid gap-5 md:grid-cols-2">
        <ReasonChoice name="grounds" value={field('grounds', 'contract').defaultValue} />
        <TextField
          {...field('rule')}
          label={t('console.statement.rule')}
          hint={t('console.statement.rule_hint')}
          dir="auto"
          maxLength={REASONS_RULES.rule.max}
          required
        />
        <ReasonChoice name="cause" value={field('cause', 'own').defaultValue} />
        <ReasonChoice name="automated" value={field('automated', automated).defaultValue} />
      </div>
    </fieldset>
  )
}

/** Reads the fields of `REASONS`; the operation validates them. */
export const reasonsOf = (form: FormData) => ({
  facts: textOf(form, 'facts'),
  rule: textOf(form, 'rule'),
  grounds: textOf(form, 'grounds') as (typeof GROUNDS)[number],
  cause: textOf(form, 'cause') as (typeof CAUSES)[number],
  automated: textOf(form, 'automated') as (typeof AUTOMATED)[number],
})
