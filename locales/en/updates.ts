import type { Message } from '#lib/messages.ts'
import type { updates as source } from '../tr/updates.ts'

export const updates: Record<keyof typeof source, Message> = {
  'installs.now.version': 'part of version {from}',
  'installs.after.kept': 'stays as it is',
  'installs.after.version': 'part of version {to}: {files}',
  'installs.after.gone': 'taken off your shop',
  'installs.progress.update': 'You can close this page; the work goes on. Until it is done, the old version is the one that counts.',
  'installs.progress.restore': 'The update could not be finished; the version before is being put back.',
  'installs.step_kind.restore': 'The part before comes back to its place',
}
