import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const MAIN = join(import.meta.dirname, 'main.ts')
const folder = mkdtempSync(join(tmpdir(), 'sandbox-bank-main-'))
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

function run(env: Record<string, string>) {
  const child = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      SANDBOX_BANK_PORT: '0',
      SANDBOX_BANK_DATA: join(folder, 'data'),
      SANDBOX_BANK_MERCHANT_SECRET: 's'.repeat(40),
      ...env,
    },
  })
  const seen = { out: '', err: '' }
  child.stderr.on('data', (chunk: Buffer) => {
    seen.err += chunk.toString()
  })
  const ready = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      seen.out += chunk.toString()
      if (seen.out.includes('sandbox-bank ready\n')) resolve()
    })
  })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return { child, seen, ready, ended }
}

describe('the process', { timeout: 30_000 }, () => {
  it('says when it is ready, and SIGTERM ends it cleanly, also while a call hangs', async () => {
    const bank = run({})
    await bank.ready
    const hanging = connect(Number(/port (\d+)/.exec(bank.seen.out)?.[1]), '127.0.0.1')
    hanging.on('error', () => {})
    await once(hanging, 'connect')
    hanging.write('POST /v1/payments HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n')
    bank.child.kill('SIGTERM')
    expect(await bank.ended).toBe(0)
    expect(bank.seen.err).toBe('')
  })

  it('a port that is taken is one clear line', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const bank = run({ SANDBOX_BANK_PORT: String(port) })
    expect(await bank.ended).toBe(1)
    expect(bank.seen.err).toMatch(
      new RegExp(`^sandbox-bank: port ${port} is taken: [^\\n]+ SANDBOX_BANK_PORT [^\\n]+\\n$`),
    )
    other.close()
  })

  it('a data folder that cannot be one is one clear line', async () => {
    const file = join(folder, 'a-file')
    writeFileSync(file, '')
    const bank = run({ SANDBOX_BANK_DATA: join(file, 'data') })
    expect(await bank.ended).toBe(1)
    expect(bank.seen.err).toMatch(/^sandbox-bank: cannot use the data folder [^\n]+\n$/)
  })

  it('a missing secret is one clear line', async () => {
    const bank = run({ SANDBOX_BANK_MERCHANT_SECRET: '' })
    expect(await bank.ended).toBe(1)
    expect(bank.seen.err).toMatch(/^sandbox-bank: SANDBOX_BANK_MERCHANT_SECRET[^\n]+\n$/)
  })
})
