/**
 * A catalogue of everything that is odd about real ones, for the screens: long and foreign names,
 * no pictures, no ratings, prices that come again.
 */

export const LONG_WORD = 'Sehrlangeswortohnetrennung'.repeat(8).slice(0, 200)
export const LONG_TITLE =
  'A title that says everything about itself and then some more because nobody stopped its author from writing on and on until exactly two hundred signs were there and not one fewer than that, honestly!!'.slice(
    0,
    200,
  )

const CATEGORIES = [
  'Store design',
  'Customer support',
  'Sales and conversion optimization',
  'Marketing',
  'Orders and shipping',
  'Inventory',
  'Productivity',
  'Finding and adding products',
  'Places to sell',
  'Finances',
  'Reporting',
  'Trust and security of quite some length',
]

const ITEMS = [
  { id: 'long-title', name: LONG_TITLE },
  { id: 'long-word', name: LONG_WORD },
  { id: 'japanese', name: '日本語のアプリ 一覧表示' },
  { id: 'emoji', name: '🧿🧿' },
  { id: 'arabic', name: 'تطبيق بعنوان عربي' },
  { id: 'half-stars', name: 'Half stars' },
  { id: 'recurring', name: 'Every month' },
  { id: 'by-use', name: 'Paid by use' },
  { id: 'many-releases', name: 'Many releases' },
  {
    id: 'gone',
    name: 'Gone',
    status: 'unpublished' as const,
    reason: 'It asked for <b>more</b> than it said',
  },
]

/** Enough for "show more" to be clicked again and again. */
const MANY: { id: string; name: string; status?: 'unpublished'; reason?: string }[] = Array.from(
  { length: 60 },
  (_, n) => ({ id: `row-${n}`, name: `Row ${n}` }),
)

/** Files of a folder in the import format. */
export const ODD_CATALOGUE: Record<string, object | object[]> = {
  'catalogue.json': {
    format: 1,
    source: 'odd',
    market: 'app',
    language: 'en',
    currency: 'USD',
    without_plans: 'free',
    default_partner: { name: 'Developer not named' },
  },
  'categories.jsonl': CATEGORIES.map((name, n) => ({ id: `c${n}`, name: { en: name } })),
  'items.jsonl': [...ITEMS, ...MANY].map(({ id, name, ...rest }, n) => ({
    id,
    title: name,
    categories: [`c${n % CATEGORIES.length}`, `c${(n + 5) % CATEGORIES.length}`],
    install_count: n * 1_234_567,
    published_at: '2026-11-20',
    ...rest,
  })),
  'texts.jsonl': [...ITEMS, ...MANY].map(({ id, name }) => ({
    item: id,
    locale: 'en',
    title: name,
    tagline: `What ${id} does, in one sentence.`,
    description: ['One paragraph.', LONG_WORD],
  })),
  'plans.jsonl': [
    {
      item: 'recurring',
      kind: 'recurring',
      period: 'month',
      price_minor: 799,
      name: 'Basic',
      features: ['5 entries', LONG_WORD],
    },
    { item: 'recurring', kind: 'recurring', period: 'year', price_minor: 7900, name: 'Pro' },
    { item: 'by-use', kind: 'usage', price_minor: 0, name: 'Free to install' },
  ],
  'ratings.jsonl': [4.5, 5, 3, 0.5].map((stars, n) => ({
    item: 'half-stars',
    rater: `r${n}`,
    stars,
  })),
  'releases.jsonl': Array.from({ length: 60 }, (_, n) => ({
    item: 'many-releases',
    version: n === 7 ? 'first-try' : `0.${n}.0`,
    downloads: n * 1000,
  })),
}
