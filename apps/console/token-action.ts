import type { ActionFunctionArgs } from 'react-router'
import type { TokenScope } from '#kernel/actor.ts'
import type { TOKEN_DAYS } from '#modules/identity/rules.ts'
import { createToken, revokeToken } from '#modules/identity/token-contract.ts'
import { readForm } from './read-form.ts'

/** Makes and revokes tokens, for every page that shows them. */
export async function tokenAction({ context, request, params }: ActionFunctionArgs) {
  const { screen, form, text, submit } = await readForm(context, request)
  const [name, partner] = [text('form'), params.partner ?? '']
  switch (name) {
    case 'create': {
      const days = Number(text('days')) as (typeof TOKEN_DAYS)[number]
      return submit(createToken, {
        params: { partner },
        body: {
          name: text('name'),
          scopes: form.getAll('scopes') as TokenScope[],
          days,
          ...(text('item') && { item: text('item') }),
        },
      })
    }
    case 'revoke':
      return submit(revokeToken, { params: { partner, token: text('id') } })
    default:
      throw screen.refusal('input.malformed')
  }
}
