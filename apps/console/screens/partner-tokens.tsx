import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { listTokens } from '#modules/identity/token-contract.ts'
import { PageHeader } from '../page-header.tsx'
import { FormError, useFormAnswer } from '../forms.tsx'
import { Section } from '../section.tsx'
import { consoleContext } from '../screen-context.ts'
import { tokenAction } from '../token-action.ts'
import { MadeToken, madeToken, TokenForm, TokenTable } from '../token-parts.tsx'
import { useWords } from '../words.tsx'

export const loader = ({ context, params }: LoaderFunctionArgs) =>
  context.get(consoleContext).call(listTokens, { params: { partner: params.partner ?? '' } })

export const action = tokenAction

export default function PartnerTokens() {
  const { t } = useWords()
  const { tokens, items } = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  const made = madeToken(answer)
  return (
    <>
      <PageHeader title={t('console.tokens.nav')} lead={t('console.tokens.lead')} />
      <FormError answer={answer} form="revoke" className="mb-6" />
      {made !== null && <MadeToken token={made} />}
      <TokenTable tokens={tokens} />
      <Section
        title={t('console.tokens.new')}
        lead={t('console.tokens.new_lead')}
        className="mt-9 max-w-180"
      >
        <TokenForm items={items} answer={answer} />
      </Section>
    </>
  )
}
