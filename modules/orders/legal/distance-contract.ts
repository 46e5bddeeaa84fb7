import type { Locale } from '#lib/locale.ts'
import type { LegalText } from './legal-text.ts'

/** Law 6502 and the Regulation on Distance Contracts (Türkiye): the contract of sale itself. */
export const distanceContract: Record<Locale, LegalText> = {
  tr: {
    id: 'distance-contract',
    title: 'Mesafeli satış sözleşmesi',
    parts: [
      {
        heading: 'Taraflar ve konu',
        text: 'Bu sözleşme, satıcı {operator} ({address}) ile fatura adresinde adı yazan alıcı arasındadır. Konusu, ödeme özetinde yazan ürünün alıcının mağazasında kullanılmak üzere satışıdır.',
      },
      {
        heading: 'Kullanım hakkı',
        text: 'Alıcı, ürünü bu siparişin verildiği tek mağazada süresiz kullanabilir. Ürün başkasına satılamaz, kiralanamaz. Ürünün içindeki açık kaynak bileşenler kendi lisanslarına bağlıdır.',
      },
      {
        heading: 'Bedel',
        text: 'Bedel, ödeme özetindeki vergiler dâhil toplamdır. Fatura, alıcının verdiği adrese elektronik olarak gönderilir.',
      },
      {
        heading: 'Teslim',
        text: 'Ürün, ödeme onaylanınca teslim edilmiş sayılmaz; alıcının mağazasına kurulabilir duruma geldiğinde teslim edilir. Satıcıdan kaynaklanan bir sebeple kurulamıyorsa bedelin tamamı geri ödenir.',
      },
      {
        heading: 'Cayma hakkı',
        text: 'Alıcının onayıyla anında teslim edilen dijital içerikte cayma hakkı yoktur. Bu durum, alıcının ayıplı üründen doğan haklarını ortadan kaldırmaz.',
      },
      {
        heading: 'Güncelleme ve destek',
        text: 'Satın alınan sürümün hata düzeltmeleri ücretsizdir. Yeni izin isteyen bir sürüm ancak alıcının onayıyla kurulur. Temalarda 6 ay ücretsiz destek verilir.',
      },
      {
        heading: 'Yürürlük',
        text: 'Sözleşme, alıcı kutuyu işaretleyip ödemeyi onayladığında kurulur ve bir örneği siparişle birlikte saklanır. Anlaşmazlıkta Türk hukuku uygulanır.',
      },
    ],
  },
  en: {
    id: 'distance-contract',
    title: 'Distance sale contract',
    parts: [
      {
        heading: 'Parties and subject',
        text: 'This contract is between the seller {operator} ({address}) and the buyer named in the invoice address. It concerns the sale of the item in the order summary, for use on the buyer’s shop.',
      },
      {
        heading: 'Right of use',
        text: 'The buyer may use the item, without end, on the one shop this order was made for. It may not be resold or rented out. Open-source parts inside the item stay under their own licences.',
      },
      {
        heading: 'Price',
        text: 'The price is the total in the order summary, taxes included. The invoice is sent electronically to the address the buyer gave.',
      },
      {
        heading: 'Delivery',
        text: 'The item counts as delivered when it can be installed on the buyer’s shop, not already when the payment is approved. If it cannot be installed for a reason on the seller’s side, the whole price is paid back.',
      },
      {
        heading: 'Right of withdrawal',
        text: 'There is no right of withdrawal from digital content that is delivered at once with the buyer’s consent. The buyer’s rights in the case of a defective item are not affected.',
      },
      {
        heading: 'Updates and support',
        text: 'Fixes for the version bought are free. A version that asks for a new permission is installed only with the buyer’s consent. Themes come with 6 months of free support.',
      },
      {
        heading: 'Effect',
        text: 'The contract is made when the buyer ticks the box and confirms the payment; a copy is kept with the order. Turkish law applies.',
      },
    ],
  },
  ar: {
    id: 'distance-contract',
    title: 'عقد البيع عن بُعد',
    parts: [
      {
        heading: 'الطرفان والموضوع',
        text: 'هذا العقد بين البائع {operator} ({address}) والمشتري المذكور في عنوان الفاتورة. وموضوعه بيع المنتج الوارد في ملخص الطلب لاستخدامه في متجر المشتري.',
      },
      {
        heading: 'حق الاستخدام',
        text: 'للمشتري أن يستخدم المنتج بلا حدّ زمني في المتجر الواحد الذي قُدّم الطلب لأجله. لا يجوز إعادة بيعه أو تأجيره. وتبقى المكوّنات مفتوحة المصدر داخله خاضعة لرخصها.',
      },
      {
        heading: 'الثمن',
        text: 'الثمن هو الإجمالي الوارد في ملخص الطلب شاملًا الضرائب. وتُرسل الفاتورة إلكترونيًا إلى العنوان الذي قدّمه المشتري.',
      },
      {
        heading: 'التسليم',
        text: 'يُعدّ المنتج مُسلَّمًا حين يصبح قابلًا للتثبيت في متجر المشتري، لا بمجرد قبول الدفع. وإن تعذّر تثبيته لسبب من جهة البائع يُعاد الثمن كاملًا.',
      },
      {
        heading: 'حق العدول',
        text: 'لا حق عدول عن المحتوى الرقمي الذي يُسلَّم في الحال بموافقة المشتري. ولا يمسّ ذلك حقوقه عند وجود عيب في المنتج.',
      },
      {
        heading: 'التحديثات والدعم',
        text: 'إصلاحات الإصدار المشترى مجانية. ولا يُثبَّت إصدار يطلب إذنًا جديدًا إلا بموافقة المشتري. وللقوالب 6 أشهر من الدعم المجاني.',
      },
      {
        heading: 'السريان',
        text: 'ينعقد العقد حين يضع المشتري علامة الموافقة ويؤكد الدفع، وتُحفظ نسخة منه مع الطلب. ويسري عليه القانون التركي.',
      },
    ],
  },
}
