import type { Message } from '#lib/locale.ts'
import type { mails as tr } from '../tr/mails.ts'
import { rolloutMails } from './rollout-mails.ts'
import { moveMails } from './move-mails.ts'

export const mails: Record<keyof typeof tr, Message> = {
  ...moveMails,
  ...rolloutMails,
  'mails.site_code.subject': 'رمز ربط موقعك',
  'mails.site_code.lead':
    'شخص ما يربط الموقع {domain} بـ{market} وكتب هذا العنوان لرموز الدخول. إن كنت أنت فاكتب الرمز في الشاشة:',
  'mails.site_code.footnote':
    'يصلح الرمز 5 دقائق. إن لم تطلبه فلا شيء عليك: من دون الرمز لا يُربط موقع بهذا العنوان.',
  'mails.connect.subject': 'رمز دخولك إلى {market}',
  'mails.connect.lead':
    'يريد شخص ما الدخول إلى {market} بالمتجر {host}. إن كنت أنت، فاكتب هذا الرمز في صفحة الدخول:',
  'mails.connect.what':
    'الرمز صالح 5 دقائق ويُستعمل مرة واحدة. لا تعطه لأحد، ولن تطلبه {market} منك أبدًا.',
  'mails.connect.footnote':
    'إن لم تطلبه أنت فلا يلزمك فعل شيء: لا يدخل أحد بمتجرك من دون الرمز. وصلتك هذه الرسالة لأن هذا العنوان مسجَّل لدى منصتك لصاحب المتجر.',
  'mails.code_shared':
    'طُلبت مؤخرًا رموز كثيرة لهذا العنوان. حتى لا يمتلئ بريدك نرسل الآن رسالة واحدة كل ساعة، ويصلح هذا الرمز في كل صفحة دخول تفتحها خلال هذه الساعة.',
  'mails.code_shared.what':
    'الرمز صالح ساعة واحدة ويُستعمل مرة واحدة. لا تعطه لأحد، ولن تطلبه {market} منك أبدًا.',
  'mails.recovery.subject': '{market}: كلمة مرور جديدة',
  'mails.recovery.lead':
    'طُلبت كلمة مرور جديدة لحسابك. إن كنت أنت من طلبها فاختر واحدة أدناه؛ الرابط صالح لساعة ولمرة واحدة.',
  'mails.recovery.action': 'اختر كلمة مرور جديدة',
  'mails.recovery.footnote': 'إن لم تطلبها فلا تفعل شيئًا؛ تبقى كلمة مرورك كما هي.',
  'mails.email_check.subject': '{market}: هل هذا البريد لك؟',
  'mails.email_check.lead':
    'يستخدم حساب في لوحة تحكم {market} هذا البريد. إن كان لك فأكّده؛ الرابط صالح ليوم.',
  'mails.email_check.action': 'أكّد بريدي',
  'mails.email_check.footnote': 'إن لم يكن لك فلا تفعل شيئًا.',
  'mails.change.password_changed': 'تغيّرت كلمة مرورك',
  'mails.change.recovered': 'عُيّنت كلمة مرور جديدة برابط من البريد',
  'mails.change.passkey_added': 'أُضيف مفتاح مرور إلى حسابك',
  'mails.change.passkey_removed': 'أُزيل مفتاح مرور من حسابك',
  'mails.change.provider_linked': 'رُبط حساب دخول خارجي بحسابك',
  'mails.change.provider_unlinked': 'فُصل حساب دخول خارجي عن حسابك',
  'mails.change.app_added': 'أُضيف تطبيق مصادقة إلى حسابك',
  'mails.change.app_removed': 'أُزيل تطبيق المصادقة من حسابك',
  'mails.change.backup_codes': 'جُدّدت رموزك الاحتياطية',
  'mails.change.token_created': 'أُنشئ رمز وصول باسمك',
  'mails.change.token_revoked': 'أُلغي رمز وصول لك',
  'mails.change.lead': '{what}.',
  'mails.change.lead_named': '{what}: {name}.',
  'mails.change.where': 'الوقت: {at}. عنوان الشبكة: {address}. المتصفح: {program}.',
  'mails.change.revoked': 'ما لم يعد يفتح حسابك: {list}.',
  'mails.change.not_you':
    'إن لم تكن أنت من فعل ذلك فعيّن كلمة مرور جديدة الآن: تنتهي كل الجلسات، ويُلغى كل ما يفتح الحساب سوى ما تُبقيه.',
  'mails.change.action': 'عيّن كلمة مرور جديدة',
  'mails.change.footnote': 'تصلك هذه الرسالة كلما تغيّر شيء يفتح حسابك.',
  'mails.invitation.subject': 'دعوة من {team} إلى {market}',
  'mails.invitation.lead': 'يدعوك {name} إلى فريق {team}. الرابط صالح لأسبوع ولمرة واحدة.',
  'mails.invitation.action': 'افتح الدعوة',
  'mails.invitation.footnote': 'إن لم تكن تتوقع هذه الدعوة فتجاهلها؛ لا يحدث شيء ما لم تقبل.',
  'mails.invitation.market': 'إدارة {market}',
  'mails.token_ends.subject': 'رمز الوصول «{name}» يوشك أن ينتهي',
  'mails.token_ends.lead':
    'رمز الوصول «{name}» (…{ending}) الذي أنشأته لـ {partner} يتوقف عن العمل يوم {day}.',
  'mails.token_ends.what':
    'إن كان برنامج يستخدمه فأنشئ رمزًا جديدًا قبل ذلك اليوم وضعه مكانه، وإلا فلا حاجة إلى شيء.',
  'mails.token_ends.action': 'افتح الرموز',
  'mails.earnings.subject': '{partner}: أرباح {month}',
  'mails.earnings.lead': 'أُغلق شهر {month} لـ {partner}. رقم الكشف {number} والرصيد {amount}.',
  'mails.earnings.due': 'نخبرك عندما يُرسل المبلغ إلى حسابك. وما يُردّ لاحقًا يُكتب في الكشف التالي.',
  'mails.earnings.nothing_due': 'لا مستحق لهذا الشهر، والرصيد ينتقل إلى الكشف التالي.',
  'mails.earnings.action': 'افتح الكشف',
  'mails.earnings.footnote': 'وصلتك هذه الرسالة لأنك مالك في الفريق أو تتولى ماله.',
  'mails.payout.subject': '{partner}: أُرسل {amount}',
  'mails.payout.lead': 'أُرسل {amount} وهو رصيد الكشف {number} يوم {day}. رقم الإيصال: {reference}.',
  'mails.owner.why': 'وصلتك هذه الرسالة لأن هذا العنوان مسجَّل لدى منصتك لصاحب المتجر.',
  'mails.update_failed.subject': 'تعذّر تحديث {item} إلى {version}',
  'mails.update_failed.lead':
    'كان {item} في متجرك {domain} سيُحدَّث تلقائيًا إلى {version}. تعذّر إكمال ذلك فتُراجع عنه.',
  'mails.update_failed.kept':
    'متجرك على الإصدار {kept} ويعمل كما كان، ولا يلزمك شيء. لن نجرّب هذا الإصدار تلقائيًا مرة أخرى، ويمكنك أن تجرّبه أنت.',
  'mails.update_failed.stuck':
    'توقّفت العودة إلى الإصدار السابق في منتصفها أيضًا. الزر في صفحته يكمل من حيث توقّف.',
  'mails.update_failed.look': 'انظر حالته',
  'mails.stopped.subject': '{item}: أوقفته {market} فورًا',
  'mails.stopped.lead':
    'أوقفنا {item} المثبَّت في متجرك {domain}: لا يمكن لأحد تثبيته ولا تحديثه. السبب:',
  'mails.stopped.what':
    'لم نمسّ النسخة في متجرك. إن لم تثق بها فأزلها أو أوقفها مؤقتًا من صفحتها، ويعود متجرك كما كان.',
  'mails.lifted.subject': '{item}: رُفع الإيقاف',
  'mails.lifted.lead': 'فُحص {item} المثبَّت في متجرك {domain} ورُفع الإيقاف. لا يلزمك فعل شيء.',
  'mails.review_down.subject': '{item}: حُذف نص مراجعتك',
  'mails.review_down.lead': 'لم يعد نص مراجعة {domain} عن {item} معروضًا؛ وتبقى نجومك. الأسباب:',
  'mails.review_down.appeal':
    'إن لم توافق فادخل بمتجرك واعترض من صفحة «القرارات» حتى {day}، أو اكتب إلى {address}؛ يقرأ ذلك شخص لم يتخذ القرار ويرد. ويبقى حقك في اللجوء إلى القضاء.',
  'mails.store_appeal.subject': '{item}: الرد على اعتراضك',
  'mails.store_appeal.upheld': 'قرأ اعتراض {domain} شخص لم يتخذ القرار: القرار قائم. الأسباب:',
  'mails.store_appeal.reversed': 'اعتراض {domain} في محله: أُلغي القرار. الأسباب:',
  'mails.store_appeal.look': 'افتح القرار',
  'mails.scripts.subject': '{domain}: تغيّر نص برمجي في صفحات الطلب',
  'mails.scripts.lead':
    'ننظر كل يوم إلى النصوص التي تعمل في صفحات الطلب في متجرك {domain}. هذه ليست كما وضعناها:',
  'mails.scripts.changed': '• {item}: {title} (تغيّر)',
  'mails.scripts.gone': '• {item}: {title} (غير موجود)',
  'mails.scripts.what':
    'إن كنت أنت من فعل ذلك فلا يلزم شيء. وإلا فأزل التطبيق واكتب إلى منصتك: في هذه الصفحات يكتب زبائنك عناوينهم وبطاقاتهم.',
  'mails.scripts.look': 'انظر النصوص',
  'mails.statement.subject.rejected': '{name}: لم يُقبل',
  'mails.statement.subject.changes_requested': '{name}: مطلوب تعديلات',
  'mails.statement.subject.unpublished': '{name}: أُزيل من السوق',
  'mails.statement.subject.halted': '{name}: أُوقف الإصدار',
  'mails.statement.subject.yanked': '{name}: سُحب الإصدار',
  'mails.statement.subject.stopped': '{name}: أُوقف فورًا',
  'mails.statement.subject.text_erased': '{name}: حُذف نص مراجعة',
  'mails.statement.decision.rejected': 'قررنا في {day} عدم قبول {name}.',
  'mails.statement.decision.changes_requested':
    'قررنا في {day} أن {name} لا يُقبل بحاله هذا ويحتاج إلى تعديلات.',
  'mails.statement.decision.unpublished':
    'في {day} أُزيل {name} من السوق: لا يظهر ولا تستطيع متاجر جديدة تثبيته. ويبقى عاملًا حيث ثُبّت.',
  'mails.statement.decision.halted': 'في {day} أُوقف {name}: لا يُعرض هذا الإصدار على أي متجر.',
  'mails.statement.decision.yanked':
    'في {day} سُحب {name}: لن يُعرض هذا الإصدار ثانية ولا يُستعمل رقمه مرة أخرى.',
  'mails.statement.decision.stopped':
    'في {day} أُوقف {name} فورًا: لا تثبيت ولا تحديث، وأُبلغت المتاجر التي ثبّتته.',
  'mails.statement.decision.text_erased': 'في {day} حُذف نص مراجعة عن {name}؛ وبقيت نجومها.',
  'mails.statement.without_end': 'يسري القرار حتى يُلغى.',
  'mails.statement.until': 'يسري القرار حتى {day}.',
  'mails.statement.facts': 'ما تبيّن لنا:',
  'mails.statement.grounds.contract': 'الأساس: عقدك مع {market}، {rule}.',
  'mails.statement.grounds.law': 'الأساس: القانون، {rule}.',
  'mails.statement.cause.own': 'توصلنا إلى ذلك بفحصنا الخاص.',
  'mails.statement.cause.report': 'نظرنا في الأمر بعد بلاغ وصلنا.',
  'mails.statement.cause.order': 'نفّذنا أمرًا من جهة رسمية.',
  'mails.statement.automated.no': 'لم تُستعمل أي وسيلة آلية.',
  'mails.statement.automated.found': 'اكتشف ذلك فحص آلي، واتخذ القرار إنسان.',
  'mails.statement.automated.decided': 'اتخذ القرار فحص آلي.',
  'mails.statement.appeal':
    'إن لم توافق فيمكنك الاعتراض مرة واحدة في لوحة التحكم حتى {day}؛ يقرؤه شخص لم يتخذ القرار ويرد بأسبابه. ويمكنك اللجوء إلى جهة تسوية خارج القضاء حيث توجد، وإلى القضاء في أي وقت.',
  'mails.submission.subject.approved': 'نُشر {name}',
  'mails.submission.subject.failed_checks': '{name}: وجدت الفحوص شيئًا',
  'mails.submission.lead.approved': 'روجع {name} ونُشر، والمتاجر تراه من الآن.',
  'mails.submission.lead.failed_checks':
    'انتهت فحوص {name} ووُجد ما يحتاج إلى إصلاح. تجد في صفحته أي قاعدة وأين وكيف تُصلح ذلك، ثم أرسله من جديد.',
  'mails.submission.action': 'افتح الإرسال',
  'mails.submission.footnote': 'وصلتك هذه الرسالة لأنك أنت من أرسله.',
  'mails.statement.action': 'افتح القرار',
  'mails.statement.footnote': 'وصلتك هذه الرسالة لأنك من مالكي فريق الشريك.',
  'mails.appeal.subject': '{name}: الرد على اعتراضك',
  'mails.appeal.outcome.upheld': 'قرأنا اعتراضك بشأن {name}. يبقى القرار كما هو، للأسباب التالية:',
  'mails.appeal.outcome.reversed': 'قرأنا اعتراضك بشأن {name} وألغينا القرار، للأسباب التالية:',
  'mails.appeal.footnote': 'يُعترض على القرار مرة واحدة. ويبقى حقك في اللجوء إلى القضاء.',
  'mails.partner_mail.subject': 'وثّق عنوان الدعم على {market}',
  'mails.partner_mail.lead':
    'يعرض {partner} هذا العنوان كعنوان دعم في صفحته على {market}. إن كان العنوان لكم فاضغط الزر؛ وهو صالح ثلاثة أيام.',
  'mails.partner_mail.action': 'وثّق العنوان',
  'mails.partner_mail.footnote':
    'إن لم تكن على علم بذلك فلا تفعل شيئًا: لا يُعدّ العنوان موثَّقًا ما لم تضغط.',
  'mails.proof_missing.subject': '{domain}: لا نجد الإثبات',
  'mails.proof_missing.lead':
    'لا نجد سجل DNS أو الملف الذي يبيّن أن {domain} يعود إلى {partner}. إن لم يعد حتى {day} تُزال كلمة «موثَّق» من صفحتك.',
  'mails.proof_lapsed.subject': 'لم يعد {domain} موثَّقًا',
  'mails.proof_lapsed.lead':
    'لم يعد إثبات {domain}؛ وفي {day} أُزيلت كلمة «موثَّق» من صفحة {partner}. أعد السجل أو الملف ثم وثّقه من صفحة الملف.',
  'mails.proof.action': 'افتح الملف',
  'mails.question.subject': 'سؤال عن {item}',
  'mails.question.lead': 'سألك أحدهم عن {item}. اقرأ السؤال وأجب عنه في لوحة التحكم.',
  'mails.question.action': 'افتح السؤال',
  'mails.question.footnote': 'وصلك هذا البريد لأنك ممن يقرؤون الأسئلة في فريقك.',
  'mails.developer_answer.lead': 'أجاب {developer} عن سؤالك حول {item}:',
  'mails.developer_answer.action': 'اكتب مجددًا',
  'mails.developer_answer.footnote':
    'أوصلت {market} هذا البريد، ولا يرى {developer} عنوانك. الرد على هذا البريد لا يصل إليه: استخدم الزر لتكتب مجددًا.',
}
