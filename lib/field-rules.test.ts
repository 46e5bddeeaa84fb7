import type { Ctx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { checkField, checkFields, cleanText, isOneAddress } from './field-rules.ts'
import { textField } from './field-schema.ts'
import { makeTranslate } from './locale.ts'
import { declareOperation } from '#kernel/operation.ts'
import { isRefusal } from './refusal.ts'
import { readAllMessages } from '#locales/read.ts'

const ar = readAllMessages('ar')
const en = readAllMessages('en')
const tr = readAllMessages('tr')

const RULES = {
  name: { required: true, max: 20 },
  email: { email: true, max: 40 },
  text: { min: 5, max: 30, lines: true },
} as const

describe('S5.7 field rules', () => {
  it('required: empty, blank and invisible texts fail', () => {
    for (const text of ['', '   ', '\u200b\u200e', '\t\n'])
      expect(checkField(RULES.name, text), JSON.stringify(text)).toEqual({ code: 'field.required' })
    expect(checkField(RULES.name, 'Işık')).toBeNull()
  })

  it('email: an empty text passes, otherwise a loose pattern decides', () => {
    for (const text of ['', 'a@b.co', 'ayşe+etiket@örnek.com.tr', 'متجر@مثال.إختبار'])
      expect(checkField(RULES.email, text), text).toBeNull()
    for (const text of ['a', 'a@b', 'a b@c.de', '@b.co', 'a@b.'])
      expect(checkField(RULES.email, text), text).toEqual({ code: 'field.email' })
  })

  it('email: accepts one address and nothing that could inject a header', () => {
    for (const text of [
      'a@b.co,c@d.ef',
      'a@b.co;c',
      'A <a@b.co>',
      'a@b.co\r\nBcc: c@d.ef',
      '"a"@b.co',
      'a:b@c.de',
      'a@b.co\0',
    ])
      expect(isOneAddress(text), text).toBe(false)
  })

  it('min: an empty text passes, a shorter one fails with n; counts characters, not code units', () => {
    expect(checkField(RULES.text, '')).toBeNull()
    expect(checkField(RULES.text, 'ab 🙂')).toEqual({ code: 'field.min', params: { n: 5 } })
    expect(checkField(RULES.text, 'merhaba')).toBeNull()
    expect(checkField(RULES.text, 'x'.repeat(31))).toEqual({ code: 'field.max', params: { n: 30 } })
  })

  it('have messages in each language', () => {
    const say = makeTranslate(en, 'en')
    expect(say('errors.field.required')).toBe('This field is required')
    expect(say('errors.field.email')).toBe('This field must be a valid email')
    expect(say('errors.field.min', { n: 10 })).toBe('This field must be at least 10 characters')
    expect(say('errors.field.invalid', { field: 'Expiry date' })).toBe('Expiry date is not valid.')
    expect(makeTranslate(tr, 'tr')('errors.field.invalid', { field: 'Son kullanma' })).toBe(
      'Son kullanma geçerli değil.',
    )
    expect(makeTranslate(ar, 'ar')('errors.field.min', { n: 10 })).toContain('10')
  })

  it('a single-line field contains no line break, so it cannot inject a header', () => {
    expect(cleanText(' Ayşe\r\nBcc: all@x.tr ')).toBe('Ayşe Bcc: all@x.tr')
    expect(cleanText('bir\r\niki\vüç\u0007', { lines: true })).toBe('bir\niki\nüç')
  })
})

describe('the same rules on the server', () => {
  const operation = declareOperation({
    id: 'tell',
    summary: '',
    tag: '',
    source: 'S5.7',
    method: 'post',
    path: '/tell',
    policy: { who: 'anyone' },
    body: z.object({
      name: textField(RULES.name),
      email: textField(RULES.email).optional(),
      text: textField(RULES.text),
      kind: z.enum(['a']).optional(),
    }),
    output: z.object({ name: z.string() }),
    refusals: [],
  })
  const ctx = { actor: { kind: 'visitor' }, checkAnswers: true } as Ctx
  const told = async (body: Record<string, unknown>) => {
    try {
      return await defineOperation({
        ...operation,
        run: async (_ctx, input) => ({ name: input.body.name }),
      }).run(ctx, { body })
    } catch (error) {
      if (!isRefusal(error)) throw error
      return error.details.fields
    }
  }

  it('refuse with the same messages as the page', async () => {
    const wrong = { name: ' ', email: 'nobody', text: 'ab' }
    expect(await told(wrong)).toEqual(checkFields(RULES, (name) => wrong[name as 'name']))
    expect(await told({ name: ' Ayşe ', text: 'merhaba' })).toEqual({ name: 'Ayşe' })
    expect(await told({ text: 'merhaba' })).toEqual({ name: { code: 'field.required' } })
  })

  it('name the input where a rule has no message', async () => {
    expect(await told({ name: 'A', text: 'merhaba', kind: 'b' })).toEqual({
      kind: { code: 'field.invalid' },
    })
  })

  it('refuse characters that the database cannot store, at any depth', async () => {
    expect(await told({ name: 'A\0', text: 'merhaba' })).toEqual({
      name: { code: 'field.invalid' },
    })
    expect(await told({ name: 'A', text: 'merhaba', email: '\ud800' })).toEqual({
      email: { code: 'field.invalid' },
    })
  })
})

describe('a text far too long is refused by its length alone', () => {
  /** A text that tells how much of it was looked at. */
  const watched = (length: number) => {
    const seen = { characters: 0 }
    const text = {
      length,
      [Symbol.toPrimitive]: () => {
        seen.characters += length
        return '4 '.repeat(length / 2)
      },
    }
    return {
      text: new Proxy(text, {
        get: (target, name) => {
          if (!(name in target)) seen.characters += length
          return Reflect.get(target, name) as unknown
        },
      }) as unknown as string,
      seen,
    }
  }

  it('S5.7 without scanning it, also not for card numbers', () => {
    const { text, seen } = watched(240_000)
    expect(checkField({ required: true, email: true, max: 5_000, lines: true }, text)).toEqual({
      code: 'field.max',
      params: { n: 5_000 },
    })
    expect(seen.characters).toBe(0)
  })

  it('S5.7 a text slightly too long gets the error about its length first', () => {
    expect(checkField({ email: true, max: 40 }, '4111 1111 1111 1111 '.repeat(3))).toEqual({
      code: 'field.max',
      params: { n: 40 },
    })
  })
})
