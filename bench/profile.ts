import type { CpuProfile } from './fold-profile.ts'

/** V8's inspector in a server of the bench, by the Chrome DevTools protocol. */
export interface Inspector {
  /** Profiles the CPU while `work` runs, and counts the statements that the server sends by text. */
  record(
    work: () => Promise<unknown>,
  ): Promise<{ profile: CpuProfile; statements: ReadonlyMap<string, number> }>
  close(): void
}

/** Every tenth of a millisecond: a request takes one or a few. */
const SAMPLING_MICROSECONDS = 100
const COUNTER = '__statements'
/** Statements are counted where all of them pass: in the driver's method. */
const COUNT_STATEMENTS = `{
  globalThis.${COUNTER} = new Map()
  const { createRequire } = process.getBuiltinModule('node:module')
  const { Client } = createRequire(process.cwd() + '/package.json')('pg')
  const { query } = Client.prototype
  Client.prototype.query = function (...given) {
    const text = String(given[0]?.text ?? given[0]).replace(/\\s+/g, ' ').trim()
    globalThis.${COUNTER}.set(text, (globalThis.${COUNTER}.get(text) ?? 0) + 1)
    return query.apply(this, given)
  }
}`

interface Answer {
  id: number
  result?: unknown
  error?: { message: string }
}

/** `port` is that of the server's `--inspect`. */
export async function connectInspector(port: number): Promise<Inspector> {
  const response = await fetch(`http://127.0.0.1:${port}/json/list`)
  const [target] = (await response.json()) as { webSocketDebuggerUrl: string }[]
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '')
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error('the inspector refused us')))
  })
  const waiting = new Map<number, (answer: Answer) => void>()
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  })
  let id = 0
  const call = async <T>(method: string, params: object = {}): Promise<T> => {
    id += 1
    const own = id
    const answer = await new Promise<Answer>((resolve) => {
      waiting.set(own, resolve)
      socket.send(JSON.stringify({ id: own, method, params }))
    })
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`)
    return answer.result as T
  }
  const evaluate = async (expression: string): Promise<unknown> => {
    const { result, exceptionDetails } = await call<{
      result: { value?: unknown }
      exceptionDetails?: { exception?: { description?: string } }
    }>('Runtime.evaluate', { expression })
    if (exceptionDetails)
      throw new Error(exceptionDetails.exception?.description ?? 'evaluation failed')
    return result.value
  }
  await evaluate(COUNT_STATEMENTS)
  await call('Profiler.enable')
  await call('Profiler.setSamplingInterval', { interval: SAMPLING_MICROSECONDS })
  return {
    async record(work) {
      await evaluate(`globalThis.${COUNTER}.clear()`)
      await call('Profiler.start')
      await work()
      const { profile } = await call<{ profile: CpuProfile }>('Profiler.stop')
      const counted = String(await evaluate(`JSON.stringify([...globalThis.${COUNTER}])`))
      return { profile, statements: new Map(JSON.parse(counted) as [string, number][]) }
    },
    close: () => socket.close(),
  }
}
