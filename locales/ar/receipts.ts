import type { Message } from '#lib/messages.ts'
import type { receipts as source } from '../tr/receipts.ts'

export const receipts: Record<keyof typeof source, Message> = {
  'receipt.mail.refund_subject': 'أُعيد إليك {amount}',
  'receipt.mail.refund': 'أعدنا {amount} إلى بطاقتك عن طلبك رقم {number} لـ {item}.',
  'receipt.mail.leaves': 'سيُزال {item} من متجرك يوم {day} ويعود متجرك كما كان قبله. ويمكنك متابعة استخدامه حتى ذلك اليوم.',
  'receipt.mail.stays': 'يبقى {item} في متجرك ويمكنك متابعة استخدامه.',
  'receipt.mail.statement': 'قد يستغرق ظهور المبلغ في كشف بطاقتك بضعة أيام بحسب مصرفك.',
  'receipt.mail.unwanted_subject': 'أُعيدت دفعة زائدة بقيمة {amount}',
  'receipt.mail.unwanted': 'وصلت دفعة زائدة بقيمة {amount} عن الطلب رقم {number} لـ {item}. لم يكن الطلب بحاجة إليها فأعدناها كاملة إلى بطاقتك، ولا يلزمك فعل شيء.',
  'receipt.mail.orders': 'عرض طلباتك',
  'receipt.mail.why': 'وصلتك هذه الرسالة لأن عنوان فاتورة الطلب رقم {number} يحمل هذا البريد. للاستفسار: {mail}',
  'ledger.mail.subject': { zero: '{day}: لا فروق بين الدفترين', one: '{day}: فرق واحد بين الدفترين ({count})', two: '{day}: فرقان بين الدفترين ({count})', few: '{day}: {count} فروق بين الدفترين', many: '{day}: {count} فرقًا بين الدفترين', other: '{day}: {count} فرق بين الدفترين' },
  'ledger.mail.lead': 'دفتر مزوّد الدفع ({gateway}) لا يطابق دفترنا في هذا اليوم. ويبقى كل فرق مفتوحًا إلى أن يُكتب سببه.',
  'ledger.mail.line': '{what}: {order}. عندنا {ours} وعندهم {theirs}.',
  'ledger.mail.what': 'الفروق المفتوحة: npm run money -- differences. ولشرح فرق: npm run money -- explain <الفرق> --note "…".',
  'ledger.kind.charge_unknown': 'تحصيل لا نعرفه',
  'ledger.kind.charge_missing': 'تحصيل غير موجود عندهم',
  'ledger.kind.amount_differs': 'المبلغ مختلف',
  'ledger.kind.refund_differs': 'الاسترداد مختلف',
  'ledger.kind.money_held': 'مبلغ تعذّرت إعادته',
}
