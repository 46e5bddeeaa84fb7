import {
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type Span as RecordedSpan,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import { type Observer, randomHex, type Span } from '#lib/telemetry.ts'
import type { Config } from '../config.ts'

export interface Traces {
  startSpan: Observer['startSpan']
  /** Sends what is left. */
  stop(): Promise<void>
}

const KINDS = {
  server: SpanKind.SERVER,
  consumer: SpanKind.CONSUMER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
}
/** A collector that is away must not hold up the end of the process. */
const TIMEOUT_MS = 3_000

type Settings = { otlpEndpoint: string } & Pick<Config, 'otlpHeaders' | 'traceRatio' | 'roles'>

/**
 * Traces by OpenTelemetry, sent to a collector. Every request begins a trace of its own: what a
 * stranger sends as `traceparent` is not read, or it would decide what is recorded.
 */
export function openTraces(
  { otlpEndpoint, otlpHeaders, traceRatio, roles }: Settings,
  log: Logger,
): Traces {
  const warn = (message: string) => log.warn({ message }, 'traces')
  const silent = () => {}
  diag.setLogger(
    { error: warn, warn, info: silent, debug: silent, verbose: silent },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'arasta',
      'service.instance.id': randomHex(8),
      'arasta.roles': roles.join(','),
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(traceRatio) }),
    idGenerator: { generateTraceId: () => randomHex(16), generateSpanId: () => randomHex(8) },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({
          url: `${otlpEndpoint}/v1/traces`,
          headers: otlpHeaders,
          timeoutMillis: TIMEOUT_MS,
        }),
        scheduledDelayMillis: 1_000,
      }),
    ],
  })
  const tracer = provider.getTracer('arasta')
  const contexts = new WeakMap<Span, Context>()
  const contextOf = (parent: Span | string | null): Context =>
    typeof parent === 'string'
      ? readContext(parent)
      : ((parent && contexts.get(parent)) ?? ROOT_CONTEXT)
  return {
    startSpan(name, kind, parent) {
      const recorded = tracer.startSpan(name, { kind: KINDS[kind] }, contextOf(parent))
      const span = spanOf(recorded)
      contexts.set(span, trace.setSpan(ROOT_CONTEXT, recorded))
      return span
    },
    async stop() {
      await provider.shutdown().catch((error: unknown) => log.warn({ error }, 'traces'))
      diag.disable()
    },
  }
}

function spanOf(recorded: RecordedSpan): Span {
  const { traceId, spanId, traceFlags } = recorded.spanContext()
  return {
    traceId,
    traceparent: traceFlags & TraceFlags.SAMPLED ? `00-${traceId}-${spanId}-01` : null,
    end(labels, name) {
      if (name !== undefined) recorded.updateName(name)
      recorded.setAttributes(labels)
      if ('error.type' in labels) recorded.setStatus({ code: SpanStatusCode.ERROR })
      recorded.end()
    },
  }
}

/** The trace context that a job's row holds; a new trace where it is none. */
function readContext(traceparent: string): Context {
  const [, traceId, spanId] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/.exec(traceparent) ?? []
  return traceId && spanId
    ? trace.setSpanContext(ROOT_CONTEXT, {
        traceId,
        spanId,
        traceFlags: TraceFlags.SAMPLED,
        isRemote: true,
      })
    : ROOT_CONTEXT
}
