import type { Message } from '#lib/locale.ts'
import type { lifecycle as source } from '../tr/lifecycle.ts'

export const lifecycle: Record<keyof typeof source, Message> = {
  'installation.all': 'Everything installed',
  'installation.state': 'How it stands',
  'installation.stuck_note':
    'Try again and it goes on where it stopped; nothing is left half done.',
  'installation.paused': 'Paused',
  'installation.paused_note':
    'It is not on your shop. Your settings, permissions and data are kept; when you resume, each part comes back to its place.',
  'installation.resume': 'Resume',
  'installation.pause': 'Pause',
  'installation.pause_note': 'Paused, it is taken off your shop and nothing is deleted.',
  'installation.rights': 'Rights',
  'installation.waits': 'Version {version} waits for you',
  'installation.waits.consent': 'It asks for more. Until you agree, {from} goes on.',
  'installation.waits.order_steps':
    'It wants to put new code on the pages of an order. Until you agree, {from} goes on.',
  'installation.waits.answers':
    'It has new settings that you need to answer. Until then {from} goes on.',
  'installation.waits.agreement':
    'There is a new data-protection agreement. Until you accept it, {from} goes on.',
  'installation.waits.changed':
    'Somebody changed a part of it on your shop. Until you decide, {from} goes on.',
  'installation.waits.unsupported': 'It does not go with your shop. {from} goes on.',
  'installation.auto_failed': 'The automatic update to {version} could not be finished',
  'installation.automatic': 'Automatic updates',
  'installation.automatic.off': 'Off',
  'installation.automatic.off_note': 'You decide about each update.',
  'installation.automatic.minor': 'Minor versions',
  'installation.automatic.minor_note':
    'Fixes come by themselves; you decide about a major version.',
  'installation.automatic.all': 'All',
  'installation.automatic.all_note': 'Every new version comes by itself.',
  'installation.automatic_note':
    'A version that asks for more never comes by itself. An update that cannot be finished is taken back, and you are told.',
  'installation.previews': 'Also take previews',
  'installation.previews_note':
    'Versions that are still being tried out, like 2.0.0-beta.1. They may have faults. Left empty, you are offered finished versions only.',
  'installation.automatic_save': 'Save the choice',
  'installation.changed': 'Somebody changed this',
  'installation.changed_note':
    'These parts do not stand on your shop as they were put there. We did not overwrite them: you decide.',
  'installation.changed_settled': 'You left these as they are; updates leave them too.',
  'installation.changed.changed': 'changed',
  'installation.changed.gone': 'taken away',
  'installation.changed.kept': 'stays so',
  'installation.keep.changed': 'Keep the change',
  'installation.keep.gone': 'Leave it out',
  'installation.put': 'Put ours back',
  'installation.versions': 'Versions',
  'installation.versions_note':
    'When you go back, your settings of that version come back too. You see the plan first.',
  'installation.version_here': 'on your shop',
  'history.title': 'What happened when',
  'history.install': 'Installed',
  'history.install_version': '{to} installed',
  'history.update': 'Brought from {from} to {to}',
  'history.rights': 'Its rights changed',
  'history.restore': 'An update that could not be finished was taken back',
  'history.pause': 'Paused',
  'history.resume': 'Resumed',
  'history.repair': 'A changed part was put back',
  'history.uninstall': 'Uninstalled',
  'history.undo': 'An install that could not be finished was taken back',
  'history.by.owner': 'the owner',
  'history.by.automatic': 'by itself',
  'history.by.market': '{market}',
  'installed.pausing': 'Pausing',
  'installed.paused': 'Paused',
  'installed.resuming': 'Resuming',
  'installed.attention': 'Waits for you',
  'installed.attention_none': 'Nothing waits for you',
  'installed.fix': 'Sort it out',
  'installed.fix_of': '{item}: sort it out',
}
