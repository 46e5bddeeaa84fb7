import type { Articles } from '../../article.ts'

/** Of markets outside of Türkiye; clauses by country. Version 2026-11-26. */
export const refunds: Articles = {
  en: {
    title: 'Cancellation and refunds',
    lead: 'When money goes back, and how to ask for it. Version of 26 November 2026.',
    parts: [
      {
        heading: 'An item that cannot be installed',
        paragraphs: [
          'If an item cannot be installed on your shop for a reason on the seller’s side, you get back all you paid.',
        ],
      },
      {
        heading: 'An item that does not work',
        paragraphs: [
          'If it does not do what its page says, you may ask for it to be mended or for your money. Your rights in the case of a defective item are not affected.',
        ],
      },
      {
        heading: 'Right of withdrawal',
        paragraphs: [
          '{withdrawal}',
          'Consumers are asked for this approval before paying, and it is kept with the order.',
        ],
      },
      {
        heading: 'After a refund',
        paragraphs: [
          'The money goes back to the card you paid with. After a full refund the item is taken off your shop 7 days after you are told; after a partial one it stays.',
        ],
      },
      {
        heading: 'How to ask',
        paragraphs: ['Write to {mail} or by the contact form, with the number of your order.'],
        links: [{ href: '/contact', name: 'Contact' }],
      },
    ],
  },
  de: {
    title: 'Widerruf und Erstattung',
    lead: 'Wann es Geld zurückgibt und wie man es verlangt. Fassung vom 26. November 2026.',
    parts: [
      {
        heading: 'Ein Artikel lässt sich nicht installieren',
        paragraphs: [
          'Kann ein Artikel aus einem Grund auf Seiten des Verkäufers nicht in Ihrem Shop installiert werden, erhalten Sie den ganzen Betrag zurück.',
        ],
      },
      {
        heading: 'Ein Artikel funktioniert nicht',
        paragraphs: [
          'Hält er nicht, was seine Seite verspricht, können Sie Nacherfüllung oder Ihr Geld verlangen. Ihre Rechte bei Mängeln bleiben unberührt.',
        ],
      },
      {
        heading: 'Widerrufsrecht',
        paragraphs: [
          '{withdrawal}',
          'Verbraucher werden vor der Zahlung um diese Zustimmung gebeten; sie wird bei der Bestellung aufbewahrt.',
        ],
      },
      {
        heading: 'Nach einer Erstattung',
        paragraphs: [
          'Das Geld geht auf die Karte zurück, mit der gezahlt wurde. Nach einer vollen Erstattung wird der Artikel 7 Tage nach der Benachrichtigung aus Ihrem Shop entfernt; nach einer teilweisen bleibt er.',
        ],
      },
      {
        heading: 'So geht es',
        paragraphs: [
          'Schreiben Sie an {mail} oder über das Kontaktformular und nennen Sie die Bestellnummer.',
        ],
        links: [{ href: '/contact', name: 'Kontakt' }],
      },
    ],
  },
  ar: {
    title: 'الإلغاء ورد المال',
    lead: 'متى يُرد المال وكيف تطلبه. نسخة 26-11-2026.',
    parts: [
      {
        heading: 'منتج تعذّر تثبيته',
        paragraphs: ['إن تعذّر تثبيت المنتج في متجرك لسبب من جهة البائع استرددت كل ما دفعته.'],
      },
      {
        heading: 'منتج لا يعمل',
        paragraphs: [
          'إن لم يفعل ما تقوله صفحته فلك أن تطلب إصلاحه أو مالك. ولا تُمس حقوقك عند وجود عيب.',
        ],
      },
      {
        heading: 'حق العدول',
        paragraphs: ['{withdrawal}', 'تُطلب موافقة المستهلك قبل الدفع وتُحفظ مع الطلب.'],
      },
      {
        heading: 'بعد رد المال',
        paragraphs: [
          'يعود المال إلى البطاقة التي دفعت بها. وبعد رد كامل يُزال المنتج من متجرك بعد 7 أيام من إبلاغك؛ وبعد رد جزئي يبقى.',
        ],
      },
      {
        heading: 'كيف تطلب',
        paragraphs: ['راسل {mail} أو استعمل نموذج التواصل مع رقم طلبك.'],
        links: [{ href: '/contact', name: 'التواصل' }],
      },
    ],
  },
}
