#!/usr/bin/env node
// The program `arasta-connector` (docs/connector-kit.md). Reads TypeScript as it is, which a Node
// before 24 does not.
if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    `arasta-connector needs Node.js 24 or newer; this is ${process.versions.node}: https://nodejs.org`,
  )
  process.exit(2)
}

// `list | head` has read enough.
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error
})

const { runConnector } = await import('./run-connector.ts')
process.exitCode = await runConnector({
  args: process.argv.slice(2),
  // npm goes to its own folder and says where it was called.
  folder: process.env.INIT_CWD ?? process.cwd(),
  out: (text) => process.stdout.write(`${text}\n`),
  err: (text) => process.stderr.write(`${text}\n`),
})
