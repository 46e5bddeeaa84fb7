import { z } from 'zod'
import { declareOperation } from '#lib/operation.ts'

const named = z.object({ id: z.string(), name: z.string(), code: z.string() })
const answer = z.object({ data: z.array(named) })
const refusals = ['platform.unavailable'] as const

export const getCustomerGroups = declareOperation({
  id: 'getCustomerGroups', summary: 'The store\'s customer groups', tag: 'Store', source: 'S7.22 D19',
  method: 'get', path: '/domain/getCustomerGroups', access: 'store', output: answer, refusals,
})

export const listStoreLanguages = declareOperation({
  id: 'listStoreLanguages', summary: 'The languages the store uses', tag: 'Store', source: 'S7.23 D19',
  method: 'get', path: '/domain/languages', access: 'store', output: answer, refusals,
})

export const listPlatformLanguages = declareOperation({
  id: 'listPlatformLanguages', summary: 'The languages the platform knows', tag: 'Store', source: 'S7.24 D19',
  method: 'get', path: '/domain/getLanguages', access: 'store', output: answer, refusals,
})
