import { existsSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { temporaryFolder } from '#tools/launch/testing/test-cluster.ts'
import { runArasta } from '../run-arasta.ts'
import type { DevUpdate } from './dev.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeAll(() => {
  folder = temporaryFolder()
})
afterAll(() => folder.remove())

const inFolder = (...path: string[]) => join(folder.path, ...path)

/** The program, with its news as they come. */
function startDev(...args: string[]) {
  const stop = new AbortController()
  const news: DevUpdate[] = []
  const told: string[] = []
  const ended = runArasta({
    args: ['dev', ...args, '--port', '0', '--json'],
    env: {},
    folder: folder.path,
    out: (line) => news.push(JSON.parse(line) as DevUpdate),
    err: (line) => told.push(line),
    stop: stop.signal,
  })
  const when = async (event: DevUpdate['event'], count = 1) =>
    await expect
      .poll(() => news.filter((one) => one.event === event).length, { timeout: 20_000 })
      .toBe(count)
  return {
    news,
    told,
    ended,
    stop: () => stop.abort(),
    when,
    url: () => news.flatMap((one) => (one.event === 'ready' ? [one.url] : []))[0] ?? '',
  }
}

/** A page as a browser gets it that knows where `shop.localhost` is. */
const read = (url: string, path: string) =>
  new Promise<string>((resolve, reject) => {
    const { port, host } = new URL(url)
    request({ host: '127.0.0.1', port, path, headers: { host } }, (answer) => {
      let text = ''
      answer
        .setEncoding('utf8')
        .on('data', (part: string) => {
          text += part
        })
        .on('end', () => resolve(text))
    })
      .on('error', reject)
      .end()
  })

/** How often an open page was told to load anew. */
function listen(url: string): { changes: () => number; close: () => void } {
  let text = ''
  const { port, host } = new URL(url)
  const asked = request(
    { host: '127.0.0.1', port, path: '/.arasta/changes', headers: { host } },
    (answer) =>
      answer
        .setEncoding('utf8')
        .on('data', (part: string) => {
          text += part
        })
        .on('error', () => {}),
  )
  asked.on('error', () => {}).end()
  return { changes: () => text.split('event: change').length - 1, close: () => asked.destroy() }
}

describe('arasta dev', () => {
  test('shows an app on its own shop, and again when a file changes; errors are printed and the shop keeps the last good version', async () => {
    await runArasta({
      args: ['create', 'app', 'gift-note'],
      env: {},
      folder: folder.path,
      out: () => {},
      err: () => {},
    })
    const dev = startDev('gift-note', '--set', 'note=Hoş geldin')
    await dev.when('installed')
    const page = await read(dev.url(), '/products/tulip-vase')
    expect(page).toContain('<p>Hoş geldin</p>')
    expect(page).toContain('<script src="/.arasta/reload.js" defer></script></body>')
    const open = listen(dev.url())
    await expect.poll(() => read(dev.url(), '/.arasta/reload.js')).toContain('location.reload()')

    const manifest = inFolder('gift-note/package/arasta.app.json')
    const before = await readFile(manifest, 'utf8')
    // As editors save: a new file in the place of the old one.
    await writeFile(
      `${manifest}.new`,
      before
        .replace('1.0.0', '1.0.1')
        .replace('<p>{{setting:note}}</p>', '<h3>{{setting:note}}</h3>'),
    )
    await rename(`${manifest}.new`, manifest)
    await expect
      .poll(() => read(dev.url(), '/products/tulip-vase'), { timeout: 20_000 })
      .toContain('<h3>Hoş geldin</h3>')
    expect(await read(dev.url(), '/products/tulip-vase')).not.toContain('<p>Hoş geldin</p>')
    await expect.poll(() => open.changes()).toBeGreaterThan(0)

    await writeFile(manifest, '{ "kind": "app" }')
    await expect
      .poll(() => dev.news.filter((one) => one.event === 'failed').length, { timeout: 20_000 })
      .toBeGreaterThan(0)
    expect(await read(dev.url(), '/products/tulip-vase')).toContain('<h3>Hoş geldin</h3>')
    open.close()
    dev.stop()
    expect(await dev.ended).toBe(0)
    expect(dev.news.at(-1)).toEqual({ event: 'stopped' })
    await expect(read(dev.url(), '/')).rejects.toThrow('ECONNREFUSED')
  })

  test('shows a theme, and names the rule that its package would fail', async () => {
    await runArasta({
      args: ['create', 'theme', 'calm-sea'],
      env: {},
      folder: folder.path,
      out: () => {},
      err: () => {},
    })
    const style = inFolder('calm-sea/package/theme.css')
    await writeFile(
      style,
      `${await readFile(style, 'utf8')}\nbody { color: #eeeeee; background: #ffffff; }\n`,
    )
    const dev = startDev('calm-sea')
    await dev.when('installed')
    expect(await read(dev.url(), '/')).toMatch(
      /<link rel="stylesheet" href="\/arasta\/[0-9a-f]{64}\/theme\.(?:rtl\.)?css" data-role="theme">/,
    )
    await expect
      .poll(() => dev.news.filter((one) => one.event === 'warning').length, { timeout: 20_000 })
      .toBeGreaterThan(0)
    dev.stop()
    expect(await dev.ended).toBe(0)
  })

  test('exits with a message where it cannot start: no folder, an invalid setting, an occupied port', async () => {
    const gone = startDev('nothing-here')
    expect([await gone.ended, gone.told[0]]).toEqual([2, expect.stringContaining('nothing-here')])
    const wrong = startDev('gift-note', '--set', 'note')
    expect([await wrong.ended, wrong.told[0]]).toEqual([2, expect.stringContaining('--set')])
    expect(existsSync(inFolder('gift-note'))).toBe(true)
    const first = startDev('calm-sea')
    await first.when('ready')
    const said: string[] = []
    const code = await runArasta({
      args: ['dev', 'calm-sea', '--port', new URL(first.url()).port],
      env: {},
      folder: folder.path,
      out: () => {},
      err: (line) => said.push(line),
    })
    expect([code, said[0]]).toEqual([2, expect.stringMatching(/Port \d+ is taken/)])
    first.stop()
    await first.ended
  })
})
