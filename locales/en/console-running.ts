import type { Message } from '#lib/locale.ts'
import type { runningWords as source } from '../tr/console-running.ts'

export const runningWords: Record<keyof typeof source, Message> = {
  'console.nav.jobs': 'Jobs',
  'console.nav.platforms': 'Platforms',
  'console.jobs.lead':
    'Work done in the background. What was given up can be tried again or forgotten.',
  'console.jobs.state.failed': 'Given up',
  'console.jobs.state.waiting': 'Waiting',
  'console.jobs.state.active': 'Under way',
  'console.jobs.none': 'No jobs here',
  'console.jobs.tries': 'Tries',
  'console.jobs.fault': 'Last fault',
  'console.jobs.made': 'Since',
  'console.jobs.retry': 'Try again',
  'console.jobs.discard': 'Forget',
  'console.jobs.retried': 'It is in the queue again.',
  'console.jobs.discarded': 'Forgotten.',
  'console.jobs.active': 'Under way',
  'console.platforms.panels': 'Panels',
  'console.platforms.stores': 'Stores',
  'console.platforms.runs': 'Last 24 hours',
  'console.platforms.runs_words':
    '{succeeded} done, {failed} not ({unreachable} times the shop did not answer)',
  'console.platforms.prices': 'Prices',
  'console.platforms.with_tax': 'Show them with tax',
  'console.platforms.country': 'Whose tax while no address is known (country code)',
  'console.platforms.keys': 'Session keys',
  'console.platforms.key': 'Key',
  'console.platforms.key_live': 'In force',
  'console.platforms.key_retired': 'Retired',
  'console.platforms.retire': 'Retire',
  'console.platforms.add': 'New public key (JWK)',
  'console.platforms.add_hint':
    'The platform’s Ed25519 public key with kid. Add the new one first; retire the old one when the platform uses it.',
  'console.platforms.add_send': 'Add the key',
  'console.platforms.settings': 'Settings at the start',
  'console.platforms.settings_lead':
    'These are set where the market is started and do not change here: name, logo, colours, addresses, payment gateway, mail. Legal texts have versions and change with a release, because consents are tied to them.',
}
