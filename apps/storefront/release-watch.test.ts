import { expect, test } from 'vitest'
import { isBusyPath } from './release-watch.ts'

test('S7.36 a new release is never announced to who pays, installs or uninstalls', () => {
  for (const path of [
    '/checkout/x',
    '/market/checkout/x',
    '/checkout/success',
    '/install/x',
    '/market/install/x',
    '/update/x',
    '/uninstall/x',
  ])
    expect(isBusyPath(path), path).toBe(true)
  for (const path of [
    '/',
    '/list',
    '/checkout-helper',
    '/account/updates',
    '/market',
    '/market/updates',
  ])
    expect(isBusyPath(path), path).toBe(false)
})
