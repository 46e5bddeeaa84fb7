import { openScreen } from './screen.ts'
import { runConnector } from '#tools/connector-kit/run-connector.ts'

/**
 * `npm run connector -- check <address>`: the program of tools/connector-kit; it needs no packages.
 */

const screen = openScreen()
// npm goes to its own folder and says where it was called.
process.exitCode = await runConnector({
  args: process.argv.slice(2),
  folder: process.env.INIT_CWD ?? process.cwd(),
  out: screen.line,
  err: screen.error,
})
