import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createVatService, type VatService } from '#demo/vat-service/vat-service.ts'
import { createHttp } from '#lib/http.ts'
import { createVies } from './vies.ts'

let service: VatService
beforeAll(async () => {
  service = await createVatService({ host: '127.0.0.1', port: 0 })
})
afterAll(() => service.close())

const seller = { country: 'GR', vatId: 'EL123456783' }
const ask = (country: string, vatId: string, url = service.url) =>
  createVies({ http: createHttp({ allowOrigins: [url] }), url }).check({ country, vatId, seller })

describe("the EU's VAT service", () => {
  test('confirms an id with the number of the consultation', async () => {
    expect(await ask('AT', 'ATU13585627')).toEqual({
      kind: 'confirmed',
      consultation: expect.stringMatching(/^WAPI/) as string,
    })
  })

  test('is asked with the prefix of the Union: Greek ids begin with EL, with or without it given', async () => {
    service.asked.length = 0
    await ask('GR', '123 456 783')
    await ask('GR', 'EL123456783')
    expect(service.asked).toEqual(['EL123456783', 'EL123456783'])
  })

  test('refuses an unknown id and one that no member state has the form of', async () => {
    expect(await ask('AT', 'ATU33333336')).toEqual({ kind: 'refused' })
    expect(await ask('AT', '-')).toEqual({ kind: 'refused' })
  })

  test('says nothing of an id while a member state, the service or the network is away', async () => {
    expect(await ask('DE', 'DE333333347')).toEqual({
      kind: 'unavailable',
      why: 'MS_UNAVAILABLE',
    })
    expect(await ask('DE', 'DE136695976', 'http://127.0.0.1:1')).toEqual({
      kind: 'unavailable',
      why: 'unreachable',
    })
    // A page in place of an answer.
    expect(await ask('DE', 'DE136695976', `${service.url}/elsewhere`)).toEqual({
      kind: 'unavailable',
      why: 'unreadable',
    })
  })
})
