import { fold } from '#lib/fold.ts'
import { DISTRICTS_IN_PLATE_ORDER } from './districts.gen.ts'
import { provinceNamed, provinceOfPlate } from './provinces.ts'

/**
 * The 973 districts of Türkiye. They come to the browser when somebody comes to their field, and
 * not before.
 */
export interface District {
  province: string
  name: string
}

interface Known extends District {
  words: string
}

const ALL: readonly Known[] = DISTRICTS_IN_PLATE_ORDER.flatMap((names, place) =>
  names
    .split(',')
    .map((name) => ({ province: provinceOfPlate(place + 1), name, words: fold(name) })),
)

/** Longer lists are typed on, not read. */
const MOST = 60

/** Two letters, before every district of the country is a match. */
const ENOUGH = 2

/**
 * What may be meant by `typed`, however its letters are written ("sisli", "ŞİŞLİ", "şişli"): in the
 * chosen province, all of its districts while nothing is typed; without one, or when it has none
 * like this, in all, also by the province's own name. Those that begin so come first.
 */
export function findDistricts(typed: string, province: string): District[] {
  const wanted = fold(typed)
  const rank = ({ words }: Known) =>
    words.startsWith(wanted)
      ? 0
      : words.split(' ').some((word) => word.startsWith(wanted))
        ? 1
        : words.includes(wanted)
          ? 2
          : 3
  const best = (among: readonly Known[], limit: number) =>
    among
      .map((one) => ({ one, rank: rank(one) }))
      .filter(({ rank: at }) => at <= limit)
      .sort((a, b) => a.rank - b.rank)
      .slice(0, MOST)
      .map(({ one: { province: of, name } }) => ({ province: of, name }))
  const here = ALL.filter((one) => one.province === province)
  const found = best(here, 2)
  if (found.length > 0 || wanted.length < ENOUGH) return found
  const named = best(ALL, 1)
  return named.length > 0
    ? named
    : ALL.filter((one) => fold(one.province).startsWith(wanted))
        .slice(0, MOST)
        .map(({ province: of, name }) => ({ province: of, name }))
}

/**
 * The district as it is written, when the province has one that was meant; otherwise what was
 * typed, for a district may be newer than our list.
 */
export const districtNamed = (typed: string, province: string): string =>
  ALL.find((one) => one.province === provinceNamed(province) && one.words === fold(typed))?.name ??
  typed
