import type { Locale } from '#lib/locale.ts'
import type { LegalText } from './legal-text.ts'

/** Regulation on Distance Contracts (Türkiye), art. 5: what a buyer is told before the contract. */
export const preInformation: Record<Locale, LegalText> = {
  tr: {
    id: 'pre-information',
    title: 'Ön bilgilendirme formu',
    parts: [
      {
        heading: 'Satıcı',
        text: 'Satıcı {operator}, {address}. İletişim: {mail}. Vergi bilgileri sana kesilen faturada yazar.',
      },
      {
        heading: 'Ürün',
        text: 'Ödeme özetinde adı ve sürümü yazan uygulama ya da tema. Mağazana kurulan dijital bir içeriktir; özellikleri ve istediği izinler ürün sayfasındadır.',
      },
      {
        heading: 'Toplam bedel',
        text: 'Özetteki toplam bütün vergileri içerir ve bir kez alınır. Teslimat ücreti ya da başka bir ek bedel yoktur.',
      },
      {
        heading: 'Ödeme ve teslim',
        text: 'Ödeme kartla yapılır; kart bilgilerin ödeme kuruluşuna iletilir, bizde saklanmaz. Ürün ödemenin hemen ardından mağazana kurulmaya hazır olur.',
      },
      {
        heading: 'Cayma hakkı',
        text: 'Elektronik ortamda anında teslim edilen dijital içerikte cayma hakkı kullanılamaz (Mesafeli Sözleşmeler Yönetmeliği, m. 15/1-ğ). Bireysel alıcıdan bunun için ayrıca hemen teslim onayı alınır.',
      },
      {
        heading: 'Destek ve şikâyet',
        text: 'Temalar için satın almadan sonra 6 ay ücretsiz destek verilir. Şikâyetini önce bize yazabilirsin; tüketiciysen bulunduğun yerdeki tüketici hakem heyetine ya da tüketici mahkemesine de başvurabilirsin.',
      },
    ],
  },
  en: {
    id: 'pre-information',
    title: 'Pre-information form',
    parts: [
      {
        heading: 'Seller',
        text: 'The seller is {operator}, {address}. Contact: {mail}. Its tax details are on the invoice you receive.',
      },
      {
        heading: 'What you buy',
        text: 'The app or theme whose name and version stand in the order summary. It is digital content that is installed on your shop; its features and the permissions it asks for are on its page.',
      },
      {
        heading: 'Total price',
        text: 'The total in the summary includes every tax and is charged once. There is no delivery fee and nothing is added later.',
      },
      {
        heading: 'Payment and delivery',
        text: 'You pay by card. Card details go to the payment provider and are not kept by us. Right after payment the item is ready to be installed on your shop.',
      },
      {
        heading: 'Right of withdrawal',
        text: 'Digital content that is delivered at once by electronic means cannot be withdrawn from (Turkish Regulation on Distance Contracts, art. 15/1-ğ). An individual buyer is asked to approve the immediate delivery by a box of its own.',
      },
      {
        heading: 'Support and complaints',
        text: 'Themes come with 6 months of free support from purchase. Write to us first with a complaint; a consumer may also turn to the consumer arbitration committee or court where they live.',
      },
    ],
  },
  ar: {
    id: 'pre-information',
    title: 'نموذج المعلومات المسبقة',
    parts: [
      {
        heading: 'البائع',
        text: 'البائع هو {operator}، {address}. للتواصل: {mail}. وبياناته الضريبية مدوّنة في الفاتورة التي تصلك.',
      },
      {
        heading: 'ما تشتريه',
        text: 'التطبيق أو القالب المذكور اسمه وإصداره في ملخص الطلب. وهو محتوى رقمي يُثبَّت في متجرك، وتجد مزاياه والأذونات التي يطلبها في صفحته.',
      },
      {
        heading: 'السعر الإجمالي',
        text: 'الإجمالي في الملخص شامل لجميع الضرائب ويُحصَّل مرة واحدة. لا رسوم توصيل ولا إضافات لاحقة.',
      },
      {
        heading: 'الدفع والتسليم',
        text: 'الدفع بالبطاقة. تُرسل بيانات البطاقة إلى مزوّد خدمة الدفع ولا نحتفظ بها. بعد الدفع مباشرة يصبح المنتج جاهزًا للتثبيت في متجرك.',
      },
      {
        heading: 'حق العدول',
        text: 'لا يسري حق العدول على المحتوى الرقمي الذي يُسلَّم إلكترونيًا في الحال (لائحة العقود عن بُعد التركية، المادة 15/1-ğ). ويُطلب من المشتري الفرد الموافقة على التسليم الفوري في خانة مستقلة.',
      },
      {
        heading: 'الدعم والشكاوى',
        text: 'تُقدَّم للقوالب 6 أشهر من الدعم المجاني من تاريخ الشراء. راسلنا أولًا بشكواك، وللمستهلك أيضًا أن يلجأ إلى هيئة تحكيم المستهلك أو محكمة المستهلك في مكان إقامته.',
      },
    ],
  },
}
