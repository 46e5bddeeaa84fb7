import { useActionData, type ActionFunctionArgs } from 'react-router'
import { confirmPartnerMail } from '#contexts/partners/profile/proof-contract.ts'
import { Notice } from '#ui/notice.tsx'
import { DoorHead } from '../door-head.tsx'
import { answerOf, DeskForm, type FormAnswer } from '../forms.tsx'
import { consoleContext } from '../screen-context.ts'
import { useWords } from '../words.tsx'

export async function action({ context, request, params }: ActionFunctionArgs) {
  const screen = context.get(consoleContext)
  const form = await request.formData()
  return answerOf('mail-check', form, await screen.attempt(confirmPartnerMail, { body: { token: params.token ?? '' } }))
}

/** A press, not the visit: mail programs look at links before people do. Whoever reads the support mail need not be signed in. */
export default function PartnerMailCheck() {
  const { t } = useWords()
  const answer = useActionData<FormAnswer>()
  const partner = answer?.done?.partner
  return (
    <>
      <DoorHead title={t('portal.mail_check.title')}>{t('portal.mail_check.lead')}</DoorHead>
      {typeof partner === 'string' ? <Notice tone="done" alert className="mt-7">{t('portal.mail_check.done', { partner })}</Notice>
        : <DeskForm name="mail-check" answer={answer} submit={t('portal.mail_check.submit')} className="mt-7 grid gap-5" />}
    </>
  )
}
