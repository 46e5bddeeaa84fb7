import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CHECKS } from '#modules/stores/platforms/kit/checks.ts'
import { send } from '#tools/connector-kit/send.ts'
import { openMarket, type TestMarket } from '#tools/connector-kit/test-market.ts'
import { packageOf } from '#modules/stores/platforms/kit/packages.ts'
import { runKit } from '#modules/stores/platforms/kit/run-kit.ts'

/**
 * The plugin's protocol, without WordPress: only where PHP is. The whole of it, on a real
 * WordPress: `npm run prove -- wordpress`.
 */

const PROTOCOL = fileURLToPath(new URL('arasta-connector/protocol/load.php', import.meta.url))
const HOST = fileURLToPath(new URL('testing/plain-host.php', import.meta.url))

function isPhpThere(): boolean {
  try {
    return (
      Number(
        execFileSync('php', ['-r', 'echo PHP_VERSION_ID;'], {
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'ignore'],
        }),
      ) >= 70_400
    )
  } catch {
    return false
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

const phpList = (names: string[]): string => `array(${names.map((name) => `'${name}'`).join(', ')})`

describe.skipIf(!isPhpThere())("the WordPress connector's PHP", () => {
  let folder: string
  let php: ChildProcess
  let market: TestMarket
  let base: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arasta-php-'))
    market = await openMarket()
    await writeFile(join(folder, 'now'), '1795000000')
    const port = await freePort()
    base = `http://127.0.0.1:${port}/connector`
    php = spawn('php', ['-S', `127.0.0.1:${port}`, HOST], {
      env: {
        ...process.env,
        PHP_CLI_SERVER_WORKERS: '6',
        FOLDER: folder,
        INSTALLER: market.origin.replace('localhost', '127.0.0.1'),
      },
      stdio: 'ignore',
      detached: true,
    })
    for (let turn = 0; turn < 100; turn += 1) {
      if (
        await fetch(base).then(
          () => true,
          () => false,
        )
      )
        return
      await pause(50)
    }
    throw new Error('php does not answer')
  })
  afterAll(async () => {
    // Its workers, too.
    if (php.pid !== undefined) process.kill(-php.pid, 'SIGKILL')
    await market.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('measures visits with the script that the protocol names, while items are on the site, and not on pages of an order', async () => {
    const lineOf = (data: string, page: string, nonce = '') =>
      execFileSync('php', [
        '-r',
        `require '${PROTOCOL}'; echo Arasta\\Connector\\visits_script( ${data}, '${page}', 'https://<installer>', '${nonce}' );`,
      ])
        .toString()
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .trim()
    const some = "array( 'effects' => array( 1 ) )"
    const protocol = await readFile(
      fileURLToPath(new URL('../../docs/protocols/store-connector.md', import.meta.url)),
      'utf8',
    )
    const line = lineOf(some, 'home')
    expect(line).toContain('visits-')
    expect(protocol).toContain(line)
    expect(lineOf(some, 'home', 'a"b')).toContain('nonce="a&quot;b"')
    expect(lineOf(some, 'order-address')).toBe('')
    expect(lineOf("array( 'effects' => array() )", 'home')).toBe('')
  })

  test('keeps the Store Connector protocol in all that needs no pages (D4)', async () => {
    let now = 1_795_000_000
    const origin = market.origin.replace('localhost', '127.0.0.1')
    const here: TestMarket = {
      ...market,
      origin,
      offer: async (...given) => {
        const offer = await market.offer(...given)
        return { ...offer, url: offer.url.replace('localhost', '127.0.0.1') }
      },
    }
    const results = await runKit(
      {
        base,
        send,
        market: here,
        patient: true,
        now: () => now,
        wait: async (seconds) => {
          now += seconds
          await writeFile(join(folder, 'now'), String(now))
        },
        means: {
          client: { id: 'client', secret: 'the client secret' },
          storeToken: 'the-store-token-of-the-only-store',
          scopes: [],
        },
      },
      { only: CHECKS.map((check) => check.id).filter((id) => !/^(page|preview)/.test(id)) },
    )
    const faults = results.flatMap(({ id, fault }) =>
      fault ? [`${id}: ${fault.words} (#${fault.anchor})`] : [],
    )
    expect(faults).toEqual([])
    expect(results.filter((one) => one.outcome === 'not_tried').map((one) => one.id)).toEqual([
      'other-store',
      'effect-of-another-store',
      'user',
      'closed-store',
      'scratch-store',
      'launch-token',
    ])
    // What was refused left nothing behind, and nothing that a server runs was written.
    const files = await readdir(join(folder, 'packages'), { recursive: true })
    expect(
      files.filter((file) => /\.(php|phtml|phar)$|arasta\.(app|theme)\.json$/.test(file)),
    ).toEqual([])
  })

  test('files of packages lie where nothing of them runs (XSS-4)', async () => {
    const php = (code: string) =>
      JSON.parse(
        execFileSync('php', ['-r', `require '${PROTOCOL}'; echo json_encode(${code});`], {
          encoding: 'utf8',
        }),
      ) as unknown
    const sorted = (names: string[]) =>
      php(
        `array_map(function ($name) { return Arasta\\Connector\\is_passive($name) ? 'server' : (Arasta\\Connector\\is_drawing($name) ? 'sandbox' : 'nowhere'); }, ${phpList(names)})`,
      )
    expect(
      sorted(['a.js', 'a.min.css', 'lib-1.2.3.js', 'lang/tr.ar.json', 'A.PNG', 'f.woff2']),
    ).toEqual(Array(6).fill('server'))
    expect(sorted(['a.svg', 'in/b.min.svg'])).toEqual(['sandbox', 'sandbox'])
    const nowhere = [
      'a.html',
      'a.xhtml',
      'x.php',
      'x.php.js',
      'x.PHP7.css',
      'x.phtml.svg',
      'a.svg.png',
      '.htaccess',
      'a/.b/c.js',
      'arasta.app.json',
      'ARASTA.theme.json',
      'a',
      'a.wasm',
      'a.htm.txt',
      'x.cgi.json',
      'a.xml',
    ]
    expect(sorted(nowhere)).toEqual(nowhere.map(() => 'nowhere'))
    const theme = (names: string[]) =>
      php(
        `array_map(function ($name) { return Arasta\\Connector\\is_of_block_theme($name, 'kemer'); }, ${phpList(names)})`,
      )
    expect(
      theme([
        'wordpress/kemer/templates/index.html',
        'wordpress/kemer/style.css',
        'wordpress/kemer/theme.json',
      ]),
    ).toEqual([true, true, true])
    expect(
      theme([
        'wordpress/other/templates/index.html',
        'wordpress/kemer/functions.php',
        'wordpress/kemer/page.html',
        'wordpress/kemer/templates/x.php.html',
        'wordpress/kemer/parts/../../x.html',
      ]),
    ).toEqual(Array(5).fill(false))
    const beside = (name: string, address: string) =>
      php(`Arasta\\Connector\\beside('${name}', '${address}')`)
    expect([
      beside('css/a.css', '../img/b.svg'),
      beside('a.css', 'b.svg'),
      beside('a.css', '../b.svg'),
    ]).toEqual(['img/b.svg', 'b.svg', null])
  })

  test('style sheets lead to drawings where PHP hands them out, and the folder is guarded (XSS-4)', async () => {
    const origin = market.origin.replace('localhost', '127.0.0.1')
    const css =
      'a{background:url(img/a.svg)}b{background:url("./img/a.svg#x")}c{background:url(img/none.svg),url(b.png)}d{background:url(data:image/svg+xml,a.svg)}'
    const offer = await market.offer(
      packageOf('drawn', {
        'a.css': css,
        'img/a.svg': '<svg/>',
        'b.png': 'x',
        'x.php.js': '<?php',
        'page.html': '<p>',
      }),
      'drawn',
    )
    const call = `$offer = (array) json_decode('${JSON.stringify({ ...offer, url: offer.url.replace('localhost', '127.0.0.1') })}'); Arasta\\Connector\\keep_package($host, '${offer.sha256}', $offer, true);`
    // The market answers from this process.
    await promisify(execFile)(
      'php',
      [
        '-r',
        `$_SERVER = array('REQUEST_URI' => '/', 'REQUEST_METHOD' => 'GET', 'HTTP_HOST' => 'x'); ob_start(); require '${HOST}'; ob_end_clean(); $host = new Arasta\\Connector\\Plain_Host('${folder}'); ${call}`,
      ],
      { env: { ...process.env, FOLDER: folder, INSTALLER: origin } },
    )
    const drawing = `/drawing/${offer.sha256}/img/a.svg`
    expect(await readFile(join(folder, 'packages', offer.sha256, 'a.css'), 'utf8')).toBe(
      `a{background:url("${drawing}")}b{background:url("${drawing}#x")}c{background:url(img/none.svg),url(b.png)}d{background:url(data:image/svg+xml,a.svg)}`,
    )
    expect(
      (await readdir(join(folder, 'packages', offer.sha256), { recursive: true })).sort(),
    ).toEqual(['a.css', 'b.png', 'img', 'img/a.svg.bin'])
    expect(await readFile(join(folder, 'packages/.htaccess'), 'utf8')).toContain('sandbox')
    expect(await readFile(join(folder, 'packages/web.config'), 'utf8')).toContain('nosniff')
  })

  test("a package that comes in chunks is joined on a server without PHP's curl, what came whole stays, and what was cut off is fetched again", async () => {
    const joined = async (bytes: string) => {
      const file = join(folder, 'chunked')
      await writeFile(file, bytes)
      return execFileSync(
        'php',
        [
          '-r',
          `require '${PROTOCOL}'; try { Arasta\\Connector\\join_chunks('${file}'); echo file_get_contents('${file}'); } catch (Arasta\\Connector\\Refusal $refusal) { echo $refusal->getMessage(); }`,
        ],
        { encoding: 'utf8' },
      )
    }
    expect(await joined('4\r\nPK\u0003\u0004\r\nA;x=y\r\n0123456789\r\n0\r\n\r\n')).toBe(
      'PK\u0003\u00040123456789',
    )
    expect(await joined('PK\u0003\u0004')).toBe('PK\u0003\u0004')
    expect(await joined('{"keys":[]}')).toBe('{"keys":[]}')
    for (const cut of [
      '4\r\nPK',
      '4\r\nPK\u0003\u0004\r\n',
      '4\r\nPK\u0003\u0004\r\n0',
      'A\r\nPK\u0003\u0004\r\n0\r\n\r\n',
    ])
      expect(await joined(cut), cut).toMatch(/cut off/)
  })
})
