import type { Message } from '#lib/messages.ts'
import type { updates as source } from '../tr/updates.ts'

export const updates: Record<keyof typeof source, Message> = {
  'installs.now.version': 'جزء من الإصدار {from}',
  'installs.after.kept': 'يبقى كما هو',
  'installs.after.version': 'جزء من الإصدار {to}: {files}',
  'installs.after.gone': 'يُزال من متجرك',
  'installs.progress.update': 'يمكنك إغلاق هذه الصفحة ويستمر العمل. وحتى يكتمل يبقى الإصدار القديم هو المعتمد.',
  'installs.progress.restore': 'تعذّر إكمال التحديث، ويجري إرجاع الإصدار السابق.',
  'installs.step_kind.restore': 'يعود الجزء السابق إلى مكانه',
}
