import type { Message } from '#lib/locale.ts'
import type { dataWords as source } from '../tr/console-data.ts'

export const dataWords: Record<keyof typeof source, Message> = {
  'console.data.title': 'The store’s data',
  'console.data.lead':
    'A store’s owner may ask for all we know, or that it goes. Each request and each download stands in the audit log.',
  'console.data.kind.export': 'Export',
  'console.data.kind.erase': 'Erasure',
  'console.data.state.queued': 'Under way',
  'console.data.state.done': 'Done',
  'console.data.state.failed': 'Not done',
  'console.data.export_lead':
    'Store, orders, addresses, installations, consents, reviews and messages in one file. It stays for a week and holds no secret keys.',
  'console.data.export': 'Make the file',
  'console.data.erase_lead':
    'Whatever names a person goes: addresses, sessions, cards, messages, words of reviews. Orders and their invoices stay, as the law asks. This cannot be undone.',
  'console.data.erase_not_yet':
    'Something is still installed on the store. Its owner takes it off first.',
  'console.data.erase': 'Erase the data',
  'console.forget.title': 'Give the site up',
  'console.forget.lead': {
    one: 'The plugin has not answered since {date}; we looked once. What is installed ends here and the keys are erased; nothing is deleted on the site.',
    other:
      'The plugin has not answered since {date}; we looked {count} times. What is installed ends here and the keys are erased; nothing is deleted on the site.',
  },
  'console.forget.not_yet': 'Too early: a few looks more are needed. There is one each hour.',
  'console.forget.press': 'Give it up',
  'console.forget.done': 'The site was given up; what was installed is ending.',
  'console.data.type_domain': 'Type the domain to be sure: {domain}',
  'console.data.asked': 'The request is in the queue.',
  'console.data.download': 'Download',
}
