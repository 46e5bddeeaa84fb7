import { implementConsole } from '../people/public.ts'
import { getOperatorHome as contract } from './contract.ts'
import { countFailedMails, countItemsByStatus, countJobs, countPartners, countStores, countStuckInstallations } from './data.ts'

export const getOperatorHome = implementConsole(contract, null, async ({ db }) => {
  const [items, stores, partners, installations, mails, jobs] = await Promise.all(
    [countItemsByStatus(db), countStores(db), countPartners(db), countStuckInstallations(db), countFailedMails(db), countJobs(db)])
  const countOf = (status: string) => items.find(one => one.status === status)?.count ?? 0
  return {
    items: { published: countOf('published'), draft: countOf('draft'), unpublished: countOf('unpublished') },
    stores, partners, installs: items.reduce((sum, one) => sum + one.installs, 0), stuck: { installations, mails, jobs },
  }
})
