import { newStripeId } from './stripe-books.support.ts'
import type { Answered, Form } from './stripe-calls.support.ts'

/** What the partner does at Stripe's page; `missing` leaves the bank account out. */
export const STRIPE_ONBOARDINGS = ['pays', 'missing', 'refuses', 'no_balance'] as const

interface Account {
  id: string
  country: string
  /** Null: the partner was not at the page yet. */
  onboarding: string | null
}
interface Reversal {
  id: string
  amount: number
  currency: string
  metadata: Record<string, string>
}
interface Transfer {
  id: string
  amount: number
  currency: string
  destination: string
  transfer_group: string
  reversals: Reversal[]
}

const invalid = (message: string, code: string, status = 400): Answered => ({
  status,
  body: { error: { type: 'invalid_request_error', message, code } },
})
const ok = (body: Record<string, unknown>): Answered => ({ status: 200, body })
const list = (data: Record<string, unknown>[]): Answered =>
  ok({ object: 'list', has_more: false, data })

const DUE = ['external_account', 'individual.verification.document', 'tos_acceptance.date']

function accountBody({ id, country, onboarding }: Account): Record<string, unknown> {
  const due = onboarding === null ? DUE : onboarding === 'missing' ? ['external_account'] : []
  const isActive = onboarding !== null && due.length === 0
  return {
    id,
    object: 'account',
    type: 'express',
    country,
    details_submitted: onboarding !== null,
    charges_enabled: false,
    payouts_enabled: isActive,
    capabilities: { transfers: isActive ? 'active' : 'inactive' },
    requirements: {
      currently_due: due,
      past_due: [],
      eventually_due: due,
      pending_verification: [],
      disabled_reason: due.length > 0 ? 'requirements.past_due' : null,
    },
  }
}
const transferBody = ({ reversals, ...transfer }: Transfer): Record<string, unknown> => ({
  ...transfer,
  object: 'transfer',
  amount_reversed: reversals.reduce((sum, one) => sum + one.amount, 0),
  reversed: false,
  metadata: {},
})
const reversalBody = (reversal: Reversal, transfer: string): Record<string, unknown> => ({
  ...reversal,
  object: 'transfer_reversal',
  transfer,
})

/** Connect as docs.stripe.com/connect describes it: Express accounts, links, transfers. */
export function stripeConnect({ origin }: { origin: () => string }) {
  const accounts = new Map<string, Account>()
  const transfers = new Map<string, Transfer>()

  function transfer(form: Form): Answered {
    const account = accounts.get(form.destination ?? '')
    if (!account) return invalid('No such destination', 'resource_missing')
    if (account.onboarding === 'no_balance')
      return invalid('You have insufficient funds in your Stripe account', 'balance_insufficient')
    if (accountBody(account).payouts_enabled !== true || account.onboarding === 'refuses')
      return invalid(
        'Your destination account needs to have the capabilities enabled: transfers',
        'insufficient_capabilities_for_transfer',
      )
    const made: Transfer = {
      id: newStripeId('tr'),
      amount: Number(form.amount),
      currency: form.currency ?? '',
      destination: account.id,
      transfer_group: form.transfer_group ?? '',
      reversals: [],
    }
    transfers.set(made.id, made)
    return ok(transferBody(made))
  }

  function reverse(made: Transfer, form: Form): Answered {
    const back = made.reversals.reduce((sum, one) => sum + one.amount, 0)
    const amount = Number(form.amount)
    if (back + amount > made.amount)
      return invalid('The reversal exceeds what is left of the transfer', 'insufficient_funds')
    const reversal: Reversal = {
      id: newStripeId('trr'),
      amount,
      currency: made.currency,
      metadata: { key: form['metadata[key]'] ?? '' },
    }
    made.reversals.push(reversal)
    return ok(reversalBody(reversal, made.id))
  }

  return {
    /** Null: a call that is not of Connect. */
    answer(method: string, path: string, form: Form): Answered | null {
      const [, , resource = '', id = '', verb = ''] = path.split('/')
      const key = `${method} ${resource}${id === '' ? '' : '/id'}${verb === '' ? '' : `/${verb}`}`
      const account = accounts.get(id)
      const made = transfers.get(id)
      switch (key) {
        case 'POST accounts': {
          if (form.type !== 'express' || form['capabilities[transfers][requested]'] !== 'true')
            return invalid('Only Express accounts with transfers', 'parameter_invalid')
          const opened = { id: newStripeId('acct'), country: form.country ?? '', onboarding: null }
          accounts.set(opened.id, opened)
          return ok(accountBody(opened))
        }
        case 'GET accounts/id':
          return account
            ? ok(accountBody(account))
            : invalid('The account does not exist', 'account_invalid', 403)
        case 'POST account_links': {
          const asked = accounts.get(form.account ?? '')
          if (!asked || form.type !== 'account_onboarding' || !form.return_url || !form.refresh_url)
            return invalid('Invalid account link', 'parameter_missing')
          const back = new URLSearchParams({ return: form.return_url })
          return ok({ object: 'account_link', url: `${origin()}/connect/${asked.id}?${back}` })
        }
        case 'POST transfers':
          return transfer(form)
        case 'GET transfers':
          return list(
            [...transfers.values()]
              .filter((one) => one.transfer_group === form.transfer_group)
              .map(transferBody),
          )
        case 'POST transfers/id/reversals':
          return made ? reverse(made, form) : invalid('No such transfer', 'resource_missing', 404)
        case 'GET transfers/id/reversals':
          return made
            ? list(made.reversals.map((one) => reversalBody(one, made.id)))
            : invalid('No such transfer', 'resource_missing', 404)
        default:
          return null
      }
    },
    /** The partner at Stripe's page; false: there is no such account. */
    onboard(id: string, onboarding: string): boolean {
      const account = accounts.get(id)
      if (account) account.onboarding = onboarding
      return account !== undefined
    },
    /** Not of Stripe: what an account was sent and what was taken back, for tests. */
    sums(id: string) {
      const mine = [...transfers.values()].filter((one) => one.destination === id)
      return {
        transfers: mine.length,
        sent: mine.reduce((sum, one) => sum + one.amount, 0),
        takenBack: mine.flatMap((one) => one.reversals).reduce((sum, one) => sum + one.amount, 0),
      }
    },
  }
}
