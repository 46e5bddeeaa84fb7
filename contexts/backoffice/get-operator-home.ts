import { personOf } from '../console.ts'
import { implementConsole } from '../people/public.ts'
import { getOperatorHome as contract } from './contract.ts'
import { countItemsByStatus, countJobs, countPartners, countStores, findBeginnings } from './data.ts'
import { OPTIONAL_STEPS, TODO_STEPS } from './rules.ts'
import { countWaiting } from './waiting-data.ts'

export const getOperatorHome = implementConsole(contract, null, async ctx => {
  const { db } = ctx
  const unread = (what: string) => (error: unknown) => {
    ctx.log.error({ error, what }, 'what waits could not be counted')
    return null
  }
  const [items, stores, partners, waiting, jobs, begun] = await Promise.all([
    countItemsByStatus(db), countStores(db), countPartners(db), countWaiting(db, (kind, error) => void unread(kind)(error)), countJobs(db).catch(unread('jobs')), findBeginnings(db)])
  const countOf = (status: string) => items.find(one => one.status === status)?.count ?? 0
  const todo = TODO_STEPS.map(step => ({ step, done: step === 'second' ? personOf(ctx).hasSecondFactor : begun?.[step] ?? false }))
  return {
    todo: todo.every(one => one.done || OPTIONAL_STEPS.includes(one.step)) ? [] : todo,
    items: { published: countOf('published'), draft: countOf('draft'), unpublished: countOf('unpublished') },
    stores, partners, installs: items.reduce((sum, one) => sum + one.installs, 0), waiting, jobs,
  }
})
