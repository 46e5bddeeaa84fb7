import type { ListingPicture } from '../listing.ts'
import { languagesOf, listingOf } from './sources.ts'
import { finding, type Candidate, type Finding, type Rule } from './rule.ts'

const PICTURE_LIMITS = {
  screenshots: { least: 1, most: 8 },
  desktop: { width: 1280, ratio: [1.5, 1.8] },
  phone: { width: 750, ratio: [0.42, 0.6] },
  alt: { least: 10, most: 200 },
} as const

const placed = (candidate: Candidate) =>
  listingOf(candidate).pictures.map((picture, index) => ({ picture, place: `pictures.${index}` }))
const shownIn = (pictures: readonly ListingPicture[], locale: string) =>
  pictures.filter((one) => one.locale === null || one.locale === locale)

const cover: Rule = {
  id: 'pictures.cover_missing',
  looksAt: 'listing',
  severity: 'reject',
  check(candidate) {
    const covers = listingOf(candidate).pictures.filter(
      (one) => one.role === 'cover' && one.device === 'desktop',
    )
    return languagesOf(candidate)
      .filter((locale) => shownIn(covers, locale).length === 0)
      .map((locale) => finding({ place: 'pictures', params: { locale } }))
  },
}

const number: Rule = {
  id: 'pictures.number',
  looksAt: 'listing',
  severity: 'reject',
  check(candidate) {
    const { least, most } = PICTURE_LIMITS.screenshots
    const shots = listingOf(candidate).pictures.filter(
      (one) => one.role === 'screenshot' && one.device === 'desktop',
    )
    return languagesOf(candidate)
      .map((locale) => ({ locale, count: shownIn(shots, locale).length }))
      .filter(({ count }) => count < least || count > most)
      .map((params) => finding({ place: 'pictures', params: { ...params, least, most } }))
  },
}

const size: Rule = {
  id: 'pictures.size',
  looksAt: 'listing',
  severity: 'reject',
  check: (candidate) =>
    placed(candidate).flatMap(({ picture: { device, width, height }, place }): Finding[] => {
      const least = PICTURE_LIMITS[device].width
      return width >= least && height > 0
        ? []
        : [finding({ place, params: { width, height, least } })]
    }),
}

const ratio: Rule = {
  id: 'pictures.ratio',
  looksAt: 'listing',
  severity: 'reject',
  check: (candidate) =>
    placed(candidate).flatMap(({ picture: { device, width, height }, place }): Finding[] => {
      const [least, most] = PICTURE_LIMITS[device].ratio
      const real = width / height
      return real >= least && real <= most ? [] : [finding({ place, params: { width, height } })]
    }),
}

/** File names of cameras and tools. */
const FILE_NAME =
  /\.(?:png|jpe?g|webp|avif|gif)$|^(?:img|image|screenshot|screen shot|ekran görüntüsü|resim|صورة|picture|photo)[\s_-]*\d*$/iu

const alt: Rule = {
  id: 'pictures.alt_missing',
  looksAt: 'listing',
  severity: 'reject',
  check(candidate) {
    const { least, most } = PICTURE_LIMITS.alt
    const languages = languagesOf(candidate)
    return placed(candidate).flatMap(({ picture, place }) =>
      languages
        .filter((locale) => picture.locale === null || picture.locale === locale)
        .filter((locale) => {
          const text = picture.alt[locale]?.trim() ?? ''
          return [...text].length < least || [...text].length > most || FILE_NAME.test(text)
        })
        .map((locale) => finding({ place: `${place}.alt.${locale}`, params: { locale } })),
    )
  },
}

export const PICTURE_RULES: readonly Rule[] = [cover, number, size, ratio, alt]
