import { answerChallenge, CARDS, returnToMarket, type Buyer, type Reply } from './buyer.ts'
import { waitHealthy } from '../harness/healthy-time.ts'
import type { Violation } from './violation.ts'

/** Pays by the way that a buyer goes: card, challenge, back. */
export async function payToEnd(
  buyer: Buyer,
  options: Parameters<Buyer['pay']>[0] = {},
): Promise<string> {
  const reply = await buyer.pay(options)
  if (reply.body?.state !== 'challenge')
    return reply.body?.state ?? `${reply.status} ${reply.body?.code ?? ''}`
  const form = await answerChallenge(buyer.world, reply.body.challenge.url)
  if (!form) return 'no form'
  return String((await returnToMarket(buyer.world, form)).location ?? '')
}

/** Money may be on its way: a page asks again every now and then until that is known. */
async function waits(buyer: Buyer, status: Reply): Promise<boolean> {
  const isUnderWay = (reply: Reply) =>
    ['created', 'authorising', 'unknown'].includes(reply.body?.data?.attempt?.state)
  if (!isUnderWay(status) || buyer.patienceMs <= 0) return false
  let latest = status
  const ended = await waitHealthy({
    healthyMs: buyer.patienceMs,
    pauseMs: 500,
    probe: async () => {
      latest = await buyer.status()
    },
    isDone: async () => !isUnderWay(latest),
  })
  // Nobody waits twice for what does not end.
  if (!ended) buyer.patienceMs = 0
  return true
}

/**
 * The buyer does not give up: whatever happened before, the order can be paid (or is) in the end.
 */
export async function finish(buyer: Buyer): Promise<Violation[]> {
  let last = ''
  for (let turn = 0; turn < 3;) {
    const status = await buyer.status()
    if (status.body?.data?.outcome === 'confirmed') return []
    if (await waits(buyer, status)) continue
    turn += 1
    const prepared = await buyer.start()
    if (prepared.status === 200 && prepared.body.data.state !== 'paid') {
      if (buyer.addressId === '') await buyer.writeAddress()
      const priced = await buyer.calculate()
      last =
        priced.status !== 200
          ? `calculate: ${priced.status} ${priced.body?.code ?? ''}`
          : buyer.total === 0
            ? String((await buyer.payFree(crypto.randomUUID())).status)
            : await payToEnd(buyer, { key: crypto.randomUUID(), card: CARDS.another })
    } else last = `start: ${prepared.status} ${prepared.body?.code ?? ''}`
  }
  const status = await buyer.status()
  return status.body?.data?.outcome === 'confirmed'
    ? []
    : [
        {
          invariant: 'LIVE',
          order: buyer.orderNumber || buyer.item.slug,
          what: `cannot be paid: ${last}`,
          ...(buyer.case && { case: buyer.case }),
        },
      ]
}
