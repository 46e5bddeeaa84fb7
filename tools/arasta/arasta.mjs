#!/usr/bin/env node
// The program `arasta` (docs/publishing.md). Reads TypeScript as it is, which a Node before 24 does
// not.
if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    `arasta needs Node.js 24 or newer; this is ${process.versions.node}: https://nodejs.org`,
  )
  process.exit(2)
}

const { runArasta } = await import('./run-arasta.ts')
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop.abort())
process.exitCode = await runArasta({
  stop: stop.signal,
  args: process.argv.slice(2),
  env: process.env,
  // npm goes to its own folder and says where it was called.
  folder: process.env.INIT_CWD ?? process.cwd(),
  out: (text) => process.stdout.write(`${text}\n`),
  err: (text) => process.stderr.write(`${text}\n`),
})
