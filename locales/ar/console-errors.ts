import type { Message } from '#lib/messages.ts'
import type { consoleErrors as source } from '../tr/console-errors.ts'

export const consoleErrors: Record<keyof typeof source, Message> = {
  'errors.people.sign_in_failed': 'البريد أو كلمة المرور خاطئة.',
  'errors.people.code_wrong': 'الرمز خاطئ. اكتب أحدث رمز في التطبيق.',
  'errors.people.code_over': 'انتهت هذه الخطوة. سجّل الدخول من جديد.',
  'errors.people.link_over': 'لم يعد هذا الرابط صالحًا. ربما استُخدم أو انتهت مدته؛ اطلب رابطًا جديدًا.',
  'errors.people.passkey_failed': 'لم يُعرف مفتاح المرور. حاول مجددًا أو استخدم كلمة المرور.',
  'errors.people.sign_in_again': 'يتطلب هذا جلسة حديثة. سجّل الخروج ثم الدخول.',
  'errors.people.email_taken': 'يوجد حساب بهذا البريد. سجّل الدخول به.',
  'errors.people.app_code_there': 'تطبيق المصادقة مربوط بالفعل.',
  'errors.people.app_code_missing': 'لا يوجد تطبيق مصادقة مربوط.',
  'errors.people.not_allowed': 'دورك لا يسمح بهذا. اسأل مالك الفريق أو مديره.',
  'errors.people.other_address': 'أُرسلت هذه الدعوة إلى بريد آخر. سجّل الدخول بذلك الحساب.',
  'errors.people.sign_in_first': 'يوجد حساب بهذا البريد. سجّل الدخول أولًا ثم اقبل.',
  'errors.people.member_already': 'هذا الشخص في الفريق بالفعل.',
  'errors.people.last_owner': 'لا يمكن تغيير آخر مالك أو مدير في الفريق. عيّن غيره أولًا.',
  'errors.people.not_yourself': 'لا يمكنك تغيير دورك بنفسك؛ يفعل ذلك شخص آخر في الفريق.',
  'errors.people.token_invalid': 'رمز الوصول هذا غير صالح: إما خاطئ أو منتهٍ أو ملغى.',
  'errors.people.token_elsewhere': 'لا يمكن إجراء هذا الطلب برمز وصول.',
  'errors.people.token_scope': 'صلاحيات رمز الوصول هذا لا تكفي لذلك.',
  'errors.partners.token_many': 'لا يمكن أن يتجاوز عدد الرموز السارية {n}. ألغِ ما لا تستخدمه أولًا.',
  'errors.field.password_wrong': 'كلمة المرور خاطئة',
  'errors.statements.appealed_already': 'سبق الاعتراض على هذا القرار؛ الاعتراض مرة واحدة.',
  'errors.statements.appeal_over': 'انتهت مهلة الاعتراض.',
  'errors.statements.no_appeal': 'لا اعتراض هنا ينتظر ردًا.',
  'errors.statements.own_decision': 'أنت من اتخذ هذا القرار؛ يرد شخص آخر. إن لم يكن في الفريق غيرك فادعُ أحدًا.',
}
