import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Screen } from '../screen.ts'
import { StartError } from '../start-error.ts'

const OLDEST = 18

/** What a server says of itself. */
export interface OutsideFacts {
  version: number
  encoding: string
  readOnly: boolean
  mayCreate: boolean
  extensions: string[]
}

/**
 * Extensions that the migrations ask for; both come with PostgreSQL, some packagers put them in one
 * of their own.
 */
const NEEDED = ['pg_trgm', 'unaccent']

/** Why the database cannot serve, as a sentence; undefined when it can. */
export function objection(facts: OutsideFacts, where: string): string | undefined {
  const major = Math.floor(facts.version / 10_000)
  if (major < OLDEST)
    return `${where} is PostgreSQL ${major}, Arasta needs ${OLDEST} or newer: upgrade it, or unset DATABASE_URL for the embedded one.`
  if (facts.encoding !== 'UTF8')
    return `${where} has the encoding ${facts.encoding}: create the database with ENCODING 'UTF8'.`
  if (facts.readOnly)
    return `${where} can only be read (a replica?): let DATABASE_URL point at the primary.`
  if (!facts.mayCreate) {
    return (
      `The user in DATABASE_URL may not create tables: ${where.replace('The database', 'in')} run ` +
      '"GRANT ALL ON DATABASE … TO …" and "GRANT ALL ON SCHEMA public TO …".'
    )
  }
  const missing = NEEDED.filter((name) => !facts.extensions.includes(name))
  if (missing.length > 0)
    return `${where} lacks ${missing.join(' and ')}: install PostgreSQL's contrib package there.`
  return undefined
}

function explainConnection(error: unknown, where: string): string {
  const { code, message } = error as { code?: string; message?: string }
  if (code === '28P01' || code === '28000')
    return `${where} refuses the user or password of DATABASE_URL: correct it.`
  if (code === '3D000') return `${where} does not exist: create it, or correct DATABASE_URL.`
  if (code === '42501')
    return `The user in DATABASE_URL may not connect to ${where.replace('The', 'the')}: grant it CONNECT.`
  if (code === '57P03')
    return `${where} is still starting, or does not let anybody in yet: look at its log, then start again.`
  if (code === '53300')
    return `${where} has no connection left: raise its max_connections, or end other clients.`
  if (/self.signed|certificate|SSL/i.test(message ?? ''))
    return `${where} and DATABASE_URL do not agree on TLS (${message}): see sslmode.`
  return `${where} does not answer (${code ?? message}): start it, correct DATABASE_URL, or unset it for the embedded one.`
}

/**
 * A server that is starting, or stands behind a port or a name that is not there yet: an answer of
 * another kind will not get better by itself.
 */
const NOT_YET = ['57P03', 'ECONNREFUSED', 'ECONNRESET', 'EAI_AGAIN']
const PATIENCE_MS = 60_000
const PAUSE_MS = 500

/**
 * Proves that the PostgreSQL of DATABASE_URL can serve; refuses with one line that never shows the
 * password. One that is just starting, as beside containers that start together, is waited for.
 */
export async function checkOutside(
  url: string,
  screen: Pick<Screen, 'line'>,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  let where: string
  try {
    const { protocol, host, hostname, pathname, searchParams } = new URL(url)
    if (!/^postgres(ql)?:$/.test(protocol)) throw new Error('other protocol')
    where = `The database ${hostname ? host : (searchParams.get('host') ?? 'localhost')}${pathname}`
  } catch {
    throw new StartError(
      'DATABASE_URL is not the address of a PostgreSQL database: write postgres://user:password@host:5432/database.',
    )
  }
  const deadline = performance.now() + patienceMs
  for (let tries = 1; ; tries += 1) {
    const { trouble, isEarly } = await ask(url, where)
    if (!trouble) return
    if (!isEarly || performance.now() >= deadline) throw new StartError(trouble)
    if (tries === 1)
      screen.line(
        `${where} does not answer yet: waiting for it, ${Math.ceil(patienceMs / 1000)} seconds at most.`,
      )
    await sleep(Math.min(PAUSE_MS, Math.max(deadline - performance.now(), 0)))
  }
}

async function ask(
  url: string,
  where: string,
): Promise<{ trouble: string | undefined; isEarly: boolean }> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    query_timeout: 10_000,
    application_name: 'arasta launch',
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<OutsideFacts>(`
      select current_setting('server_version_num')::int as version,
        pg_encoding_to_char((select encoding from pg_database where datname = current_database())) as encoding,
        pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as "readOnly",
        has_database_privilege(current_database(), 'CREATE') and has_schema_privilege('public', 'CREATE') as "mayCreate",
        array(select name::text from pg_available_extensions) as extensions`)
    return {
      trouble: rows[0] ? objection(rows[0], where) : `${where} gives no answer.`,
      isEarly: false,
    }
  } catch (error) {
    return {
      trouble: explainConnection(error, where),
      isEarly: NOT_YET.includes((error as { code?: string }).code ?? ''),
    }
  } finally {
    await client.end().catch(() => {})
  }
}
