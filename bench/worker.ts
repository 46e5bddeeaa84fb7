import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'

export interface Worker {
  pid: number
  /** What it said first. */
  hello: unknown
  ask<T>(job: object): Promise<T>
  end(): Promise<void>
}

/** For the files that are such a process: it ends when the bench is gone, however that went. */
export const endWithParent = (): void => void process.once('disconnect', () => process.exit())

/**
 * A file of this folder as a process of its own, which ends with this one. Answers when it has said
 * its first word.
 */
export async function startWorker(
  file: string,
  onStart: (child: ChildProcess) => void,
): Promise<Worker> {
  // In a group of its own: Ctrl-C reaches the bench alone, which ends the others in order.
  const child = fork(join(import.meta.dirname, file), [], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    // React checks less in production, as in the product.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    detached: process.platform !== 'win32',
  })
  onStart(child)
  const next = () =>
    new Promise<unknown>((resolve, reject) => {
      const onExit = () => reject(new Error(`${file} ended before it answered`))
      child.once('exit', onExit)
      child.once('error', reject)
      child.once('message', (message) => {
        child.off('exit', onExit)
        child.off('error', reject)
        resolve(message)
      })
    })
  const hello = await next()
  return {
    pid: child.pid ?? 0,
    hello,
    async ask<T>(job: object) {
      const answer = next()
      child.send(job)
      const said = (await answer) as { result?: T; error?: string } | string
      if (typeof said === 'object' && said.error !== undefined)
        throw new Error(`${file}: ${said.error}`)
      return (typeof said === 'object' ? said.result : said) as T
    },
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
      child.kill('SIGKILL')
      await gone
    },
  }
}
