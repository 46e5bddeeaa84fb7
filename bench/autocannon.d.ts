// autocannon brings no types; this is what the bench uses of it (its README, "Programmatic usage").
declare module 'autocannon' {
  interface Ask {
    method: 'GET'
    path: string
    headers?: Record<string, string>
  }
  interface Client {
    setRequests(requests: Ask[]): void
  }
  interface Options {
    url: string
    connections: number
    /** Seconds. */
    duration: number
    headers: Record<string, string>
    requests: Ask[]
    /** Milliseconds between two inspects the clock. */
    sampleInt: number
    /** Seconds. */
    timeout: number
    setupClient(client: Client): void
  }
  interface Result {
    errors: number
    non2xx: number
    throughput: { total: number }
  }
  interface Run extends Promise<Result> {
    on(
      event: 'response',
      told: (client: Client, status: number, bytes: number, milliseconds: number) => void,
    ): void
  }
  function autocannon(options: Options): Run
  export default autocannon
}
