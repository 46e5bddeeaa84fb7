import { COUPONS, type SoldCoupon, type SoldPlan } from './plans.ts'
import { dayOf, daysFrom, monthsLater, shareOf } from './calendar.ts'
import type { Used } from './lives.ts'
import type {
  BookedEvent,
  BookedOrder,
  BookedRefund,
  BookedSubscription,
  BookedTotal,
  Books,
  OrderPart,
} from './read-books.ts'
import type { Invariant, Violation } from './violation.ts'

const groupBy = <T>(list: readonly T[], keyOf: (one: T) => string | null): Map<string, T[]> => {
  const groups = new Map<string, T[]>()
  for (const one of list) {
    const key = keyOf(one)
    if (key !== null) groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return groups
}

/** What units cost, one by one tier after the other. */
export function costOf(plan: SoldPlan, meterKey: string, quantity: number): number {
  const meter = plan.meters.find(({ key }) => key === meterKey)
  if (!meter) return 0
  let [left, from, cost] = [quantity - meter.included, 0, 0]
  for (const { upTo, priceMinor, per } of meter.tiers) {
    if (left <= 0) break
    const here = upTo === null ? left : Math.min(left, upTo - from)
    cost += shareOf(priceMinor, here, per)
    left -= here
    from = upTo ?? from
  }
  return cost
}

const partSum = (parts: readonly OrderPart[]) =>
  parts.reduce((sum, part) => sum + part.amount_minor, 0)

/** The paid time of a subscription, as the model counts it along. */
interface Time {
  no: number
  from: string
  until: string
  anchorDay: string
  anchorNo: number
  plan: SoldPlan
  /** The order that brought the plan. */
  paid: BookedOrder | undefined
}

interface Case {
  one: BookedSubscription
  events: BookedEvent[]
  orders: Map<string, BookedOrder>
  totals: BookedTotal[]
  plans: ReadonlyMap<string, SoldPlan>
  versions: Books['plans']
  coupon: SoldCoupon | undefined
  refunds: readonly BookedRefund[]
  /** The length of the first paid period: the coupon is for periods of that length. */
  couponPeriod: SoldPlan['period'] | undefined
  note: (invariant: Invariant, what: string) => void
}

/** What happened, for whoever looks for the fault. */
const toldOf = (events: readonly BookedEvent[]) =>
  events
    .slice(-12)
    .map(({ kind, at }) => `${kind} ${dayOf(at)}`)
    .join(', ')

/** Orders keep what a coupon took off without tax; prices include it. */
const withTax = ({ tax_rate_bp: rate }: BookedOrder, minor: number): number =>
  Math.round((minor * (10_000 + rate)) / 10_000)

const planParts = ({ parts }: BookedOrder) => parts.filter(({ kind }) => kind === 'plan')

/**
 * What days of the plan, listed at `minor`, were paid with: less the coupon, as the order keeps it,
 * and less what went back for them.
 */
function paidFor(
  { paid, from, until }: Time,
  { minor, left, refunds }: { minor: number; left: number; refunds: readonly BookedRefund[] },
): number {
  if (!paid) return minor
  const plan = partSum(planParts(paid))
  const net = shareOf(plan, paid.subtotal_minor, partSum(paid.parts))
  if (net <= 0 || paid.total_minor === 0) return 0
  const charged = (listed: number) => shareOf(listed, Math.max(0, net - paid.discount_minor), net)
  const back = refunds
    .filter(({ order_id: id }) => id === paid.id)
    .reduce((sum, one) => sum + one.amount_minor, 0)
  // In prices as they are listed, over the days that the order paid for.
  const listed = shareOf(back, partSum(paid.parts) - plan + charged(plan), paid.total_minor)
  const begin = paid.purpose === 'change' ? (planParts(paid)[0]?.from ?? from) : from
  const days = daysFrom(begin, until)
  return Math.max(0, charged(minor) - shareOf(listed, left, days))
}

/** What the coupon of a subscription takes off a period, or off a part of one. */
function takenOff(
  { coupon, couponPeriod }: Case,
  plan: SoldPlan,
  no: number,
  part: { price: number; left: number; of: number } | null = null,
): number {
  const isOver = coupon?.periods != null && no > coupon.periods
  if (!coupon || isOver || plan.period !== couponPeriod) return 0
  const price = part?.price ?? plan.priceMinor
  if (coupon.kind === 'percent') return shareOf(price, coupon.value, 10_000)
  return Math.min(price, part ? shareOf(coupon.value, part.left, part.of) : coupon.value)
}

/**
 * What is charged is what the parts say, less the coupon. Percents are of the price with tax,
 * amounts are without; the tax of either is rounded once.
 */
function checkOff({ note, coupon }: Case, order: BookedOrder | undefined, off: number): void {
  if (!order) return
  const parts = partSum(order.parts)
  const taken = parts - order.total_minor
  const wanted = coupon?.kind === 'percent' ? off : Math.min(parts, withTax(order, off))
  const rounded = order.discount_minor === 0 ? 0 : 1
  if (Math.abs(taken - wanted) > rounded)
    note('B1', `${order.number} has ${taken} off instead of ${wanted}`)
  else if (Math.abs(taken - withTax(order, order.discount_minor)) > rounded)
    note('B1', `${order.number} names ${order.discount_minor} off and takes ${taken}`)
}

/** The code with which the owner agreed, by what happened first. */
function couponOf(events: readonly BookedEvent[], orders: readonly BookedOrder[]) {
  const agreed = events.find(({ facts }) => typeof facts.coupon === 'string')
  const started = events.find(({ kind }) => kind === 'started')
  const code =
    agreed?.facts.coupon ??
    orders.find(({ number }) => number === started?.facts.order)?.coupon_code
  return COUPONS.find((one) => one.code === code)
}

const lengthOf = ({ period }: SoldPlan) => (period === 'year' ? 12 : 1)

const GRACE_DAYS = 14
/** After these nothing is owed. */
const FREE_ENDS = ['trial_over', 'returned', 'disputed']

/** Walks through what happened, and holds each order against what it must have been. */
export function checkHistory(given: Case): Set<string> {
  const { one, events, orders, note } = given
  const effective = new Set<string>()
  let time: Time | undefined
  let isOver = false
  /** The plan of the open order. */
  let unpaid: SoldPlan | undefined
  for (const { kind, facts, at } of events) {
    const order = typeof facts.order === 'string' ? orders.get(facts.order) : undefined
    if (order && ['started', 'renewed', 'plan_changed', 'use_paid'].includes(kind)) {
      if (effective.has(order.number)) note('B2', `order ${order.number} counts twice`)
      effective.add(order.number)
    }
    if (kind === 'renewed' || kind === 'order_closed') unpaid = undefined
    if (kind === 'order_opened' && order) unpaid = given.plans.get(order.plan_id)
    if (kind === 'ended') checkEnd(given, time, { unpaid, facts, order, at })
    if (kind === 'started') time = begin(given, order, at)
    else if (kind === 'trial_started') time = undefined
    else if (kind === 'renewed') time = renew(given, time, order, at)
    else if (kind === 'plan_changed') time = change(given, time, order, at)
    else if (kind === 'ended') isOver = true
    else if (kind === 'thawed' && !isOver && time && time.until < dayOf(at)) {
      const day = dayOf(at)
      time = { ...time, until: day, anchorDay: day, anchorNo: time.no + 1 }
    }
  }
  if (time && (time.until !== dayOf(one.period_until) || time.no !== one.period_no))
    note(
      'B2',
      `is in period ${one.period_no} to ${dayOf(one.period_until)}; paid is ${time.no} to ${time.until}: ${toldOf(events)}`,
    )
  return effective
}

/** Use that was not charged yet, and the days on which it worked although nobody paid for them. */
function checkEnd(
  given: Case,
  time: Time | undefined,
  {
    unpaid,
    facts,
    order,
    at,
  }: {
    unpaid: SoldPlan | undefined
    facts: BookedEvent['facts']
    order: BookedOrder | undefined
    at: Date
  },
): void {
  const { one, totals, plans, events, note } = given
  const current = time?.plan ?? plans.get(one.plan_id)
  const isFree = FREE_ENDS.includes(String(facts.reason))
  const no = time?.no ?? 0
  const used = [...(no > 0 ? usedIn(totals, no) : []), ...(unpaid ? usedIn(totals, no + 1) : [])]
  const owed = unpaid && daysOwed(time, unpaid, events, at)
  const wanted =
    isFree || !current
      ? []
      : [
          ...used.map(({ meter, quantity }) => costOf(current, meter, quantity)),
          ...(owed ? [owed.price] : []),
        ].filter((minor) => minor > 0)
  const found = (order?.parts ?? []).map(({ amount_minor: minor }) => minor)
  if (found.toSorted().join(' ') !== wanted.toSorted().join(' '))
    note(
      'B1',
      `ended (${String(facts.reason)}) with [${found}] instead of [${wanted}], ${owed?.left ?? 0} of ${owed?.of ?? 0} days from ${owed?.from}: ${toldOf(events)}`,
    )
  // A trial that was agreed to with a coupon ends before its first period began.
  const agreed = time ? given : { ...given, couponPeriod: unpaid?.period }
  checkOff(given, order, owed ? takenOff(agreed, unpaid, no + 1, owed) : 0)
}

/** The days of the period that began unpaid, and what they cost. */
function daysOwed(
  time: Time | undefined,
  plan: SoldPlan,
  events: readonly BookedEvent[],
  at: Date,
): { price: number; from: string; left: number; of: number } {
  const started = events.find(({ kind }) => kind === 'trial_started')
  const trialUntil = started ? dayOf(new Date(String(started.facts.until))) : ''
  const from = time?.until ?? trialEnd(events, trialUntil, at)
  const no = (time?.no ?? 0) + 1
  const anchored = time !== undefined && time.plan.period === plan.period
  const [anchorDay, anchorNo] = anchored ? [time.anchorDay, time.anchorNo] : [from, no]
  const until = monthsLater(anchorDay, (no + 1 - anchorNo) * lengthOf(plan))
  const of = daysFrom(from, until)
  const left = daysWorked(events, { from, most: Math.min(GRACE_DAYS, of), at })
  return { price: shareOf(plan.priceMinor, left, of), from, left, of }
}

/** On how many of the first `most` days from `from` on the item worked at some moment. */
function daysWorked(
  events: readonly BookedEvent[],
  { from, most, at: end }: { from: string; most: number; at: Date },
): number {
  const worked = new Set<number>()
  /** Since when it works; null: it does not. */
  let since: Date | null = new Date(0)
  const add = (until: Date) => {
    if (since === null || until <= since) return
    const [first, last] = [since, new Date(until.getTime() - 1)].map((one) => dayOf(one))
    const begin = Math.max(0, daysFrom(from, first as string))
    const lastDay = Math.min(most - 1, daysFrom(from, last as string))
    for (let day = begin; day <= lastDay; day += 1) worked.add(day)
  }
  for (const { kind, at } of events) {
    if (at > end || kind === 'ended') break
    if (kind === 'paused') {
      add(at)
      since = null
    } else if (kind === 'renewed') since ??= at
    else if (kind === 'thawed' && dayOf(at) === from) {
      // The period began at this moment.
      worked.clear()
      since &&= at
    }
  }
  add(end)
  return worked.size
}

function begin(given: Case, order: BookedOrder | undefined, at: Date): Time | undefined {
  const { one, note, plans, events } = given
  const plan = plans.get(order?.plan_id ?? one.plan_id)
  if (!plan) return undefined
  const price = order ? partSum(order.parts) : 0
  given.couponPeriod = plan.period
  checkOff(given, order, takenOff(given, plan, 1))
  if (price !== plan.priceMinor) note('B1', `began with ${price} instead of ${plan.priceMinor}`)
  // Days of a trial come before the first period. A trial that is over meanwhile has none.
  const trial = events.find(({ kind }) => kind === 'trial_started')
  const until = trial ? dayOf(new Date(String(trial.facts.until))) : ''
  const from = dayOf(at)
  const anchorDay = trial && one.trial_until !== null ? trialEnd(events, until, at) : from
  return {
    no: 1,
    from,
    until: monthsLater(anchorDay, lengthOf(plan)),
    anchorDay,
    anchorNo: 1,
    plan,
    paid: order,
  }
}

/** A store that was closed when its trial ended has it until it was opened. */
const trialEnd = (events: readonly BookedEvent[], until: string, before: Date): string =>
  events
    .filter(({ kind, at }) => kind === 'thawed' && at <= before)
    .reduce((end, { at }) => (end < dayOf(at) ? dayOf(at) : end), until)

function renew(
  given: Case,
  time: Time | undefined,
  order: BookedOrder | undefined,
  at: Date,
): Time | undefined {
  const { one, plans, events } = given
  const plan = order ? plans.get(order.plan_id) : (time?.plan ?? plans.get(one.plan_id))
  if (!plan) return undefined
  const no = (time?.no ?? 0) + 1
  const started = events.find(({ kind }) => kind === 'trial_started')
  const trialUntil = started ? dayOf(new Date(String(started.facts.until))) : ''
  const from = time?.until ?? trialEnd(events, trialUntil, at)
  const anchored = time !== undefined && time.plan.period === plan.period
  const [anchorDay, anchorNo] = anchored ? [time.anchorDay, time.anchorNo] : [from, no]
  const until = monthsLater(anchorDay, (no + 1 - anchorNo) * lengthOf(plan))
  if (no === 1) given.couponPeriod = plan.period
  checkOff(given, order, takenOff(given, plan, no))
  const next = { no, from, until, anchorDay, anchorNo, plan, paid: order }
  checkCharge(given, { before: time, next, order })
  if (order) checkPeriod(given, next, order)
  return next
}

/** The plan's price, and each meter's use of the period before. A trial's use costs nothing. */
function checkCharge(
  { totals, note }: Case,
  { before, next, order }: { before: Time | undefined; next: Time; order: BookedOrder | undefined },
): void {
  const used = before ? usedIn(totals, before.no) : []
  const wanted = [
    next.plan.priceMinor,
    ...used.map(({ meter, quantity }) => costOf(before?.plan ?? next.plan, meter, quantity)),
  ].filter((minor) => minor > 0)
  const parts = order?.parts ?? []
  const found = parts.map(({ amount_minor: minor }) => minor)
  if (found.toSorted().join(' ') !== wanted.toSorted().join(' '))
    note('B1', `period ${next.no} was charged [${found}] instead of [${wanted}] (${order?.number})`)
}

function checkPeriod({ note }: Case, { no, from, until }: Time, order: BookedOrder): void {
  const paid = order.parts.find(({ kind }) => kind === 'plan')
  if (paid && (paid.from !== from || paid.until !== until))
    note(
      'B2',
      `${order.number} is for ${paid.from} to ${paid.until} instead of ${from} to ${until}`,
    )
  if (order.period_no !== no)
    note('B2', `${order.number} is of period ${order.period_no} instead of ${no}`)
}

const usedIn = (totals: readonly BookedTotal[], no: number) =>
  totals.filter((total) => total.period_no === no)

function change(
  given: Case,
  time: Time | undefined,
  order: BookedOrder | undefined,
  at: Date,
): Time | undefined {
  const { note, plans, versions } = given
  if (!time || !order) return time
  const next = plans.get(order.plan_id)
  if (!next) return time
  const day = dayOf(order.created_at)
  const left = Math.max(0, daysFrom(day, time.until))
  const of = daysFrom(time.from, time.until)
  const restarts = next.period !== time.plan.period
  const listed = shareOf(time.plan.priceMinor, left, of)
  // Also what is on its way: the gateway answers later.
  const before = given.refunds.filter(
    (one) =>
      one.requested_at <= order.created_at &&
      (one.state !== 'refused' || (one.ended_at ?? order.created_at) > order.created_at),
  )
  const credit = paidFor(time, { minor: listed, left, refunds: before })
  const price = restarts ? next.priceMinor : shareOf(next.priceMinor, left, of)
  const charged = partSum(order.parts)
  if (charged !== price - credit) {
    const parts = order.parts.map(({ amount_minor: one }) => one).join(' ')
    note(
      'B1',
      `${order.number} changed the plan for ${charged} (${parts}) instead of ${price - credit} (${price} ${-credit}), ${left} of ${of} days, coupon ${order.coupon_code}, before it ${time.paid?.number}`,
    )
  }
  checkOff(
    given,
    order,
    takenOff(given, next, time.no + (restarts ? 1 : 0), restarts ? null : { price, left, of }),
  )
  if (at.getTime() - order.created_at.getTime() > 3 * 3_600_000)
    note(
      'B1',
      `${order.number} was paid ${at.getTime() - order.created_at.getTime()} ms after its price`,
    )
  if (versions.size === 0 || !restarts) return { ...time, plan: next, paid: order }
  const from = dayOf(at)
  const until = monthsLater(from, lengthOf(next))
  const no = time.no + 1
  return { no, from, until, anchorDay: from, anchorNo: no, plan: next, paid: order }
}

/** Everything that has to be true of the market's books and what was done from outside. */
export function checkBooks(
  books: Books,
  { plans, used, now }: { plans: ReadonlyMap<string, SoldPlan>; used: readonly Used[]; now: Date },
): Violation[] {
  const found: Violation[] = []
  const ordersOf = groupBy(books.orders, (order) => order.subscription_id)
  const eventsOf = groupBy(books.events, (event) => event.subscription_id)
  const totalsOf = groupBy(books.totals, (total) => total.subscription_id)
  const refundsOf = groupBy(books.refunds, (refund) => refund.order_id)
  for (const one of books.subscriptions) {
    const orders = ordersOf.get(one.id) ?? []
    const events = eventsOf.get(one.id) ?? []
    const note = (invariant: Invariant, what: string) =>
      void found.push({ invariant, of: one.id, what })
    const effective = checkHistory({
      one,
      events,
      orders: new Map(orders.map((order) => [order.number, order])),
      totals: totalsOf.get(one.id) ?? [],
      plans,
      versions: books.plans,
      coupon: couponOf(events, orders),
      refunds: orders.flatMap(({ id }) => refundsOf.get(id) ?? []),
      couponPeriod: undefined,
      note,
    })
    checkGivenBack(orders, effective, note)
    checkOpenOrders(one, orders, note)
    checkUse(one, orders, totalsOf.get(one.id) ?? [], note)
    const isStuck =
      one.next_action_at === null || one.next_action_at.getTime() < now.getTime() - 7_200_000
    if (one.state !== 'ended' && one.is_open && isStuck)
      note('B8', `is ${one.state}, and waits since ${one.next_action_at?.toISOString()}`)
  }
  return [...found, ...checkReports(books, used), ...checkTries(books)]
}

type Note = (invariant: Invariant, what: string) => void

/** What was paid and did nothing. */
function checkGivenBack(orders: BookedOrder[], effective: Set<string>, note: Note): void {
  for (const { number, state, paid_at } of orders)
    if (paid_at !== null && !effective.has(number) && state !== 'refunded')
      note('B5', `order ${number} was paid, changed nothing, and is ${state}`)
}

function checkOpenOrders(one: BookedSubscription, orders: BookedOrder[], note: Note): void {
  const open = orders.filter(({ state }) => state === 'awaiting_payment' || state === 'draft')
  for (const order of open) {
    if (one.due_order_id === order.id) continue
    if (order.purpose === 'change' && one.state !== 'ended') continue
    note('B6', `order ${order.number} (${order.purpose}) is open and nobody waits for it`)
  }
  if (one.due_order_id !== null && !open.some(({ id }) => id === one.due_order_id)) {
    const due = orders.find(({ id }) => id === one.due_order_id)
    if (one.state !== 'ended' || due?.state !== 'expired')
      note('B6', `waits for an order that is ${due?.state}`)
  }
}

/** The use of each period that is over stands in one order, unless nobody is charged for it. */
function checkUse(
  one: BookedSubscription,
  orders: BookedOrder[],
  totals: BookedTotal[],
  note: Note,
): void {
  const standing = orders.filter(({ state }) => !['cancelled', 'expired'].includes(state))
  const charged = standing
    .flatMap(({ parts }) => parts)
    .filter(({ kind }) => kind === 'usage')
    .reduce((sum, { quantity }) => sum + (quantity ?? 0), 0)
  const most = totals
    .filter(({ period_no: no }) => no > 0)
    .reduce((sum, { quantity }) => sum + quantity, 0)
  if (charged > most) note('B4', `${charged} units were charged of ${most}`)
}

const recordKey = ({ subscription_id, key }: { subscription_id: string; key: string }) =>
  `${subscription_id} ${key}`

function checkReports(books: Books, used: readonly Used[]): Violation[] {
  const found: Violation[] = []
  const known = new Map(books.records.map((record) => [recordKey(record), record]))
  const told = new Set<string>()
  for (const { subscriptionId, key, meter, quantity } of used) {
    const name = recordKey({ subscription_id: subscriptionId, key })
    told.add(name)
    const record = known.get(name)
    if (record?.quantity !== quantity || record.meter !== meter)
      found.push({
        invariant: 'B4',
        of: subscriptionId,
        what: `use ${key} was taken and is not there`,
      })
  }
  for (const name of known.keys())
    if (!told.has(name)) found.push({ invariant: 'B4', of: name, what: 'use that nobody reported' })
  const sums = new Map<string, number>()
  for (const { subscription_id: id, period_no: no, meter, quantity } of books.records)
    sums.set(`${id} ${no} ${meter}`, (sums.get(`${id} ${no} ${meter}`) ?? 0) + quantity)
  for (const { subscription_id: id, period_no: no, meter, quantity } of books.totals)
    if (sums.get(`${id} ${no} ${meter}`) !== quantity)
      found.push({ invariant: 'B4', of: id, what: `the sum of ${meter} in period ${no} is wrong` })
  return found
}

const TRY_DAYS = [0, 1, 3, 5, 7]

/** The days of tries, unless the owner chose another card meanwhile, and none after a final no. */
function checkTries(books: Books): Violation[] {
  const found: Violation[] = []
  const cards = groupBy(
    books.events.filter(({ kind }) => kind === 'card_changed' || kind === 'thawed'),
    (event) => event.subscription_id,
  )
  const orders = new Map(books.orders.map((order) => [order.id, order]))
  for (const [orderId, tries] of groupBy(books.tries, (one) => one.order_id)) {
    const order = orders.get(orderId)
    const helped = (after: Date, until: Date) =>
      (cards.get(order?.subscription_id ?? '') ?? []).some(({ at }) => at >= after && at <= until)
    const [first] = tries
    const last = tries.at(-1)
    if (!order || !first || !last || helped(order.created_at, last.at)) continue
    const note = (what: string) => found.push({ invariant: 'B7', of: order.number, what })
    // The last use is due when the subscription ends, however late somebody charges it.
    const since = order.purpose === 'final' ? order.created_at : first.at
    const days = tries.map(({ at }) => daysFrom(dayOf(since), dayOf(at)))
    if (tries.length > TRY_DAYS.length) note(`was charged ${tries.length} times`)
    for (const [n, day] of days.entries())
      if (day < (TRY_DAYS[n] ?? 0) || day === days[n - 1])
        note(`was charged on days ${days.join(', ')}`)
    if (tries.slice(0, -1).some((one) => one.is_final)) note('was charged after a final refusal')
    if (tries.filter(({ state }) => state === 'succeeded').length > 1) note('was paid twice')
  }
  return found
}
