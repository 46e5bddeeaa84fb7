import type { ByLocale } from '#lib/locale.ts'
import type { LegalText } from '../fill-texts.ts'

/**
 * The agreements of markets outside of Türkiye. What depends on the law of a country is a clause
 * (`clauses.ts`) in braces.
 */

export const preInformation: ByLocale<LegalText> = {
  en: {
    id: 'pre-information',
    title: 'Information before the purchase',
    parts: [
      {
        heading: 'Seller',
        text: 'The seller is {operator}, {address}. Contact: {mail}. Its tax details are on the invoice you receive.',
      },
      {
        heading: 'What you buy',
        text: 'The app or theme whose name and version stand in the order summary. It is digital content that is installed on your shop; its features, the systems it works with and the permissions it asks for are on its page.',
      },
      {
        heading: 'Total price',
        text: 'The total in the summary includes every tax that the seller has to charge and is charged once. There is no delivery fee and nothing is added later.',
      },
      {
        heading: 'Payment and delivery',
        text: 'You pay by card. Card details go to the payment provider and are not kept by us. Right after payment the item is ready to be installed on your shop.',
      },
      { heading: 'Right of withdrawal', text: '{withdrawal}' },
      {
        heading: 'Support and complaints',
        text: 'Themes come with 6 months of free support from purchase. {complaints}',
      },
    ],
  },
  de: {
    id: 'pre-information',
    title: 'Informationen vor dem Kauf',
    parts: [
      {
        heading: 'Verkäufer',
        text: 'Verkäufer ist {operator}, {address}. Kontakt: {mail}. Die steuerlichen Angaben stehen auf der Rechnung.',
      },
      {
        heading: 'Was Sie kaufen',
        text: 'Die App oder das Theme, dessen Name und Version in der Bestellübersicht stehen. Es ist ein digitaler Inhalt, der in Ihrem Shop installiert wird; Funktionen, unterstützte Systeme und verlangte Berechtigungen stehen auf seiner Seite.',
      },
      {
        heading: 'Gesamtpreis',
        text: 'Der Gesamtbetrag in der Übersicht enthält alle Steuern, die der Verkäufer zu berechnen hat, und wird einmal abgebucht. Es gibt keine Liefergebühr, und später kommt nichts hinzu.',
      },
      {
        heading: 'Zahlung und Bereitstellung',
        text: 'Sie zahlen mit Karte. Kartendaten gehen an den Zahlungsdienstleister und werden bei uns nicht gespeichert. Gleich nach der Zahlung kann der Artikel in Ihrem Shop installiert werden.',
      },
      { heading: 'Widerrufsrecht', text: '{withdrawal}' },
      {
        heading: 'Support und Beschwerden',
        text: 'Zu Themes gehören ab dem Kauf 6 Monate kostenloser Support. {complaints}',
      },
    ],
  },
  ar: {
    id: 'pre-information',
    title: 'معلومات قبل الشراء',
    parts: [
      {
        heading: 'البائع',
        text: 'البائع هو {operator}، {address}. للتواصل: {mail}. بياناته الضريبية مذكورة في الفاتورة التي تصلك.',
      },
      {
        heading: 'ما تشتريه',
        text: 'التطبيق أو القالب المذكور اسمه ونسخته في ملخص الطلب. وهو محتوى رقمي يُثبَّت في متجرك؛ ومزاياه والأنظمة التي يعمل معها والأذونات التي يطلبها مذكورة في صفحته.',
      },
      {
        heading: 'السعر الإجمالي',
        text: 'يشمل الإجمالي في الملخص كل ضريبة على البائع تحصيلها، ويُحصَّل مرة واحدة. لا رسوم للتسليم ولا إضافات لاحقة.',
      },
      {
        heading: 'الدفع والتسليم',
        text: 'تدفع بالبطاقة، وتذهب بياناتها إلى مزوّد خدمة الدفع ولا نحفظها. ويصبح المنتج جاهزًا للتثبيت في متجرك فور الدفع.',
      },
      { heading: 'حق العدول', text: '{withdrawal}' },
      {
        heading: 'الدعم والشكاوى',
        text: 'للقوالب دعم مجاني 6 أشهر من الشراء. {complaints}',
      },
    ],
  },
}

export const salesContract: ByLocale<LegalText> = {
  en: {
    id: 'distance-contract',
    title: 'Sales contract',
    parts: [
      {
        heading: 'Parties and subject',
        text: 'This contract is between the seller {operator} ({address}) and the buyer named in the invoice address. It concerns the sale of the item in the order summary, for use on the buyer’s shop.',
      },
      {
        heading: 'Right of use',
        text: 'The buyer may use the item, without end, on the one shop this order was made for. It may not be resold or rented out. Open-source parts inside the item stay under their own licenses.',
      },
      {
        heading: 'Price',
        text: 'The price is the total in the order summary, with every tax that the seller has to charge. The invoice is sent electronically to the address the buyer gave.',
      },
      {
        heading: 'Delivery',
        text: 'The item counts as delivered when it can be installed on the buyer’s shop. If it cannot be installed for a reason on the seller’s side, the whole price is paid back.',
      },
      {
        heading: 'Right of withdrawal',
        text: '{withdrawal} The rights in the case of a defective item are not affected.',
      },
      {
        heading: 'Updates and support',
        text: 'Fixes for the version bought are free. A version that asks for a new permission is installed only with the buyer’s consent. Themes come with 6 months of free support.',
      },
      {
        heading: 'Effect',
        text: 'The contract is made when the buyer ticks the box and confirms the payment; a copy is kept with the order. {applicable_law}',
      },
    ],
  },
  de: {
    id: 'distance-contract',
    title: 'Kaufvertrag',
    parts: [
      {
        heading: 'Parteien und Gegenstand',
        text: 'Dieser Vertrag besteht zwischen dem Verkäufer {operator} ({address}) und dem in der Rechnungsanschrift genannten Käufer. Gegenstand ist der Kauf des Artikels in der Bestellübersicht zur Nutzung im Shop des Käufers.',
      },
      {
        heading: 'Nutzungsrecht',
        text: 'Der Käufer darf den Artikel zeitlich unbegrenzt in dem einen Shop nutzen, für den bestellt wurde. Weiterverkauf und Vermietung sind nicht erlaubt. Quelloffene Bestandteile stehen unter ihren eigenen Lizenzen.',
      },
      {
        heading: 'Preis',
        text: 'Der Preis ist der Gesamtbetrag der Bestellübersicht mit allen Steuern, die der Verkäufer zu berechnen hat. Die Rechnung wird elektronisch an die angegebene Adresse gesendet.',
      },
      {
        heading: 'Bereitstellung',
        text: 'Der Artikel gilt als bereitgestellt, sobald er im Shop des Käufers installiert werden kann. Kann er aus einem Grund auf Seiten des Verkäufers nicht installiert werden, wird der ganze Preis erstattet.',
      },
      {
        heading: 'Widerrufsrecht',
        text: '{withdrawal} Die Rechte bei Mängeln bleiben unberührt.',
      },
      {
        heading: 'Updates und Support',
        text: 'Fehlerbehebungen für die gekaufte Version sind kostenlos. Eine Version, die eine neue Berechtigung verlangt, wird nur mit Zustimmung des Käufers installiert. Zu Themes gehören 6 Monate kostenloser Support.',
      },
      {
        heading: 'Vertragsschluss',
        text: 'Der Vertrag kommt zustande, wenn der Käufer das Feld ankreuzt und die Zahlung bestätigt; eine Kopie wird bei der Bestellung aufbewahrt. {applicable_law}',
      },
    ],
  },
  ar: {
    id: 'distance-contract',
    title: 'عقد البيع',
    parts: [
      {
        heading: 'الطرفان والموضوع',
        text: 'هذا العقد بين البائع {operator} ({address}) والمشتري المذكور في عنوان الفاتورة، وموضوعه بيع المنتج المذكور في ملخص الطلب لاستعماله في متجر المشتري.',
      },
      {
        heading: 'حق الاستخدام',
        text: 'للمشتري استخدام المنتج دون حد زمني في المتجر الواحد الذي تم الطلب من أجله. ولا يجوز إعادة بيعه أو تأجيره. وتبقى الأجزاء المفتوحة المصدر خاضعة لرخصها.',
      },
      {
        heading: 'الثمن',
        text: 'الثمن هو إجمالي ملخص الطلب مع كل ضريبة على البائع تحصيلها. وتُرسل الفاتورة إلكترونيًا إلى العنوان الذي أعطاه المشتري.',
      },
      {
        heading: 'التسليم',
        text: 'يُعد المنتج مسلَّمًا متى أمكن تثبيته في متجر المشتري. وإن تعذّر تثبيته لسبب من جهة البائع رُدّ الثمن كاملًا.',
      },
      {
        heading: 'حق العدول',
        text: '{withdrawal} ولا تُمس الحقوق عند وجود عيب.',
      },
      {
        heading: 'التحديثات والدعم',
        text: 'إصلاحات النسخة المشتراة مجانية. ولا تُثبَّت نسخة تطلب إذنًا جديدًا إلا بموافقة المشتري. وللقوالب دعم مجاني 6 أشهر.',
      },
      {
        heading: 'السريان',
        text: 'ينعقد العقد عندما يضع المشتري علامة في الخانة ويؤكد الدفع، وتُحفظ نسخة منه مع الطلب. {applicable_law}',
      },
    ],
  },
}

export const immediateDelivery: ByLocale<LegalText> = {
  en: {
    id: 'immediate-delivery',
    title: 'Approval of immediate delivery',
    parts: [
      { heading: 'What is approved', text: '{withdrawal_approval}' },
      {
        heading: 'What it does not change',
        text: 'If the item is defective, or cannot be installed for a reason on the seller’s side, my rights remain: I can ask for the price back.',
      },
    ],
  },
  de: {
    id: 'immediate-delivery',
    title: 'Zustimmung zur sofortigen Bereitstellung',
    parts: [
      { heading: 'Was bestätigt wird', text: '{withdrawal_approval}' },
      {
        heading: 'Was sich nicht ändert',
        text: 'Ist der Artikel mangelhaft oder kann er aus einem Grund auf Seiten des Verkäufers nicht installiert werden, bleiben meine Rechte bestehen: Ich kann den Preis zurückverlangen.',
      },
    ],
  },
  ar: {
    id: 'immediate-delivery',
    title: 'الموافقة على التسليم الفوري',
    parts: [
      { heading: 'على ماذا تُعطى الموافقة', text: '{withdrawal_approval}' },
      {
        heading: 'ما الذي لا تغيّره',
        text: 'إن كان المنتج معيبًا أو تعذّر تثبيته لسبب من جهة البائع فحقوقي باقية: لي أن أطلب ردّ الثمن.',
      },
    ],
  },
}

export const dataProtection: ByLocale<LegalText> = {
  en: {
    id: 'data-protection',
    title: 'Data protection',
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
        text: 'To carry out the order, issue the invoice, install and remove the item, and give support. Grounds: {ground_contract}; {ground_duty}. Never for advertising.',
      },
      {
        heading: 'Who receives it',
        text: 'The bank and the payment provider for the payment, the authorities for the invoice, and the developer as far as the item needs it to work. Nobody else. We do not keep your card number.',
      },
      {
        heading: 'How long',
        text: 'Invoices and orders as long as the law asks; installation records while the item is on your shop and until claims expire; then they are erased. When you uninstall, the developer erases your shop’s data.',
      },
      { heading: 'Your rights', text: '{data_rights}' },
    ],
  },
  de: {
    id: 'data-protection',
    title: 'Datenschutz',
    parts: [
      {
        heading: 'Zwischen wem',
        text: 'Ihrem Shop, dem Unternehmen, das diesen Marktplatz betreibt, und dem Entwickler, der auf der Seite des installierten Artikels genannt ist.',
      },
      {
        heading: 'Welche Daten',
        text: 'Ihr Konto und Ihr Shop (Name, E-Mail, Domain), Ihre Rechnungsanschrift und Ihre Bestellungen. Eine App arbeitet in Ihrem Shop nur im Rahmen der Berechtigungen, denen Sie zustimmen.',
      },
      {
        heading: 'Wofür',
        text: 'Um die Bestellung auszuführen, die Rechnung auszustellen, den Artikel zu installieren und zu entfernen und Support zu leisten. Rechtsgrundlagen: {ground_contract}; {ground_duty}. Nie für Werbung.',
      },
      {
        heading: 'Wer sie erhält',
        text: 'Die Bank und der Zahlungsdienstleister für die Zahlung, die Behörden für die Rechnung und der Entwickler, soweit der Artikel sie zum Funktionieren braucht. Sonst niemand. Ihre Kartennummer speichern wir nicht.',
      },
      {
        heading: 'Wie lange',
        text: 'Rechnungen und Bestellungen so lange, wie das Gesetz es verlangt; Daten der Installation, solange der Artikel in Ihrem Shop ist und bis Ansprüche verjähren; danach werden sie gelöscht. Nach der Deinstallation löscht der Entwickler die Daten Ihres Shops.',
      },
      { heading: 'Ihre Rechte', text: '{data_rights}' },
    ],
  },
  ar: {
    id: 'data-protection',
    title: 'حماية البيانات',
    parts: [
      {
        heading: 'بين من',
        text: 'متجرك، والشركة التي تدير هذا السوق، والمطوّر المذكور في صفحة المنتج الذي تثبّته.',
      },
      {
        heading: 'أي بيانات',
        text: 'حسابك ومتجرك (الاسم والبريد والنطاق)، وعنوان فاتورتك، وطلباتك. ولا يعمل أي تطبيق في متجرك إلا ضمن الأذونات التي توافق عليها.',
      },
      {
        heading: 'لأي غرض',
        text: 'لتنفيذ الطلب وإصدار الفاتورة وتثبيت المنتج وإزالته وتقديم الدعم. الأساس: {ground_contract}؛ {ground_duty}. وليس للإعلان أبدًا.',
      },
      {
        heading: 'لمن تُعطى',
        text: 'للبنك ومزوّد خدمة الدفع لأجل الدفع، وللجهات المختصة لأجل الفاتورة، وللمطوّر بقدر ما يحتاج إليه المنتج ليعمل. ولا أحد غيرهم. ولا نحفظ رقم بطاقتك.',
      },
      {
        heading: 'كم تُحفظ',
        text: 'الفواتير والطلبات المدة التي يفرضها القانون؛ وسجلات التثبيت ما دام المنتج في متجرك وحتى تسقط المطالبات؛ ثم تُمحى. وعند الإزالة يمحو المطوّر بيانات متجرك.',
      },
      { heading: 'حقوقك', text: '{data_rights}' },
    ],
  },
}
