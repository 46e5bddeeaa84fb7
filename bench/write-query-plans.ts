import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openScreen, timed } from '#tools/launch/screen.ts'
import { ROOT } from '#tools/launch/settings.ts'
import { onStopSignals } from '#tools/launch/stop-signals.ts'
import { startBenchCluster, type BenchCluster } from './cluster.ts'
import { generateMarket } from './generate.ts'
import { readKnownValues } from './known-values.ts'
import { explainText, hotStatements } from './query-plans.ts'
import { prepareDatabase } from './server.ts'
import { recordStatements, type Statement } from './statements.ts'
import { demoStock } from './demo-stock.ts'

// Writes docs/query-plans.md: `node bench/write-query-plans.ts [items]`, 100,000 by default
// otherwise. Takes some minutes.

const FILE = join(ROOT, 'docs/query-plans.md')
const items = Number(process.argv[2] ?? 100_000)
const screen = openScreen()
let cluster: BenchCluster | undefined
onStopSignals({ stop: async () => cluster?.stop(), kill: () => cluster?.kill() })

const withoutIndent = (text: string): string => {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const indent = Math.min(
    ...lines.slice(lines[0]?.startsWith(' ') ? 0 : 1).map((line) => line.search(/\S/)),
  )
  return lines.map((line) => (line.startsWith(' ') ? line.slice(indent) : line)).join('\n')
}

const section = (title: string, { text, values }: Statement, plan: string): string =>
  `## ${title}\n\n\`\`\`sql\n${withoutIndent(text)}\n-- ${values.map((value, index) => `$${index + 1} = ${JSON.stringify(value)}`).join(', ') || 'no values'}\n\`\`\`\n\n\`\`\`\n${plan}\n\`\`\`\n`

const head = (version: string, settings: Record<string, string>): string => `# Query plans

What PostgreSQL does for the statements that are asked most, on a generated market of ${items.toLocaleString('en-US')} items. Written by
\`node bench/write-query-plans.ts\`; \`bench/query-plans.test.ts\` checks the shape of the same plans on a small one at every \`npm test\`: no
table that grows is read from one end to the other, a page of a list sorts nothing but itself and reads little more than itself.

PostgreSQL ${version.split(' ')[0]}; ${Object.entries(settings)
  .map(([name, value]) => `${name} ${value}`)
  .join(', ')}. Costs and times are left out, because they differ from run to run; \`actual
rows\` are counts.

`

try {
  cluster = await timed(screen, 'Starting a database of its own', () =>
    startBenchCluster(ROOT, join(ROOT, '.arasta/bench/plans'), screen),
  )
  const { createDatabase, version, settings } = cluster
  const url = await createDatabase('plans')
  const owner = cluster
  const market = await timed(
    screen,
    `Making a market of ${items.toLocaleString('en-US')} items`,
    async (progress) => {
      await prepareDatabase(ROOT, owner, url)
      return generateMarket({
        url,
        items,
        seed: 1,
        stock: demoStock(),
        onProgress: (done) => progress(`${Math.floor((done / items) * 100)} %`),
      })
    },
  )
  const listener = recordStatements(url)
  try {
    const sections: string[] = []
    for (const { title, find } of hotStatements(await readKnownValues(listener.db, market))) {
      const statement = await find(listener)
      if (!statement) throw new Error(`nothing is asked for "${title}"`)
      // The first reading of a page after a load marks its rows; the second is what everybody sees.
      await explainText(listener, statement)
      sections.push(section(title, statement, await explainText(listener, statement)))
    }
    writeFileSync(FILE, head(version, settings) + sections.join('\n'))
    screen.line(`Written: ${FILE}`)
  } finally {
    await listener.close()
  }
} finally {
  await cluster?.stop()
}
process.exit(0)
