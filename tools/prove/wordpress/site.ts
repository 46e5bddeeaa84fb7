import type { ChildProcess } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createHttp, type HttpRequest } from '#lib/http.ts'
import { freePort, startMachine, until } from './machine.ts'
import type { Needs } from './needs.ts'

/** A WordPress of its own, with a database of its own, in a temporary folder. */
export async function startWordPress(needs: Needs, onChild: (child: ChildProcess) => void = () => {}) {
  const port = await freePort()
  const machine = await startMachine(needs, { port, onChild })
  const host = `wordpress.localhost:${port}`
  const origin = `http://${host}`
  const http = createHttp({ allowOrigins: [origin] })
  /** Runs PHP inside WordPress and reads the JSON that it prints. */
  const php = (code: string) => machine.phpAt(host, code)
  try {
    await machine.install(host)
    machine.serve()
    await until('PHP', () => http.request(origin).then(answer => answer.status === 200))
  } catch (error) {
    await machine.stop()
    throw error
  }
  return {
    origin, php, site: machine.site, folder: machine.folder, stop: machine.stop, approve: () => machine.approve(host),
    /** What is at a path of the site, or at a whole address of it. */
    read: async (path: string, options: HttpRequest = {}): Promise<string> => (await http.request(new URL(path, origin).href, { maxBytes: 16 * 1024 * 1024, timeoutMs: 20_000, ...options })).body.toString('utf8'),
    addPlugin: async () => {
      await machine.copyPlugin()
      await machine.activatePlugin(host)
    },
    /** As an owner does by Deactivate, Delete. */
    deletePlugin: async () => {
      await php(`require_once ABSPATH . 'wp-admin/includes/plugin.php'; deactivate_plugins('arasta-connector/arasta-connector.php');`)
      await php(`require_once ABSPATH . 'wp-admin/includes/plugin.php'; uninstall_plugin('arasta-connector/arasta-connector.php');`)
      await rm(join(machine.site, 'wp-content/plugins/arasta-connector'), { recursive: true })
    },
  }
}
export type WordPressSite = Awaited<ReturnType<typeof startWordPress>>
