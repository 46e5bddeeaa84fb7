import { parentPort } from 'node:worker_threads'

/** Worker for the tests of the pool: hangs, exhausts memory, fails, or echoes its input. */
parentPort?.on('message', (input: string) => {
  if (input === 'endless') for (;;);
  if (input === 'greedy')
    for (const kept: unknown[] = []; ;) kept.push(Array.from({ length: 1e5 }, Math.random))
  if (input === 'exit') process.exit(1)
  parentPort?.postMessage(input === 'wrong' ? { error: 'wrong' } : { output: input })
})
