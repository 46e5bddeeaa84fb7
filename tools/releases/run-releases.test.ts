import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Screen } from '#tools/launch/screen.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { listBare, publish, zipOf } from '#test/support/releases.ts'
import { runReleases } from './run-releases.ts'

let market: Marketplace
let databaseUrl: string
const said: string[] = []
beforeAll(async () => {
  market = await startMarketplace({ catalogue: false })
  const id = await listBare(market, 'spoken-of')
  for (const version of ['1.0.0', '1.1.0'])
    await publish(market.services, id, version, await zipOf('spoken-of', version))
  databaseUrl = market.databaseUrl
})
afterAll(() => market.stop())

const run = (...args: string[]) =>
  runReleases({
    settings: {
      root: '',
      dataFolder: '',
      ports: {} as never,
      empty: false,
      platformId: '1',
      databaseUrl,
    },
    args,
    screen: {
      line: (text: string) => {
        said.push(text)
      },
    } as Screen,
    onReached: () => {},
  })

test('PKG-13 an operator halts, resumes and yanks a release, each time with a reason', async () => {
  await expect(run('halt', 'spoken-of', '1.1.0')).rejects.toThrow('Say what to do')
  await expect(run('halt', 'nobody', '1.1.0', '--reason', 'x')).rejects.toThrow(
    'There is no item nobody',
  )
  await expect(run('halt', 'spoken-of', '9.9.9', '--reason', 'x')).rejects.toThrow(
    'no such version',
  )
  await expect(run('resume', 'spoken-of', '1.1.0', '--reason', 'x')).rejects.toThrow(
    'That does not go from here: it is published',
  )
  await run('halt', 'spoken-of', '1.1.0', '--reason', 'Looked at')
  await run('list', 'spoken-of')
  await run('resume', 'spoken-of', '1.1.0', '--reason', 'Nothing found')
  await run('yank', 'spoken-of', '1.1.0', '--reason', 'Found something')
  expect(said).toEqual([
    '1.1.0 is halted: entry 2 of the release log. 0 stores have it.',
    expect.stringMatching(/^1\.1\.0 {2}halted/),
    expect.stringMatching(/^1\.0\.0 {2}published/),
    '1.1.0 is published: entry 3 of the release log. 0 stores have it.',
    '1.1.0 is yanked: entry 4 of the release log. 0 stores have it.',
  ])
})
