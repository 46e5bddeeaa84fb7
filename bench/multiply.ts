import type { Maker } from './generate.ts'
import * as sql from './multiply-sql.ts'

export interface Definition {
  table: string
  name: string
  definition: string
}

interface Multiplied {
  /** Sessions that work side by side. */
  makers: Maker[]
  templates: number
  items: number
  batch: number
  /** Of these tables, too: indexes that were dropped before. */
  dropped: Definition[]
  onProgress?: ((done: number) => void) | undefined
}

interface Constraint extends Definition {
  foreign: boolean
}

/**
 * Makes the items beyond the templates. All rows are written before any key or index that they are
 * looked up by: so a million takes minutes. The database is nobody else's meanwhile; if this fails
 * it is of no use.
 */
export async function multiply({
  makers,
  templates,
  items,
  batch,
  dropped,
  onProgress,
}: Multiplied): Promise<void> {
  const [{ client }] = makers as [Maker]
  await client.query(sql.KEEP_TEMPLATES)
  const { rows: constraints } = await client.query<Constraint>(sql.CONSTRAINTS)
  const { rows: indexes } = await client.query<Definition>(sql.INDEXES)
  const foreign = constraints.filter((one) => one.foreign)
  const keys = constraints.filter((one) => !one.foreign)
  for (const { table, name } of [...foreign, ...keys])
    await client.query(`alter table ${table} drop constraint ${name}`)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  await client.query('alter table shelf disable trigger count_inserted')

  const portions: [number, number][] = []
  for (let first = templates + 1; first <= items; first += batch)
    portions.push([first, Math.min(items, first + batch - 1)])
  let done = templates
  await shareOut(makers, portions, async (maker, [first, last]) => {
    await maker.client.query('begin')
    await maker.make(first, last)
    await maker.client.query(sql.COPY_RANKING_AND_WORDS)
    await maker.client.query(sql.COPY_CARDS)
    await maker.client.query('commit')
    done += last - first + 1
    onProgress?.(done)
  })

  for (const statement of [
    sql.COUNT_CATEGORIES,
    sql.INSERT_KNOWN_WORDS,
    sql.DROP_TEMPLATES,
    'alter table shelf enable trigger count_inserted',
  ])
    await client.query(statement)
  await shareOut(makers, sql.GROWING, async (maker, table) => {
    for (const key of keys.filter((one) => one.table === table))
      await maker.client.query(restored(key))
    for (const { definition } of [...indexes, ...dropped].filter((one) => one.table === table))
      await maker.client.query(definition)
    await maker.client.query(`vacuum ${table}`)
  })
  for (const key of foreign) await client.query(restored(key))
}

const restored = ({ table, name, definition }: Definition): string =>
  `alter table ${table} add constraint ${name} ${definition}`

/** Each session takes the next portion when it is done with one. */
async function shareOut<Portion>(
  makers: Maker[],
  portions: readonly Portion[],
  work: (maker: Maker, portion: Portion) => Promise<void>,
): Promise<void> {
  const waiting = portions.values()
  await Promise.all(
    makers.map(async (maker) => {
      for (const portion of waiting) await work(maker, portion)
    }),
  )
}
