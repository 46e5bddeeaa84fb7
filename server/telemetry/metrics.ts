import type { RequestListener } from 'node:http'
import type { Counter, Histogram, Observable } from '@opentelemetry/api'
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus'
import { MeterProvider } from '@opentelemetry/sdk-metrics'
import type { Instrument, Labels } from '#lib/telemetry.ts'

/** One value of a figure that is read when somebody asks. */
export interface Reading {
  value: number
  labels: Labels
}

/** By name. */
export type Readings = Record<
  string,
  {
    unit: string
    description: string
    /** It only grows. */
    counts?: true
    read(): Reading[] | Promise<Reading[]>
  }
>

export interface Metrics {
  declare(instrument: Instrument): void
  record(instrument: Instrument, value: number, labels: Labels): void
  watch(readings: Readings): void
  scrape: RequestListener
  stop(): Promise<void>
}

/** Seconds. A kept page takes less than the first, a slow gateway more than the last. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** OpenTelemetry's rules for Prometheus want the unit in the name; the exporter leaves it out. */
const SUFFIXES: Readonly<Record<string, string>> = { s: '.seconds', By: '.bytes' }
const nameWith = (name: string, unit: string): string => name + (SUFFIXES[unit] ?? '')

/** The figures of this process, kept by OpenTelemetry and read by Prometheus. */
export function openMetrics(): Metrics {
  const exporter = new PrometheusExporter({
    preventServerStart: true,
    withoutScopeInfo: true,
    withoutTargetInfo: true,
  })
  const provider = new MeterProvider({ readers: [exporter] })
  const meter = provider.getMeter('arasta')
  const made = new Map<Instrument, Counter | Histogram>()
  const make = (instrument: Instrument): Counter | Histogram => {
    const { name, kind, description, known } = instrument
    if (kind === 'duration')
      return meter.createHistogram(nameWith(name, 's'), {
        unit: 's',
        description,
        advice: { explicitBucketBoundaries: BUCKETS },
      })
    const counter = meter.createCounter(name, { description })
    for (const labels of known) counter.add(0, labels)
    return counter
  }
  return {
    declare(instrument) {
      if (!made.has(instrument)) made.set(instrument, make(instrument))
    },
    record(instrument, value, labels) {
      const into = made.get(instrument)
      if (into && 'record' in into) into.record(value, labels)
      else into?.add(value, labels)
    },
    watch(readings) {
      for (const [name, { unit, description, counts, read }] of Object.entries(readings)) {
        const options = { unit, description }
        const observable: Observable = counts
          ? meter.createObservableCounter(nameWith(name, unit), options)
          : meter.createObservableGauge(nameWith(name, unit), options)
        observable.addCallback(async (result) => {
          for (const { value, labels } of await read()) result.observe(value, labels)
        })
      }
    },
    scrape(incoming, outgoing) {
      if (incoming.url?.split('?', 1)[0] !== '/metrics') outgoing.writeHead(404).end()
      else exporter.getMetricsRequestHandler(incoming, outgoing)
    },
    stop: () => provider.shutdown(),
  }
}
