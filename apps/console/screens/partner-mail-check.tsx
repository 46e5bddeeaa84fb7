import { type ActionFunctionArgs } from 'react-router'
import { confirmPartnerMail } from '#modules/publishing/partners/profile-contract.ts'
import { Notice } from '#ui/notice.tsx'
import { SignedOutHeader } from '../page-header.tsx'
import { PostForm, useFormAnswer } from '../forms.tsx'
import { readForm } from '../read-form.ts'
import { useWords } from '../words.tsx'

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { submit } = await readForm(context, request)
  return submit(confirmPartnerMail, { body: { token: params.token ?? '' } })
}

/**
 * Confirms by a button, because mail programs open links by themselves. Needs no session: another
 * person may read the support mailbox.
 */
export default function PartnerMailCheck() {
  const { t } = useWords()
  const answer = useFormAnswer()
  const partner = answer?.done?.partner
  return (
    <>
      <SignedOutHeader title={t('portal.mail_check.title')}>
        {t('portal.mail_check.lead')}
      </SignedOutHeader>
      {typeof partner === 'string' ? (
        <Notice tone="done" alert className="mt-7">
          {t('portal.mail_check.done', { partner })}
        </Notice>
      ) : (
        <PostForm
          name="mail-check"
          answer={answer}
          submit={t('portal.mail_check.submit')}
          className="mt-7 grid gap-5"
        />
      )}
    </>
  )
}
