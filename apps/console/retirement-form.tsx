import type { ItemVisibility } from '#modules/publishing/visibility/contract.ts'
import { TextField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { useDates } from './dates.ts'
import { ButtonForm, FormDone, PostForm, useField } from './forms.tsx'
import type { FormAnswer } from './read-form.ts'
import { Section } from './section.tsx'
import { useWords } from './words.tsx'

/** From which day on an item is no longer developed, and what replaces it. */
export function RetirementForm({
  page,
  name,
  answer,
  hint,
}: {
  page: ItemVisibility
  /** Of the item. */
  name: string
  answer: FormAnswer | undefined
  hint: string
}) {
  const { t } = useWords()
  const dates = useDates()
  const field = useField(answer, 'retire')
  const { retirement } = page
  return (
    <Section
      title={t('portal.retire.title')}
      lead={t('portal.retire.lead')}
      id="retirement"
      className="max-w-230"
    >
      <FormDone answer={answer} form="retire" className="mb-5">
        {t('portal.visibility.saved')}
      </FormDone>
      {retirement !== null && (
        <Notice
          className="mb-5"
          action={
            page.may_write && (
              <ButtonForm name="keep" hidden={{}} label={t('portal.retire.keep')} about={name} />
            )
          }
        >
          {retirement.successor === null
            ? t('portal.retire.alone', { day: dates.day(retirement.on) })
            : t('portal.retire.with', {
                day: dates.day(retirement.on),
                successor: retirement.successor.name,
              })}
        </Notice>
      )}
      {page.may_write && (
        <PostForm
          name="retire"
          answer={answer}
          submit={t(retirement === null ? 'portal.retire.save' : 'portal.retire.change')}
          kind="secondary"
        >
          <div className="grid gap-5 md:grid-cols-2">
            <TextField
              {...field('on', retirement?.on ?? '')}
              label={t('portal.retire.day')}
              type="date"
              dir="ltr"
              required
            />
            <TextField
              {...field('successor', retirement?.successor?.slug ?? '')}
              label={t('portal.retire.successor')}
              hint={hint}
              dir="ltr"
              maxLength={120}
              autoComplete="off"
            />
          </div>
        </PostForm>
      )}
    </Section>
  )
}
