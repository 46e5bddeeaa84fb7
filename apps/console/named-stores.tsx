import type { ItemVisibility } from '#modules/publishing/visibility/contract.ts'
import { TextField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { DataTable } from './data-table.tsx'
import { useDates } from './dates.ts'
import { ButtonForm, FormDone, PostForm, useField } from './forms.tsx'
import type { FormAnswer } from './read-form.ts'
import { Section } from './section.tsx'
import { useWords } from './words.tsx'

/** The stores that may see a private item, and a form that names another. */
export function NamedStores({
  page,
  answer,
  hint,
  mayRemove = false,
}: {
  page: ItemVisibility
  answer: FormAnswer | undefined
  hint: string
  mayRemove?: boolean
}) {
  const { t } = useWords()
  const dates = useDates()
  const field = useField(answer, 'store')
  return (
    <Section
      title={t('portal.visibility.stores')}
      lead={t('portal.visibility.stores_lead')}
      className="max-w-230"
    >
      {page.visibility !== 'private' && page.stores.length > 0 && (
        <Notice className="mb-5">{t('portal.visibility.stores_later')}</Notice>
      )}
      <DataTable
        label={t('portal.visibility.stores')}
        rows={page.stores}
        empty={<p className="type-body text-ink2">{t('portal.visibility.stores_none')}</p>}
        columns={[
          {
            name: t('portal.offers.store'),
            cell: (one) => (
              <bdi dir="ltr" className="strong wrap-anywhere-safe">
                {one.domain}
              </bdi>
            ),
          },
          {
            name: t('portal.visibility.since'),
            end: true,
            cell: (one) => dates.day(one.added_at),
          },
          ...(mayRemove && page.may_write
            ? [
                {
                  name: t('console.actions'),
                  end: true,
                  cell: (one: ItemVisibility['stores'][number]) => (
                    <ButtonForm
                      name="remove-store"
                      hidden={{ id: one.id }}
                      label={t('portal.visibility.remove')}
                      about={one.domain}
                    />
                  ),
                },
              ]
            : []),
        ]}
      />
      {page.may_write && (
        <div className="mt-6">
          <FormDone answer={answer} form="store" className="mb-5">
            {t('portal.visibility.added')}
          </FormDone>
          <PostForm
            name="store"
            answer={answer}
            submit={t('portal.visibility.add')}
            kind="secondary"
          >
            <TextField
              {...field('store')}
              label={t('portal.visibility.domain')}
              hint={hint}
              dir="ltr"
              maxLength={253}
              autoComplete="off"
              required
            />
          </PostForm>
        </div>
      )}
    </Section>
  )
}
