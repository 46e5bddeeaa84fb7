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
          'WCAG 2.2, AA düzeyi. Her ekran üç dilde, açık ve koyu görünümde, telefon ve masaüstü genişliğinde otomatik denetimden geçer; klavye yolu ayrıca yürünür.',
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
          'WCAG 2.2, level AA. Every screen is checked automatically in three languages, light and dark, at phone and desktop widths; the way by keyboard is walked besides.',
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
          'WCAG 2.2 بمستوى AA. تُفحص كل شاشة آليًا بثلاث لغات وفي المظهرين الفاتح والداكن وبعرض الهاتف والحاسوب، ويُختبر طريق لوحة المفاتيح على حدة.',
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
}
