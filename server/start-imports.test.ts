import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** What a role may never use, and what takes long to read. */
const LATER = [
  '@opentelemetry/api',
  '@opentelemetry/sdk-metrics',
  '@simplewebauthn/server',
  'better-auth/dist/plugins',
  'nodemailer',
  'pdfkit',
  'react-router',
  'sharp',
  'stripe',
]

test('a start reads no package that only some roles or later calls need', () => {
  const program = `
    import { registerHooks } from 'node:module'
    const read = new Set()
    registerHooks({ load: (url, context, next) => (read.add(url), next(url, context)) })
    await import(${JSON.stringify(join(import.meta.dirname, 'main.ts'))})
    console.log(JSON.stringify([...read]))
    process.exit(0)`
  const read = JSON.parse(
    execFileSync(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', program],
      { encoding: 'utf8', maxBuffer: 2 ** 24 },
    ),
  ) as string[]
  expect(read.length).toBeGreaterThan(100)
  const early = LATER.filter((name) => read.some((url) => url.includes(`/node_modules/${name}/`)))
  expect(early).toEqual([])
})
