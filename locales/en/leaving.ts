import type { Message } from '#lib/locale.ts'
import type { leaving as source } from '../tr/leaving.ts'

export const leaving: Record<keyof typeof source, Message> = {
  'uninstall.changed': {
    one: 'Somebody changed {count} of these parts.',
    other: 'Somebody changed {count} of these parts.',
  },
  'uninstall.changed_note':
    'It says below which. Your shop’s own content and the parts of other apps are left alone.',
  'uninstall.stays': 'Left in its place:',
  'uninstall.part.changed':
    'Changed on your shop. The change is inside this part and goes with it: copy it first if you need it.',
  'uninstall.part.gone': 'Taken off your shop already; nothing is done here.',
  'uninstall.data': 'What about your settings and data?',
  'uninstall.keep_note':
    'Your settings, and what the app keeps here for your shop, stay: they are there if you install again.',
  'uninstall.delete_note':
    'Your settings and what the app keeps here are deleted, and the app is asked to erase what it keeps itself.',
  'installed.changed_parts': {
    one: 'Somebody changed {count} part',
    other: 'Somebody changed {count} parts',
  },
  'uninstall.reason': 'Why does it go? (optional)',
  'uninstall.reason.none': 'I would rather not say',
  'uninstall.reason.not_needed': 'I no longer need it',
  'uninstall.reason.too_expensive': 'It costs too much',
  'uninstall.reason.does_not_work': 'It does not work',
  'uninstall.reason.hard_to_use': 'It is hard to use',
  'uninstall.reason.slows_down': 'It slows my shop down',
  'uninstall.reason.missing_feature': 'It lacks what I need',
  'uninstall.reason.trying_out': 'I was only trying it out',
  'uninstall.reason.other': 'Something else',
}
