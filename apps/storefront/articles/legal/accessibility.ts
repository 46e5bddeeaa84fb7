import type { Articles } from '../article.ts'

/** Version 2026-11-21. */
export const accessibility: Articles = {
  tr: {
    title: 'Erişilebilirlik',
    lead: '{market} herkes için: klavyeyle, ekran okuyucuyla, büyük yazıyla, sağdan sola. Sürüm: 21.11.2026.',
    parts: [
      {
        heading: 'Hedefimiz',
        paragraphs: [
          'WCAG 2.2, AA düzeyi. Her ekran birkaç dilde, açık ve koyu görünümde, telefon ve masaüstü genişliğinde otomatik denetimden geçer; klavye yolu ayrıca yürünür.',
        ],
      },
      {
        heading: 'Bildiğimiz eksikler',
        list: [
          'Canlı önizlemede gösterilen mağazanın ve temanın kendi kontrastı bizim elimizde değildir.',
          'Bankanın doğrulama sayfası bankanındır.',
          'Ekran görüntülerinin içindeki yazı okunmaz; her birinin açıklaması vardır.',
        ],
      },
      {
        heading: 'Bir engelle karşılaşırsan',
        paragraphs: [
          '{mail} adresine yaz: hangi sayfada, ne yapmak istedin, ne oldu. Beş iş günü içinde yanıt alırsın.',
        ],
      },
    ],
  },
  en: {
    title: 'Accessibility',
    lead: '{market} is for everybody: by keyboard, with a screen reader, with large type, from right to left. Version of 21 November 2026.',
    parts: [
      {
        heading: 'What we aim for',
        paragraphs: [
          'WCAG 2.2, level AA. Every screen is checked automatically in several languages, light and dark, at phone and desktop widths; the way by keyboard is walked besides.',
        ],
      },
      {
        heading: 'What we know is missing',
        list: [
          'The contrast of a shop and a theme inside the live preview is their own.',
          'The bank’s confirmation page is the bank’s.',
          'Words inside screenshots are not read aloud; each picture has a description.',
        ],
      },
      {
        heading: 'If something stands in your way',
        paragraphs: [
          'Write to {mail}: on which page, what you wanted to do, what happened. You get an answer within five working days.',
        ],
      },
    ],
  },
  ar: {
    title: 'إمكانية الوصول',
    lead: '{market} للجميع: بلوحة المفاتيح وبقارئ الشاشة وبالخط الكبير ومن اليمين إلى اليسار. نسخة 21-11-2026.',
    parts: [
      {
        heading: 'ما نسعى إليه',
        paragraphs: [
          'WCAG 2.2 بمستوى AA. تُفحص كل شاشة آليًا بعدة لغات وفي المظهرين الفاتح والداكن وبعرض الهاتف والحاسوب، ويُختبر طريق لوحة المفاتيح على حدة.',
        ],
      },
      {
        heading: 'ما نعرف أنه ناقص',
        list: [
          'تباين المتجر والقالب داخل المعاينة الحية يخصهما.',
          'صفحة التحقق لدى البنك تخص البنك.',
          'الكلام داخل لقطات الشاشة لا يُقرأ؛ ولكل صورة وصف.',
        ],
      },
      {
        heading: 'إن اعترضك شيء',
        paragraphs: [
          'راسل {mail}: في أي صفحة، وماذا أردت، وماذا حدث. وتصلك إجابة خلال خمسة أيام عمل.',
        ],
      },
    ],
  },
  de: {
    title: 'Barrierefreiheit',
    lead: '{market} ist für alle da: mit der Tastatur, mit einem Screenreader, mit großer Schrift. Fassung vom 21. November 2026.',
    parts: [
      {
        heading: 'Was wir anstreben',
        paragraphs: [
          'WCAG 2.2, Stufe AA. Jede Seite wird automatisch in mehreren Sprachen, hell und dunkel, auf Telefon- und Bildschirmbreite geprüft; dazu der Weg mit der Tastatur.',
        ],
      },
      {
        heading: 'Was noch fehlt',
        list: [
          'Der Kontrast eines Shops und eines Themes in der Live-Vorschau ist deren eigener.',
          'Die Bestätigungsseite der Bank gehört der Bank.',
          'Wörter in Bildschirmfotos werden nicht vorgelesen; jedes Bild hat eine Beschreibung.',
        ],
      },
      {
        heading: 'Wenn etwas im Weg steht',
        paragraphs: [
          'Schreiben Sie an {mail}: auf welcher Seite, was Sie tun wollten, was geschah. Sie erhalten innerhalb von fünf Werktagen Antwort.',
        ],
      },
    ],
  },
}
