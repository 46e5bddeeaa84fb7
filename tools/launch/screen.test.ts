import { describe, expect, test } from 'vitest'
import { openScreen, timed } from './screen.ts'

function outputs(isTTY: boolean): {
  out: { write: (text: string) => unknown; isTTY: boolean }
  text: () => string
} {
  let all = ''
  return {
    out: {
      isTTY,
      write: (text) => {
        all += text
      },
    },
    text: () => all,
  }
}

describe('the screen', () => {
  test('is plain lines where nobody watches', async () => {
    const { out, text } = outputs(false)
    await timed(openScreen(out, out), 'Baking', async (progress) => progress('half way'))
    expect(text()).toMatch(/^ {2}Baking \(\d+\.\d s\)\n$/)
  })

  test('shows progress on one line of a terminal and leaves only the outcome', async () => {
    const { out, text } = outputs(true)
    const screen = openScreen(out, out)
    await timed(screen, 'Baking', async (progress) => {
      progress('half way')
      screen.line('A guest came.')
    })
    const shown = text()
      .split('\n')
      .map((line) => line.split('\r').at(-1)?.replace('\u001B[2K', ''))
    expect(shown).toEqual([
      'A guest came.',
      expect.stringMatching(/^ {2}Baking \(\d+\.\d s\)$/),
      '',
    ])
    expect(text()).toContain('Baking … half way')
  })

  test('says when a step was not done', async () => {
    const { out, text } = outputs(false)
    await expect(
      timed(openScreen(out, out), 'Baking', () => Promise.reject(new Error('no flour'))),
    ).rejects.toThrow('no flour')
    expect(text()).toMatch(/Baking: not done/)
  })
})
