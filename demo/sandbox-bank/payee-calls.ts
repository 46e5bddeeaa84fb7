import type { Answer } from './answers.ts'
import type { Fault } from './cards.ts'
import type { Outcome, PayeeRow, ReversalRow, TransferRow } from './payees.ts'
import type { PayeeBehaviour } from './schemas.ts'

const FAULT_OF: Partial<Record<PayeeBehaviour, Fault>> = {
  lost_before: 'reset_before',
  lost_after: 'reset_after',
  error_after: 'error_502_after',
}

/** What goes wrong once with a call about money for this account. */
export const faultOf = (payee: PayeeRow | undefined): Fault | null =>
  (payee?.behaviour && FAULT_OF[payee.behaviour]) ?? null

const ok = (body: Record<string, unknown>): Answer => ({ status: 200, body })

export const accountAnswer = ({ account_id, state }: PayeeRow): Answer =>
  ok({ account_id, state, missing: state === 'ready' ? [] : ['bank_account'] })

export const transferAnswer = ({
  transfer_id,
  key,
  account_id,
  amount_minor,
  currency,
  state,
}: TransferRow): Answer => ok({ transfer_id, key, account_id, amount_minor, currency, state })

export const reversalAnswer = ({ reversal_id, key, amount_minor }: ReversalRow): Answer =>
  ok({ reversal_id, key, amount_minor })

export const rowOf = <Row>(outcome: Outcome<Row>, refuse: (error: string) => never): Row =>
  outcome.kind === 'done' ? outcome.row : refuse(outcome.error)
