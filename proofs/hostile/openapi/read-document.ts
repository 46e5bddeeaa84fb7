/** What a call takes and what it may answer, as an OpenAPI document says it. */

// The parts of JSON Schema (draft 2020-12) that our contracts use.
export interface Schema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  minItems?: number
  maxItems?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  default?: unknown
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  schema: Schema
}

/** One operation at one path of one site. */
export interface Target {
  /** Which of the sites answers. */
  site: string
  origin: string
  /** Upper case. */
  method: string
  /** Below the origin, with `{name}` for parameters. */
  path: string
  parameters: Parameter[]
  /** By content type; empty where no body is taken. */
  body: Record<string, Schema>
  /** Who may call, by the document: `session`, `app`; empty for anybody. */
  security: string[]
  /** Every status that is documented, with the error codes that may come with it. */
  statuses: ReadonlyMap<number, readonly string[]>
}

interface Response {
  description: string
}
interface DocumentedOperation {
  parameters?: (Omit<Parameter, 'required'> & { required?: boolean })[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  security?: Record<string, unknown>[]
  responses: Record<string, Response>
}
export interface OpenApiDocument {
  servers?: { url: string }[]
  paths: Record<string, Record<string, DocumentedOperation>>
}

export function targetsOf(document: OpenApiDocument, site: string, origin: string): Target[] {
  const base = document.servers?.[0]?.url ?? ''
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      site,
      origin,
      method: method.toUpperCase(),
      path: base + path,
      parameters: (operation.parameters ?? []).map((one) => ({
        ...one,
        required: one.required ?? false,
      })),
      body: Object.fromEntries(
        Object.entries(operation.requestBody?.content ?? {}).map(([type, { schema }]) => [
          type,
          schema,
        ]),
      ),
      security: (operation.security ?? []).flatMap((one) => Object.keys(one)),
      statuses: new Map(
        Object.entries(operation.responses).map(([status, { description }]) => [
          Number(status),
          description.split(', '),
        ]),
      ),
    })),
  )
}
