import { describe, expect, it } from 'vitest'
import { PROVINCES, provinceOfPostcode } from './provinces.ts'

describe('the provinces of Türkiye', () => {
  it('are 81, each once, in the order of the Turkish alphabet', () => {
    expect(PROVINCES).toHaveLength(81)
    expect(new Set(PROVINCES).size).toBe(81)
    expect(PROVINCES).toEqual([...PROVINCES].sort(new Intl.Collator('tr').compare))
  })

  it('are known by the first two digits of a postcode', () => {
    expect(provinceOfPostcode('16070')).toBe('Bursa')
    expect(provinceOfPostcode('34710')).toBe('İstanbul')
    expect(provinceOfPostcode('81100')).toBe('Düzce')
    expect(provinceOfPostcode('82000')).toBeNull()
    expect(provinceOfPostcode('')).toBeNull()
  })
})
