import type { Message } from '#lib/messages.ts'
import type { mails as tr } from '../tr/mails.ts'

export const mails: Record<keyof typeof tr, Message> = {
  'mails.connect.subject': 'رمز دخولك إلى Arasta',
  'mails.connect.lead': 'يريد شخص ما الدخول إلى Arasta بالمتجر {host}. إن كنت أنت، فاكتب هذا الرمز في صفحة الدخول:',
  'mails.connect.what': 'الرمز صالح 5 دقائق ويُستعمل مرة واحدة. لا تعطه لأحد، ولن تطلبه Arasta منك أبدًا.',
  'mails.connect.footnote': 'إن لم تطلبه أنت فلا يلزمك فعل شيء: لا يدخل أحد بمتجرك من دون الرمز. وصلتك هذه الرسالة لأن هذا العنوان مسجَّل لدى منصتك لصاحب المتجر.',
  'mails.owner.why': 'وصلتك هذه الرسالة لأن هذا العنوان مسجَّل لدى منصتك لصاحب المتجر.',
  'mails.update_failed.subject': 'تعذّر تحديث {item} إلى {version}',
  'mails.update_failed.lead': 'كان {item} في متجرك {domain} سيُحدَّث تلقائيًا إلى {version}. تعذّر إكمال ذلك فتُراجع عنه.',
  'mails.update_failed.kept': 'متجرك على الإصدار {kept} ويعمل كما كان، ولا يلزمك شيء. لن نجرّب هذا الإصدار تلقائيًا مرة أخرى، ويمكنك أن تجرّبه أنت.',
  'mails.update_failed.stuck': 'توقّفت العودة إلى الإصدار السابق في منتصفها أيضًا. الزر في صفحته يكمل من حيث توقّف.',
  'mails.update_failed.look': 'انظر حالته',
  'mails.scripts.subject': '{domain}: تغيّر نص برمجي في صفحات الطلب',
  'mails.scripts.lead': 'ننظر كل يوم إلى النصوص التي تعمل في صفحات الطلب في متجرك {domain}. هذه ليست كما وضعناها:',
  'mails.scripts.changed': '• {item}: {title} (تغيّر)',
  'mails.scripts.gone': '• {item}: {title} (غير موجود)',
  'mails.scripts.what': 'إن كنت أنت من فعل ذلك فلا يلزم شيء. وإلا فأزل التطبيق واكتب إلى منصتك: في هذه الصفحات يكتب زبائنك عناوينهم وبطاقاتهم.',
  'mails.scripts.look': 'انظر النصوص',
}
