/** Every text of Celebration, each language written for its readers. */
const listing = {
  tagline: {
    tr: 'Sipariş onaylanınca sayfaya bir kez konfeti yağar.',
    en: 'One burst of confetti, the moment an order is approved.',
    ar: 'دفعة واحدة من القصاصات الملوّنة لحظة تأكيد الطلب.',
  },
  description: {
    tr: [
      'Müşterin siparişini tamamlayınca ekranın iki yanından konfeti fırlar, üç saniye sonra kaybolur. Hiçbir düğmeyi örtmez, sayfayı bekletmez, her siparişte yalnızca bir kez çıkar.',
      'Cihazında “hareketi azalt” seçili olan müşteriye hiçbir şey kıpırdamaz; istersen onun yerine kısa bir teşekkür satırı görünür.',
      'Konfeti ücretsizdir. İstersen uygulamanın içinden havai fişek de alırsın: bir kez ödersin, mağazanda kalır.',
    ],
    en: [
      'When a customer completes an order, confetti flies from both sides of the screen and is gone three seconds later. It covers no button, holds nothing up and comes once per order.',
      'For customers whose device asks for less motion nothing moves; if you like, they see a short line of thanks instead.',
      'The confetti is free. If you like, buy fireworks inside the app: you pay once and they stay on your shop.',
    ],
    ar: [
      'عندما يُتمّ الزبون طلبه تتطاير القصاصات من جانبَي الشاشة وتختفي بعد ثلاث ثوانٍ. لا تغطّي أي زر ولا تؤخّر الصفحة، وتظهر مرة واحدة لكل طلب.',
      'أما من اختار «تقليل الحركة» في جهازه فلا يتحرّك شيء أمامه، ويمكن أن يرى بدلًا من ذلك سطر شكر قصيرًا.',
      'القصاصات مجانية. وإن أردت فاشترِ الألعاب النارية من داخل التطبيق: تدفع مرة واحدة وتبقى في متجرك.',
    ],
  },
  features: {
    tr: [
      'Şenlikli renkler ya da temanın kendi renkleri',
      '“Hareketi azalt” seçimine uyar',
      'Yalnızca sipariş onayı sayfasına yüklenir',
    ],
    en: [
      'Festive colours or your theme’s own',
      'Respects “reduce motion”',
      'Loads on the order approval page only',
    ],
    ar: [
      'ألوان احتفالية أو ألوان قالبك',
      'يحترم خيار «تقليل الحركة»',
      'يُحمَّل في صفحة تأكيد الطلب فقط',
    ],
  },
  touches: [
    {
      title: { tr: 'İzleme kodu', en: 'Tracking code', ar: 'رمز التتبّع' },
      text: {
        tr: 'Sipariş onayı sayfasına konfeti kodunu ekler. Kimseyi izlemez, bir şey göndermez.',
        en: 'Adds the confetti code to the order approval page. It follows nobody and sends nothing.',
        ar: 'يضيف رمز القصاصات إلى صفحة تأكيد الطلب. لا يتتبّع أحدًا ولا يرسل شيئًا.',
      },
    },
    {
      title: {
        tr: 'Tasarım bloğu (isteğe bağlı)',
        en: 'Design block (optional)',
        ar: 'كتلة تصميم (اختيارية)',
      },
      text: {
        tr: 'Aynı sayfaya bir teşekkür satırı koyar.',
        en: 'Puts a line of thanks on the same page.',
        ar: 'يضع سطر شكر في الصفحة نفسها.',
      },
    },
  ],
  leavesAlone: [
    {
      title: { tr: 'Siparişin kendisi', en: 'The order itself', ar: 'الطلب نفسه' },
      text: {
        tr: 'Tutarı, ürünleri ve müşteriyi okumaz.',
        en: 'It reads neither amount nor goods nor customer.',
        ar: 'لا يقرأ المبلغ ولا المنتجات ولا بيانات الزبون.',
      },
    },
    {
      title: { tr: 'Öbür sayfalar', en: 'Other pages', ar: 'الصفحات الأخرى' },
      text: {
        tr: 'Onay sayfası dışında hiçbir şey yüklenmez.',
        en: 'Nothing is loaded anywhere but on the approval page.',
        ar: 'لا يُحمَّل شيء خارج صفحة التأكيد.',
      },
    },
  ],
  support: [
    {
      heading: {
        tr: 'Konfetiyi yeniden nasıl görürüm?',
        en: 'How do I see the confetti again?',
        ar: 'كيف أرى القصاصات من جديد؟',
      },
      paragraphs: {
        tr: [
          'Yeni bir sipariş ver ya da onay sayfasını yeni bir gizli pencerede aç. Aynı siparişin sayfasını yenilemek konfeti yağdırmaz.',
        ],
        en: [
          'Place another order, or open the approval page in a new private window. Reloading the page of the same order brings no confetti.',
        ],
        ar: [
          'أنشئ طلبًا جديدًا أو افتح صفحة التأكيد في نافذة خاصة جديدة. تحديث صفحة الطلب نفسه لا يكرّرها.',
        ],
      },
    },
    {
      heading: { tr: 'Hiç konfeti yağmıyor', en: 'No confetti at all', ar: 'لا تظهر القصاصات أبدًا' },
      paragraphs: {
        tr: [
          'Cihazında “hareketi azalt” açık olabilir. Kapatınca görünür; müşterin için de aynı kural geçerlidir.',
        ],
        en: [
          'Your device may ask for reduced motion. Turn that off to see it; the same rule holds for your customers.',
        ],
        ar: [
          'ربما فُعّل خيار «تقليل الحركة» في جهازك. أوقفه لتراها، والقاعدة نفسها تسري على زبائنك.',
        ],
      },
    },
  ],
}

export const celebrationWords = {
  name: { tr: 'Kutlama', en: 'Celebration', ar: 'احتفال' },
  listing,
  reasons: {
    trackingCode: {
      tr: 'Konfetiyi sipariş onayı sayfasında çalıştırır.',
      en: 'Runs the confetti on the order approval page.',
      ar: 'يشغّل القصاصات في صفحة تأكيد الطلب.',
    },
    designBlock: {
      tr: 'Aynı sayfaya kısa bir teşekkür satırı koyar.',
      en: 'Puts a short line of thanks on the same page.',
      ar: 'يضع سطر شكر قصيرًا في الصفحة نفسها.',
    },
  },
  parts: {
    confetti: {
      title: {
        tr: 'Sipariş onayı: konfeti',
        en: 'Order approved: confetti',
        ar: 'تأكيد الطلب: قصاصات ملوّنة',
      },
      summary: {
        tr: 'Sayfa açılınca bir kez, üç saniye. Hareketi azaltana göstermez.',
        en: 'Once when the page opens, for three seconds. Not for those who reduce motion.',
        ar: 'مرة واحدة عند فتح الصفحة لثلاث ثوانٍ. لا تظهر لمن قلّل الحركة.',
      },
    },
    thanks: {
      title: {
        tr: 'Sipariş onayı: teşekkür satırı',
        en: 'Order approved: a line of thanks',
        ar: 'تأكيد الطلب: سطر شكر',
      },
      summary: {
        tr: 'Sipariş özetinin altında, sayfanın dilinde tek cümle.',
        en: 'One sentence below the order, in the page’s language.',
        ar: 'جملة واحدة تحت الطلب بلغة الصفحة.',
      },
    },
  },
  inputs: {
    amount: {
      title: { tr: 'Ne kadar konfeti?', en: 'How much confetti?', ar: 'كم من القصاصات؟' },
      'x-arasta-labels': {
        light: { tr: 'Az', en: 'A little', ar: 'قليل' },
        full: { tr: 'Bol', en: 'Plenty', ar: 'كثير' },
      },
    },
    palette: {
      title: { tr: 'Renkler', en: 'Colours', ar: 'الألوان' },
      'x-arasta-labels': {
        festive: { tr: 'Şenlikli', en: 'Festive', ar: 'احتفالية' },
        shop: { tr: 'Temanın renkleri', en: 'The theme’s colours', ar: 'ألوان القالب' },
      },
    },
  },
  products: {
    fireworks: {
      name: { tr: 'Havai fişek', en: 'Fireworks', ar: 'ألعاب نارية' },
      description: {
        tr: 'Konfetinin ardından sayfada üç saniye havai fişek patlar.',
        en: 'After the confetti, three seconds of fireworks over the page.',
        ar: 'بعد القصاصات تضيء الصفحة ألعاب نارية لثلاث ثوانٍ.',
      },
    },
  },
  laterNotes: {
    tr: 'Uygulamanın içinden havai fişek alınabiliyor. Almayan için hiçbir şey değişmez.',
    en: 'Fireworks can be bought inside the app. Nothing changes for who does not.',
    ar: 'صار بالإمكان شراء ألعاب نارية من داخل التطبيق. ولا يتغيّر شيء لمن لا يشتريها.',
  },
  toldNotes: {
    tr: 'Kurulunca, güncellenince ve kaldırılınca uygulamaya Arasta haber veriyor; satın alınan hemen görünüyor.',
    en: 'Arasta tells the app when it is installed, updated or taken off, and what is bought shows at once.',
    ar: 'صارت أراستا تُبلغ التطبيق عند تثبيته أو تحديثه أو إزالته، ويظهر ما يُشترى فورًا.',
  },
  notes: {
    tr: 'İlk sürüm: sipariş onayında bir kez konfeti, iki renk takımı, isteğe bağlı teşekkür satırı.',
    en: 'First release: confetti once on order approval, two sets of colours, an optional line of thanks.',
    ar: 'الإصدار الأول: قصاصات مرة واحدة عند تأكيد الطلب، ومجموعتا ألوان، وسطر شكر اختياري.',
  },
}
