import type { Text } from '../catalogue/product.ts'

const text = <const Key extends string>(texts: Record<Key, Text>): Record<Key, Text> => texts

/** Everything that the example site says besides its products. */
export const say = text({
  name: { tr: 'Yayla Balı', en: 'Upland Honey', ar: 'عسل المرتفعات' },
  home: { tr: 'Ana sayfa', en: 'Home', ar: 'الرئيسية' },
  products: { tr: 'Ballarımız', en: 'Our honey', ar: 'أنواع العسل' },
  cart: { tr: 'Sepet', en: 'Cart', ar: 'السلة' },
  language: { tr: 'Dil', en: 'Language', ar: 'اللغة' },
  welcome: {
    tr: 'Kovandan sofraya, arada kimse yok',
    en: 'From the hive to your table, with nobody in between',
    ar: 'من الخلية إلى مائدتك دون وسيط',
  },
  story: {
    tr: 'Otuz kovanımız var, hepsi aynı yaylada. Bu siteyi de balı da kendimiz yapıyoruz.',
    en: 'We keep thirty hives, all on one upland. We make the honey, and this site, ourselves.',
    ar: 'لدينا ثلاثون خلية كلها في مرتفع واحد. العسل وهذا الموقع من صنع أيدينا.',
  },
  toProducts: { tr: 'Ballara bak', en: 'See our honey', ar: 'تصفّح أنواع العسل' },
  order: { tr: 'Sipariş için bizi ara', en: 'Call us to order', ar: 'اتصل بنا للطلب' },
  cartEmpty: {
    tr: 'Sepetin boş. Siparişleri telefonla alıyoruz.',
    en: 'Your cart is empty. We take orders by phone.',
    ar: 'سلتك فارغة. نستقبل الطلبات بالهاتف.',
  },
  footer: {
    tr: 'Örnek bir site: hiçbir mağaza sisteminde çalışmaz. Sahibi sensin.',
    en: 'An example of a site that runs on no shop system. You are its owner.',
    ar: 'مثال على موقع لا يعمل على أي نظام متاجر. أنت صاحبه.',
  },
  edit: { tr: 'Siteyi düzenle', en: 'Edit the site', ar: 'حرّر الموقع' },
  notFound: { tr: 'Böyle bir sayfa yok', en: 'There is no such page', ar: 'لا توجد صفحة كهذه' },
  editTitle: { tr: 'Siteyi düzenle', en: 'Edit the site', ar: 'تحرير الموقع' },
  editLead: {
    tr: 'Kendi sitende bu dosyaları elle değiştirirdin. Burada yazdıkların hemen yayındadır; parola istenmez.',
    en: 'On a site of your own you would change these files by hand. What you save here is public at once, and no password is asked for.',
    ar: 'في موقعك الخاص تغيّر هذه الملفات بيدك. ما تحفظه هنا يُنشر فورًا ولا تُطلب كلمة مرور.',
  },
  headLabel: {
    tr: 'Her sayfanın head bölümünün sonu',
    en: 'End of the head of every page',
    ar: 'نهاية قسم head في كل صفحة',
  },
  headHint: {
    tr: 'Mağazanın verdiği kanıt etiketi, site bağlandıktan sonra da tek satırlık betik buraya:',
    en: 'The proof tag that the store gives you and, once the site is connected, the one script line go here:',
    ar: 'هنا وسم الإثبات الذي يعطيك إياه المتجر، وبعد ربط الموقع سطر السكربت الواحد:',
  },
  proofLabel: { tr: 'Kanıt dosyası', en: 'The proof file', ar: 'ملف الإثبات' },
  proofHint: {
    tr: 'Yalnızca etiket yerine dosyayla kanıtlayacaksan. Adresi ve içindeki satır:',
    en: 'Only to prove the site by a file instead of the tag. Its address, and the line in it:',
    ar: 'فقط إذا أردت الإثبات بملف بدل الوسم. عنوانه والسطر الذي فيه:',
  },
  save: { tr: 'Kaydet ve yayınla', en: 'Save and publish', ar: 'احفظ وانشر' },
  saved: {
    tr: 'Kaydedildi; site artık böyle.',
    en: 'Saved. The site now stands like this.',
    ar: 'حُفظ، وهكذا أصبح الموقع.',
  },
  tooLong: {
    tr: 'Bu çok uzun; hiçbir şey değişmedi. Kısaltıp yeniden kaydet.',
    en: 'This is too long, and nothing was changed. Shorten it and save again.',
    ar: 'النص طويل جدًا ولم يتغير شيء. اختصره ثم احفظ من جديد.',
  },
  foreign: {
    tr: 'Bu form başka bir siteden geldi; hiçbir şey değişmedi.',
    en: 'This form came from another site, and nothing was changed.',
    ar: 'جاء هذا النموذج من موقع آخر ولم يتغير شيء.',
  },
  connect: {
    tr: 'Arasta’da siteyi bağla',
    en: 'Connect the site at Arasta',
    ar: 'اربط الموقع في Arasta',
  },
  mySite: { tr: 'Arasta’da sitem', en: 'My site at Arasta', ar: 'موقعي في Arasta' },
  mailbox: { tr: 'Gösteri posta kutusu', en: 'Demo mailbox', ar: 'صندوق البريد التجريبي' },
  seeSite: { tr: 'Siteyi gör', en: 'See the site', ar: 'عرض الموقع' },
})
export type Said = keyof typeof say
