import type { Message } from '#lib/messages.ts'
import type { portalErrors as source } from '../tr/portal-errors.ts'

export const portalErrors: Record<keyof typeof source, Message> = {
  'errors.partners.draft_changed': 'غيّر {person} هذه الصفحة بعد أن فتحتها. ما كتبته باقٍ: قارن النصين أدناه واحفظ من جديد.',
  'errors.field.slug_taken': 'هذا العنوان محجوز',
  'errors.field.slug_reserved': 'يستخدم السوق هذه الكلمة لصفحاته',
  'errors.field.slug_malformed': 'حروف لاتينية صغيرة وأرقام وشرطة مفردة، من حرفين على الأقل',
  'errors.field.prefix_taken': 'هذه البادئة محجوزة',
  'errors.field.prefix_malformed': 'تبدأ بحرف: حروف لاتينية صغيرة وأرقام وشرطة مفردة',
  'errors.field.https': 'اكتب عنوانًا كاملًا يبدأ بـ https://',
  'errors.field.colour': 'اكتب لونًا من ستة رموز مثل ‎#0b737e‎',
  'errors.field.three': 'اختر ثلاثة على الأكثر',
}
