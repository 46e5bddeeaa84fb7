import { Worker } from 'node:worker_threads'

/** The job took too long, or the queue is full. */
export class DeadlineExceeded extends Error {
  override name = 'DeadlineExceeded'
}

interface Job<I, O> {
  input: I
  resolve(output: O): void
  reject(error: Error): void
}

export interface DeadlinePool<I, O> {
  /** Throws `DeadlineExceeded`, or the error of the job. */
  run(input: I): Promise<O>
}

/**
 * Processes untrusted bytes in worker threads, so that they cannot block the event loop. A job that
 * exceeds `deadlineMs` or the thread's memory ends with its thread. `file` posts one message back
 * for each it receives: `{ output }` or `{ error }`. Threads start on demand and do not keep the
 * process alive.
 */
export function openDeadlinePool<I, O>(
  file: string,
  { threads, deadlineMs, waiting }: { threads: number; deadlineMs: number; waiting: number },
): DeadlinePool<I, O> {
  const idle: Worker[] = []
  const queue: Job<I, O>[] = []
  let started = 0

  function start(): Worker {
    started += 1
    const worker = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: 256 } })
    worker.unref()
    return worker
  }

  function work(worker: Worker, job: Job<I, O>): void {
    const timer = setTimeout(
      () => end(new DeadlineExceeded('foreign content took too long')),
      deadlineMs,
    )
    const end = (error: Error) => {
      release()
      started -= 1
      void worker.terminate()
      job.reject(error)
      next()
    }
    const answer = ({ output, error }: { output?: O; error?: string }) => {
      release()
      idle.push(worker)
      if (error === undefined) job.resolve(output as O)
      else job.reject(new Error(error))
      next()
    }
    const fault = (error: Error) => end(error)
    const exit = () => end(new Error('a worker ended'))
    const release = () => {
      clearTimeout(timer)
      worker.off('message', answer).off('error', fault).off('exit', exit)
      worker.unref()
    }
    worker.on('message', answer).on('error', fault).on('exit', exit)
    worker.ref()
    worker.postMessage(job.input)
  }

  function next(): void {
    const job = queue[0]
    if (!job) return
    const worker = idle.pop() ?? (started < threads ? start() : undefined)
    if (!worker) return
    queue.shift()
    work(worker, job)
  }

  return {
    run: (input) =>
      new Promise<O>((resolve, reject) => {
        if (queue.length >= waiting)
          return reject(new DeadlineExceeded('too much foreign content at once'))
        queue.push({ input, resolve, reject })
        next()
      }),
  }
}
