import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Needs } from './needs.ts'

const run = promisify(execFile)
const PLUGIN = fileURLToPath(
  new URL('../../connectors/wordpress/arasta-connector', import.meta.url),
)

/**
 * Files as a web server hands them out, everything else to WordPress; written beside the site, not
 * into it.
 */
const ROUTER = `<?php
$root = $_SERVER['DOCUMENT_ROOT'];
$path = rawurldecode(parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH) ?: '/');
if (strpos($path, '..') !== false || strpos($path, "\\0") !== false) { http_response_code(400); exit; }
if (is_dir($root . $path) && is_file(rtrim($root . $path, '/') . '/index.php')) { $path = rtrim($path, '/') . '/index.php'; }
if (is_file($root . $path)) {
  if (substr($path, -4) !== '.php') { return false; }
  $_SERVER['SCRIPT_NAME'] = $_SERVER['PHP_SELF'] = $path;
  $_SERVER['SCRIPT_FILENAME'] = $root . $path;
  chdir(dirname($root . $path));
  require $root . $path;
  return;
}
$_SERVER['SCRIPT_NAME'] = $_SERVER['PHP_SELF'] = '/index.php';
$_SERVER['SCRIPT_FILENAME'] = $root . '/index.php';
chdir($root);
require $root . '/index.php';
`

const config = (socket: string) => `<?php
define('DB_NAME', 'wordpress');
define('DB_USER', 'root');
define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:${socket}');
define('DB_CHARSET', 'utf8mb4');
foreach (['AUTH_KEY','SECURE_AUTH_KEY','LOGGED_IN_KEY','NONCE_KEY','AUTH_SALT','SECURE_AUTH_SALT','LOGGED_IN_SALT','NONCE_SALT'] as $name) { define($name, hash('sha256', $name)); }
// Several sites in one folder: one at wp-1.…, wp-2.… each has tables and uploads of its own.
$arasta_site = preg_match('/^wp-(\\d+)\\./', $_SERVER['HTTP_HOST'] ?? '', $arasta_found) ? $arasta_found[1] : '';
$table_prefix = "wp{$arasta_site}_";
if ($arasta_site !== '') { define('UPLOADS', "wp-content/uploads/$arasta_site"); }
// Application passwords without HTTPS, and nothing that the site does by itself meanwhile.
define('WP_ENVIRONMENT_TYPE', 'local');
define('DISABLE_WP_CRON', true);
define('AUTOMATIC_UPDATER_DISABLED', true);
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('WP_DEBUG', true);
define('WP_DEBUG_DISPLAY', false);
define('WP_DEBUG_LOG', dirname(__DIR__) . '/debug.log');
defined('ABSPATH') || define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
`

/**
 * Names below localhost are this machine, as browsers have it; WordPress asks its resolver, which
 * often does not know.
 */
const NAMES = `<?php add_filter('pre_http_request', function ($answer, $args, $url) {
  $host = parse_url($url, PHP_URL_HOST);
  $port = parse_url($url, PHP_URL_PORT);
  if (!$host || !preg_match('/\\.localhost$/', $host)) { return $answer; }
  $args['headers'] = array_merge((array) $args['headers'], ['Host' => "$host:$port"]);
  return wp_remote_request(str_replace("//$host", '//localhost', $url), $args);
}, 10, 3);
`

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}

export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 300; turn += 1) {
    if (await isSo().catch(() => false)) return
    await pause(100)
  }
  throw new Error(`${what} did not come up within half a minute`)
}

/**
 * WordPress's files, a MariaDB of its own and PHP, in a temporary folder; no site yet. `port`:
 * where PHP will answer.
 */
export async function startMachine(
  needs: Needs,
  { port, onChild }: { port: number; onChild: (child: ChildProcess) => void },
) {
  const folder = await mkdtemp(join(tmpdir(), 'arasta-wordpress-'))
  const [site, data, socket] = [
    join(folder, 'site'),
    join(folder, 'database'),
    join(folder, 'db.sock'),
  ]
  const children: ChildProcess[] = []
  let scripts = 0
  const keep = (child: ChildProcess) => {
    children.push(child)
    onChild(child)
  }
  async function stop(): Promise<void> {
    for (const child of children) {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      } catch {
        /* It has ended. */
      }
    }
    await pause(200)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  const readLog = () => readFile(join(folder, 'debug.log'), 'utf8').catch(() => '')

  /** Runs PHP and reads the JSON that it prints. */
  async function runPhp(code: string): Promise<unknown> {
    const file = join(folder, `run-${scripts++}.php`)
    await writeFile(file, `<?php ${code}`)
    try {
      const { stdout } = await run(needs.php, [file], { maxBuffer: 64 * 1024 * 1024 })
      return stdout === '' ? null : JSON.parse(stdout)
    } catch {
      throw new Error(
        `${code}: ${(await readLog()).split('\n').findLast((line) => line.includes('PHP Fatal')) ?? 'PHP ended'}`,
      )
    } finally {
      await rm(file, { force: true })
    }
  }
  /** The same inside WordPress, at one of its sites (`name[:port]`). */
  const phpAt = (host: string, code: string, { installing = false } = {}): Promise<unknown> =>
    runPhp(
      `$_SERVER['HTTP_HOST'] = '${host}'; $_SERVER['REQUEST_URI'] = '/'; $_SERVER['REQUEST_METHOD'] = 'GET'; ${installing ? "define('WP_INSTALLING', true);" : ''} require '${site}/wp-load.php'; ${code}`,
    )

  try {
    const user = userInfo().username
    await run(needs.install, [
      '--no-defaults',
      `--datadir=${data}`,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
      `--user=${user}`,
    ])
    keep(
      spawn(
        needs.mariadbd,
        [
          '--no-defaults',
          `--datadir=${data}`,
          `--socket=${socket}`,
          '--skip-networking',
          `--pid-file=${folder}/db.pid`,
          `--user=${user}`,
          '--innodb-flush-log-at-trx-commit=0',
          '--innodb-buffer-pool-size=64M',
        ],
        { stdio: 'ignore', detached: true },
      ),
    )
    await cp(needs.wordpress, site, {
      recursive: true,
      dereference: true,
      filter: (from) => !/\/(wp-content|\.htaccess|wp-config\.php)$/.test(from),
    })
    await mkdir(join(site, 'wp-content/uploads'), { recursive: true })
    await cp(needs.theme, join(site, 'wp-content/themes/twentytwentyone'), {
      recursive: true,
      dereference: true,
    })
    await mkdir(join(site, 'wp-content/plugins'))
    await mkdir(join(site, 'wp-content/mu-plugins'))
    await writeFile(join(site, 'wp-content/mu-plugins/names.php'), NAMES)
    await writeFile(join(site, 'wp-config.php'), config(socket))
    await writeFile(join(folder, 'router.php'), ROUTER)
    const bare = `$db = @mysqli_connect('localhost', 'root', '', '', 0, '${socket}'); if (!$db) exit(1); mysqli_query($db, 'CREATE DATABASE IF NOT EXISTS wordpress CHARACTER SET utf8mb4');`
    await until('MariaDB', () => run(needs.php, ['-r', bare]).then(() => true))
    return {
      folder,
      site,
      socket,
      stop,
      runPhp,
      phpAt,
      readLog,
      /** Sets a site up, as WordPress's own form does. */
      install: (host: string) =>
        phpAt(
          host,
          `require_once ABSPATH . 'wp-admin/includes/upgrade.php'; wp_install('Konnektör & Söhne', 'admin', 'owner@example.test', true, '', 'a password');
        update_option('siteurl', 'http://${host}'); update_option('home', 'http://${host}'); update_option('template', 'twentytwentyone'); update_option('stylesheet', 'twentytwentyone');`,
          { installing: true },
        ),
      /** From now on PHP answers at its port. */
      serve: () =>
        keep(
          spawn(
            needs.php,
            [
              '-d',
              'opcache.enable_cli=1',
              '-d',
              'display_errors=0',
              '-S',
              `127.0.0.1:${port}`,
              '-t',
              site,
              join(folder, 'router.php'),
            ],
            {
              env: { ...process.env, PHP_CLI_SERVER_WORKERS: '8' },
              stdio: 'ignore',
              detached: true,
            },
          ),
        ),
      /** As an owner does by Plugins, Add new, Upload … */
      copyPlugin: () =>
        cp(PLUGIN, join(site, 'wp-content/plugins/arasta-connector'), { recursive: true }),
      /** … and Activate. */
      activatePlugin: (host: string) =>
        phpAt(
          host,
          `require_once ABSPATH . 'wp-admin/includes/plugin.php'; $error = activate_plugin('arasta-connector/arasta-connector.php'); if (is_wp_error($error)) { fwrite(STDERR, $error->get_error_message()); exit(1); }`,
        ),
      /** What WordPress's consent page gives when the owner approves. */
      async approve(host: string): Promise<{ user: string; password: string }> {
        const password = await phpAt(
          host,
          `list($password) = WP_Application_Passwords::create_new_application_password(1, array('name' => 'Arasta ' . uniqid())); echo json_encode($password);`,
        )
        return { user: 'admin', password: String(password) }
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}
