import type { Message } from '#lib/locale.ts'
import type { fit as source } from '../tr/fit.ts'

export const fit: Record<keyof typeof source, Message> = {
  'fit.version': 'It does not go with your shop’s version',
  'fit.version_note':
    'This release needs {needs}, your shop has {has}. It cannot be installed until there is one that fits.',
  'fit.version_none': 'This release is not made for your shop’s platform and cannot be installed.',
  'fit.newer': 'Version {version} asks for a newer shop.',
  'fit.newer_note':
    'Your shop has {has}; it asks for {needs}. The newest that fits yours is {offered}.',
  'fit.coming': 'From {day} your shop has version {version}.',
  'fit.coming_none':
    'There is no version of this yet that works with it. Ask its developer, or look for another before that day.',
  'fit.coming_update': 'Update to {to}, so that it works after that day, too.',
  'fit.missing': 'Your shop has no place for: {places}',
  'fit.missing_note':
    'This item does not work without it, so it cannot be installed on your shop. Know it before you buy.',
  'fit.left_out': {
    one: 'This part is left out, the rest works: {parts}',
    other: 'These parts are left out, the rest works: {parts}',
  },
  'fit.place.1': 'Every page, before the head ends',
  'fit.place.2': 'Every page, where the body begins',
  'fit.place.3': 'Every page, before the body ends',
  'fit.place.4': 'Member confirmation page',
  'fit.place.5': 'Member confirmation page, before the head ends',
  'fit.place.1003': 'Product list',
  'fit.place.1004': 'Product page',
  'fit.place.1054': 'Cart page',
  'fit.place.100100': 'Address step of an order',
  'fit.place.100101': 'Payment step of an order',
  'fit.place.100102': 'Approval step of an order',
}
