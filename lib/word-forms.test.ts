import { describe, expect, test } from 'vitest'
import { fold } from './text.ts'
import { otherForms } from './word-forms.ts'
import { FORMS } from '#test/support/word-forms.ts'

describe('other forms of a word (D24)', () => {
  test.each(FORMS)('%s leads to %s', (asked, said) => {
    const word = fold(asked)
    const wanted = fold(said)
    const leads =
      wanted.startsWith(word) ||
      otherForms(word).some(
        (form) => form.word === wanted || (form.begins && wanted.startsWith(form.word)),
      )
    expect(
      leads,
      otherForms(word)
        .map((form) => form.word)
        .join(' '),
    ).toBe(true)
  })

  test('are few, never the word itself, and at least three letters long', () => {
    for (const [asked] of [...FORMS, ['ürünlerimizdekilerden'], ['وبالتطبيقات']]) {
      const word = fold(asked ?? '')
      const forms = otherForms(word)
      expect(forms.length).toBeLessThanOrEqual(16)
      for (const form of forms) expect(form.word.length).toBeGreaterThanOrEqual(3)
      expect(forms.map((form) => form.word)).not.toContain(word)
    }
  })

  test('are not made of numbers, codes and other scripts', () => {
    for (const word of ['3d', 'ga4', '日本語', 'кот', '']) expect(otherForms(word)).toEqual([])
  })

  test('that are short are not prefixes: "işler" does not match everything that starts with "iş"', () => {
    expect(otherForms('isler').filter((form) => form.begins)).toEqual([])
    expect(otherForms('karlar')).toContainEqual({ word: 'kar', begins: false })
  })
})
