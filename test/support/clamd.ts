import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, type Socket, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** The test file of the European Institute for Computer Anti-Virus Research, in two halves. */
export const EICAR = [
  'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-',
  'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*',
].join('')

export interface TestClamd {
  port: number
  stop(): Promise<void>
}

const ended = async (child: ChildProcess) => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

/** Debian's clamd; another place of it, for a machine without the package, is in CLAMD_PATH. */
const CLAMD = process.env['CLAMD_PATH'] ?? '/usr/sbin/clamd'
export const hasClamd = existsSync(CLAMD)

/** The real clamd with one signature of ours, because tests have no network for freshclam. */
export async function startRealClamd(): Promise<TestClamd> {
  const folder = await mkdtemp(join(tmpdir(), 'arasta-clamd-'))
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  await mkdir(join(folder, 'db'))
  await writeFile(
    join(folder, 'db/eicar.ndb'),
    `Eicar-Test-Signature:0:*:${Buffer.from(EICAR).toString('hex')}\n`,
  )
  await writeFile(
    join(folder, 'clamd.conf'),
    [
      `TCPSocket ${port}`,
      'TCPAddr 127.0.0.1',
      `DatabaseDirectory ${join(folder, 'db')}`,
      'StreamMaxLength 1M',
      'Foreground yes',
      '',
    ].join('\n'),
  )
  const child = spawn(CLAMD, ['-c', join(folder, 'clamd.conf')], { stdio: 'ignore' })
  await waitForPort(port)
  return {
    port,
    async stop() {
      await ended(child)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function waitForPort(port: number): Promise<void> {
  const { connect } = await import('node:net')
  for (let tries = 0; tries < 300; tries += 1) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket: Socket = connect({ host: '127.0.0.1', port }, () => {
        socket.destroy()
        resolve(true)
      })
      socket.on('error', () => resolve(false))
    })
    if (isOpen) return
    await sleep(100)
  }
  throw new Error('clamd did not start')
}

export interface ClamdDouble extends TestClamd {
  /** Signatures of this version; `finds` is what they find, by name. */
  load(version: string, finds: Record<string, string>): Promise<void>
  /** Takes commands and answers none. */
  silence(isSilent: boolean): Promise<void>
}

/**
 * A scanner that speaks clamd's protocol (`man clamd`) in a process of its own: INSTREAM and
 * VERSION, with `z` commands. It finds byte sequences, unpacks nothing and imports nothing of the
 * product.
 */
export async function startClamdDouble(port = 0): Promise<ClamdDouble> {
  const child = fork(fileURLToPath(import.meta.url), ['serve', String(port)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  const [opened] = (await once(child, 'message')) as [number]
  const tell = async (message: Partial<DoubleState>) => {
    child.send(message)
    await once(child, 'message')
  }
  return {
    port: opened,
    load: (version, finds) => tell({ version, finds }),
    silence: (isSilent) => tell({ isSilent }),
    stop: () => ended(child),
  }
}

interface DoubleState {
  version: string
  finds: Record<string, string>
  isSilent: boolean
}
/** As the `StreamMaxLength` of the real one above. */
const MOST_BYTES = 1024 * 1024

function serve(port: number): void {
  const state: DoubleState = {
    version: 'ClamAV 1.4.3/27890/Fri Nov 27 08:21:00 2026',
    finds: { 'Eicar-Test-Signature': EICAR },
    isSilent: false,
  }
  const server = createServer((socket) => {
    let bytes: Buffer = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('data', (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk])
      const answer = state.isSilent ? null : answerTo(bytes, state)
      if (answer !== null) socket.end(`${answer}\0`)
    })
  })
  process.on('message', (message) => {
    Object.assign(state, message)
    process.send?.(true)
  })
  process.on('disconnect', () => process.exit())
  server.listen(port, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
}

/** Null while more has to come. */
function answerTo(bytes: Buffer, { version, finds }: DoubleState): string | null {
  const end = bytes.indexOf(0)
  if (end < 0) return null
  const command = bytes.toString('latin1', 0, end)
  if (command === 'zVERSION') return version
  if (command !== 'zINSTREAM') return 'UNKNOWN COMMAND'
  const chunks: Buffer[] = []
  let [at, total] = [end + 1, 0]
  while (at + 4 <= bytes.length) {
    const length = bytes.readUInt32BE(at)
    if (length === 0) {
      const stream = Buffer.concat(chunks)
      const found = Object.entries(finds).find(([, text]) => stream.includes(text))
      return found ? `stream: ${found[0]} FOUND` : 'stream: OK'
    }
    total += length
    if (total > MOST_BYTES) return 'INSTREAM size limit exceeded. ERROR'
    chunks.push(bytes.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return null
}

if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv[2] === 'serve')
  serve(Number(process.argv[3]))
