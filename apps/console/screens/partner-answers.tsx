import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import type { AnswerOf } from '#kernel/operation.ts'
import {
  changeCannedAnswer,
  createCannedAnswer,
  deleteCannedAnswer,
  listCannedAnswers,
} from '#modules/publishing/partners/canned-contract.ts'
import { CANNED_RULES } from '#modules/publishing/partners/rules.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextArea, TextField } from '#ui/field.tsx'
import { ButtonForm, FormDone, FormError, PostForm, useField, useFormAnswer } from '../forms.tsx'
import { PageHeader } from '../page-header.tsx'
import { readForm } from '../read-form.ts'
import { consoleContext } from '../screen-context.ts'
import { Section } from '../section.tsx'
import { useWords } from '../words.tsx'

type Answer = AnswerOf<typeof listCannedAnswers>['answers'][number]

export async function loader({ context, params }: LoaderFunctionArgs) {
  const partner = params.partner ?? ''
  return {
    partner,
    ...(await context.get(consoleContext).call(listCannedAnswers, { params: { partner } })),
  }
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const { screen, text, submit } = await readForm(context, request)
  const partner = params.partner ?? ''
  const [form = '', answer = ''] = text('form').split(' ')
  const body = { title: text('title'), body: text('body') }
  switch (form) {
    case 'create':
      return submit(createCannedAnswer, { params: { partner }, body })
    case 'change':
      return submit(changeCannedAnswer, { params: { partner, answer }, body })
    case 'delete':
      return submit(deleteCannedAnswer, { params: { partner, answer: text('id') } })
    default:
      throw screen.refusal('input.malformed')
  }
}

/** Answers that a team gives often; a conversation offers them to begin with. */
export default function PartnerAnswers() {
  const { t } = useWords()
  const { partner, answers } = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  return (
    <>
      <PageHeader
        back={{ href: `/partner/${partner}/messages`, name: t('portal.inbox') }}
        title={t('portal.canned.title')}
        lead={t('portal.canned.lead')}
      />
      <FormError answer={answer} form="delete" className="mb-5" />
      {answers.length === 0 && (
        <EmptyState title={t('portal.canned.none')}>{t('portal.canned.none_lead')}</EmptyState>
      )}
      <div className="grid max-w-180 gap-5">
        {answers.map((one) => (
          <Section key={one.id} title={one.title}>
            <FormDone answer={answer} form={`change ${one.id}`} className="mb-5">
              {t('portal.canned.saved')}
            </FormDone>
            <Fields name={`change ${one.id}`} submit={t('portal.canned.save')} one={one} />
            <div className="mt-4">
              <ButtonForm
                name="delete"
                confirm={t('portal.canned.delete_confirm')}
                hidden={{ id: one.id }}
                label={t('portal.canned.delete')}
                kind="danger-quiet"
                about={one.title}
              />
            </div>
          </Section>
        ))}
        <Section title={t('portal.canned.new')}>
          <Fields name="create" submit={t('portal.canned.create')} />
        </Section>
      </div>
    </>
  )
}

function Fields({ name, submit, one }: { name: string; submit: string; one?: Answer }) {
  const { t } = useWords()
  const answer = useFormAnswer()
  const field = useField(answer, name)
  return (
    <PostForm name={name} answer={answer} submit={submit} kind={one ? 'secondary' : 'primary'}>
      <TextField
        {...field('title', one?.title)}
        label={t('portal.canned.name')}
        hint={t('portal.canned.name_hint')}
        maxLength={CANNED_RULES.title.max}
        autoComplete="off"
        dir="auto"
        required
      />
      <TextArea
        {...field('body', one?.body)}
        label={t('portal.canned.text')}
        rows={5}
        dir="auto"
        maxLength={CANNED_RULES.body.max}
        required
      />
    </PostForm>
  )
}
