import pg from 'pg'
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

/** Extensions that the migrations ask for; both come with PostgreSQL, some packagers put them in one of their own. */
const NEEDED = ['pg_trgm', 'unaccent']

/** Why the database cannot serve, as a sentence; undefined when it can. */
export function objection(facts: OutsideFacts, where: string): string | undefined {
  const major = Math.floor(facts.version / 10_000)
  if (major < OLDEST) return `${where} is PostgreSQL ${major}, Arasta needs ${OLDEST} or newer: upgrade it, or unset DATABASE_URL for the embedded one.`
  if (facts.encoding !== 'UTF8') return `${where} has the encoding ${facts.encoding}: create the database with ENCODING 'UTF8'.`
  if (facts.readOnly) return `${where} can only be read (a replica?): let DATABASE_URL point at the primary.`
  if (!facts.mayCreate) {
    return `The user in DATABASE_URL may not create tables: ${where.replace('The database', 'in')} run ` +
      '"GRANT ALL ON DATABASE … TO …" and "GRANT ALL ON SCHEMA public TO …".'
  }
  const missing = NEEDED.filter(name => !facts.extensions.includes(name))
  if (missing.length > 0) return `${where} lacks ${missing.join(' and ')}: install PostgreSQL's contrib package there.`
  return undefined
}

function explainConnection(error: unknown, where: string): string {
  const { code, message } = error as { code?: string, message?: string }
  if (code === '28P01' || code === '28000') return `${where} refuses the user or password of DATABASE_URL: correct it.`
  if (code === '3D000') return `${where} does not exist: create it, or correct DATABASE_URL.`
  if (code === '42501') return `The user in DATABASE_URL may not connect to ${where.replace('The', 'the')}: grant it CONNECT.`
  if (code === '53300') return `${where} has no connection left: raise its max_connections, or end other clients.`
  if (/self.signed|certificate|SSL/i.test(message ?? '')) return `${where} and DATABASE_URL do not agree on TLS (${message}): see sslmode.`
  return `${where} does not answer (${code ?? message}): start it, correct DATABASE_URL, or unset it for the embedded one.`
}

/** Proves that the PostgreSQL of DATABASE_URL can serve; refuses with one line that never shows the password. */
export async function checkOutside(url: string): Promise<void> {
  let where: string
  try {
    const { protocol, host, hostname, pathname, searchParams } = new URL(url)
    if (!/^postgres(ql)?:$/.test(protocol)) throw new Error('other protocol')
    where = `The database ${hostname ? host : searchParams.get('host') ?? 'localhost'}${pathname}`
  } catch {
    throw new StartError('DATABASE_URL is not the address of a PostgreSQL database: write postgres://user:password@host:5432/database.')
  }
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, query_timeout: 10_000, application_name: 'arasta launch' })
  client.on('error', () => {})
  let trouble: string | undefined
  try {
    await client.connect()
    const { rows } = await client.query<OutsideFacts>(`
      select current_setting('server_version_num')::int as version,
        pg_encoding_to_char((select encoding from pg_database where datname = current_database())) as encoding,
        pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as "readOnly",
        has_database_privilege(current_database(), 'CREATE') and has_schema_privilege('public', 'CREATE') as "mayCreate",
        array(select name::text from pg_available_extensions) as extensions`)
    trouble = rows[0] ? objection(rows[0], where) : `${where} gives no answer.`
  } catch (error) {
    trouble = explainConnection(error, where)
  } finally {
    await client.end().catch(() => {})
  }
  if (trouble) throw new StartError(trouble)
}
