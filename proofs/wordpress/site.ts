import type { ChildProcess } from 'node:child_process'
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createHttp, type HttpRequest } from '#lib/http.ts'
import { freePort, startMachine, until } from './machine.ts'
import type { Needs } from './needs.ts'

/** The same site at another address, with a database and a folder of its own. */
export interface SiteCopy {
  origin: string
  php(code: string): Promise<unknown>
}

const COPIES = [2, 3] as const
type CopyNumber = (typeof COPIES)[number]

/** What an owner's tool for moving a site does: every table by another prefix, and the address. */
const copyTables = (prefix: string, origin: string) => `global $wpdb;
foreach ($wpdb->get_col('SHOW TABLES') as $table) {
  if (strpos($table, 'wp_') !== 0) { continue; }
  $copy = '${prefix}' . substr($table, 3);
  $wpdb->query("CREATE TABLE \`$copy\` LIKE \`$table\`");
  $wpdb->query("INSERT INTO \`$copy\` SELECT * FROM \`$table\`");
}
$wpdb->query("UPDATE ${prefix}options SET option_name = '${prefix}user_roles' WHERE option_name = 'wp_user_roles'");
$wpdb->query("UPDATE ${prefix}usermeta SET meta_key = CONCAT('${prefix}', SUBSTRING(meta_key, 4)) WHERE LEFT(meta_key, 3) = 'wp_'");
$wpdb->query("UPDATE ${prefix}options SET option_value = '${origin}' WHERE option_name IN ('siteurl', 'home')");`

const DROP_COPIES = `global $wpdb; foreach ($wpdb->get_col('SHOW TABLES') as $table) { if (preg_match('/^wp\\d+_/', $table)) { $wpdb->query("DROP TABLE \`$table\`"); } }`

/** A WordPress of its own, with a database of its own, in a temporary folder. */
export async function startWordPress(
  needs: Needs,
  onChild: (child: ChildProcess) => void = () => {},
) {
  const port = await freePort()
  const machine = await startMachine(needs, { port, onChild })
  const host = `wordpress.localhost:${port}`
  const origin = `http://${host}`
  const originOf = (copy: CopyNumber) => `http://wp-${copy}.localhost:${port}`
  const http = createHttp({ allowOrigins: [origin, ...COPIES.map(originOf)] })
  /** Runs PHP inside WordPress and reads the JSON that it prints. */
  const php = (code: string) => machine.phpAt(host, code)
  try {
    await machine.install(host)
    machine.serve()
    await until('PHP', () => http.request(origin).then((answer) => answer.status === 200))
  } catch (error) {
    await machine.stop()
    throw error
  }
  return {
    origin,
    copies: COPIES.map(originOf),
    php,
    site: machine.site,
    folder: machine.folder,
    stop: machine.stop,
    approve: () => machine.approve(host),
    /** What is at a path of the site, or at a whole address of it. */
    read: async (path: string, options: HttpRequest = {}): Promise<string> =>
      (
        await http.request(new URL(path, origin).href, {
          maxBytes: 16 * 1024 * 1024,
          timeoutMs: 20_000,
          ...options,
        })
      ).body.toString('utf8'),
    addPlugin: async () => {
      await machine.copyPlugin()
      await machine.activatePlugin(host)
    },
    async copyTo(copy: CopyNumber): Promise<SiteCopy> {
      await php(copyTables(`wp${copy}_`, originOf(copy)))
      await cp(
        join(machine.site, 'wp-content/uploads/arasta'),
        join(machine.site, `wp-content/uploads/${copy}/arasta`),
        { recursive: true },
      )
      return {
        origin: originOf(copy),
        php: (code) => machine.phpAt(new URL(originOf(copy)).host, code),
      }
    },
    async dropCopies() {
      await php(DROP_COPIES)
      for (const copy of COPIES)
        await rm(join(machine.site, `wp-content/uploads/${copy}`), { recursive: true, force: true })
    },
    /** As an owner does by Deactivate, Delete. */
    deletePlugin: async () => {
      await php(
        `require_once ABSPATH . 'wp-admin/includes/plugin.php'; deactivate_plugins('arasta-connector/arasta-connector.php');`,
      )
      await php(
        `require_once ABSPATH . 'wp-admin/includes/plugin.php'; uninstall_plugin('arasta-connector/arasta-connector.php');`,
      )
      await rm(join(machine.site, 'wp-content/plugins/arasta-connector'), { recursive: true })
    },
  }
}
export type WordPressSite = Awaited<ReturnType<typeof startWordPress>>
