import type { Locale } from '#lib/locale.ts'
import type { LegalText } from './legal-text.ts'

/**
 * Law 6698, art. 10 (information duty), and the terms under which an item's developer may touch a
 * store's data (S5.5).
 */
export const dataProtection: Record<Locale, LegalText> = {
  tr: {
    id: 'data-protection',
    title: 'Veri koruma sözleşmesi',
    parts: [
      {
        heading: 'Kimler arasında',
        text: 'Mağazan, bu pazarı işleten kuruluş ve kurduğun ürünün ürün sayfasında adı yazan geliştiricisi arasında.',
      },
      {
        heading: 'Hangi veriler',
        text: 'Hesabın ve mağazan (ad, e-posta, alan adı), fatura adresin, sipariş kayıtların. Bir uygulama mağazanda yalnızca onayladığın izinlerle çalışır; onaylamadığın hiçbir veriye ulaşamaz.',
      },
      {
        heading: 'Ne için',
        text: 'Siparişi yürütmek, fatura kesmek, ürünü kurup kaldırmak ve destek vermek için: sözleşmenin ifası ve kanuni yükümlülük (6698 sayılı Kanun, m. 5/2). Reklam için kullanılmaz.',
      },
      {
        heading: 'Kime verilir',
        text: 'Ödeme için bankaya ve ödeme kuruluşuna, fatura için yetkili kurumlara, ürünün çalışması için geliştiricisine; onun dışında kimseye verilmez. Kart numaran bizde saklanmaz.',
      },
      {
        heading: 'Ne kadar',
        text: 'Fatura ve sipariş kayıtları kanunun istediği süre boyunca, kurulum kayıtları ürün mağazandayken ve kaldırıldıktan sonra anlaşmazlık süresince saklanır; sonra silinir. Ürünü kaldırınca geliştirici mağaza verilerini siler.',
      },
      {
        heading: 'Hakların',
        text: 'Verilerini öğrenme, düzeltme, silme, itiraz ve zararın giderilmesi haklarına sahipsin (m. 11). Bu pazarı işleten kuruluşa yazman yeter; 30 gün içinde yanıt alırsın.',
      },
    ],
  },
  en: {
    id: 'data-protection',
    title: 'Data-protection agreement',
    parts: [
      {
        heading: 'Between whom',
        text: 'Your shop, the company that runs this marketplace, and the developer named on the page of the item you install.',
      },
      {
        heading: 'Which data',
        text: 'Your account and shop (name, e-mail, domain), your invoice address and your orders. An app works on your shop only within the permissions you approve; it cannot reach anything you did not.',
      },
      {
        heading: 'What for',
        text: 'To carry out the order, issue the invoice, install and remove the item, and give support: performance of a contract and legal duty (Turkish Law 6698, art. 5/2). Never for advertising.',
      },
      {
        heading: 'Who receives it',
        text: 'The bank and the payment provider for the payment, the authorities for the invoice, and the developer as far as the item needs it to work. Nobody else. We do not keep your card number.',
      },
      {
        heading: 'How long',
        text: 'Invoices and orders as long as the law asks; installation records while the item is on your shop and until claims expire; then they are erased. When you uninstall, the developer erases your shop’s data.',
      },
      {
        heading: 'Your rights',
        text: 'You may see, correct and erase your data, object, and claim damages (art. 11). Write to the company that runs this marketplace; you get an answer within 30 days.',
      },
    ],
  },
  ar: {
    id: 'data-protection',
    title: 'اتفاقية حماية البيانات',
    parts: [
      {
        heading: 'بين من',
        text: 'بين متجرك والشركة التي تدير هذه السوق ومطوّر المنتج المذكور في صفحته.',
      },
      {
        heading: 'أي بيانات',
        text: 'حسابك ومتجرك (الاسم والبريد والنطاق) وعنوان فاتورتك وسجل طلباتك. ولا يعمل التطبيق في متجرك إلا ضمن الأذونات التي توافق عليها، ولا يصل إلى ما سواها.',
      },
      {
        heading: 'لأي غرض',
        text: 'لتنفيذ الطلب وإصدار الفاتورة وتثبيت المنتج وإزالته وتقديم الدعم: تنفيذًا للعقد ووفاءً بالتزام قانوني (القانون التركي 6698، المادة 5/2). ولا تُستخدم في الإعلان أبدًا.',
      },
      {
        heading: 'لمن تُعطى',
        text: 'للبنك ومزوّد الدفع لإتمام الدفع، وللجهات المختصة لأجل الفاتورة، وللمطوّر بقدر ما يحتاجه المنتج ليعمل، ولا أحد غيرهم. ولا نحتفظ برقم بطاقتك.',
      },
      {
        heading: 'كم تُحفظ',
        text: 'تُحفظ الفواتير والطلبات المدة التي يفرضها القانون، وسجلات التثبيت ما دام المنتج في متجرك وحتى انقضاء مدة المطالبات، ثم تُمحى. وعند الإزالة يمحو المطوّر بيانات متجرك.',
      },
      {
        heading: 'حقوقك',
        text: 'لك أن تطّلع على بياناتك وتصححها وتمحوها وأن تعترض وتطالب بالتعويض (المادة 11). راسل الشركة التي تدير هذه السوق وستصلك إجابة خلال 30 يومًا.',
      },
    ],
  },
}
