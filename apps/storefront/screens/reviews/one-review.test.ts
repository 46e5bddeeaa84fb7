import { describe, expect, test } from 'vitest'
import { DEFAULT_ZONE } from '#lib/market-days.ts'
import { datesIn } from '../../formats.ts'
import { loadWords } from '../../messages.tsx'
import { factsInWords, timeWith } from './one-review.tsx'

const words = { tr: await loadWords('tr'), en: await loadWords('en'), ar: await loadWords('ar') }

describe('the facts beside a review (D14)', () => {
  test.each([
    [0, true, 'Written on its first day'],
    [1, true, 'Installed for 1 day'],
    [59, true, 'Installed for 59 days'],
    [61, true, 'Installed for 2 months'],
    [250, true, 'Installed for 8 months'],
    [729, true, 'Installed for 23 months'],
    [731, true, 'Installed for 2 years'],
    [0, false, 'Used it for less than a day'],
    [3, false, 'Used it for 3 days'],
    [400, false, 'Used it for 13 months'],
  ])('%i days, still there: %s', (installed_days, still_installed, said) =>
    expect(timeWith({ installed_days, still_installed }, words.en)).toBe(said),
  )

  test("are said in the reader's language", () => {
    const review = {
      id: 'rev_1',
      stars: 4,
      text: '',
      shop: 'a.example',
      version: '4.6.13',
      installed_days: 250,
      still_installed: true,
      platform: 'Demo Commerce',
      written_at: '2026-11-12T10:00:00Z',
      changed_at: '2026-11-13T10:00:00Z',
      erased: false,
      language: 'tr' as const,
      helpful: 0,
      pictures: [],
      reply: null,
    }
    expect(factsInWords(review, words.tr, datesIn('tr', DEFAULT_ZONE))).toEqual([
      'Sürüm 4.6.13',
      '8 aydır kurulu',
      'Demo Commerce',
      '12 Kasım 2026',
      '13 Kasım 2026 tarihinde değiştirildi',
    ])
    expect(factsInWords(review, words.ar, datesIn('ar', DEFAULT_ZONE))).toEqual([
      'الإصدار \u20684.6.13\u2069',
      'مثبَّت منذ 8 أشهر',
      'Demo Commerce',
      '12 نوفمبر 2026',
      'عُدّل في 13 نوفمبر 2026',
    ])
  })
})
