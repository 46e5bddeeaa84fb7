import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { getOwnItemHealth, resumeOwnWebhooks } from '#modules/publishing/health/contract.ts'
import { FormError, useFormAnswer } from '../forms.tsx'
import { HealthView } from '../health-view.tsx'
import { readForm } from '../read-form.ts'
import { consoleContext } from '../screen-context.ts'

export const loader = ({ context, params }: LoaderFunctionArgs) =>
  context.get(consoleContext).call(getOwnItemHealth, {
    params: { partner: params.partner ?? '', item: params.item ?? '' },
  })

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { text, submit } = await readForm(context, request)
  return submit(resumeOwnWebhooks, {
    params: {
      partner: params.partner ?? '',
      item: params.item ?? '',
      endpoint: text('endpoint'),
    },
  })
}

/** How the item's newest releases do on shops. */
export default function PartnerItemHealth() {
  const answer = useFormAnswer()
  return (
    <>
      <FormError answer={answer} className="mb-6" />
      <HealthView health={useLoaderData<typeof loader>()} />
    </>
  )
}
