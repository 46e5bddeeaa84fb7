import type { Folder } from './store-file.ts'

/** A refusal in the protocol's words. */
export class No extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, message: string = code) {
    super(message)
    this.status = status
    this.code = code
  }
}

export interface PlainStore {
  token: string
  keyId: string
  secret: string
  isClosed?: boolean
}

export interface PlainConfig {
  folder: string
  installer: string
  client: { id: string; secret: string }
  stores: Record<string, PlainStore>
  demonstration: string
  scratch: string
  now: () => number
  /** The check of the kit that this one is to break; none, and it keeps the protocol. */
  broken?: string
}

export interface Plain {
  config: PlainConfig
  data: Folder
  /** The origin of a store's shop. */
  originOf: (store: string) => string
  is: (broken: string) => boolean
}

export const SLOTS = ['1', '2', '3', '4', '5', '1003', '1004', '1054', '100100', '100101', '100102']
  .map((code) => `placement:${code}`)
  .concat('theme')
export const SCOPES = ['notes.read', 'notes.write', 'orders.note']

type Json = Record<string, unknown>

export const isObject = (value: unknown): value is Json =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/** A field of a body; 400 when it is not of that kind. */
export function need(
  body: Json,
  name: string,
  kind: 'string' | 'number' | 'object' | 'boolean',
): never | string | number | boolean | Json {
  const value = body[name]
  const fits = kind === 'object' ? isObject(value) : typeof value === kind
  if (!fits) throw new No(400, 'bad_request', `${name} must be a ${kind}`)
  return value as string
}
export const needText = (body: Json, name: string): string => need(body, name, 'string') as string
export const needObject = (body: Json, name: string): Json => need(body, name, 'object') as Json
