import { appendFileSync, existsSync, renameSync, statSync } from 'node:fs'

const LARGEST = 5 * 1024 * 1024 // bytes
const KEPT = 3 // older files beside the current one

/** A log that is moved aside by size. A disk that is full costs lines, never the process. */
export class LogFile {
  readonly path: string
  readonly #largest: number
  #size: number

  constructor(path: string, largest = LARGEST) {
    this.path = path
    this.#largest = largest
    this.#size = existsSync(path) ? statSync(path).size : 0
  }

  write(text: string): void {
    try {
      if (this.#size > 0 && this.#size + text.length > this.#largest) this.#rotate()
      appendFileSync(this.path, text, { mode: 0o600 })
      this.#size += Buffer.byteLength(text)
    } catch {
      // Nowhere left to complain to: the screen still shows errors.
    }
  }

  #rotate(): void {
    for (let age = KEPT; age >= 1; age--) {
      const from = age === 1 ? this.path : `${this.path}.${age - 1}`
      if (existsSync(from)) renameSync(from, `${this.path}.${age}`)
    }
    this.#size = 0
  }
}
