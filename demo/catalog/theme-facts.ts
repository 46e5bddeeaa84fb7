import type { ItemSource, SupportSection } from './demo-item.ts'

export type ThemeMode = 'light-and-dark' | 'always-dark' | 'own-ground'

const MODES: Record<ThemeMode, SupportSection> = {
  'light-and-dark': {
    heading: {
      tr: 'Koyu görünüm ve sağdan sola diller',
      en: 'Dark mode and right-to-left languages',
      ar: 'الوضع الداكن واللغات من اليمين إلى اليسار',
    },
    paragraphs: {
      tr: [
        'Mağazan koyu görünümü açtığında tema da koyu renklerini kullanır. Arapça sayfalarda ayrı bir sağdan sola dosya ve Vazirmatn yazı tipi yüklenir.',
      ],
      en: [
        'When your shop switches to dark mode, the theme uses its dark colours. Arabic pages load a right-to-left file of their own and the Vazirmatn typeface.',
      ],
      ar: [
        'عندما يتحوّل متجرك إلى الوضع الداكن يستعمل القالب ألوانه الداكنة. وتُحمَّل للصفحات العربية نسخة من اليمين إلى اليسار وخط Vazirmatn.',
      ],
    },
  },
  'always-dark': {
    heading: {
      tr: 'Koyu zemin ve sağdan sola diller',
      en: 'Dark ground and right-to-left languages',
      ar: 'الخلفية الداكنة واللغات من اليمين إلى اليسار',
    },
    paragraphs: {
      tr: [
        'Bu tema baştan koyudur, açık bir görünümü yoktur; ziyaretçinin cihaz ayarı bunu değiştirmez. Arapça sayfalarda ayrı bir sağdan sola dosya ve Vazirmatn yazı tipi yüklenir.',
      ],
      en: [
        'This theme is dark from the start and has no light mode; a visitor’s device setting does not change that. Arabic pages load a right-to-left file of their own and the Vazirmatn typeface.',
      ],
      ar: [
        'هذا القالب داكن من أصله وليس له وضع فاتح، ولا يغيّر ذلك إعداد جهاز الزائر. وتُحمَّل للصفحات العربية نسخة من اليمين إلى اليسار وخط Vazirmatn.',
      ],
    },
  },
  'own-ground': {
    heading: {
      tr: 'Zemin ve sağdan sola diller',
      en: 'The ground and right-to-left languages',
      ar: 'الخلفية واللغات من اليمين إلى اليسار',
    },
    paragraphs: {
      tr: [
        'Bu temanın tek bir renkli zemini ve beyaz yazısı vardır; açık ya da koyu görünüme göre değişmez. Arapça sayfalarda ayrı bir sağdan sola dosya ve Vazirmatn yazı tipi yüklenir.',
      ],
      en: [
        'This theme has one colourful ground and white text, whether a shop is in light or dark mode. Arabic pages load a right-to-left file of their own and the Vazirmatn typeface.',
      ],
      ar: [
        'لهذا القالب خلفية ملوّنة واحدة ونص أبيض، سواء كان المتجر في الوضع الفاتح أو الداكن. وتُحمَّل للصفحات العربية نسخة من اليمين إلى اليسار وخط Vazirmatn.',
      ],
    },
  },
}

/** What is the same in the listing of every theme. */
export const factsOfTheme = (
  mode: ThemeMode,
): Pick<ItemSource, 'touches' | 'leavesAlone' | 'support'> => ({
  touches: [
    {
      title: { tr: 'Tasarım', en: 'Design', ar: 'التصميم' },
      text: {
        tr: 'Mağazanın bütün sayfalarında renkleri, yazı tiplerini ve köşeleri değiştirir.',
        en: 'Changes colours, type and corners on every page of the shop.',
        ar: 'يغيّر الألوان والخطوط والزوايا في كل صفحات المتجر.',
      },
    },
  ],
  leavesAlone: [
    {
      title: { tr: 'İçeriğin', en: 'Your content', ar: 'محتواك' },
      text: {
        tr: 'Ürünler, metinler, fotoğraflar ve menüler olduğu gibi kalır.',
        en: 'Products, texts, photographs and menus stay as they are.',
        ar: 'تبقى المنتجات والنصوص والصور والقوائم كما هي.',
      },
    },
    {
      title: { tr: 'Kod çalıştırmaz', en: 'Runs no code', ar: 'لا يشغّل أي برنامج' },
      text: {
        tr: 'Yalnızca stil ve yazı tipi dosyasıdır; ziyaretçiyi izleyemez.',
        en: 'It is style and font files only, and cannot follow visitors.',
        ar: 'ملفات تنسيق وخطوط فقط، ولا يمكنه تتبّع الزوّار.',
      },
    },
    {
      title: {
        tr: 'Siparişler, müşteriler, ödemeler',
        en: 'Orders, customers, payments',
        ar: 'الطلبات والزبائن والمدفوعات',
      },
      text: {
        tr: 'Ne okuyabilir ne değiştirebilir.',
        en: 'It can neither read nor change them.',
        ar: 'لا يقرؤها ولا يغيّرها.',
      },
    },
  ],
  support: [
    {
      heading: {
        tr: 'Kurunca ne olur?',
        en: 'What happens when I install it?',
        ar: 'ماذا يحدث عند التثبيت؟',
      },
      paragraphs: {
        tr: [
          'Mağazan yeni görünümle açılır. Eski teman silinmez, altında bekler. Temayı kaldırınca mağazan bir önceki görünümüne aynen döner.',
        ],
        en: [
          'Your shop opens in its new look. The old theme is not deleted, it waits underneath. Take the theme off and the shop looks exactly as before.',
        ],
        ar: [
          'يفتح متجرك بمظهره الجديد. لا يُحذف القالب السابق بل يبقى تحته. عند إزالة القالب يعود متجرك كما كان تمامًا.',
        ],
      },
    },
    MODES[mode],
    {
      heading: {
        tr: 'Bir şey yerinde değilse',
        en: 'If something is out of place',
        ar: 'إن وجدت شيئًا في غير مكانه',
      },
      paragraphs: {
        tr: [
          'Hangi sayfada ne gördüğünü iletişim formundan bize yaz. Satın aldıktan sonra altı ay destek ücretsizdir.',
        ],
        en: [
          'Tell us in the contact form which page it is and what you see. Support is free for six months after purchase.',
        ],
        ar: ['اكتب لنا في نموذج التواصل أي صفحة هي وماذا ترى. الدعم مجاني ستة أشهر بعد الشراء.'],
      },
    },
  ],
})
