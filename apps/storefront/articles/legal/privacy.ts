import type { Articles } from '../article.ts'

/** Information under Law 6698, art. 10, for all users. Version 2026-11-21. */
export const privacy: Articles = {
  tr: {
    title: 'Aydınlatma metni',
    lead: 'Hangi kişisel veriyi, neden, ne kadar tuttuğumuz ve hakların. 6698 sayılı Kanun m. 10. Sürüm: 21.11.2026.',
    parts: [
      { heading: 'Veri sorumlusu', paragraphs: ['{operator}, {address}. Başvuru: {mail}.'] },
      {
        heading: 'Neyi neden tutuyoruz',
        table: {
          head: ['Veri', 'Neden', 'Dayanak'],
          rows: [
            [
              'Panelindeki hesabın: ad, e-posta, mağaza',
              'Seni tanımak, siparişi ve kurulumu yürütmek',
              'Sözleşme (m. 5/2-c)',
            ],
            [
              'Fatura adresi, kimlik ya da vergi numarası',
              'Fatura kesmek',
              'Hukuki yükümlülük (m. 5/2-ç)',
            ],
            [
              'Sipariş, ödeme, kurulum, onay kayıtları',
              'Ne alındığını ve neye onay verildiğini kanıtlamak',
              'Sözleşme ve hukuki yükümlülük',
            ],
            [
              'IP adresi, istek sınırları',
              'Kötüye kullanımı önlemek; sınırlar yalnızca özet olarak tutulur',
              'Meşru menfaat (m. 5/2-f)',
            ],
            ['İletişim formundaki bilgiler', 'Sana yanıt vermek', 'Meşru menfaat'],
            ['Bülten e-postası', 'Yenilikleri haber vermek', 'Açık rıza; her an geri alabilirsin'],
            ['Yorumun ve puanın', 'Başkalarına göstermek', 'Sözleşme; istediğinde silinir'],
          ],
        },
      },
      {
        heading: 'Tutmadıklarımız',
        paragraphs: [
          'Kart numaranı ve güvenlik kodunu saklamıyoruz; bunlar yalnızca ödeme anında bankaya geçer. Seni siteler arasında izleyen bir araç kullanmıyoruz.',
        ],
      },
      {
        heading: 'Kime aktarılır',
        list: [
          'Ödeme için bankaya ve ödeme kuruluşuna.',
          'Fatura için yetkili kurumlara.',
          'Kurduğun ürünün geliştiricisine, yalnızca onayladığın izinler kadar.',
          'Mağazanın çalıştığı e-ticaret altyapısına, kurulumun yapılabilmesi için.',
        ],
      },
      {
        heading: 'Ne kadar',
        paragraphs: [
          'Sipariş ve fatura kayıtları yasanın istediği süre kadar; oturumlar bir saat; giriş kodları beş dakika; onaylanmayan bülten başvuruları 72 saat; iletişim mesajları yanıtlandıktan sonra en çok iki yıl.',
        ],
      },
      {
        heading: 'Nasıl korunur',
        paragraphs: [
          'Kimlik numarası, mağaza anahtarları ve posta kutundaki kodlar şifreli ya da özet olarak durur. Kayıtlarda kişisel değer yerine değişen alanın adı yazar.',
        ],
      },
      {
        heading: 'Hakların',
        paragraphs: [
          'Verilerini öğrenme, düzeltme, silme, işlenmesine itiraz etme ve zararının giderilmesini isteme hakkın var (m. 11). {mail} adresine yazman yeter; en geç 30 günde yanıt alırsın. Yanıt yetmezse Kişisel Verileri Koruma Kurulu’na başvurabilirsin.',
        ],
      },
    ],
  },
  en: {
    title: 'Privacy notice',
    lead: 'Which personal data we keep, why, for how long, and your rights. Turkish Law 6698, art. 10. Version of 21 November 2026.',
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
              'Contract (art. 5/2-c)',
            ],
            [
              'Invoice address, identity or tax number',
              'To issue the invoice',
              'Legal duty (art. 5/2-ç)',
            ],
            [
              'Orders, payments, installations, consents',
              'To prove what was bought and agreed to',
              'Contract and legal duty',
            ],
            [
              'IP address, how often something was asked',
              'Against abuse; limits are kept as hashes only',
              'Legitimate interest (art. 5/2-f)',
            ],
            ['What you write in the contact form', 'To answer you', 'Legitimate interest'],
            [
              'Your address for the newsletter',
              'To tell you what is new',
              'Consent; you can take it back at any time',
            ],
            ['Your review and stars', 'To show them to others', 'Contract; erased when you ask'],
          ],
        },
      },
      {
        heading: 'What we do not keep',
        paragraphs: [
          'We do not keep card numbers or security codes; they only pass on to the bank. We use nothing that follows you from site to site.',
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
      {
        heading: 'Your rights',
        paragraphs: [
          'You may see, correct and erase your data, object, and claim damages (art. 11). Write to {mail}; you get an answer within 30 days. If it does not satisfy you, you may turn to the Personal Data Protection Board.',
        ],
      },
    ],
  },
  ar: {
    title: 'إشعار الخصوصية',
    lead: 'ما البيانات الشخصية التي نحفظها ولماذا وإلى متى، وما حقوقك. القانون التركي 6698، المادة 10. نسخة 21-11-2026.',
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
              'العقد (المادة 5/2-ج)',
            ],
            ['عنوان الفاتورة ورقم الهوية أو الضريبة', 'لإصدار الفاتورة', 'التزام قانوني'],
            [
              'سجلات الطلبات والمدفوعات والتثبيت والموافقات',
              'لإثبات ما اشتُري وما وُوفق عليه',
              'العقد والالتزام القانوني',
            ],
            ['عنوان IP وعدد المرات', 'لمنع إساءة الاستخدام؛ ولا يُحفظ إلا بصمات', 'مصلحة مشروعة'],
            ['ما تكتبه في نموذج التواصل', 'لنجيبك', 'مصلحة مشروعة'],
            ['بريدك للنشرة', 'لنخبرك بالجديد', 'رضاك؛ ولك سحبه متى شئت'],
            ['تقييمك ونجومك', 'لعرضها على غيرك', 'العقد؛ وتُمحى إن طلبت'],
          ],
        },
      },
      {
        heading: 'ما لا نحفظه',
        paragraphs: [
          'لا نحفظ رقم البطاقة ولا رمز الأمان؛ إنما يمران إلى البنك عند الدفع. ولا نستخدم شيئًا يتتبعك بين المواقع.',
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
      {
        heading: 'حقوقك',
        paragraphs: [
          'لك أن تطّلع على بياناتك وتصححها وتمحوها وتعترض وتطالب بالتعويض (المادة 11). راسل {mail} وستصلك إجابة خلال 30 يومًا. وإن لم تكفك فلك أن تتوجه إلى هيئة حماية البيانات الشخصية.',
        ],
      },
    ],
  },
}
