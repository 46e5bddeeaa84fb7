/** Every text of Delivery Day, each language written for its readers. */
const listing = {
  tagline: {
    tr: 'Ürün sayfasına takvim koyar: müşterin siparişin geleceği günü kendi seçer.',
    en: 'Puts a calendar on the product page: customers choose the day their order arrives.',
    ar: 'يضيف تقويمًا إلى صفحة المنتج ليختار الزبون يوم وصول طلبه.',
  },
  description: {
    tr: [
      'Takvim “Sepete ekle” düğmesinin hemen üstünde durur. Teslimat yapmadığın günler ve hazırlık süren kapalıdır; kapalı bir gün seçilemez.',
      'Seçilen gün ürünle birlikte sepete yazılır; sepette, siparişte ve panelindeki sipariş sayfasında not olarak görünür. Müşteri başka bir ürüne geçince aynı gün hazır gelir.',
      'İstersen gün seçmeyi zorunlu yaparsın, istemezsen müşteri boş bırakabilir. Resmî tatilleri bilmez; o günleri siparişe bakınca sen ayarlarsın.',
    ],
    en: [
      'The calendar stands right above “Add to cart”. Weekdays on which you do not deliver and the time you need to prepare are closed; a closed day cannot be picked.',
      'The chosen day goes into the cart with the product and shows as a note in the cart, on the order and on the order’s page in your panel. On the next product the same day is picked already.',
      'You may make the day compulsory or let customers leave it open. It knows no public holidays: those you sort out when you look at the order.',
    ],
    ar: [
      'يقف التقويم فوق زر «أضف إلى السلة» مباشرة. الأيام التي لا توصّل فيها ومدة التحضير مغلقة، ولا يمكن اختيار يوم مغلق.',
      'يُكتب اليوم المختار مع المنتج في السلة، ويظهر ملاحظةً في السلة والطلب وصفحة الطلب في لوحتك. وعند الانتقال إلى منتج آخر يكون اليوم نفسه مختارًا.',
      'يمكنك جعل اختيار اليوم إلزاميًا أو تركه للزبون. لا يعرف العطل الرسمية، وتلك ترتّبها أنت عند مراجعة الطلب.',
    ],
  },
  features: {
    tr: [
      'Türkçe, İngilizce ve Arapça takvim',
      'Kapalı günler ve hazırlık süresi senin ayarın',
      'Klavye ve ekran okuyucuyla kullanılır',
    ],
    en: [
      'A calendar in Turkish, English and Arabic',
      'Closed weekdays and lead time set by you',
      'Works by keyboard and screen reader',
    ],
    ar: [
      'تقويم بالتركية والإنجليزية والعربية',
      'الأيام المغلقة ومدة التحضير من إعداداتك',
      'يعمل بلوحة المفاتيح وقارئ الشاشة',
    ],
  },
  touches: [
    {
      title: { tr: 'Tasarım bloğu', en: 'Design block', ar: 'كتلة تصميم' },
      text: {
        tr: 'Ürün sayfasına, “Sepete ekle”nin üstüne takvimi koyar.',
        en: 'Puts the calendar on the product page, above “Add to cart”.',
        ar: 'يضع التقويم في صفحة المنتج فوق «أضف إلى السلة».',
      },
    },
    {
      title: { tr: 'Sepet notu', en: 'Cart note', ar: 'ملاحظة السلة' },
      text: {
        tr: 'Seçilen günü müşterinin kendi formuyla sepete not olarak yollar.',
        en: 'Sends the chosen day to the cart as a note, with the customer’s own form.',
        ar: 'يرسل اليوم المختار إلى السلة ملاحظةً ضمن نموذج الزبون نفسه.',
      },
    },
  ],
  leavesAlone: [
    {
      title: {
        tr: 'Müşteri ve ödeme bilgisi',
        en: 'Customer and payment data',
        ar: 'بيانات الزبون والدفع',
      },
      text: {
        tr: 'Ad, adres, kart: hiçbirini görmez.',
        en: 'Name, address, card: it sees none of them.',
        ar: 'الاسم والعنوان والبطاقة: لا يرى أيًّا منها.',
      },
    },
    {
      title: { tr: 'İzleme kodu', en: 'Tracking code', ar: 'رمز التتبّع' },
      text: {
        tr: 'Kullanmaz; başka bir adrese bağlanmaz.',
        en: 'It uses none and contacts no other address.',
        ar: 'لا يستعمله ولا يتصل بأي عنوان آخر.',
      },
    },
  ],
  support: [
    {
      heading: {
        tr: 'Kapalı günleri nereden değiştiririm?',
        en: 'Where do I change the closed days?',
        ar: 'من أين أغيّر الأيام المغلقة؟',
      },
      paragraphs: {
        tr: [
          'Kurarken sorulur. Sonradan değiştirmek için uygulamayı kaldırıp yeni ayarla kur; eski siparişlerin notu yerinde kalır.',
        ],
        en: [
          'You are asked at installation. To change them later, take the app off and install it with the new setting; notes on earlier orders stay.',
        ],
        ar: [
          'تُسأل عنها عند التثبيت. لتغييرها لاحقًا أزل التطبيق ثم ثبّته بالإعداد الجديد، وتبقى ملاحظات الطلبات السابقة.',
        ],
      },
    },
    {
      heading: {
        tr: 'Hazırlık süresi nasıl sayılır?',
        en: 'How is the lead time counted?',
        ar: 'كيف تُحسب مدة التحضير؟',
      },
      paragraphs: {
        tr: [
          'Bugünden sonra kaç takvim günü gerektiğini yazarsın. İki yazdıysan pazartesi günü gelen müşteri en erken çarşambayı seçebilir; çarşamba kapalıysa perşembeyi.',
        ],
        en: [
          'You say how many calendar days after today you need. With two, a customer who comes on Monday can pick Wednesday at the earliest, or Thursday if Wednesday is closed.',
        ],
        ar: [
          'تكتب عدد الأيام التي تحتاجها بعد اليوم. إن كتبت اثنين فمن يأتي يوم الاثنين يختار الأربعاء على الأقرب، أو الخميس إن كان الأربعاء مغلقًا.',
        ],
      },
    },
    {
      heading: { tr: 'Takvim görünmüyor', en: 'The calendar does not show', ar: 'التقويم لا يظهر' },
      paragraphs: {
        tr: [
          'Takvim, JavaScript kapalıysa görünmez ve siparişi engellemez. Açıkken de görünmüyorsa ürün sayfasının adresini iletişim formundan bize yaz.',
        ],
        en: [
          'Without JavaScript the calendar stays away and the product can still be bought. If it is missing with JavaScript on, send us the address of the product page in the contact form.',
        ],
        ar: [
          'إن كانت JavaScript معطّلة يغيب التقويم ولا يمنع الشراء. وإن لم يظهر وهي مفعّلة فأرسل إلينا عنوان صفحة المنتج في نموذج التواصل.',
        ],
      },
    },
  ],
}

export const deliveryDayWords = {
  name: { tr: 'Teslimat Günü', en: 'Delivery Day', ar: 'يوم التوصيل' },
  listing,
  reasons: {
    designBlock: {
      tr: 'Takvimi ürün sayfasında gösterir ve seçilen günü sepete not olarak ekler.',
      en: 'Shows the calendar on the product page and adds the chosen day to the cart as a note.',
      ar: 'يعرض التقويم في صفحة المنتج ويضيف اليوم المختار إلى السلة ملاحظةً.',
    },
  },
  parts: {
    calendar: {
      title: {
        tr: 'Ürün sayfası: takvim',
        en: 'Product page: a calendar',
        ar: 'صفحة المنتج: تقويم',
      },
      summary: {
        tr: '“Sepete ekle”nin üstünde. Müşteri teslimat gününü seçer, gün sepete yazılır.',
        en: 'Above “Add to cart”. Customers pick a delivery day, and it is written into the cart.',
        ar: 'فوق «أضف إلى السلة». يختار الزبون يوم التوصيل فيُكتب في السلة.',
      },
    },
  },
  inputs: {
    closedWeekdays: {
      title: {
        tr: 'Teslimat yapmadığın günler',
        en: 'Weekdays without delivery',
        ar: 'أيام بلا توصيل',
      },
      'x-arasta-labels': {
        none: { tr: 'Her gün teslimat var', en: 'We deliver every day', ar: 'نوصّل كل يوم' },
        sunday: { tr: 'Pazar', en: 'Sunday', ar: 'الأحد' },
        weekend: { tr: 'Cumartesi ve pazar', en: 'Saturday and Sunday', ar: 'السبت والأحد' },
        monday: { tr: 'Pazartesi', en: 'Monday', ar: 'الاثنين' },
        friday: { tr: 'Cuma', en: 'Friday', ar: 'الجمعة' },
        'friday-saturday': {
          tr: 'Cuma ve cumartesi',
          en: 'Friday and Saturday',
          ar: 'الجمعة والسبت',
        },
      },
    },
    leadDays: {
      title: { tr: 'Hazırlık süresi (gün)', en: 'Lead time (days)', ar: 'مدة التحضير (بالأيام)' },
      description: {
        tr: 'Müşteri bugünden en az bu kadar gün sonrasını seçebilir.',
        en: 'Customers can pick a day at least this many days from today.',
        ar: 'يختار الزبون يومًا بعد هذا العدد من الأيام على الأقل.',
      },
    },
    dayNeeded: {
      title: { tr: 'Gün seçmek zorunlu', en: 'A day must be picked', ar: 'اختيار اليوم إلزامي' },
      description: {
        tr: 'Kapalıysa müşteri günü boş bırakabilir.',
        en: 'When off, customers may leave the day open.',
        ar: 'عند إيقافه يمكن للزبون ترك اليوم مفتوحًا.',
      },
    },
  },
  notes: {
    tr: 'İlk sürüm: takvim, kapalı günler, hazırlık süresi, üç dil, klavye desteği.',
    en: 'First release: calendar, closed weekdays, lead time, three languages, keyboard support.',
    ar: 'الإصدار الأول: التقويم والأيام المغلقة ومدة التحضير وثلاث لغات ودعم لوحة المفاتيح.',
  },
}
