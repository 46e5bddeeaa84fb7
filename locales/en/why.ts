import type { Message } from '#lib/locale.ts'
import type { why as source } from '../tr/why.ts'

export const why: Record<keyof typeof source, Message> = {
  'why.matched': 'Your words stand in: {fields}.',
  'why.field_name': 'its name',
  'why.field_tagline': 'its promise',
  'why.field_developer': 'its developer',
  'why.field_category': 'its category',
  'why.field_description': 'its description',
  'why.field_release_notes': 'its release notes',
  'why.sum': 'It has {score} points in the smart order, the sum of these:',
  'why.rating': 'Stars',
  'why.rating_value': '{value}, few votes count as near 3.5',
  'why.installs': 'Installs',
  'why.installs_value': '{value}',
  'why.recency': 'Freshness',
  'why.recency_value': '{value} years from 2020 to its last release',
  'why.quality': 'A complete page',
  'why.quality_value': '{value}%',
  'why.verified': 'Checked developer',
  'why.verified_yes': 'yes',
  'why.verified_no': 'no',
  'why.formula': 'How is the smart order worked out?',
  'why.formula_text':
    'Every item gets points for five things, and the highest sum goes first. Stars: everybody starts with ten votes of 3.5, so a few votes carry nobody to the top. Installs: the logarithm counts; a thousand are worth half of a million. Freshness: the day of the newest release. Its page: icon, pictures, whether it can be installed, how many languages, a description. Whether the developer was checked. Nobody can pay to go first. In a search, those that are called so always come first.',
}
