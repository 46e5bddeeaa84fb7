import { describe, expect, test } from 'vitest'
import { outcomeOf, type Ranged } from './coming-version.ts'
import { satisfiesRange } from './packages/versions.ts'

const release = (version: string, range: string | null, rest: Partial<Ranged> = {}): Ranged => ({
  id: version,
  version,
  offered: true,
  range,
  os2: null,
  ...rest,
})
const fits = (range: string) => satisfiesRange('4.0.0', range)

describe('before a platform has another version', () => {
  test('what stands there works, works after an update that is there already, or does not work at all', () => {
    const all = [
      release('3.0.0-beta.1', '*'),
      release('2.1.0', '>=3.0.0', { offered: false }),
      release('2.0.0', '>=3.0.0'),
      release('1.0.0', '<4.0.0'),
      release('0.9.0', null),
    ]
    expect(
      ['2.1.0', '2.0.0', '1.0.0', '0.9.0', 'gone'].map(
        (id) => outcomeOf(all, id, false, fits).outcome,
      ),
    ).toEqual(['works', 'works', 'update', 'update', 'none'])
    expect(outcomeOf(all, '1.0.0', false, fits).to).toBe('2.0.0')
    expect(
      outcomeOf([release('2.0.0', '<4.0.0'), release('1.0.0', '<4.0.0')], '1.0.0', false, fits),
    ).toEqual({ outcome: 'none', to: null })
    expect(
      [true, false].map(
        (os2) =>
          outcomeOf(
            [release('2.0.0', '*', { os2: false }), release('1.0.0', '<4.0.0')],
            '1.0.0',
            os2,
            fits,
          ).outcome,
      ),
    ).toEqual(['none', 'update'])
  })
})
