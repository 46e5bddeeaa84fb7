import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generateSigningKey, publicHalf } from '#modules/catalog/packages/sign-package.ts'
import { signReleasesAgain } from '#modules/catalog/release-log/sign-releases.ts'
import type { Services } from '#kernel/context.ts'
import { createHttp } from '#lib/http.ts'
import { checkLog } from '#tools/verify-log/check-log.ts'
import { install, processRun } from '#test/support/installs.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { signIn, type Owner } from '#test/support/owner.ts'
import { listBare, publish, zipOf } from '#test/support/releases.ts'

let market: Marketplace
let owner: Owner
beforeAll(async () => {
  market = await startMarketplace({ catalogue: false })
  owner = await signIn(market)
})
afterAll(() => market.stop())

const newItem = async (prefix: string): Promise<string> => {
  const id = await listBare(market, prefix)
  await publish(market.services, id, '1.0.0', await zipOf(prefix, '1.0.0'))
  return id
}
const installed = async (id: string) => {
  expect(await install(owner, id)).toMatchObject({ status: 200 })
  await processRun(market)
  return (
    await market.services.db
      .selectFrom('installations')
      .select('state')
      .where('item_id', '=', id)
      .executeTakeFirstOrThrow()
  ).state
}
const faults = async (earlier: Parameters<typeof checkLog>[0]['earlier'] = null) =>
  checkLog({
    http: createHttp({ allowOrigins: [market.origins.installer] }),
    installer: market.origins.installer,
    now: market.clock.now(),
    earlier,
  })
/** What a start with other settings does. */
const restartWith = (settings: Pick<Services, 'signingKey' | 'formerKeys'>) =>
  Object.assign(market.services, settings)

test('after a key rotation old signatures stay valid, and a platform that never saw the new key accepts it (D11)', async () => {
  const [first, old] = [await newItem('before-one'), await newItem('before-two')]
  expect(await installed(first)).toBe('installed')
  const before = await faults()
  expect(before.faults).toEqual([])

  const [oldKey, newKey] = [market.services.signingKey, generateSigningKey()]
  market.clock.moveSeconds(60)
  restartWith({
    signingKey: newKey,
    formerKeys: [{ ...publicHalf(oldKey), until: market.clock.now().toISOString() }],
  })
  const young = await newItem('after')
  expect(await installed(old)).toBe('installed')
  expect(await installed(young)).toBe('installed')
  const after = await faults(before.head)
  expect(after.faults).toEqual([])
  expect([before.head.key_id, after.head.key_id]).toEqual([oldKey.kid, newKey.kid])
  expect(after.releases.map((one) => one.key_id)).toEqual([oldKey.kid, oldKey.kid, newKey.kid])
})

test('a withdrawn key is rejected within minutes; its releases are signed again, except those with changed bytes', async () => {
  const { services, clock } = market
  const [oldKey, newKey] = [services.signingKey, generateSigningKey()]
  const [one, two, changed] = [
    await newItem('kept-one'),
    await newItem('kept-two'),
    await newItem('changed'),
  ]
  const at = clock.now().toISOString()
  restartWith({
    signingKey: newKey,
    formerKeys: [...services.formerKeys, { ...publicHalf(oldKey), until: at, withdrawn_at: at }],
  })
  clock.moveSeconds(301)
  await install(owner, one)
  await processRun(market)
  expect(
    (
      await services.db
        .selectFrom('installations')
        .select('state')
        .where('item_id', '=', one)
        .executeTakeFirstOrThrow()
    ).state,
  ).not.toBe('installed')
  expect((await faults()).faults).toContainEqual(
    expect.stringMatching(/kept-one 1\.0\.0 is signed by a key that was withdrawn/),
  )

  const { package_sha256: sha256 } = await services.db
    .selectFrom('releases')
    .select('package_sha256')
    .where('item_id', '=', changed)
    .executeTakeFirstOrThrow()
  await writeFile(
    join(market.blobFolder, sha256?.slice(0, 2) ?? '', `${sha256}.zip`),
    'other bytes',
  )
  // 'after', 'kept-one' and 'kept-two'
  expect(await signReleasesAgain(services)).toBe(3)
  expect(await signReleasesAgain(services)).toBe(0)
  expect(await installed(two)).toBe('installed')
  const last = await faults()
  expect(last.faults).toEqual([
    expect.stringMatching(/changed 1\.0\.0 is signed by a key that was withdrawn/),
  ])
  expect(last.releases.find((entry) => entry.item === two)).toMatchObject({
    key_id: newKey.kid,
    state: 'published',
    reason: 'Signed anew: its key was withdrawn',
  })
})
