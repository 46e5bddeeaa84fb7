import { writeFile } from 'node:fs/promises'
import { generateTypes } from '#db/generate-types.ts'
import { startTestCluster } from '#tools/launch/testing/test-cluster.ts'

// `npm run db:types`: writes the types of all tables, as the migrations make them, to
// db/types.gen.ts.
const cluster = await startTestCluster()
process.env.TEST_DATABASE_URL = cluster.url
try {
  // Only now: it reads where the databases are made.
  const { createDatabase } = await import('#test/support/database.ts')
  const database = await createDatabase()
  await writeFile(new URL('../db/types.gen.ts', import.meta.url), await generateTypes(database.url))
} finally {
  await cluster.stop()
}
