import { createServer, type Server } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { PLACE_NAMES } from './addresses.ts'
import { checkPorts, freePartPorts, freePorts, portTrouble } from './ports.ts'
import { readSettings } from './settings.ts'
import { StartError } from './start-error.ts'

const servers: Server[] = []
afterEach(async () => {
  await Promise.all(
    servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))),
  )
})

function hold(port: number, host: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    servers.push(server)
    server.once('error', reject)
    server.listen(port, host, () => resolve(server))
  })
}

describe('the ports of the parts', () => {
  test('that are free pass, and all are different', async () => {
    const ports = await freePartPorts()
    expect(new Set(Object.values(ports)).size).toBe(PLACE_NAMES.length)
    await expect(checkPorts(ports)).resolves.toBeUndefined()
  })

  test('are given to one caller only, although none of them is in use yet', async () => {
    const asked = await Promise.all(Array.from({ length: 40 }, () => freePorts(25)))
    expect(new Set(asked.flat()).size).toBe(1000)
  })

  test('that are taken are refused with the port, what wanted it, who holds it and the setting that changes it', async () => {
    const ports = await freePartPorts()
    await hold(ports.bank, '127.0.0.1')
    const refusal: unknown = await checkPorts(ports).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(StartError)
    const { message } = refusal as StartError
    expect(message.split('\n')).toHaveLength(1)
    for (const part of [String(ports.bank), 'sandbox bank', 'BANK_PORT'])
      expect(message).toContain(part)
    if (process.platform === 'linux') expect(message).toContain(`(process ${process.pid})`)
  })

  test('count as taken when somebody listens on every address of the machine', async () => {
    const { apps } = await freePartPorts()
    await hold(apps, '0.0.0.0')
    expect(await portTrouble(apps)).toBe('EADDRINUSE')
  })

  test('of a run that is just ending are waited for', async () => {
    const ports = await freePartPorts()
    const holder = await hold(ports.apps, '127.0.0.1')
    const waiting = checkPorts(ports, 60_000)
    await new Promise((resolve) => holder.close(resolve))
    await expect(waiting).resolves.toBeUndefined()
  })
})

describe('settings of ports', () => {
  test('have the addresses of decision D1 when nobody says otherwise', () => {
    expect(readSettings({}).ports).toEqual({
      apps: 3000,
      themes: 3001,
      shop: 3100,
      mail: 3125,
      installer: 3300,
      bank: 3400,
      vat: 3600,
      preview: 3500,
      console: 3200,
    })
  })

  test('that are no port are refused by name', () => {
    for (const wrong of ['abc', '0', '70000', '-1', '3000.5', '0x10']) {
      expect(() => readSettings({ SHOP_PORT: wrong })).toThrow(
        /^SHOP_PORT is ".*", which is not a port/,
      )
    }
  })

  test('that meet are refused with both names', () => {
    expect(() => readSettings({ APPS_PORT: '3400' })).toThrow(
      /APPS_PORT and BANK_PORT are both 3400/,
    )
  })
})
