import type { Articles } from '../article.ts'

const rows = (words: [string, string, string, string, string, string]) => [
  ['apps-token, store-token', words[0], '1 h'],
  ['account, domain, is_os2, expire_time', words[1], '1 h'],
  ['hl', words[2], '1 h'],
  ['utm_source, utm_medium', words[3], '24 h'],
  [words[4], words[5], '—'],
]

/** S9.1, S9.2: all cookies. Version 2026-11-21. */
export const cookies: Articles = {
  tr: {
    title: 'Çerezler',
    lead: 'Yalnızca sitenin çalışması için gereken çerezler var; reklam ve izleme çerezi yok. Sürüm: 21.11.2026.',
    parts: [
      {
        heading: 'Liste',
        table: {
          head: ['Ad', 'Ne için', 'Süre'],
          rows: rows([
            'Mağazanla girdiğini bilmek; betikler okuyamaz',
            'Hangi mağazayla girdiğini göstermek',
            'Seçtiğin dili hatırlamak',
            'Hangi duyurudan geldiğini bilmek; yalnızca adres öyle diyorsa',
            'Oturum deposu',
            'Yarım kalan bir işi bu sekmede hatırlamak',
          ]),
        },
      },
      {
        heading: 'Onay neden sorulmuyor',
        paragraphs: [
          'Bunlar istediğin hizmet için zorunlu çerezlerdir. Kurduğun bir uygulama kendi mağazana çerez koyuyorsa, bunu mağazan ziyaretçilerine ayrıca söylemelisin; uygulamanın sayfasında ne eklediği yazar.',
        ],
      },
      {
        heading: 'Kapatırsan',
        paragraphs: [
          'Gezmeye devam edersin. Panelin içinde çerezsiz de satın alıp kurabilirsin; oturum o zaman yalnızca açık sayfada durur.',
        ],
      },
    ],
  },
  en: {
    title: 'Cookies',
    lead: 'Only cookies that the site needs to work; none for advertising or tracking. Version of 21 November 2026.',
    parts: [
      {
        heading: 'The list',
        table: {
          head: ['Name', 'What for', 'How long'],
          rows: rows([
            'To know that you came in with your shop; scripts cannot read them',
            'To show with which shop you came in',
            'To remember the language you chose',
            'Which announcement brought you; only if the address says so',
            'Session storage',
            'To remember unfinished work in this tab',
          ]),
        },
      },
      {
        heading: 'Why nobody asks for consent',
        paragraphs: [
          'These are strictly necessary for what you asked for. If an app that you install sets cookies on your own shop, you have to tell your visitors; the app’s page says what it adds.',
        ],
      },
      {
        heading: 'If you turn them off',
        paragraphs: [
          'You can go on browsing. Inside the panel you can buy and install without cookies as well; the session then lives in the open page only.',
        ],
      },
    ],
  },
  ar: {
    title: 'ملفات تعريف الارتباط',
    lead: 'لا شيء سوى ما يحتاجه الموقع ليعمل؛ لا إعلان ولا تتبّع. نسخة 21-11-2026.',
    parts: [
      {
        heading: 'القائمة',
        table: {
          head: ['الاسم', 'لماذا', 'المدة'],
          rows: rows([
            'لنعرف أنك دخلت بمتجرك؛ ولا تقرؤها النصوص البرمجية',
            'لعرض المتجر الذي دخلت به',
            'لتذكّر اللغة التي اخترتها',
            'أي إعلان جاء بك؛ إن ذكره العنوان فقط',
            'تخزين الجلسة',
            'لتذكّر عمل لم يكتمل في هذه النافذة',
          ]),
        },
      },
      {
        heading: 'لماذا لا تُسأل عن موافقة',
        paragraphs: [
          'هذه ضرورية تمامًا لما طلبته. وإن وضع تطبيق ثبّتّه ملفات في متجرك أنت فعليك أن تخبر زوّارك؛ وصفحة التطبيق تذكر ما يضيفه.',
        ],
      },
      {
        heading: 'إن أوقفتها',
        paragraphs: [
          'تستمر في التصفح. وداخل اللوحة يمكنك الشراء والتثبيت من دونها أيضًا؛ فتبقى الجلسة في الصفحة المفتوحة وحدها.',
        ],
      },
    ],
  },
  de: {
    title: 'Cookies',
    lead: 'Nur Cookies, die der Betrieb der Website braucht; keine für Werbung oder Nachverfolgung. Fassung vom 21. November 2026.',
    parts: [
      {
        heading: 'Die Liste',
        table: {
          head: ['Name', 'Zweck', 'Dauer'],
          rows: rows([
            'Um zu wissen, dass Sie mit Ihrem Shop angemeldet sind; Skripte können sie nicht lesen',
            'Um zu zeigen, mit welchem Shop Sie angemeldet sind',
            'Um sich die gewählte Sprache zu merken',
            'Welche Anzeige Sie hergeführt hat; nur wenn die Adresse es sagt',
            'Sitzungsspeicher',
            'Um sich angefangene Arbeit in diesem Tab zu merken',
          ]),
        },
      },
      {
        heading: 'Warum nicht um Einwilligung gebeten wird',
        paragraphs: [
          'Sie sind für den gewünschten Dienst unbedingt erforderlich. Setzt eine installierte App Cookies in Ihrem eigenen Shop, müssen Sie Ihre Besucher darauf hinweisen; auf der Seite der App steht, was sie hinzufügt.',
        ],
      },
      {
        heading: 'Wenn Sie sie abschalten',
        paragraphs: [
          'Sie können weiter stöbern. In der Verwaltung lässt sich auch ohne Cookies kaufen und installieren; die Sitzung lebt dann nur in der offenen Seite.',
        ],
      },
    ],
  },
}
