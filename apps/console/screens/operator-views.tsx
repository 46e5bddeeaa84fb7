import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { deleteView, listViews, saveView } from '#modules/market/views-contract.ts'
import { VIEW_NAME_RULES } from '#modules/market/views-rules.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/field.tsx'
import { TextLink } from '#ui/link.tsx'
import { DataTable } from '../data-table.tsx'
import { ButtonForm, PostForm, useField, useFormAnswer } from '../forms.tsx'
import { goTo } from '../go-to.ts'
import { PageHeader } from '../page-header.tsx'
import { readForm } from '../read-form.ts'
import { consoleContext } from '../screen-context.ts'
import { useWords } from '../words.tsx'

export const loader = ({ context }: LoaderFunctionArgs) =>
  context.get(consoleContext).call(listViews)

/** Saving leads back to the list; what is wrong with the name is shown here. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { text, submit } = await readForm(context, request)
  if (text('form') === 'delete') return submit(deleteView, { params: { view: text('view') } })
  const answer = await submit(saveView, { body: { name: text('name'), path: text('path') } })
  if (answer.done) throw goTo(text('path'))
  return answer
}

/** Lists that the person saved with their filters. */
export default function OperatorViews() {
  const { t } = useWords()
  const { views } = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  const field = useField(answer, 'save')
  const path = answer?.form === 'save' ? answer.given.path : undefined
  return (
    <>
      <PageHeader title={t('console.views.title')} lead={t('console.views.lead')} />
      {path !== undefined && (
        <PostForm
          name="save"
          answer={answer}
          submit={t('console.views.send')}
          hidden={{ path }}
          className="mb-7 grid max-w-120 gap-5"
        >
          <TextField
            {...field('name')}
            label={t('console.views.name')}
            autoComplete="off"
            maxLength={VIEW_NAME_RULES.max}
            required
          />
        </PostForm>
      )}
      <DataTable
        label={t('console.views.title')}
        rows={views}
        empty={<EmptyState title={t('console.views.none')}>{t('console.views.how')}</EmptyState>}
        columns={[
          {
            name: t('console.views.name'),
            cell: (one) => (
              <TextLink href={one.path} className="strong">
                <bdi>{one.name}</bdi>
              </TextLink>
            ),
          },
          {
            name: t('console.views.list'),
            cell: (one) => (
              <bdi dir="ltr" className="type-sm text-ink2">
                {one.path}
              </bdi>
            ),
          },
          {
            name: t('console.actions'),
            end: true,
            cell: (one) => (
              <ButtonForm
                name="delete"
                hidden={{ view: one.id }}
                label={t('console.views.delete')}
                about={one.name}
              />
            ),
          },
        ]}
      />
    </>
  )
}
