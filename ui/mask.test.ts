import { describe, expect, it } from 'vitest'
import { latinDigits } from '#lib/text.ts'
import { applyMask, caretAfter } from './mask.ts'

describe('S5.6 input masks', () => {
  it('groups digits as they are typed and leaves a trailing separator away', () => {
    expect(applyMask('#### #### #### ####', '552879')).toBe('5528 79')
    expect(applyMask('#### #### #### ####', '5528')).toBe('5528')
    expect(applyMask('## / ##', '1230')).toBe('12 / 30')
  })

  it('drops what does not belong, however it was pasted', () => {
    expect(applyMask('#### ####', '55-28 79a00')).toBe('5528 7900')
    expect(applyMask('####', '123456')).toBe('1234')
  })

  it('takes letters of every language for @ and *', () => {
    expect(applyMask('@@-##', 'ışık34')).toBe('ış-34')
    expect(applyMask('@@@', 'متجر')).toBe('متج')
    expect(applyMask('**-**', 'ğ1Ş2')).toBe('ğ1-Ş2')
  })

  it('takes a letter and the mark over it for one, and letters beyond the first 65,536 not at all', () => {
    expect(applyMask('@@-##', 's\u0327e34')).toBe('şe-34')
    expect(applyMask('@@', 'a\u{1D400}b')).toBe('ab')
  })

  it('writes what stands for itself once, whether or not it was typed', () => {
    expect(applyMask('+## (###)', '+90 (532)')).toBe('+90 (532')
    expect(applyMask('## / ##', '12 / ')).toBe('12')
    expect(applyMask('#### ####', '5528 ')).toBe('5528')
  })

  it('reads the digits of Arabic and Persian keyboards', () => {
    expect(latinDigits('٠١٢٣ ۹')).toBe('0123 9')
    expect(applyMask('####', '٤٥۶۷')).toBe('4567')
  })

  it('keeps the caret behind the digit that was typed last', () => {
    expect(caretAfter('55287', 5, '5528 7')).toBe(6)
    expect(caretAfter('5528 7900', 5, '5528 7900')).toBe(4)
    expect(caretAfter('15528 790', 1, '1552 8790')).toBe(1)
    expect(caretAfter('abc', 3, '')).toBe(0)
  })
})
