import { readFile } from 'node:fs/promises'
import type { KitSettings } from '#modules/stores/platforms/kit/settings.ts'

/** The settings of the file, and where the kit stands for the market's installer. */
export interface FileSettings extends KitSettings {
  /** The origin that the platform knows as the market's installer; the kit answers there. */
  installer: string
  /** Where the kit listens for that, if the platform reaches it by way of something else. */
  listen?: { host: string; port: number } | undefined
}

/** What an empty settings file looks like (`arasta-connector init`). */
export const EXAMPLE = {
  client: { id: 'arasta', secret: 'the platform client secret' },
  store_token: 'the store token of a store that may be changed',
  installer: 'http://localhost:3390',
  other_store_token: 'of a second store',
  closed: { store_id: '3', store_token: '…', key_id: '…', secret: 'of a store that is closed' },
  demonstration_store: '1',
  scopes: ['orders.read', 'orders.note'],
  user_call: '/orders',
}

/** Settings that cannot be used; the words are for whoever wrote them. */
export class BadSettings extends Error {}

type Fields = Record<string, unknown>

function fieldsOf(value: unknown, where: string): Fields {
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw new BadSettings(`${where} must be an object`)
  return { ...value }
}

function text(fields: Fields, name: string, where = ''): string {
  const value = fields[name]
  if (typeof value !== 'string' || value === '')
    throw new BadSettings(`${where}${name} must be a text that is not empty`)
  return value
}

const textIfThere = (fields: Fields, name: string) =>
  fields[name] === undefined ? undefined : text(fields, name)

function origin(fields: Fields, name: string): string {
  const value = text(fields, name)
  if (!URL.canParse(value) || new URL(value).origin !== value)
    throw new BadSettings(`${name} must be an origin such as http://localhost:3390, without a path`)
  return value
}

const NAMES = new Set([
  'client',
  'store_token',
  'installer',
  'listen',
  'other_store_token',
  'closed',
  'demonstration_store',
  'scratch_store',
  'scopes',
  'user_call',
  'handover',
])

/** Reads settings as they stand in the file; throws `BadSettings`. */
export function readKitSettings(value: unknown): FileSettings {
  const fields = fieldsOf(value, 'the settings')
  const unknown = Object.keys(fields).find((name) => !NAMES.has(name))
  if (unknown !== undefined)
    throw new BadSettings(`there is no setting ${unknown}; known are ${[...NAMES].join(', ')}`)
  const client = fieldsOf(fields.client, 'client')
  const closed = fields.closed === undefined ? undefined : fieldsOf(fields.closed, 'closed')
  const listen = fields.listen === undefined ? undefined : text(fields, 'listen').split(':')
  const handover = fields.handover === undefined ? undefined : fieldsOf(fields.handover, 'handover')
  const scopes = fields.scopes ?? []
  if (
    !Array.isArray(scopes) ||
    !scopes.every((scope) => typeof scope === 'string') ||
    scopes.length === 1
  )
    throw new BadSettings('scopes must be a list of two texts or more, or empty')
  return {
    client: { id: text(client, 'id', 'client.'), secret: text(client, 'secret', 'client.') },
    storeToken: text(fields, 'store_token'),
    installer: origin(fields, 'installer'),
    listen: listen && { host: listen[0] ?? '', port: Number(listen[1]) },
    otherStoreToken: textIfThere(fields, 'other_store_token'),
    closed: closed && {
      storeId: text(closed, 'store_id', 'closed.'),
      storeToken: text(closed, 'store_token', 'closed.'),
      key: { id: text(closed, 'key_id', 'closed.'), secret: text(closed, 'secret', 'closed.') },
    },
    demonstrationStore: textIfThere(fields, 'demonstration_store'),
    scratchStore: textIfThere(fields, 'scratch_store'),
    scopes,
    userCall: textIfThere(fields, 'user_call'),
    handover: handover && {
      launchToken: text(handover, 'launch_token', 'handover.'),
      market: origin(handover, 'market'),
      keys: (Array.isArray(handover.keys) ? handover.keys : []).map((key) =>
        fieldsOf(key, 'handover.keys'),
      ),
    },
  }
}

/** Reads a settings file; throws `BadSettings`. */
export async function readSettingsFile(file: string): Promise<FileSettings> {
  const written = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new BadSettings(`${file} cannot be read: ${error.code}`)
  })
  let value: unknown
  try {
    value = JSON.parse(written)
  } catch {
    throw new BadSettings(`${file} is not JSON`)
  }
  return readKitSettings(value)
}
