/** Every text of Tidy Phone, each language written for its readers. */
const listing = {
  tagline: {
    tr: 'Telefon numarasını yazılırken düzene sokar, doğru olamayacak numarayı söyler.',
    en: 'Sets a phone number in order while it is typed, and says when it cannot be right.',
    ar: 'يرتّب رقم الهاتف أثناء كتابته، وينبّه إن كان لا يمكن أن يكون صحيحًا.',
  },
  description: {
    tr: [
      'Kurye yanlış numarayı arayınca paket geri döner. Adres adımında rakamlar yazıldıkça gruplara ayrılır: 05551234567, gözle denetlenebilen 0555 123 45 67 olur. Arapça rakamlar da anlaşılır.',
      'Alanın altında numara ülkesiyle birlikte durur: +90 555 123 45 67, Türkiye. Eksik ya da fazla rakam varsa müşteri sayfadan ayrılmadan görür. Hiçbir şeyi engellemez; son söz mağazanındır.',
      'Numaranın gerçekten kullanımda olup olmadığını bilemez; yalnızca o ülkede böyle bir numara olabilir mi, ona bakar. Hesap müşterinin tarayıcısında yapılır, numara hiçbir yere gönderilmez.',
    ],
    en: [
      'A courier with a wrong number brings the parcel back. In the address step digits fall into groups as they are typed: 05551234567 becomes 0555 123 45 67, which a customer can check at a glance. Arabic digits are understood too.',
      'Under the field the number stands with its country: +90 555 123 45 67, Türkiye. A digit too few or too many is seen before the page is left. Nothing is blocked; the shop has the last word.',
      'It cannot know whether a number is in use, only whether there can be such a number in that country. This is worked out in the customer’s browser; the number is sent nowhere.',
    ],
    ar: [
      'رقم خاطئ عند المندوب يعني طردًا مرتجعًا. في خطوة العنوان تتوزّع الأرقام على مجموعات أثناء الكتابة: 05551234567 يصبح 0555 123 45 67 فيُراجَع بنظرة. ويفهم الأرقام العربية أيضًا.',
      'تحت الحقل يظهر الرقم مع بلده: ‎+90 555 123 45 67، تركيا. ويرى الزبون الرقم الناقص أو الزائد قبل أن يغادر الصفحة. لا يمنع شيئًا، والكلمة الأخيرة لمتجرك.',
      'لا يعرف هل الرقم مستعمَل فعلًا، بل هل يمكن وجود رقم مثله في ذلك البلد. يجري الحساب في متصفّح الزبون ولا يُرسَل الرقم إلى أي مكان.',
    ],
  },
  features: {
    tr: [
      'Türkiye ve dünyanın bütün ülkeleri',
      'Ortadaki rakamı düzeltirken imleç yerinde kalır',
      'Ekran okuyucuya söyler, hiçbir şeyi engellemez',
    ],
    en: [
      'Turkey and every other country',
      'The caret stays put while a middle digit is mended',
      'Tells screen readers, blocks nothing',
    ],
    ar: [
      'تركيا وكل بلدان العالم',
      'يبقى المؤشر مكانه عند تصحيح رقم في الوسط',
      'يُعلِم قارئ الشاشة ولا يمنع شيئًا',
    ],
  },
  touches: [
    {
      title: { tr: 'Tasarım bloğu', en: 'Design block', ar: 'كتلة تصميم' },
      text: {
        tr: 'Siparişin adres adımında telefon alanının altına bir satır koyar.',
        en: 'Puts a line under the phone field in the address step of an order.',
        ar: 'يضع سطرًا تحت حقل الهاتف في خطوة العنوان من الطلب.',
      },
    },
    {
      title: { tr: 'Telefon alanı', en: 'The phone field', ar: 'حقل الهاتف' },
      text: {
        tr: 'Yalnızca bu alanı okur, rakamların arasına boşluk koyar.',
        en: 'Reads this one field and puts spaces between its digits.',
        ar: 'يقرأ هذا الحقل وحده ويضع فراغات بين أرقامه.',
      },
    },
  ],
  leavesAlone: [
    {
      title: {
        tr: 'Ad, adres, e-posta, ülke',
        en: 'Name, address, email, country',
        ar: 'الاسم والعنوان والبريد والبلد',
      },
      text: {
        tr: 'Öbür alanların hiçbirini okumaz.',
        en: 'It reads none of the other fields.',
        ar: 'لا يقرأ أيًّا من الحقول الأخرى.',
      },
    },
    {
      title: { tr: 'Gönderme ve saklama', en: 'Sending and keeping', ar: 'الإرسال والحفظ' },
      text: {
        tr: 'Numarayı ne bir yere yollar ne de saklar.',
        en: 'It neither sends the number anywhere nor keeps it.',
        ar: 'لا يرسل الرقم ولا يحفظه.',
      },
    },
  ],
  support: [
    {
      heading: {
        tr: 'Yabancı müşteriler ne yazmalı?',
        en: 'What do customers from abroad type?',
        ar: 'ماذا يكتب الزبون من بلد آخر؟',
      },
      paragraphs: {
        tr: [
          '+ ile başlayıp ülke kodunu yazarlar. + yoksa numara, kurarken seçtiğin ülkenin numarası sayılır.',
        ],
        en: [
          'They start with + and the country code. Without +, a number counts as one of the country you chose at installation.',
        ],
        ar: ['يبدأ بعلامة + ثم رمز البلد. ومن دونها يُعدّ الرقم من البلد الذي اخترته عند التثبيت.'],
      },
    },
    {
      heading: {
        tr: 'Doğru bir numaraya “yok gibi” diyor',
        en: 'It doubts a number that is right',
        ar: 'يشكّك في رقم صحيح',
      },
      paragraphs: {
        tr: [
          'Numara planları değişir, yeni bir aralık listeye geç girebilir. Müşteri yine de siparişini tamamlar. Numaranın ilk yedi rakamını iletişim formundan bize yaz.',
        ],
        en: [
          'Numbering plans change, and a new range may reach the list late. The customer can order all the same. Send us the first seven digits in the contact form.',
        ],
        ar: [
          'خطط الترقيم تتغيّر وقد يتأخّر نطاق جديد عن القائمة. يُكمل الزبون طلبه مع ذلك. أرسل إلينا أول سبعة أرقام في نموذج التواصل.',
        ],
      },
    },
    {
      heading: {
        tr: 'Numaralar panelime nasıl gelir?',
        en: 'How do numbers reach my panel?',
        ar: 'كيف تصل الأرقام إلى لوحتي؟',
      },
      paragraphs: {
        tr: [
          'Müşterinin gördüğü gibi. “Ülke koduyla”yı seçersen doğru olabilen numaralar +90 555 123 45 67 biçiminde yazılır.',
        ],
        en: [
          'As the customer sees them. With “With country code”, numbers that can be right are written as +90 555 123 45 67.',
        ],
        ar: [
          'كما يراها الزبون. وإن اخترت «مع رمز البلد» كُتبت الأرقام الممكنة بالشكل ‎+90 555 123 45 67.',
        ],
      },
    },
  ],
}

export const tidyPhoneWords = {
  name: { tr: 'Düzgün Telefon', en: 'Tidy Phone', ar: 'رقم هاتف مرتّب' },
  listing,
  reasons: {
    grouped: {
      tr: 'Adres adımındaki telefon alanında rakamları gruplara ayırır.',
      en: 'Groups the digits in the phone field of the address step.',
      ar: 'يقسّم الأرقام إلى مجموعات في حقل الهاتف بخطوة العنوان.',
    },
    checked: {
      tr: 'Adres adımındaki telefon alanında rakamları gruplara ayırır ve altına numaranın doğru olup olamayacağını yazar.',
      en: 'Groups the digits in the phone field of the address step, and writes under it whether the number can be right.',
      ar: 'يقسّم الأرقام إلى مجموعات في حقل الهاتف بخطوة العنوان ويكتب تحته هل يمكن أن يكون الرقم صحيحًا.',
    },
  },
  parts: {
    grouped: {
      title: {
        tr: 'Sipariş, adres adımı: telefon',
        en: 'Order, address step: the phone',
        ar: 'الطلب، خطوة العنوان: الهاتف',
      },
      summary: {
        tr: 'Rakamlar yazılırken gruplara ayrılır.',
        en: 'Digits fall into groups while they are typed.',
        ar: 'تتوزّع الأرقام على مجموعات أثناء الكتابة.',
      },
    },
    checked: {
      title: {
        tr: 'Sipariş, adres adımı: telefonun altında bir satır',
        en: 'Order, address step: a line under the phone',
        ar: 'الطلب، خطوة العنوان: سطر تحت الهاتف',
      },
      summary: {
        tr: 'Rakamlar yazılırken gruplara ayrılır; satır, numaranın ülkesini ya da eksiğini söyler.',
        en: 'Digits fall into groups while they are typed; the line tells the number’s country, or what it lacks.',
        ar: 'تتوزّع الأرقام على مجموعات أثناء الكتابة، ويذكر السطر بلد الرقم أو ما ينقصه.',
      },
    },
  },
  inputs: {
    home: {
      title: {
        tr: 'Müşterilerinin çoğu nerede?',
        en: 'Where are most of your customers?',
        ar: 'أين معظم زبائنك؟',
      },
      description: {
        tr: '+ ile başlamayan numara bu ülkenin sayılır.',
        en: 'A number without + counts as one of this country.',
        ar: 'الرقم الذي لا يبدأ بعلامة + يُعدّ من هذا البلد.',
      },
      'x-arasta-labels': {
        TR: { tr: 'Türkiye', en: 'Türkiye', ar: 'تركيا' },
        SA: { tr: 'Suudi Arabistan', en: 'Saudi Arabia', ar: 'السعودية' },
        AE: { tr: 'Birleşik Arap Emirlikleri', en: 'United Arab Emirates', ar: 'الإمارات' },
        QA: { tr: 'Katar', en: 'Qatar', ar: 'قطر' },
        EG: { tr: 'Mısır', en: 'Egypt', ar: 'مصر' },
        JO: { tr: 'Ürdün', en: 'Jordan', ar: 'الأردن' },
        MA: { tr: 'Fas', en: 'Morocco', ar: 'المغرب' },
        DE: { tr: 'Almanya', en: 'Germany', ar: 'ألمانيا' },
        NL: { tr: 'Hollanda', en: 'Netherlands', ar: 'هولندا' },
        FR: { tr: 'Fransa', en: 'France', ar: 'فرنسا' },
        GB: { tr: 'Birleşik Krallık', en: 'United Kingdom', ar: 'المملكة المتحدة' },
        US: {
          tr: 'Amerika Birleşik Devletleri',
          en: 'United States of America',
          ar: 'الولايات المتحدة',
        },
      },
    },
    writeAs: {
      title: {
        tr: 'Numara nasıl yazılsın?',
        en: 'How is the number written?',
        ar: 'كيف يُكتب الرقم؟',
      },
      'x-arasta-labels': {
        typed: {
          tr: 'Müşterinin yazdığı gibi',
          en: 'As the customer types it',
          ar: 'كما يكتبه الزبون',
        },
        international: { tr: 'Ülke koduyla', en: 'With country code', ar: 'مع رمز البلد' },
      },
    },
  },
  notes: {
    '1.0.0': {
      tr: 'İlk sürüm: telefon numarası yazılırken gruplara ayrılır.',
      en: 'First release: a phone number falls into groups while it is typed.',
      ar: 'الإصدار الأول: يتوزّع رقم الهاتف على مجموعات أثناء كتابته.',
    },
    '1.1.0': {
      tr: 'Alanın altındaki satır artık numaranın doğru olup olamayacağını ve ülkesini söyler. İstersen numaralar ülke koduyla yazılır.',
      en: 'A line under the field now says whether the number can be right, and its country. If you like, numbers are written with their country code.',
      ar: 'سطر جديد تحت الحقل يذكر هل يمكن أن يكون الرقم صحيحًا وما بلده. ويمكن أن تُكتب الأرقام مع رمز البلد.',
    },
  },
}
