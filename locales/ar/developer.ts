import type { Message } from '#lib/locale.ts'
import type { developer as source } from '../tr/developer.ts'

export const developer: Record<keyof typeof source, Message> = {
  'developer.items.app': 'التطبيقات',
  'developer.items.theme': 'القوالب',
  'developer.none.app': 'ليس لدى هذا المطوّر تطبيقات بعد',
  'developer.none.theme': 'ليس لدى هذا المطوّر قوالب بعد',
  'developer.seller': 'بيانات البائع',
  'developer.seller_note': 'كما صرّح بها المطوّر.',
  'developer.seller_unknown': 'لم يكتب {developer} بيانات البائع بعد.',
  'developer.legal_name': 'الاسم القانوني',
  'developer.legal_address': 'العنوان',
  'developer.registry_number': 'رقم السجل',
  'developer.tax_office': 'دائرة الضرائب',
  'developer.tax_number': 'الرقم الضريبي',
  'developer.registered_mail': 'البريد المسجَّل (KEP)',
  'developer.phone': 'الهاتف',
  'developer.since': 'على {market} منذ',
  'developer.support_page': 'صفحة الدعم',
  'developer.privacy': 'الخصوصية',
}
