import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const CLI = fileURLToPath(
  new URL('../node_modules/kysely-codegen/dist/cli/bin.js', import.meta.url),
)

/**
 * Types of all tables, read from a migrated database. `db/types.test.ts` compares them with
 * `db/types.gen.ts`.
 */
export async function generateTypes(databaseUrl: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    CLI,
    '--dialect',
    'postgres',
    '--url',
    databaseUrl,
    '--default-schema',
    'public',
    '--include-pattern',
    'public.*',
    '--exclude-pattern',
    '*kysely_migration*',
    '--type-mapping',
    JSON.stringify({ int8: 'number' }),
    '--log-level',
    'error',
    '--print',
  ])
  // Comments of columns stay in the schema: they would make this file half as long again.
  return stdout
    .split('\n')
    .filter((line) => !/^ {2}(?:\/\*\*| \*)/.test(line))
    .join('\n')
}
