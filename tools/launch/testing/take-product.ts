import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { takeProduct } from './journey-workers.ts'

takeProduct()

/** What stands on shops of this worker's product: `item on domain`. */
async function listStanding(): Promise<string[]> {
  const client = new pg.Client({ connectionString: process.env.JOURNEY_DATABASE_URL })
  await client.connect()
  try {
    return (
      await client.query<{ what: string }>(`
      select items.slug || ' on ' || stores.domain as what from installations
      join items on items.id = installations.item_id join stores on stores.id = installations.store_id where installations.state <> 'uninstalled'`)
    ).rows.map(({ what }) => what)
  } finally {
    await client.end()
  }
}

let before: string[] = []
beforeAll(async () => {
  before = await listStanding()
})

// The next journey on this product would meet it: a banner over a button that it presses.
afterAll(async () => {
  const left = (await listStanding()).filter((what) => !before.includes(what))
  if (left.length > 0) throw new Error(`This journey leaves behind: ${left.join(', ')}`)
})
