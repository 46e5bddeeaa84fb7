import { editDistance } from '#lib/edit-distance.ts'
import { fold } from '#lib/text.ts'
import { evidence, listingOf } from './sources.ts'
import { CannotCheck, finding, type Candidate, type Rule } from './rule.ts'

/** Letters that look like Latin ones (from Unicode's list of confusables). */
const LOOKALIKES: Record<string, string> = {
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  у: 'y',
  х: 'x',
  і: 'i',
  ј: 'j',
  ѕ: 's',
  ԁ: 'd',
  ԛ: 'q',
  ԝ: 'w',
  һ: 'h',
  ӏ: 'l',
  к: 'k',
  м: 'm',
  т: 't',
  в: 'b',
  н: 'h',
  г: 'r',
  α: 'a',
  ο: 'o',
  ρ: 'p',
  ν: 'v',
  κ: 'k',
  ι: 'i',
  τ: 't',
  υ: 'u',
  χ: 'x',
  ε: 'e',
  η: 'n',
  ɑ: 'a',
  ɡ: 'g',
  ո: 'n',
  օ: 'o',
  ս: 'u',
}
/** Digits and signs that are read as letters. */
const LEET: Record<string, string> = {
  0: 'o',
  1: 'l',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
}

/** The form in which names look alike: `pаypaI`, `paypa1` and `Pay-Pal` are the same. */
export function skeleton(name: string): string {
  const plain = name
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Mn}]/gu, '')
    .replace(/[Il|]/g, 'l')
    .toLowerCase()
  const letters = [...plain].map((letter) => LOOKALIKES[letter] ?? LEET[letter] ?? letter).join('')
  return fold(letters)
    .replaceAll(' ', '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('i', 'l')
}

/** The names of an item, with their places. */
function namesOf(candidate: Candidate): { place: string; name: string }[] {
  const { texts, slug, prefix } = listingOf(candidate)
  return [
    ...texts.map(({ locale, name }) => ({ place: `texts.${locale}.name`, name })),
    { place: 'slug', name: slug },
    ...(prefix === slug ? [] : [{ place: 'prefix', name: prefix }]),
  ]
}

const SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Hebrew}/u,
]

const hasOddLetters = (name: string): boolean =>
  /[\p{Cf}\p{Cc}\p{Co}]/u.test(name) ||
  name.normalize('NFKC') !== name.normalize('NFC') ||
  name
    .split(/[^\p{L}\p{M}]+/u)
    .some((word) => SCRIPTS.filter((script) => script.test(word)).length > 1)

const letters: Rule = {
  id: 'name.letters',
  looksAt: 'listing',
  severity: 'reject',
  check: (candidate) =>
    namesOf(candidate)
      .filter(({ name }) => hasOddLetters(name))
      .map(({ place, name }) =>
        finding({
          place,
          evidence: evidence(
            [...name]
              .map((sign) =>
                /[\p{Cf}\p{Cc}\p{Co}]/u.test(sign)
                  ? `[U+${sign.codePointAt(0)?.toString(16).toUpperCase()}]`
                  : sign,
              )
              .join(''),
          ),
        }),
      ),
}

/** Trusted brands; an app for one of them must say "for". */
const BRANDS = [
  'paypal',
  'stripe',
  'iyzico',
  'paytr',
  'mastercard',
  'visa',
  'google',
  'facebook',
  'instagram',
  'whatsapp',
  'apple',
  'amazon',
  'microsoft',
  'trendyol',
  'hepsiburada',
  'arasta',
  'shopify',
  'woocommerce',
  'ikas',
  'ideasoft',
  'bigcommerce',
]
/** Other words that are one letter away from a brand. */
const INNOCENT = new Set(['stripes', 'striped', 'strips', 'stripy', 'goggle'])
const OFFICIAL = ['official', 'resmi', 'verified', 'onaylı', 'رسمي', 'الرسمي', 'معتمد']
const wordsOf = (name: string) =>
  name
    .normalize('NFKC')
    .replace(/[\p{Cf}]/gu, '')
    .split(/[^\p{L}\p{M}\p{N}@$]+/u)
    .filter(Boolean)

const claims: Rule = {
  id: 'name.claims',
  looksAt: 'listing',
  severity: 'reject',
  check: (candidate) =>
    namesOf(candidate).flatMap(({ place, name }) => {
      const claim = claimIn(name)
      return claim === undefined
        ? []
        : [finding({ place, evidence: evidence(name), params: { claim } })]
    }),
}

/** The brand, or the claim to be official, in a name. */
function claimIn(name: string): string | undefined {
  const words = wordsOf(name)
  const official = words.find((word) =>
    OFFICIAL.some(
      (claim) =>
        fold(word) === fold(claim) ||
        (claim.length >= 7 && editDistance(skeleton(word), skeleton(claim)) <= 2),
    ),
  )
  return (
    official ??
    words.find((word, index) =>
      BRANDS.some((known) => {
        const like = skeleton(known)
        if (skeleton(word) === like) return word.toLowerCase() !== known || !isFor(words, index)
        return (
          known.length >= 6 &&
          word.length >= 6 &&
          !INNOCENT.has(word.toLowerCase()) &&
          editDistance(skeleton(word), like) === 1
        )
      }),
    )
  )
}

/** Partners' names follow the same rule. */
export const isHonestName = (name: string): boolean =>
  !hasOddLetters(name) && claimIn(name) === undefined

/** "… for PayPal", "PayPal için …", "… لـ PayPal"; in a slug `for-paypal` and `paypal-icin`. */
const isFor = (words: readonly string[], index: number): boolean =>
  /^(?:for|with|für|mit|para|con|ile|لـ|ل|مع)$/i.test(words[index - 1] ?? '') ||
  /^(?:için|icin|ile)$/i.test(words[index + 1] ?? '')

/** Two of ten letters may differ (as in Open VSX). */
const SHARE = 0.2

const likeAnother: Rule = {
  id: 'name.like_another',
  looksAt: 'market',
  severity: 'reject',
  check(candidate) {
    const { names } = candidate
    if (names === null) throw new CannotCheck('the names of the market are not at hand')
    const known = names
      .flatMap(({ slug, names: all }) =>
        [slug, ...all].map((other) => ({ other, like: skeleton(other) })),
      )
      .filter(({ like }) => [...like].length >= 3)
    return namesOf(candidate).flatMap(({ place, name }) => {
      const mine = skeleton(name)
      const length = [...mine].length
      const found = known.find(
        ({ like }) =>
          mine === like ||
          (length >= 5 &&
            Math.abs([...like].length - length) <= 3 &&
            editDistance(mine, like) / Math.max(length, [...like].length) <= SHARE),
      )
      return found
        ? [finding({ place, evidence: evidence(name), params: { other: found.other } })]
        : []
    })
  },
}

export const NAME_RULES: readonly Rule[] = [letters, claims, likeAnother]
