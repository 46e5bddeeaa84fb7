import type { DefinedOperation } from '#kernel/define-operation.ts'
import { getItem } from '#modules/catalog/get-item.ts'
import {
  listBanners,
  listCategories,
  listCollections,
} from '#modules/catalog/list-merchandising.ts'
import { listItems } from '#modules/catalog/list-items.ts'
import { listSuggestions } from '#modules/catalog/suggestions.ts'
import type { Ctx } from '#kernel/context.ts'
import { openDb, poolOf, type Db } from '#db/client.ts'
import { systemClock } from '#lib/clock.ts'
import { LOCALES } from '#lib/locale.ts'
import { noCache, processCache, type Cache } from '#lib/cache.ts'

/**
 * What the product says to PostgreSQL, recorded while it says it: plans and limits are taken of
 * these very statements.
 */

export interface Statement {
  text: string
  values: unknown[]
}

/** A call of the API, by its address, as the operation behind it. */
const OPERATIONS: Record<string, DefinedOperation<Ctx>> = {
  '/api/market/app/list': listItems,
  '/api/market/app/suggest': listSuggestions,
  '/api/app-store/app/detail': getItem,
  '/api/app-store/category': listCategories,
  '/api/app-store/collection': listCollections,
  '/api/app-store/banner': listBanners,
}
/** Of the address, not of the operation. */
const OF_THE_MARKET = ['hl', 'market', 'platform_id']

export interface StatementRecorder {
  /**
   * The statements of one call, in the order in which they were sent; without those whose answers a
   * process remembers, unless they are wanted.
   */
  statementsOf(address: string, options?: { remembered?: boolean }): Promise<Statement[]>
  /** The statements that a call of our own code sends. */
  statementsDuring(call: (db: Db) => Promise<unknown>): Promise<Statement[]>
  db: Db
  close(): Promise<void>
}

export function recordStatements(databaseUrl: string): StatementRecorder {
  const db = openDb({ url: databaseUrl, poolSize: 2 })
  const heard: Statement[] = []
  poolOf(db).on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    client.query = ((first: unknown, ...rest: unknown[]) => {
      const { text, values } =
        typeof first === 'string'
          ? { text: first, values: rest[0] }
          : (first as { text: string; values?: unknown })
      heard.push({ text, values: Array.isArray(values) ? [...(values as unknown[])] : [] })
      return query(first, ...rest)
    }) as typeof client.query
  })
  /** What the second of two calls sends: the first fills what the process remembers. */
  const twice = async (call: () => Promise<unknown>): Promise<Statement[]> => {
    await call()
    heard.length = 0
    await call()
    return heard.splice(0)
  }
  const cache = processCache()
  cache.setTrusted(true)
  return {
    db,
    async statementsOf(address, { remembered = false } = {}) {
      const { pathname, searchParams } = new URL(address, 'http://bench.invalid')
      const operation = OPERATIONS[pathname]
      if (!operation) throw new Error(`no operation behind ${pathname}`)
      const asked = Object.fromEntries(
        [...searchParams].filter(([name]) => !OF_THE_MARKET.includes(name)),
      )
      return twice(() => operation.run(visitor(db, remembered ? noCache : cache), { query: asked }))
    },
    statementsDuring: (call) => twice(() => call(db)),
    close: () => db.destroy(),
  }
}

/** Nobody, on the demo platform. Reading the catalogue needs no more of a request than this. */
const visitor = (db: Db, cache: Cache): Ctx =>
  ({
    db,
    cache,
    clock: systemClock,
    actor: { kind: 'visitor' },
    locale: 'tr',
    languages: [...LOCALES],
    market: 'app',
    platformId: 1,
    checkAnswers: false,
    ip: '',
    address: '',
    requestId: 'bench',
    sites: [],
    origins: {
      app: 'http://apps.bench',
      theme: 'http://themes.bench',
      installer: 'http://installer.bench',
      bank: 'http://bank.bench',
      preview: 'http://preview.bench',
      console: 'http://console.bench',
    },
  }) as Partial<Ctx> as Ctx
