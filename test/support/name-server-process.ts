import { fork } from 'node:child_process'
import { once } from 'node:events'
import { startNameServer } from './name-server.ts'

/** What the process is told, and what it answers. */
interface Told {
  name: string
  text: string | null
}
interface Ready {
  address: string
}

/** The name server as a process of its own, as a real one would be. */
export async function forkNameServer(): Promise<{
  address: string
  /** Null takes the record away. */
  set(name: string, text: string | null): Promise<void>
  stop(): Promise<void>
}> {
  const child = fork(import.meta.filename, { stdio: 'inherit' })
  const [{ address }] = (await once(child, 'message')) as [Ready]
  return {
    address,
    async set(name, text) {
      const isSet = once(child, 'message')
      child.send({ name, text } satisfies Told)
      await isSet
    },
    async stop() {
      const exited = once(child, 'exit')
      child.disconnect()
      await exited
    },
  }
}

if (process.send && process.argv[1] === import.meta.filename) {
  const names = await startNameServer()
  process.on('message', ({ name, text }: Told) => {
    if (text === null) names.records.delete(name)
    else names.records.set(name, text)
    process.send?.({ address: names.address } satisfies Ready)
  })
  process.on('disconnect', names.stop)
  process.send({ address: names.address } satisfies Ready)
}
