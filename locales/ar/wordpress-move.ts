import type { Message } from '#lib/locale.ts'
import type { wordpressMove as source } from '../tr/wordpress-move.ts'

export const wordpressMove: Record<keyof typeof source, Message> = {
  'wordpress.forget.title': 'هل زال الموقع أم حُذفت الإضافة؟',
  'wordpress.forget.wait':
    'الإضافة صامتة منذ {date}. سننظر بضع مرات أخرى، وإن بقيت صامتة بعد {from} يمكنك إغلاق الموقع من هنا. وإن ثبّتّ الإضافة من جديد عاد كل شيء كما كان.',
  'wordpress.forget.lead':
    'لم تجب الإضافة منذ {date}، وعدد المرات التي نظرنا فيها {count}. إن أغلقت الموقع انتهى ما ثبّتّه في سجلاتنا، ومُحيت المفاتيح، وانتهت الاشتراكات الجارية كما تنتهي عند الإزالة، وأُغلقت جلساتك.',
  'wordpress.forget.left':
    'لا نصل إلى الموقع فلا نستطيع حذف شيء فيه. إن حُذفت الإضافة من ووردبريس فلا أثر لها، وإن أُزيلت ملفاتها يدويًا فقط فربما بقي إعدادان وجدول في قاعدة البيانات وملفات في المجلد uploads/arasta.',
  'wordpress.forget.button': 'أغلق {domain}',
  'wordpress.forget.sure': 'نعم، زال الموقع',
  'wordpress.step.proof': 'العنوان القديم',
  'wordpress.failure.other_site': 'الموقع الذي وافقت فيه ليس موقع العنوان القديم',
  'wordpress.failure.other_site.do':
    'الإضافة هناك لا تحمل مفاتيح متجرك. أعد الموقع القديم أو اكتب لنا.',
  'wordpress.failure.same_site': 'العنوانان يفتحان الموقع نفسه',
  'wordpress.failure.same_site.do':
    'لا توجد نسخة هنا، فلم نغيّر شيئًا. إن تغيّر عنوان الموقع فاختر أنه انتقل.',
  'wordpress.failure.original_silent': 'لم يُجب الموقع الأصلي',
  'wordpress.failure.original_silent.do':
    'لا نعرف أن هذا موقع آخر إلا والأصلي يعمل. حاول حين يعود، وإن كان الأصلي قد زال فاختر أنه انتقل.',
  'wordpress.choice.title': 'هل انتقل الموقع إلى {domain} أم هو نسخة؟',
  'wordpress.choice.lead':
    'يحمل هذا الموقع هوية {from}. أنت وحدك تعرف أيّهما هو، ولا يتغير شيء قبل أن تختار.',
  'wordpress.choice.moved': 'انتقل إلى هنا',
  'wordpress.choice.moved_note':
    'ما اشتريته وثبّتّه ينتقل إلى {domain}، ويُزال ما لنا في {from}. قبل ذلك تثبت أن العنوان القديم لك أيضًا.',
  'wordpress.choice.moved_press': 'نعم، انتقل إلى هنا',
  'wordpress.choice.copy': 'نسخة، موقع تجريبي مثلًا',
  'wordpress.choice.copy_note':
    'يبقى {from} كما هو. تُزال من {domain} الأجزاء التي جاءت مع النسخة، وتنسى الإضافة هوية الأصل، ويصير هذا الموقع متجرًا مستقلًا فارغًا. ويسألك ووردبريس مرة أخرى.',
  'wordpress.choice.copy_press': 'هذه نسخة، افصل بينهما',
  'wordpress.proof.title': 'هل العنوان القديم لك أيضًا؟',
  'wordpress.proof.lead':
    '{domain} جاهز. قبل أن ينتقل المتجر إليه أثبت أن {from} لك أيضًا، فلا يأخذ أحد متجرك بجلسة تُركت مفتوحة.',
  'wordpress.proof.code': 'برمز في البريد',
  'wordpress.proof.code_note':
    'يذهب الرمز إلى بريد الإدارة الذي أخبرنا به {from} آخر مرة، ولو كان الموقع القديم قد أُغلق.',
  'wordpress.proof.code_send': 'أرسل الرمز',
  'wordpress.proof.code_sent': 'أرسلنا الرمز إلى بريد الإدارة الذي أخبرنا به {from} آخر مرة.',
  'wordpress.proof.code_go': 'انقل الموقع',
  'wordpress.proof.approval': 'وافق في ووردبريس القديم',
  'wordpress.proof.approval_note':
    'إن كان {from} لا يزال يعمل فادخل إليه مديرًا ووافق. وهنا أيضًا تُستخدم كلمة المرور مرة واحدة وتُحذف فورًا.',
  'wordpress.proof.approval_go': 'اذهب إلى الموقع القديم ووافق',
  'wordpress.proof.none': 'لا نستطيع التحقق من العنوان القديم الآن',
  'wordpress.proof.none.do':
    '{from} لا يجيب، وليست مفاتيحه في الموقع الجديد. شغّل الموقع القديم واطلب منا أن ننظر من جديد، أو انقله مع قاعدة بياناته. وإن تعذّر الأمران فاكتب لنا.',
  'wordpress.move.title': 'هل يتغير عنوان الموقع؟',
  'wordpress.move.note':
    'ما اشتريته وثبّتّه ينتقل معك. جهّز ووردبريس على العنوان الجديد أولًا ثم اكتبه هنا، وستثبت أن العنوانين لك.',
  'wordpress.move.address': 'العنوان الجديد',
  'wordpress.move.start': 'ابدأ النقل',
  'wordpress.move.going': 'ينتقل {from} إلى هنا',
  'wordpress.move.going.do':
    'وافق في ووردبريس العنوان الجديد، ثم نتحقق من القديم أيضًا. وحتى ذلك الحين يبقى متجرك في مكانه.',
  'wordpress.move.done': 'انتقل الموقع من {from} في {date}',
  'wordpress.move.settling': 'نتحقق الآن من أن ما ثبّتّه في مكانه على العنوان الجديد.',
  'wordpress.move.telling': 'ما ثبّتّه هنا. ونحن نخبر العنوان القديم أن يتخلى عنه.',
  'wordpress.move.let_go': 'ما ثبّتّه هنا، ولم يبق منا شيء في العنوان القديم.',
  'wordpress.move.kept':
    'ما ثبّتّه هنا. العنوان القديم يفتح هذا الموقع أو لم يعد يجيب، فلم نمسّ فيه شيئًا.',
}
