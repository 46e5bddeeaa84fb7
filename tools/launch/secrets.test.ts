import { chmodSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { importJWK, jwtVerify, SignJWT } from 'jose'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openSecrets, publicKey } from './secrets.ts'
import { temporaryFolder } from './testing/test-cluster.ts'

let folder: ReturnType<typeof temporaryFolder>
let file: string
beforeEach(() => {
  folder = temporaryFolder()
  file = join(folder.path, 'secrets.json')
})
afterEach(() => folder.remove())

const modeOf = (path: string): number => statSync(path).mode & 0o777

describe('the secrets of an installation', () => {
  test('are made once, for the eyes of their owner alone, and stay the same', () => {
    const made = openSecrets(folder.path, false)
    expect(modeOf(file)).toBe(0o600)
    expect(openSecrets(folder.path, true)).toEqual(made)
    expect(Buffer.from(made.dataKey, 'base64')).toHaveLength(32)
  })

  test('differ between two installations', () => {
    const made = openSecrets(folder.path, false)
    rmSync(file)
    const other = openSecrets(folder.path, false)
    expect(other.dataKey).not.toBe(made.dataKey)
    expect(other.marketKey.kid).not.toBe(made.marketKey.kid)
  })

  test('sign what their public half verifies, and the public half holds nothing private', async () => {
    const { demoPlatformKey } = openSecrets(folder.path, false)
    const open = publicKey(demoPlatformKey)
    expect(Object.keys(open)).not.toContain('d')
    const token = await new SignJWT({})
      .setProtectedHeader({ alg: 'EdDSA', kid: demoPlatformKey.kid })
      .setSubject('store-1')
      .sign(await importJWK(demoPlatformKey))
    const { payload, protectedHeader } = await jwtVerify(token, await importJWK(open))
    expect([payload.sub, protectedHeader.kid]).toEqual(['store-1', open.kid])
  })

  test('that others may read are closed again', () => {
    openSecrets(folder.path, false)
    chmodSync(file, 0o644)
    openSecrets(folder.path, true)
    expect(modeOf(file)).toBe(0o600)
  })

  test('that a newer version needs are added without touching the others', () => {
    const { bank: _later, ...older } = openSecrets(folder.path, false)
    writeFileSync(file, JSON.stringify(older))
    const now = openSecrets(folder.path, true)
    expect(now).toMatchObject(older)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(now)
  })

  test('are not made anew over a database that needs the old ones', () => {
    expect(() => openSecrets(folder.path, true)).toThrow(
      /lacks dataKey.*put the file back from a backup, or delete/,
    )
  })

  test('that are damaged are refused in one line that shows none of them', () => {
    for (const damage of ['{', '[]', '"x"', '{"dataKey":"c2hvcnQ="}']) {
      writeFileSync(file, damage)
      expect(() => openSecrets(folder.path, false)).toThrow(
        /^\S+secrets\.json is damaged[^\n]*put the file back[^\n]*$/,
      )
    }
  })
})
