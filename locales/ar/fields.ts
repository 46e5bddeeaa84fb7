import type { Message } from '#lib/locale.ts'
import type { fields as source } from '../tr/fields.ts'

export const fields: Record<keyof typeof source, Message> = {
  'errors.field.required': 'هذا الحقل مطلوب',
  'errors.field.confirm': 'أشّر على المربع للمتابعة',
  'errors.field.email': 'اكتب بريدًا إلكترونيًا صحيحًا',
  'errors.field.min': 'يجب ألا يقل عدد الأحرف هنا عن {n}',
  'errors.field.max': 'يجب ألا يزيد عدد الأحرف هنا على {n}',
  'errors.field.invalid': '{field}: قيمة غير صالحة.',
  'errors.field.phone': 'اكتب الهاتف مع رمز البلد، مثل ‎+90 5xx xxx xx xx',
  'errors.field.card_here': 'لا تكتب رقم بطاقة هنا: هذا الحقل يُحفظ',
}
