import { fold } from '#lib/text.ts'
import { DISTRICTS_IN_PLATE_ORDER } from './districts.gen.ts'
import { provinceNamed, provinceOfPlate } from './provinces.ts'

/** The 973 districts of Türkiye, loaded by the browser when their field gets the focus. */
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

/** Longer lists are not useful. */
const MOST = 60

/** Shorter texts match too many districts of the whole country. */
const ENOUGH = 2

/**
 * Districts matching `typed` regardless of case and diacritics ("sisli", "ŞİŞLİ"), best first:
 * within the province, or in all of Türkiye, also by province name, when it has none.
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
 * The official name of a district, or the typed text, because districts can be newer than our list.
 */
export const districtNamed = (typed: string, province: string): string =>
  ALL.find((one) => one.province === provinceNamed(province) && one.words === fold(typed))?.name ??
  typed
