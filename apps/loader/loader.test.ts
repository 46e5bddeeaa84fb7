import { brotliCompressSync, gzipSync } from 'node:zlib'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  integrityOf,
  LOADER_VERSION,
  RELEASED,
  releasedFile,
  scriptTag,
  VISITS_VERSION,
} from '#modules/stores/platforms/loader/released.ts'
import { buildLoader } from './build.ts'
import { patternOf } from './suggest-rule.ts'

/** Of every version that was released, for ever: sites have these in their pages. */
const INTEGRITIES: Record<string, string> = {
  '1.0.0.js': 'sha384-65TTnVpZ+mZG2b95tlhuJ0K9qW3GRzG2Y1XjezQaiJJvo36gz47gD+KZ3i3dtYym',
  '1.3.0.js': 'sha384-Epj33j8K3thIbOtx7Qmd8GvWZIJ4GY1/unsvHManjjFG9uyHdvVlCuYHqMTatc6H',
  'owner-1.3.0.js': 'sha384-QYTDHfgtB59skTGQt8VCx1xflbeXb2rqSxAWUBLSrWZ1/4WYEtM+FfjsTKahI4tI',
  'visits-1.0.0.js': 'sha384-imomPakT27Nvz8Ey2XgkkTRIUMt1M7oShKo35pg8DR+50OQdl5aQ0sKBbm8iuplm',
  '1.2.0.js': 'sha384-aeOiQlhHRgMhvTSrhxvHxiRhtoNr465cMk9MvXICwrOVMdtsOi3AZ2rQpq1V7640',
  'owner-1.2.0.js': 'sha384-QYTDHfgtB59skTGQt8VCx1xflbeXb2rqSxAWUBLSrWZ1/4WYEtM+FfjsTKahI4tI',
  '1.1.0.js': 'sha384-dbALKsw2i0QfRA/cEILn/6uav+He6i3PWgeeXn3YQk3ciAh1ttQJOwQzib814Ztq',
  'owner-1.1.0.js': 'sha384-tDOEAbveffcnUIYfxJWX5mqyacOVbwY22wsEv/mohHRfKPI48d0ktNgHfiUdPtkw',
  'owner-1.0.0.js': 'sha384-tDOEAbveffcnUIYfxJWX5mqyacOVbwY22wsEv/mohHRfKPI48d0ktNgHfiUdPtkw',
}

test('D4 the loader is under 4 kB compressed, by brotli and by gzip', async () => {
  const bytes = await readFile(join(RELEASED, `${LOADER_VERSION}.js`))
  expect(brotliCompressSync(bytes).length).toBeLessThan(4_000)
  expect(gzipSync(bytes).length).toBeLessThan(4_000)
})

test('the measuring script is under 1.5 kB compressed, and platforms are told its present hash (S2.18)', async () => {
  const bytes = await readFile(join(RELEASED, `visits-${VISITS_VERSION}.js`))
  expect(gzipSync(bytes).length).toBeLessThan(1_500)
  const line = `/loader/visits-${VISITS_VERSION}.js" integrity="${integrityOf(bytes)}"`
  const protocol = join(import.meta.dirname, '../../docs/protocols/store-connector.md')
  expect(await readFile(protocol, 'utf8')).toContain(line)
})

test('D4 what is served is what these sources give, and no version that was released has changed', async () => {
  for (const [name, text] of Object.entries(await buildLoader()))
    expect(await readFile(join(RELEASED, name), 'utf8'), name).toBe(text)
  for (const [name, integrity] of Object.entries(INTEGRITIES))
    expect(integrityOf(releasedFile(name) ?? ''), name).toBe(integrity)
  expect(Object.keys(INTEGRITIES)).toContain(`${LOADER_VERSION}.js`)
})

test('D4 the loader runs no text as code and leaves no name behind', async () => {
  const code = await readFile(join(RELEASED, `${LOADER_VERSION}.js`), 'utf8')
  expect(code).not.toMatch(/\beval\b|new Function|localStorage|sessionStorage|document\.cookie/)
  expect(code).toMatch(/^\(function|^\(\(\)/)
  expect(
    scriptTag('https://files.market.example', { site_key: 'site-abc', public_key: 'AAAA' }),
  ).toMatch(
    /^<script src="https:\/\/files\.market\.example\/loader\/[\d.]+\.js" integrity="sha384-[\w+/=]+" crossorigin="anonymous" defer data-site="site-abc" data-key="AAAA"><\/script>$/,
  )
})

test('the owner is shown a pattern for what is one of many', () => {
  expect(
    ['/', '/sepet', '/urun/kirmizi-vazo', '/tr/shop/p/12/', '/urunler/'].map(patternOf),
  ).toEqual(['/', '/sepet', '/urun/*', '/tr/shop/p/*', '/urunler'])
})
