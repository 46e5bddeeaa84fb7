/**
 * Something that the market does to the world: a change that the database keeps, a call to somebody
 * else's system.
 */
export interface Effect {
  /**
   * `commit`: the database keeps it from now on; `write`: inside a transaction that is still open;
   * `bank`: a call to another party's system.
   */
  kind: 'commit' | 'write' | 'call'
  /** The statement without its values, or the call. */
  what: string
}

export type Moment = 'before' | 'after'

export interface Counted extends Effect {
  number: number
}

/**
 * Counts the side effects of a process and ends it at the n-th: before it reaches the world, or
 * after it has and before the process learns of it. The proxies in front of the database and of the
 * others ask it; the process itself knows nothing.
 */
export class KillSwitch {
  #seen: Counted[] = []
  #armed: { number: number; moment: Moment; kill: () => void } | null = null
  #fired: Counted | null = null
  #counting = false

  /** Counts from 1 on without ending anything. */
  watch(): void {
    this.#seen = []
    this.#fired = null
    this.#armed = null
    this.#counting = true
  }

  arm(number: number, moment: Moment, kill: () => void): void {
    this.watch()
    this.#armed = { number, moment, kill }
  }

  /** What happened since; nothing is counted any more. */
  rest(): { seen: Counted[]; fired: Counted | null } {
    this.#counting = false
    this.#armed = null
    return { seen: this.#seen, fired: this.#fired }
  }

  get fired(): Counted | null {
    return this.#fired
  }

  /**
   * The next effect is about to happen. Null: the process has just been ended, and the effect must
   * not happen.
   */
  before(effect: Effect): Counted | null {
    const counted = { ...effect, number: this.#counting ? this.#seen.length + 1 : 0 }
    if (this.#counting) this.#seen.push(counted)
    return this.#fire(counted, 'before') ? null : counted
  }

  /**
   * Whether the process will be ended when this effect has happened, so that its answer must be
   * kept back.
   */
  isDoomed(effect: Counted): boolean {
    return this.#armed?.moment === 'after' && this.#armed.number === effect.number
  }

  /** The effect has happened. True: the process has just been ended. */
  after(effect: Counted): boolean {
    return this.#fire(effect, 'after')
  }

  #fire(effect: Counted, moment: Moment): boolean {
    if (!this.#armed || this.#armed.number !== effect.number || this.#armed.moment !== moment)
      return false
    const { kill } = this.#armed
    this.#armed = null
    this.#fired = effect
    kill()
    return true
  }
}
