import { describe, expect, it } from 'vitest'
import { SettingsFault } from '../../lib/settings.ts'
import { readConfig, SETTINGS } from './config.ts'

const secret = { SANDBOX_BANK_MERCHANT_SECRET: 's'.repeat(32) }

describe('settings of the sandbox bank', () => {
  it('need nothing but the secret', () => {
    const defaults = {
      port: 3400,
      host: '127.0.0.1',
      merchantId: 'arasta',
      noticeDelaysMs: [500, 5_000, 30_000],
    }
    expect(readConfig(secret)).toMatchObject(defaults)
    expect(readConfig(secret).noticeOrigins).toContain('http://apps.localhost:3000')
  })

  it.each([
    ['SANDBOX_BANK_PORT', 'eighty'],
    ['SANDBOX_BANK_PORT', '70000'],
    ['SANDBOX_BANK_MERCHANT_SECRET', 'too-short-to-be-kept-a-secret'],
    ['SANDBOX_BANK_NOTICE_ORIGINS', 'http://apps.localhost:3000/path'],
    ['SANDBOX_BANK_NOTICE_ORIGINS', 'ftp://apps.localhost'],
    ['SANDBOX_BANK_NOTICE_ORIGINS', ','],
    ['SANDBOX_BANK_PUBLIC_URL', 'not an address'],
    ['SANDBOX_BANK_NOTICE_DELAYS_MS', '1,2,3,4'],
    ['SANDBOX_BANK_NOTICE_DELAYS_MS', 'soon'],
    ['SANDBOX_BANK_MERCHANT_ID', 'a b'],
  ])(
    '%s = "%s" is refused in one line that names the setting and keeps the value to itself',
    (name, value) => {
      const read = () => readConfig({ ...secret, [name]: value })
      expect(read).toThrow(SettingsFault)
      expect(read).toThrow(new RegExp(`^${name}[^\\n]+$`))
      if (value.length > 8) expect(read).not.toThrow(value)
    },
  )

  it('say what they are for', () => {
    expect(() => readConfig({})).toThrow(/SANDBOX_BANK_MERCHANT_SECRET is missing/)
    for (const setting of Object.values(SETTINGS)) expect(setting.doc).toMatch(/^[A-Z].*\.$/)
  })
})
