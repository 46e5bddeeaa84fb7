import { duration, measured, type Labels } from '#lib/telemetry.ts'
import { GatewayUnavailable, type Gateway } from './gateway.ts'

const calls = duration('arasta.gateway.call.duration', 'Calls of the payment gateway, by outcome.')

/** The word of the port for how a call ended: `paid`, `declined`, `unknown` … */
function outcomeOf(result: unknown): string {
  if (result === null) return 'none'
  if (result === false) return 'unknown'
  if (typeof result !== 'object') return 'done'
  const { kind, state } = result as { kind?: string; state?: string }
  return kind ?? state ?? 'done'
}

/** The same gateway; each call tells how long it took and how it ended. */
export function measureGateway(gateway: Gateway): Gateway {
  const wrap =
    <A extends unknown[], R>(call: string, run: (...given: A) => Promise<R>) =>
    (...given: A): Promise<R> =>
      measured(
        {
          instrument: calls,
          span: `${gateway.name} ${call}`,
          kind: 'internal',
          labels: { 'arasta.gateway': gateway.name, 'arasta.gateway.call': call },
          ended: (end): Labels => {
            if ('result' in end) return { 'arasta.outcome': outcomeOf(end.result) }
            const isAway = end.error instanceof GatewayUnavailable
            return { 'arasta.outcome': isAway ? 'unavailable' : 'fault', 'error.type': 'fault' }
          },
        },
        () => run(...given),
      )
  const { start, complete, retrieve, refund } = gateway
  const { charge, abandon, saveCard, findSetup, deleteCard } = gateway
  const { quoteInstallments, listMovements } = gateway
  return {
    ...gateway,
    start: wrap('start', start),
    complete: wrap('complete', complete),
    retrieve: wrap('retrieve', retrieve),
    refund: wrap('refund', refund),
    ...(charge && { charge: wrap('charge', charge) }),
    ...(abandon && { abandon: wrap('abandon', abandon) }),
    ...(saveCard && { saveCard: wrap('save_card', saveCard) }),
    ...(findSetup && { findSetup: wrap('find_setup', findSetup) }),
    ...(deleteCard && { deleteCard: wrap('delete_card', deleteCard) }),
    ...(quoteInstallments && { quoteInstallments: wrap('quote_installments', quoteInstallments) }),
    ...(listMovements && { listMovements: wrap('list_movements', listMovements) }),
  }
}
