import { LOCALES } from '#lib/locale.ts'
import type { ListingPicture } from '../listing.ts'
import { listingOf } from './sources.ts'
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
  wrong: {
    tr: 'Bilgisayar için kapak resmi yok (dil: {locale}).',
    en: 'There is no cover picture for desktop (language: {locale}).',
    ar: 'لا توجد صورة غلاف لسطح المكتب (اللغة: {locale}).',
  },
  mend: {
    tr: '1280 × 800 bir kapak resmi ekle; bir dile bağlı değilse “locale” alanını boş bırak.',
    en: 'Add a cover of 1280 × 800; leave “locale” null when it fits every language.',
    ar: 'أضف غلافًا بقياس ‎1280 × 800‎، واترك “locale” فارغًا إن ناسب كل اللغات.',
  },
  check(candidate) {
    const covers = listingOf(candidate).pictures.filter(
      (one) => one.role === 'cover' && one.device === 'desktop',
    )
    return LOCALES.filter((locale) => shownIn(covers, locale).length === 0).map((locale) =>
      finding({ place: 'pictures', params: { locale } }),
    )
  },
}

const number: Rule = {
  id: 'pictures.number',
  looksAt: 'listing',
  severity: 'reject',
  wrong: {
    tr: '{count} ekran görüntüsü var (dil: {locale}); {least}–{most} olmalı.',
    en: '{count} screenshots (language: {locale}), where {least} to {most} are needed.',
    ar: 'عدد لقطات الشاشة {count} (اللغة: {locale})، والمطلوب من {least} إلى {most}.',
  },
  mend: {
    tr: 'Ürünün mağazada nasıl göründüğünü gösteren en iyi görüntüleri seç.',
    en: 'Choose the ones that show best what the item does in a shop.',
    ar: 'اختر اللقطات التي تُظهر عمل المنتج في المتجر بأفضل شكل.',
  },
  check(candidate) {
    const { least, most } = PICTURE_LIMITS.screenshots
    const shots = listingOf(candidate).pictures.filter(
      (one) => one.role === 'screenshot' && one.device === 'desktop',
    )
    return LOCALES.map((locale) => ({ locale, count: shownIn(shots, locale).length }))
      .filter(({ count }) => count < least || count > most)
      .map((params) => finding({ place: 'pictures', params: { ...params, least, most } }))
  },
}

const size: Rule = {
  id: 'pictures.size',
  looksAt: 'listing',
  severity: 'reject',
  wrong: {
    tr: 'Resim {width} × {height}; genişliği en az {least} olmalı.',
    en: 'The picture is {width} × {height}; it must be {least} wide at least.',
    ar: 'قياس الصورة {width} × {height}، والعرض الأدنى {least}.',
  },
  mend: {
    tr: 'Ekranı büyütüp görüntüyü yeniden al; küçük resmi büyütme.',
    en: 'Take the shot again on a larger screen; do not blow a small one up.',
    ar: 'التقط الصورة من جديد على شاشة أكبر، ولا تكبّر صورة صغيرة.',
  },
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
  wrong: {
    tr: 'Resmin oranı uymuyor: {width} × {height}. Bilgisayar için 1280 × 800, telefon için 780 × 1688 gibi olmalı.',
    en: 'The picture’s shape does not fit: {width} × {height}. Desktop is like 1280 × 800, phone like 780 × 1688.',
    ar: 'نسبة الصورة غير مناسبة: {width} × {height}. سطح المكتب مثل ‎1280 × 800‎ والهاتف مثل ‎780 × 1688‎.',
  },
  mend: {
    tr: 'Resmi kes; esnetme.',
    en: 'Crop the picture; do not stretch it.',
    ar: 'اقتطع الصورة ولا تمطّها.',
  },
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
  wrong: {
    tr: 'Resmin açıklaması (alt) eksik ya da bir şey anlatmıyor (dil: {locale}).',
    en: 'The picture’s description (alt) is missing or says nothing (language: {locale}).',
    ar: 'وصف الصورة (alt) ناقص أو لا يقول شيئًا (اللغة: {locale}).',
  },
  mend: {
    tr: 'Resmi görmeyen birine ne olduğunu tek cümleyle anlat (10–200 karakter).',
    en: 'Tell somebody who does not see the picture in one sentence what is on it (10 to 200 characters).',
    ar: 'صف لمن لا يرى الصورة ما فيها بجملة واحدة (10–200 حرف).',
  },
  check(candidate) {
    const { least, most } = PICTURE_LIMITS.alt
    return placed(candidate).flatMap(({ picture, place }) =>
      LOCALES.filter((locale) => picture.locale === null || picture.locale === locale)
        .filter((locale) => {
          const text = picture.alt[locale]?.trim() ?? ''
          return [...text].length < least || [...text].length > most || FILE_NAME.test(text)
        })
        .map((locale) => finding({ place: `${place}.alt.${locale}`, params: { locale } })),
    )
  },
}

export const PICTURE_RULES: readonly Rule[] = [cover, number, size, ratio, alt]
