import type { Message } from '#lib/locale.ts'
import type { portalErrors as source } from '../tr/portal-errors.ts'

export const portalErrors: Record<keyof typeof source, Message> = {
  'errors.partners.draft_changed':
    'غيّر {person} هذه الصفحة بعد أن فتحتها. ما كتبته باقٍ: قارن النصين أدناه واحفظ من جديد.',
  'errors.field.slug_taken': 'هذا العنوان محجوز',
  'errors.field.slug_reserved': 'يستخدم السوق هذه الكلمة لصفحاته',
  'errors.field.slug_malformed': 'حروف لاتينية صغيرة وأرقام وشرطة مفردة، من حرفين على الأقل',
  'errors.field.prefix_taken': 'هذه البادئة محجوزة',
  'errors.field.prefix_malformed': 'تبدأ بحرف: حروف لاتينية صغيرة وأرقام وشرطة مفردة',
  'errors.field.https': 'اكتب عنوانًا كاملًا يبدأ بـ https://',
  'errors.field.colour': 'اكتب لونًا من ستة رموز مثل ‎#0b737e‎',
  'errors.field.three': 'اختر ثلاثة على الأكثر',
  'errors.field.five': 'اختر خمسة على الأكثر',
  'errors.partners.picture_svg': 'لا يمكن رفع SVG لأنه قد يحمل شيفرة تعمل. صدّر الصورة بصيغة PNG.',
  'errors.partners.picture_mixed':
    'هذا الملف صورة وشيء آخر معها. احفظ الصورة من جديد في برنامج صور.',
  'errors.partners.picture_unreadable':
    'هذا الملف ليس صورة تُقرأ. ارفع PNG أو JPEG أو WebP أو AVIF.',
  'errors.partners.picture_large': 'الصورة أكبر من اللازم: طول الضلع {most} بكسل على الأكثر.',
  'errors.partners.picture_small':
    'عرض الجزء الباقي {width} بكسل، والمطلوب {least} على الأقل. اختر صورة أكبر أو جزءًا أكبر.',
  'errors.partners.picture_many': 'عدد الصور {most} على الأكثر. أزل واحدة أولًا.',
  'errors.field.amount': 'اكتب مبلغًا يناسب الخطة: 249.90',
  'errors.field.percent': 'اكتب نسبة من 1 إلى 100',
  'errors.field.past': 'اختر يومًا قادمًا',
  'errors.field.code_taken': 'هذا الرمز مستخدم',
  'errors.field.code_malformed': 'حروف لاتينية وأرقام، من 3 إلى 40 رمزًا',
  'errors.field.name_taken': 'هذا الاسم لمطوّر آخر',
  'errors.field.name_claims': 'يوحي الاسم بأنه رسمي أو علامة جهة أخرى؛ اكتب اسمك أنت',
  'errors.field.company_tax_number': 'الرقم الضريبي للشركة من 10 أرقام؛ راجعه',
  'errors.field.personal_number': 'هذا رقم هوية شخصية وسيراه الجميع. اكتب رقم السجل بدلًا منه',
  'errors.partners.developer_not_found': 'لا يوجد مطوّر بهذا الاسم، أو لم يُنشر له شيء بعد.',
  'errors.partners.no_site': 'اكتب موقعك واحفظ أولًا.',
  'errors.partners.no_support_mail': 'اكتب بريد الدعم واحفظ أولًا.',
  'errors.partners.proof_nowhere':
    'لم نجد السجل ولا الملف على {domain}. قد يستغرق انتشار سجل DNS ساعة؛ جرّب بعدها.',
  'errors.partners.proof_unreachable': 'تعذّر الوصول إلى {domain}. جرّب بعد قليل.',
  'errors.partners.mail_link_over': 'لم يعد هذا الرابط صالحًا. اطلب غيره من صفحة الملف.',
  'errors.partners.message_spam': 'بُلّغ أن هذا السؤال مزعج فلا يُجاب عنه.',
  'errors.contact.link_over': 'هذا الرابط غير صالح. يمكنك السؤال من جديد في صفحة العنصر.',
}
