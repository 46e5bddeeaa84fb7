/**
 * What happens to lines that are not as they should be. Every repaired or skipped line is reported
 * under one of these; the document (docs/protocols/catalogue-import.md) has the same list, and a
 * test holds the two together.
 */
export const RULES = {
  'R-LINE-LONG': 'A line of more than 1 MB is skipped.',
  'R-LINE-UTF8': 'A line that is not UTF-8 is skipped.',
  'R-LINE-JSON': 'A line that is not one JSON object is skipped.',
  'R-LINE-FORM':
    'A line that lacks a field that must be there, or where such a field is of another kind, is skipped. null is the same as no field.',
  'R-FIELD-BAD':
    'A field that may be left out is repaired where its value is only written in another way (a number as text), cut where it has too many entries, else left out; the rest of the line is taken.',
  'R-ITEM-REFUSED':
    'An item that the database refuses for a reason that no other rule foresaw is skipped; all others are written.',
  'R-LINE-TWICE':
    'A line that says again what an earlier line of its file said (the same partner, category, item, text, version or rater) is skipped.',
  'R-FIELD-UNKNOWN':
    'A field that the format does not know is left out; counted once for each name.',
  'R-TEXT-CLEANED':
    'Control characters, marks that turn the direction of writing, invisible characters, broken Unicode and heaps of accents are taken out of a text.',
  'R-TEXT-BLANKS':
    'Blanks at the ends of a text are taken off; line breaks inside a line of text become blanks.',
  'R-TEXT-CUT': 'A text that is too long is cut and ends in "…".',
  'R-LIST-CUT': 'A list with too many entries loses the last ones.',
  'R-TITLE-EMPTY': 'An item, partner or category whose name is empty after cleaning is skipped.',
  'R-TITLE-REPEATED':
    'Items of one catalogue may have the same title: all are kept, each later one gets a slug with a suffix made from its id.',
  'R-SLUG-FROM-ID':
    'A title without Latin letters and digits gives no slug: the slug is made from the id.',
  'R-SLUG-TAKEN':
    'A slug that is a reserved word, or that another item has, gets a suffix made from the id.',
  'R-TEXT-MISSING': 'An item without a text in any language gets one made of its title.',
  'R-LOCALE-UNKNOWN':
    'A text in a language that the market does not speak (tr, en, ar) is skipped.',
  'R-ITEM-UNKNOWN':
    'A line that belongs to an item that is not there, or that was skipped, is skipped.',
  'R-PARTNER-UNKNOWN':
    "An item whose partner is not there is listed under the catalogue's standard partner.",
  'R-CATEGORY-UNKNOWN':
    'A category that is not there, or is one of the other market, is left out of an item.',
  'R-LINK-BAD': 'A link that is no http or https address is left out.',
  'R-DATE-BAD': 'A date that does not exist, or lies before 1990 or after tomorrow, is left out.',
  'R-COUNT-CAPPED': 'A count beyond 2,000,000,000 is set to that.',
  'R-PLAN-FREE':
    'A plan that costs 0 and is not paid by use is free, whatever it is called; a free plan that has a price is a one-time one.',
  'R-PLAN-PERIOD': 'A plan that bills again and again without saying how often is skipped.',
  'R-PLAN-OTHER-PRICE':
    'A price beside that is in a currency the market does not use, or not above 0 and up to 10,000,000, is left out.',
  'R-PLAN-TERMS':
    'A trial or a meter of a plan that is free or paid once is left out, and a meter whose tiers do not ascend to one without an end, or whose key another one of the plan has.',
  'R-PLAN-CURRENCY': 'A plan in a currency that the market does not use is skipped.',
  'R-PLAN-PRICE':
    'A plan that is not free and has no price, a negative one or one beyond 10,000,000 is skipped.',
  'R-PRICE-UNKNOWN':
    'An item without a plan is free where the catalogue says so ("without_plans": "free"); else it is kept unpublished, because no price can be shown.',
  'R-STARS-BAD': 'A rating that is not a whole or half number of stars from 0.5 to 5 is skipped.',
  'R-RATING-NOBODY':
    'A stated rating that nobody gave (no reviews, or 0 stars), or that lies outside 0.5 to 5, counts as not rated.',
  'R-RATING-COUNTED':
    'Where single ratings are in the catalogue they are counted, and a stated average and number that differ are left aside.',
  'R-RELEASE-ORDER':
    'A version that is not x.y.z is kept as it is written; one that begins with a number stands among the others by its numbers, one that does not stands below all of them, in the order of the file.',
  'R-PICTURE-REMOTE':
    'A picture at an address outside is never fetched; counted once for each file.',
  'R-PICTURE-PATH':
    'A picture whose path leaves the folder `pictures/` of the catalogue, or is a link, is left out.',
  'R-PICTURE-MISSING': 'A picture whose file is not there is left out.',
  'R-PICTURE-TYPE':
    'A picture that is not PNG, JPEG, WebP, AVIF or GIF by its content is left out; SVG is, because it can carry programs.',
  'R-PICTURE-SIZE':
    'A picture of more than 2 MB, or wider or higher than 8,000 pixels, is left out.',
} as const

export type RuleId = keyof typeof RULES

/** Rules that say the same of very many lines: reported once, with their number. */
export const COUNTED: ReadonlySet<RuleId> = new Set<RuleId>(['R-PICTURE-REMOTE', 'R-FIELD-UNKNOWN'])

/** Told of what a rule did to the line in progress. */
export type Note = (rule: RuleId, what: string) => void
