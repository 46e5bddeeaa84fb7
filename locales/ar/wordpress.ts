import type { Message } from '#lib/locale.ts'
import type { wordpress as source } from '../tr/wordpress.ts'
import { wordpressMove } from './wordpress-move.ts'

export const wordpress: Record<keyof typeof source, Message> = {
  ...wordpressMove,
  'wordpress.title': 'اربط موقع ووردبريس',
  'wordpress.lead':
    'اكتب عنوانه. ننظر إلى ما فيه ونريك كيف تكمل ما ينقص، والكلمة الأخيرة لك في صفحة من ووردبريس نفسه.',
  'wordpress.address': 'عنوان الموقع',
  'wordpress.address_hint': 'اسم النطاق أو عنوان أي صفحة من صفحاته.',
  'wordpress.go': 'انظر إلى موقعي',
  'wordpress.look': 'انظر من جديد',
  'wordpress.step.address': 'العنوان',
  'wordpress.step.plugin': 'الإضافة',
  'wordpress.step.approval': 'الموافقة',
  'wordpress.plugin.title': 'يحتاج {domain} إلى إضافة',
  'wordpress.plugin.old': 'حدّث الإضافة في {domain}',
  'wordpress.plugin.lead':
    'لا يأخذ ووردبريس تطبيقات ولا قوالب من الخارج. إضافة Arasta Connector تأخذها، ولا تغيّر شيئًا آخر في موقعك، ولا تترك أثرًا إذا حذفتها.',
  'wordpress.plugin.get': 'نزّل الإضافة',
  'wordpress.plugin.get_note': 'ملف zip صغير. لا حاجة إلى فتحه، ارفعه كما هو.',
  'wordpress.plugin.get_press': 'arasta-connector.zip',
  'wordpress.plugin.put': 'ارفعها إلى ووردبريس',
  'wordpress.plugin.put_note':
    'في لوحة التحكم اذهب إلى إضافات ثم أضف جديدًا ثم رفع إضافة، واختر ملف zip وثبّته.',
  'wordpress.plugin.put_press': 'افتح صفحة الرفع',
  'wordpress.plugin.switch': 'فعّلها',
  'wordpress.plugin.switch_note': 'اضغط «تفعيل الإضافة» بعد انتهاء التثبيت، ثم عد إلى هنا.',
  'wordpress.plugin.done': 'فعّلتها، تابع',
  'wordpress.approval.title': 'وافق في {domain}',
  'wordpress.approval.lead':
    'سنأخذك الآن إلى موقعك. سيسألك ووردبريس إن كنت تسمح لـ Arasta بالربط. يجب أن تكون قد دخلت هناك مديرًا.',
  'wordpress.approval.where': 'تكتب كلمة مرورك في موقعك وحده، ولا نراها أبدًا.',
  'wordpress.approval.once':
    'نستخدم كلمة مرور التطبيق التي يعطيها ووردبريس مرة واحدة ثم نحذفها فورًا.',
  'wordpress.approval.off':
    'يمكنك إنهاء الربط متى شئت، من هنا أو من صفحة الإعدادات ثم Arasta في ووردبريس.',
  'wordpress.approval.go': 'اذهب إلى ووردبريس ووافق',
  'wordpress.replaces': 'إن وافقت يُغلق {domain} في هذا المتصفح ويُفتح هذا الموقع مكانه.',
  'wordpress.said.over': 'هذا المتصفح لا ينتظر موافقة كهذه',
  'wordpress.said.over.do':
    'بدأت في متصفح آخر أو انتهت مدتها. لم يُربط شيء. إن بقيت في ملفك على ووردبريس كلمة مرور تطبيق باسم «Arasta» فاحذفها، ثم اكتب العنوان من جديد.',
  'wordpress.said.other': 'متجر آخر مفتوح في هذا المتصفح',
  'wordpress.said.other.do':
    'إن أردت أن تحل محله فوافق من جديد. إن بقيت في ملفك على ووردبريس كلمة مرور تطبيق باسم «Arasta» فيمكنك حذفها.',
  'wordpress.said.later': 'لم نستطع الإكمال الآن',
  'wordpress.said.later.do': 'انتظر قليلًا ثم وافق من جديد.',
  'wordpress.failure.unreachable': 'لم يُجب {domain}',
  'wordpress.failure.unreachable.do':
    'تأكد من صحة العنوان ومن أن الموقع يعمل وأن جدار الحماية لا يمنعنا، ثم حاول من جديد.',
  'wordpress.failure.not_public': 'ليس {domain} في شبكة عامة',
  'wordpress.failure.not_public.do': 'لا نستطيع ربط موقع لا يراه الإنترنت.',
  'wordpress.failure.elsewhere': 'حوّلنا {domain} إلى نطاق آخر',
  'wordpress.failure.elsewhere.do': 'اكتب العنوان الأصلي للموقع أو أزل التحويل.',
  'wordpress.failure.no_wordpress': 'لم نجد ووردبريس في {domain}',
  'wordpress.failure.no_wordpress.do': 'يجب أن يعمل ووردبريس في جذر النطاق. راجع العنوان.',
  'wordpress.failure.rest_off': 'ووردبريس موجود، لكن واجهة REST مغلقة',
  'wordpress.failure.rest_off.do':
    'ربما أغلقتها إضافة أمان أو قاعدة في الخادم. افتح واجهة REST للجميع هناك، ثم اطلب منا أن ننظر من جديد.',
  'wordpress.failure.http_only': 'لا يستخدم {domain} اتصالًا مشفّرًا (https)',
  'wordpress.failure.http_only.do':
    'لا تُرسل كلمة مرور التطبيق دون تشفير. ثبّت شهادة على الخادم، واجعل العنوانين في الإعدادات ثم عام يبدآن بـ ‎https://‎، ثم اطلب منا أن ننظر من جديد.',
  'wordpress.failure.no_plugin': 'الإضافة غير مفعّلة في {domain}',
  'wordpress.failure.no_plugin.do': 'ثبّتها وفعّلها بالخطوات الثلاث أدناه.',
  'wordpress.failure.old_plugin': 'الإضافة في {domain} قديمة',
  'wordpress.failure.old_plugin.do':
    'ارفع ملف zip الجديد بالطريقة نفسها واختر استبدال الحالية بالمرفوعة. ما ثبّته يبقى في مكانه.',
  'wordpress.failure.no_passwords': 'كلمات مرور التطبيقات معطلة في هذا الموقع',
  'wordpress.failure.no_passwords.do':
    'ربما عطّلتها إضافة أمان. شغّلها أثناء الربط، ويمكنك تعطيلها بعده.',
  'wordpress.failure.rejected': 'رفضت في ووردبريس',
  'wordpress.failure.rejected.do': 'لم يُربط شيء ولم يتغير شيء. إن غيّرت رأيك فوافق من جديد.',
  'wordpress.failure.stale': 'هذه الموافقة لم تعد صالحة',
  'wordpress.failure.stale.do':
    'تصلح الموافقة مرة واحدة وخلال ساعة. وافق من جديد، وإن بقيت في ملفك على ووردبريس كلمة مرور تطبيق باسم «Arasta» فاحذفها.',
  'wordpress.failure.bad_password': 'لم يقبل ووردبريس كلمة المرور التي أعطانا إياها',
  'wordpress.failure.bad_password.do':
    'ربما لا يمرر خادمك ترويسة Authorization إلى ووردبريس. اسأل شركة الاستضافة ثم وافق من جديد.',
  'wordpress.failure.not_allowed': 'صلاحيات المستخدم الذي وافق لا تكفي',
  'wordpress.failure.not_allowed.do': 'اخرج من ووردبريس وادخل مديرًا ثم وافق من جديد.',
  'wordpress.failure.connected_elsewhere': 'الموقع مربوط بسوق آخر',
  'wordpress.failure.connected_elsewhere.do':
    'أنهِ ذلك الربط أولًا، هناك أو من صفحة الإعدادات ثم Arasta في ووردبريس.',
  'wordpress.failure.copy': 'هذا الموقع نسخة من موقع آخر',
  'wordpress.failure.copy.do':
    'تحمل الإضافة هوية الموقع الذي نُسخت منه دون مفاتيحه. إن كانت هذه نسخة فاحذف الإضافة هنا وثبّتها من جديد ثم ابدأ من البداية. وإن كان الموقع قد انتقل فادخل بالعنوان القديم وابدأ النقل من صفحة موقعي.',
  'wordpress.failure.taken': 'العنوان {domain} مسجَّل لمتجر آخر',
  'wordpress.failure.taken.do':
    'إن كان ربطًا سابقًا لك فادخل برمز البريد وأنهِه. وإن لم تستطع فاكتب لنا.',
  'wordpress.site.lead': 'موقعك على ووردبريس وما فيه وحالة ربطه.',
  'wordpress.places.title': 'أماكن التطبيقات',
  'wordpress.places.note': 'يمكن للتطبيقات أن تضع أجزاء في هذه الأماكن.',
  'wordpress.places.no_woo':
    'ووكومرس غير مفعّل في هذا الموقع، فلا أماكن في صفحات المنتج والسلة والطلب. والتطبيق الذي يحتاجها يقول ذلك قبل تثبيته.',
  'wordpress.places.there': 'موجود',
  'wordpress.places.missing': 'غير موجود',
  'wordpress.health.fine': 'يعمل',
  'wordpress.health.trouble': 'يحتاج إلى انتباه',
  'wordpress.health.looked': 'آخر نظرة',
  'wordpress.health.plugin': 'الإضافة',
  'wordpress.health.woo': 'مفعّل',
  'wordpress.health.no_woo': 'غير موجود',
  'wordpress.health.theme': 'القالب المعروض',
  'wordpress.health.approved': 'وافق عليه',
  'wordpress.health.settings': 'الإعدادات في ووردبريس',
  'wordpress.health.anew': 'اربط من جديد',
  'wordpress.health.unreachable': 'الموقع لا يجيب',
  'wordpress.health.unreachable.do': 'ما ثبّته باقٍ فيه. لتثبيت شيء جديد انتظر حتى يعود.',
  'wordpress.health.keys_gone': 'أُنهي الربط من جهة ووردبريس',
  'wordpress.health.keys_gone.do':
    'لم يبق منا شيء في الموقع. اربطه من جديد تجد ما اشتريته في انتظارك.',
  'wordpress.health.plugin_off': 'الإضافة غير مفعّلة',
  'wordpress.health.plugin_off.do': 'لا يظهر في الموقع شيء مما ثبّته حتى تفعّلها.',
  'wordpress.health.old_plugin': 'الإضافة قديمة',
  'wordpress.health.old_plugin.do': 'ارفع الجديدة، وما ثبّته يبقى في مكانه.',
  'wordpress.health.closed': 'يقول الموقع إنه مغلق',
  'wordpress.health.closed.do': 'الإضافة تعلن أنه مغلق، وتكمل حين يُفتح.',
  'wordpress.leave.note':
    'يُزال من الموقع كل ما ثبّته، وتُعاد المفاتيح، وتنتهي جلساتك. تُحذف البطاقات والعناوين المحفوظة. ما اشتريته يبقى للموقع: اربطه من جديد تجده. ثم يمكنك حذف الإضافة.',
}
