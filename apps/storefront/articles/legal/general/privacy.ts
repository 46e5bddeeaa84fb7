import type { Articles } from '../../article.ts'

/** Of markets outside of Türkiye; clauses by country. Version 2026-11-26. */
export const privacy: Articles = {
  en: {
    title: 'Privacy notice',
    lead: 'Which personal data we keep, why, for how long, and your rights. {privacy_law} Version of 26 November 2026.',
    parts: [
      { heading: 'Controller', paragraphs: ['{operator}, {address}. Requests: {mail}.'] },
      {
        heading: 'What we keep and why',
        table: {
          head: ['Data', 'Why', 'Ground'],
          rows: [
            [
              'Your account in the panel: name, mail, shop',
              'To know you, and to carry out orders and installations',
              '{ground_contract}',
            ],
            ['Invoice address and tax number', 'To issue the invoice', '{ground_duty}'],
            [
              'Orders, payments, installations, consents',
              'To prove what was bought and agreed to',
              '{ground_contract}; {ground_duty}',
            ],
            [
              'IP address, how often something was asked',
              'Against abuse; limits are kept as hashes only',
              '{ground_interest}',
            ],
            ['What you write in the contact form', 'To answer you', '{ground_interest}'],
            ['Your address for the newsletter', 'To tell you what is new', '{ground_consent}'],
            [
              'Your review and stars',
              'To show them to others; erased when you ask',
              '{ground_contract}',
            ],
          ],
        },
      },
      {
        heading: 'What we do not keep',
        paragraphs: [
          'We do not keep card numbers or security codes; they only pass on to the bank. We use nothing that follows you from site to site, and no decision about you is made by a machine alone.',
        ],
      },
      {
        heading: 'Who receives it',
        list: [
          'The bank and the payment provider, for the payment.',
          'The authorities, for the invoice.',
          'The developer of an item that you install, as far as the permissions you gave.',
          'The commerce platform of your shop, so that it can install the item.',
        ],
      },
      {
        heading: 'How long',
        paragraphs: [
          'Orders and invoices as long as the law asks; sessions one hour; sign-in codes five minutes; newsletter requests that nobody approved 72 hours; contact messages at most two years after the answer.',
        ],
      },
      {
        heading: 'How it is kept safe',
        paragraphs: [
          'Identity numbers, shop credentials and codes are kept encrypted or as hashes. Logs name the field that changed, not the personal value.',
        ],
      },
      { heading: 'Your rights', paragraphs: ['{data_rights}'] },
    ],
  },
  de: {
    title: 'Datenschutzerklärung',
    lead: 'Welche personenbezogenen Daten wir speichern, warum, wie lange, und welche Rechte Sie haben. {privacy_law} Fassung vom 26. November 2026.',
    parts: [
      { heading: 'Verantwortlicher', paragraphs: ['{operator}, {address}. Anfragen: {mail}.'] },
      {
        heading: 'Was wir speichern und warum',
        table: {
          head: ['Daten', 'Zweck', 'Rechtsgrundlage'],
          rows: [
            [
              'Ihr Konto in der Verwaltung: Name, E-Mail, Shop',
              'Um Sie zu erkennen und Bestellungen und Installationen auszuführen',
              '{ground_contract}',
            ],
            ['Rechnungsanschrift und Steuernummer', 'Für die Rechnung', '{ground_duty}'],
            [
              'Bestellungen, Zahlungen, Installationen, Zustimmungen',
              'Um nachzuweisen, was gekauft und wem zugestimmt wurde',
              '{ground_contract}; {ground_duty}',
            ],
            [
              'IP-Adresse, Anzahl der Anfragen',
              'Gegen Missbrauch; Grenzen werden nur als Prüfsummen gespeichert',
              '{ground_interest}',
            ],
            ['Was Sie im Kontaktformular schreiben', 'Um zu antworten', '{ground_interest}'],
            ['Ihre Adresse für den Newsletter', 'Um Neues mitzuteilen', '{ground_consent}'],
            [
              'Ihre Bewertung und Sterne',
              'Um sie anderen zu zeigen; auf Wunsch gelöscht',
              '{ground_contract}',
            ],
          ],
        },
      },
      {
        heading: 'Was wir nicht speichern',
        paragraphs: [
          'Kartennummern und Prüfziffern speichern wir nicht; sie gehen nur an die Bank. Wir nutzen nichts, was Sie von Website zu Website verfolgt, und keine Entscheidung über Sie trifft allein eine Maschine.',
        ],
      },
      {
        heading: 'Wer Daten erhält',
        list: [
          'Die Bank und der Zahlungsdienstleister, für die Zahlung.',
          'Die Behörden, für die Rechnung.',
          'Der Entwickler eines installierten Artikels, soweit Ihre Berechtigungen reichen.',
          'Die Handelsplattform Ihres Shops, damit der Artikel installiert werden kann.',
        ],
      },
      {
        heading: 'Wie lange',
        paragraphs: [
          'Bestellungen und Rechnungen so lange, wie das Gesetz es verlangt; Sitzungen eine Stunde; Anmeldecodes fünf Minuten; nicht bestätigte Newsletter-Anmeldungen 72 Stunden; Kontaktnachrichten höchstens zwei Jahre nach der Antwort.',
        ],
      },
      {
        heading: 'Wie Daten geschützt sind',
        paragraphs: [
          'Ausweisnummern, Zugangsdaten von Shops und Codes sind verschlüsselt oder als Prüfsumme gespeichert. Protokolle nennen das geänderte Feld, nicht den persönlichen Wert.',
        ],
      },
      { heading: 'Ihre Rechte', paragraphs: ['{data_rights}'] },
    ],
  },
  ar: {
    title: 'إشعار الخصوصية',
    lead: 'ما البيانات الشخصية التي نحفظها ولماذا وإلى متى، وما حقوقك. {privacy_law} نسخة 26-11-2026.',
    parts: [
      { heading: 'المسؤول عن البيانات', paragraphs: ['{operator}، {address}. للطلبات: {mail}.'] },
      {
        heading: 'ماذا نحفظ ولماذا',
        table: {
          head: ['البيانات', 'لماذا', 'الأساس'],
          rows: [
            [
              'حسابك في اللوحة: الاسم والبريد والمتجر',
              'لنعرفك وننفّذ الطلب والتثبيت',
              '{ground_contract}',
            ],
            ['عنوان الفاتورة والرقم الضريبي', 'لإصدار الفاتورة', '{ground_duty}'],
            [
              'سجلات الطلبات والمدفوعات والتثبيت والموافقات',
              'لإثبات ما اشتُري وما وُوفق عليه',
              '{ground_contract}؛ {ground_duty}',
            ],
            ['عنوان IP وعدد المرات', 'لمنع إساءة الاستخدام؛ ولا يُحفظ إلا بصمات', '{ground_interest}'],
            ['ما تكتبه في نموذج التواصل', 'لنجيبك', '{ground_interest}'],
            ['بريدك للنشرة', 'لنخبرك بالجديد', '{ground_consent}'],
            ['تقييمك ونجومك', 'لعرضها على غيرك؛ وتُمحى إن طلبت', '{ground_contract}'],
          ],
        },
      },
      {
        heading: 'ما لا نحفظه',
        paragraphs: [
          'لا نحفظ رقم البطاقة ولا رمز الأمان؛ إنما يمران إلى البنك. ولا نستخدم شيئًا يتتبعك بين المواقع، ولا تتخذ آلة وحدها قرارًا بشأنك.',
        ],
      },
      {
        heading: 'لمن تُعطى',
        list: [
          'للبنك ومزوّد الدفع لأجل الدفع.',
          'للجهات المختصة لأجل الفاتورة.',
          'لمطوّر المنتج الذي تثبّته بقدر الأذونات التي منحتها.',
          'لمنصة متجرك كي يتم التثبيت.',
        ],
      },
      {
        heading: 'إلى متى',
        paragraphs: [
          'الطلبات والفواتير المدة التي يفرضها القانون؛ والجلسات ساعة؛ ورموز الدخول خمس دقائق؛ وطلبات النشرة التي لم تُؤكَّد 72 ساعة؛ ورسائل التواصل سنتين على الأكثر بعد الرد.',
        ],
      },
      {
        heading: 'كيف تُصان',
        paragraphs: [
          'أرقام الهوية ومفاتيح المتجر والرموز محفوظة مشفّرة أو بصمات. والسجلات تذكر اسم الحقل الذي تغيّر لا قيمته الشخصية.',
        ],
      },
      { heading: 'حقوقك', paragraphs: ['{data_rights}'] },
    ],
  },
}
