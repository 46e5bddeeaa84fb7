import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseSync } from 'oxc-parser'
import { describe, expect, test } from 'vitest'
import { readSources, type Source } from '#tools/measure/sources.ts'
import { moduleOf, tablesOf, tableUses } from '#tools/measure/table-statements.ts'
import { TABLES_BY_PARAMETER, TABLES_OF } from './table-owners.ts'

const ROOT = join(import.meta.dirname, '../..')
const OWNER = new Map(
  Object.entries(TABLES_OF).flatMap(([owner, tables]) => tables.map((table) => [table, owner])),
)
/** Reads of other modules' tables, each a file and a table: fewer is better, more is refused. */
const MOST_FOREIGN_READS = 231

type File = Pick<Source, 'path' | 'program'>

function findForeignWrites(files: Iterable<File>): string[] {
  const found: string[] = []
  for (const file of files) {
    for (const { table, kind } of tableUses(file)) {
      if (kind === 'read') continue
      if (table === null && !(file.path in TABLES_BY_PARAMETER))
        found.push(`${file.path} writes a table whose name cannot be read`)
      const owner = table === null ? undefined : OWNER.get(table)
      if (owner !== undefined && owner !== moduleOf(file.path))
        found.push(`${file.path} writes ${table}, which ${owner} owns`)
    }
  }
  return found
}

function findForeignReads(files: Iterable<File>): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const file of files) {
    if (!file.path.startsWith('modules/')) continue
    for (const { table, kind } of tableUses(file)) {
      const owner = table === null ? undefined : OWNER.get(table)
      if (kind === 'write' || !table || owner === undefined || owner === moduleOf(file.path))
        continue
      found.set(file.path, (found.get(file.path) ?? new Set()).add(table))
    }
  }
  return found
}

/** Does the README of the file's folder, or of the nearest one above, name it as such a reader? */
function isNamed(path: string): boolean {
  let folder = dirname(path)
  while (!existsSync(join(ROOT, folder, 'README.md'))) folder = dirname(folder)
  const readme = readFileSync(join(ROOT, folder, 'README.md'), 'utf8')
  const [, named = ''] =
    /\*\*Reads tables of other modules\*\* in ([^]*?)(\n\n|$)/.exec(readme) ?? []
  return named.includes(`\`${relative(folder, path)}\``)
}

describe('tables and their modules (docs/decisions/0043-modules.md)', () => {
  const files = [...readSources(ROOT).values()].filter(({ path }) => !path.startsWith('db/'))

  test('every table has one owner', () => {
    const tables = [...tablesOf(readFileSync(join(ROOT, 'db/types.gen.ts'), 'utf8'))]
    expect(Object.values(TABLES_OF).flat().sort()).toEqual(tables.sort())
  })

  test('a table is written by the module that owns it, and by nothing else', () => {
    expect(findForeignWrites(files)).toEqual([])
  })

  test("tables of other modules are read only where the module's README says so", () => {
    const reads = findForeignReads(files)
    const unnamed = [...reads].filter(([path]) => !isNamed(path))
    expect(unnamed.map(([path, tables]) => `${path}: ${[...tables].join(', ')}`)).toEqual([])
    const count = [...reads.values()].reduce((sum, tables) => sum + tables.size, 0)
    expect(count).toBeLessThanOrEqual(MOST_FOREIGN_READS)
  })

  test('sees a planted violation in Kysely, in SQL, and behind a parameter', () => {
    const plant = (path: string, text: string): File => ({
      path,
      program: parseSync(path, text).program,
    })
    expect(
      findForeignWrites([
        plant('modules/catalog/a.ts', "db.updateTable('orders as o').set({})"),
        plant('server/b.ts', 'sql<{ id: string }>`delete from\n  stores where id = ${id}`'),
        plant('apps/console/c.ts', 'sql`with x as (insert into items (id) values (1)) select 1`'),
        plant('lib/d.ts', 'pool.query(`update reviews set stars = 1`)'),
        plant('modules/orders/e.ts', 'db.deleteFrom(table); sql`update ${table} set a = 1`'),
        plant(
          'modules/orders/f.ts',
          "db.insertInto('orders'); sql`select 1 from stores for update of stores` // update items",
        ),
      ]),
    ).toEqual([
      'modules/catalog/a.ts writes orders, which orders owns',
      'server/b.ts writes stores, which stores owns',
      'apps/console/c.ts writes items, which catalog owns',
      'lib/d.ts writes reviews, which reviews owns',
      'modules/orders/e.ts writes a table whose name cannot be read',
      'modules/orders/e.ts writes a table whose name cannot be read',
    ])
  })
})
