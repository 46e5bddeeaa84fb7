import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { explainNpm, withoutNpm } from './npm.mjs'

const FOLDER = '/srv/arasta'

describe('what npm says, for a person', () => {
  test.each([
    [
      'a registry that is not there',
      'npm http fetch GET https://registry.npmjs.org/hono attempt 1 failed with ENOTFOUND\n',
      /registry .* does not answer \(ENOTFOUND\): check the network/,
    ],
    [
      'a registry that refuses',
      'npm error code ECONNREFUSED\nnpm error errno ECONNREFUSED\n',
      /does not answer \(ECONNREFUSED\)/,
    ],
    [
      'a full disk',
      'npm warn tar TAR_ENTRY_ERROR ENOSPC: no space left on device, write\n',
      /^The disk is full, npm cannot install into \/srv\/arasta: free/,
    ],
    [
      'a folder of somebody else',
      'npm error code EACCES\nnpm error syscall mkdir\n',
      /^npm may not write in \/srv\/arasta \(EACCES\): start as the user/,
    ],
    [
      'an old npm',
      'npm ERR! code EUSAGE\nnpm ERR! \n',
      /do not fit together: run `npm install` there/,
    ],
    [
      'a foreign certificate',
      'npm error code SELF_SIGNED_CERT_IN_CHAIN\n',
      /certificate .* NODE_EXTRA_CA_CERTS/,
    ],
    ['a missing npm', 'npm error code NO_NPM', /^npm is not to be found: install Node\.js/],
    [
      'anything else',
      'npm error code EWEIRD\nnpm error the moon is full\n',
      /\(EWEIRD: the moon is full\)/,
    ],
    ['silence', '', /^npm could not install into \/srv\/arasta\.$/],
  ])('%s is one line', (_, output, line) => {
    expect(explainNpm(output, FOLDER)).toMatch(line)
    expect(explainNpm(output, FOLDER)).not.toContain('\n')
  })
})

describe('the environment of an inner npm', () => {
  test('has what reaches the registry and nothing that belongs to the outer run', () => {
    const outer = {
      PATH: '/bin',
      npm_config_registry: 'https://npm.example',
      npm_config_cache: '/cache',
      npm_config_local_prefix: '/elsewhere',
      npm_package_name: 'arasta',
      npm_lifecycle_event: 'start',
      npm_config_omit: 'optional',
    }
    expect(withoutNpm(outer)).toEqual({
      PATH: '/bin',
      npm_config_registry: 'https://npm.example',
      npm_config_cache: '/cache',
    })
  })
})

describe('the first steps of the launcher', () => {
  test('import nothing that would have to be installed first', () => {
    for (const name of ['launch.mjs', 'npm.mjs']) {
      const text = readFileSync(fileURLToPath(new URL(name, import.meta.url)), 'utf8')
      const imports = [...text.matchAll(/^import .*from '([^']+)'/gm)].map(([, from]) => from ?? '')
      expect(imports.length).toBeGreaterThan(0)
      expect(
        imports.filter((from) => !from.startsWith('node:') && !from.endsWith('.mjs')),
        name,
      ).toEqual([])
    }
  })
})
