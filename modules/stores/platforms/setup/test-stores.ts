import { z } from 'zod'
import { type SealingKeys, seal, unseal } from '#lib/sealed.ts'

const text = z.string().trim().min(1).max(500)

/** Stores that the conformance checks may change (docs/connector-kit.md). */
export const testStores = z.object({
  store: text,
  other: text.nullable(),
  closed: z.object({ store_id: text, store_token: text, key_id: text, secret: text }).nullable(),
  scopes: z.array(text).max(20),
  user_call: text.nullable(),
})
export type TestStores = z.output<typeof testStores>

const PURPOSE = 'platform-test-stores'

export const sealTestStores = (sealing: SealingKeys, stores: TestStores): string =>
  seal(sealing, PURPOSE, JSON.stringify(stores))

export const unsealTestStores = (sealing: SealingKeys, sealed: string): TestStores =>
  testStores.parse(JSON.parse(unseal(sealing, PURPOSE, sealed)))
