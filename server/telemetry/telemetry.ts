import type { RequestListener } from 'node:http'
import type { Logger } from 'pino'
import { observe, unrecordedSpan } from '#lib/telemetry.ts'
import type { Config } from '../config.ts'
import type { Metrics, Readings } from './metrics.ts'
import { observeRequests } from './observe-requests.ts'

/** What this process tells of itself (docs/monitoring.md). Only what settings ask for is loaded. */
export interface Telemetry {
  /** Measures, traces and logs the requests of one part of the product. */
  before(part: string, listener: RequestListener): RequestListener
  /** Answers scrapes; null where none is configured. */
  scrape: RequestListener | null
  /** Figures that are read at each scrape. */
  watch(readings: () => Readings): void
  stop(): Promise<void>
}

type Settings = Pick<
  Config,
  | 'metricsPort'
  | 'requestLog'
  | 'otlpEndpoint'
  | 'otlpHeaders'
  | 'traceRatio'
  | 'tracedOrigins'
  | 'roles'
>

const NONE: Telemetry = {
  before: (_part, listener) => listener,
  scrape: null,
  watch: () => {},
  stop: async () => {},
}

/** Starts what is configured; without any of it nothing is loaded and nothing is in a request's way. */
export async function openTelemetry(settings: Settings, log: Logger): Promise<Telemetry> {
  const { metricsPort, requestLog, otlpEndpoint, tracedOrigins } = settings
  if (metricsPort === undefined && otlpEndpoint === undefined && !requestLog) return NONE
  const [metrics, traces] = await Promise.all([
    metricsPort === undefined ? null : loadMetrics(),
    otlpEndpoint === undefined ? null : loadTraces({ ...settings, otlpEndpoint }, log),
  ])
  observe({
    declare: (instrument) => metrics?.declare(instrument),
    record: (instrument, value, labels) => metrics?.record(instrument, value, labels),
    startSpan: traces?.startSpan ?? unrecordedSpan,
    tracedOrigins: new Set(tracedOrigins),
  })
  return {
    before: (part, listener) => observeRequests(part, listener, requestLog ? log : null),
    scrape: metrics?.scrape ?? null,
    watch: (readings) => metrics?.watch(readings()),
    async stop() {
      observe(null)
      await Promise.all([metrics?.stop(), traces?.stop()])
    },
  }
}

const loadMetrics = async (): Promise<Metrics> => (await import('./metrics.ts')).openMetrics()

const loadTraces = async (
  settings: Settings & { otlpEndpoint: string },
  log: Logger,
): Promise<import('./traces.ts').Traces> => (await import('./traces.ts')).openTraces(settings, log)
