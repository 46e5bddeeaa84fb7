import type { ByLocale } from '#lib/locale.ts'
import type { LegalText } from '../fill-texts.ts'

/** Regulation on Distance Contracts (Türkiye), art. 5: information before the contract. */
export const preInformation: ByLocale<LegalText> = {
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
  de: {
    id: 'pre-information',
    title: 'Vorabinformationen',
    parts: [
      {
        heading: 'Verkäufer',
        text: 'Verkäufer ist {operator}, {address}. Kontakt: {mail}. Die steuerlichen Angaben stehen auf der Rechnung, die Sie erhalten.',
      },
      {
        heading: 'Was Sie kaufen',
        text: 'Die App oder das Theme mit dem Namen und der Version, die in der Bestellübersicht stehen. Es handelt sich um digitale Inhalte, die in Ihrem Shop installiert werden; die Funktionen und die verlangten Berechtigungen stehen auf der Seite des Artikels.',
      },
      {
        heading: 'Gesamtpreis',
        text: 'Der Gesamtbetrag in der Übersicht enthält alle Steuern und wird einmal berechnet. Es gibt keine Liefergebühr, und es kommt später nichts hinzu.',
      },
      {
        heading: 'Zahlung und Lieferung',
        text: 'Sie zahlen mit Karte. Die Kartendaten gehen an den Zahlungsanbieter und werden von uns nicht gespeichert. Unmittelbar nach der Zahlung steht der Artikel zur Installation in Ihrem Shop bereit.',
      },
      {
        heading: 'Widerrufsrecht',
        text: 'Bei digitalen Inhalten, die sofort elektronisch geliefert werden, kann das Widerrufsrecht nicht ausgeübt werden (türkische Verordnung über Fernabsatzverträge, Art. 15/1-ğ). Privatpersonen werden über ein eigenes Kästchen um ihre Zustimmung zur sofortigen Lieferung gebeten.',
      },
      {
        heading: 'Support und Beschwerden',
        text: 'Zu Themes gehören ab dem Kauf 6 Monate kostenloser Support. Wenden Sie sich mit einer Beschwerde zuerst an uns; Verbraucher können sich auch an die Verbraucherschiedsstelle oder das Verbrauchergericht an ihrem Wohnort wenden.',
      },
    ],
  },
  es: {
    id: 'pre-information',
    title: 'Formulario de información previa',
    parts: [
      {
        heading: 'Vendedor',
        text: 'El vendedor es {operator}, {address}. Contacto: {mail}. Sus datos fiscales figuran en la factura que usted recibe.',
      },
      {
        heading: 'Qué compra',
        text: 'La app o el tema cuyo nombre y versión figuran en el resumen del pedido. Es contenido digital que se instala en su tienda; sus funciones y los permisos que pide están en su página.',
      },
      {
        heading: 'Precio total',
        text: 'El total del resumen incluye todos los impuestos y se cobra una sola vez. No hay gastos de entrega y no se añade nada después.',
      },
      {
        heading: 'Pago y entrega',
        text: 'Se paga con tarjeta. Los datos de la tarjeta van al proveedor de pagos y nosotros no los conservamos. Inmediatamente después del pago, el artículo está listo para instalarse en su tienda.',
      },
      {
        heading: 'Derecho de desistimiento',
        text: 'No se puede desistir del contenido digital que se entrega de inmediato por medios electrónicos (Reglamento turco de Contratos a Distancia, art. 15/1-ğ). Al comprador particular se le pide que apruebe la entrega inmediata en una casilla aparte.',
      },
      {
        heading: 'Soporte y reclamaciones',
        text: 'Los temas incluyen 6 meses de soporte gratis desde la compra. Si tiene una reclamación, escríbanos primero; el consumidor también puede acudir al comité de arbitraje de consumo o al tribunal de consumo de su lugar de residencia.',
      },
    ],
  },
}

/** Law 6502 and the Regulation on Distance Contracts (Türkiye): the sales contract. */
export const distanceContract: ByLocale<LegalText> = {
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
  de: {
    id: 'distance-contract',
    title: 'Fernabsatzvertrag',
    parts: [
      {
        heading: 'Parteien und Gegenstand',
        text: 'Dieser Vertrag besteht zwischen dem Verkäufer {operator} ({address}) und dem in der Rechnungsadresse genannten Käufer. Gegenstand ist der Verkauf des in der Bestellübersicht genannten Artikels zur Nutzung im Shop des Käufers.',
      },
      {
        heading: 'Nutzungsrecht',
        text: 'Der Käufer darf den Artikel zeitlich unbegrenzt in dem einen Shop nutzen, für den diese Bestellung aufgegeben wurde. Der Artikel darf nicht weiterverkauft oder vermietet werden. Open-Source-Bestandteile des Artikels behalten ihre eigenen Lizenzen.',
      },
      {
        heading: 'Preis',
        text: 'Der Preis ist der Gesamtbetrag in der Bestellübersicht einschließlich Steuern. Die Rechnung wird elektronisch an die vom Käufer angegebene Adresse gesendet.',
      },
      {
        heading: 'Lieferung',
        text: 'Der Artikel gilt als geliefert, wenn er im Shop des Käufers installiert werden kann, nicht schon mit der Bestätigung der Zahlung. Kann er aus einem Grund, der beim Verkäufer liegt, nicht installiert werden, wird der volle Preis zurückgezahlt.',
      },
      {
        heading: 'Widerrufsrecht',
        text: 'Bei digitalen Inhalten, die mit Zustimmung des Käufers sofort geliefert werden, besteht kein Widerrufsrecht. Die Rechte des Käufers bei einem mangelhaften Artikel bleiben unberührt.',
      },
      {
        heading: 'Aktualisierungen und Support',
        text: 'Fehlerbehebungen für die gekaufte Version sind kostenlos. Eine Version, die eine neue Berechtigung verlangt, wird nur mit Zustimmung des Käufers installiert. Zu Themes gehören 6 Monate kostenloser Support.',
      },
      {
        heading: 'Wirksamwerden',
        text: 'Der Vertrag kommt zustande, wenn der Käufer das Kästchen ankreuzt und die Zahlung bestätigt; eine Kopie wird mit der Bestellung gespeichert. Es gilt türkisches Recht.',
      },
    ],
  },
  es: {
    id: 'distance-contract',
    title: 'Contrato de venta a distancia',
    parts: [
      {
        heading: 'Partes y objeto',
        text: 'Este contrato se celebra entre el vendedor {operator} ({address}) y el comprador que figura en la dirección de facturación. Su objeto es la venta del artículo indicado en el resumen del pedido, para su uso en la tienda del comprador.',
      },
      {
        heading: 'Derecho de uso',
        text: 'El comprador puede usar el artículo, por tiempo indefinido, en la única tienda para la que se hizo este pedido. No se puede revender ni alquilar. Las partes de código abierto que contiene el artículo conservan sus propias licencias.',
      },
      {
        heading: 'Precio',
        text: 'El precio es el total del resumen del pedido, impuestos incluidos. La factura se envía por vía electrónica a la dirección que indicó el comprador.',
      },
      {
        heading: 'Entrega',
        text: 'El artículo se considera entregado cuando se puede instalar en la tienda del comprador, no ya cuando se aprueba el pago. Si no se puede instalar por un motivo atribuible al vendedor, se devuelve el precio íntegro.',
      },
      {
        heading: 'Derecho de desistimiento',
        text: 'No hay derecho de desistimiento sobre el contenido digital que se entrega de inmediato con el consentimiento del comprador. Los derechos del comprador en caso de artículo defectuoso no se ven afectados.',
      },
      {
        heading: 'Actualizaciones y soporte',
        text: 'Las correcciones de la versión comprada son gratuitas. Una versión que pide un permiso nuevo se instala solo con el consentimiento del comprador. Los temas incluyen 6 meses de soporte gratis.',
      },
      {
        heading: 'Entrada en vigor',
        text: 'El contrato se celebra cuando el comprador marca la casilla y confirma el pago; se conserva una copia con el pedido. Se aplica el derecho turco.',
      },
    ],
  },
}

/**
 * Regulation on Distance Contracts (Türkiye), art. 15/1-ğ: a consumer's request for immediate
 * delivery, which ends the right of withdrawal.
 */
export const immediateDelivery: ByLocale<LegalText> = {
  tr: {
    id: 'immediate-delivery',
    title: 'Hemen teslim onayı',
    parts: [
      {
        heading: 'Ne onaylanıyor',
        text: 'Ürünün, 14 günlük cayma süresinin dolması beklenmeden, ödemenin hemen ardından mağazama teslim edilmesini istiyorum. Elektronik ortamda anında teslim edilen dijital içerikte cayma hakkımın bu teslimle sona ereceğini biliyorum (Mesafeli Sözleşmeler Yönetmeliği, m. 15/1-ğ).',
      },
      {
        heading: 'Neyi değiştirmez',
        text: 'Ürün ayıplıysa ya da satıcıdan kaynaklanan bir sebeple kurulamıyorsa haklarım sürer; bedelin geri ödenmesini isteyebilirim.',
      },
    ],
  },
  en: {
    id: 'immediate-delivery',
    title: 'Approval of immediate delivery',
    parts: [
      {
        heading: 'What is approved',
        text: 'I ask for the item to be delivered to my shop right after the payment, without waiting for the 14 days of withdrawal to pass. I know that with this delivery my right of withdrawal from digital content delivered at once by electronic means ends (Turkish Regulation on Distance Contracts, art. 15/1-ğ).',
      },
      {
        heading: 'What it does not change',
        text: 'If the item is defective, or cannot be installed for a reason on the seller’s side, my rights remain: I can ask for the price back.',
      },
    ],
  },
  ar: {
    id: 'immediate-delivery',
    title: 'الموافقة على التسليم الفوري',
    parts: [
      {
        heading: 'على ماذا تُعطى الموافقة',
        text: 'أطلب تسليم المنتج إلى متجري بعد الدفع مباشرة دون انتظار انقضاء مدة العدول البالغة 14 يومًا. وأعلم أن حقي في العدول عن المحتوى الرقمي المُسلَّم إلكترونيًا في الحال ينتهي بهذا التسليم (لائحة العقود عن بُعد التركية، المادة 15/1-ğ).',
      },
      {
        heading: 'ما الذي لا تغيّره',
        text: 'إذا كان المنتج معيبًا أو تعذّر تثبيته لسبب من جهة البائع تبقى حقوقي قائمة ولي أن أطلب استرداد الثمن.',
      },
    ],
  },
  de: {
    id: 'immediate-delivery',
    title: 'Zustimmung zur sofortigen Lieferung',
    parts: [
      {
        heading: 'Gegenstand der Zustimmung',
        text: 'Ich verlange, dass der Artikel unmittelbar nach der Zahlung an meinen Shop geliefert wird, ohne dass die Widerrufsfrist von 14 Tagen abgewartet wird. Ich weiß, dass mit dieser Lieferung mein Widerrufsrecht bei sofort elektronisch gelieferten digitalen Inhalten endet (türkische Verordnung über Fernabsatzverträge, Art. 15/1-ğ).',
      },
      {
        heading: 'Was sich dadurch nicht ändert',
        text: 'Ist der Artikel mangelhaft oder kann er aus einem Grund, der beim Verkäufer liegt, nicht installiert werden, bleiben meine Rechte bestehen: Ich kann den Preis zurückverlangen.',
      },
    ],
  },
  es: {
    id: 'immediate-delivery',
    title: 'Aprobación de la entrega inmediata',
    parts: [
      {
        heading: 'Qué se aprueba',
        text: 'Pido que el artículo se entregue a mi tienda inmediatamente después del pago, sin esperar a que transcurran los 14 días de desistimiento. Sé que con esta entrega termina mi derecho de desistimiento sobre el contenido digital entregado de inmediato por medios electrónicos (Reglamento turco de Contratos a Distancia, art. 15/1-ğ).',
      },
      {
        heading: 'Qué no cambia',
        text: 'Si el artículo es defectuoso o no se puede instalar por un motivo atribuible al vendedor, conservo mis derechos: puedo pedir la devolución del precio.',
      },
    ],
  },
}

/**
 * Law 6698, art. 10 (duty to inform), and the terms under which a developer may access a store's
 * data (S5.5).
 */
export const dataProtection: ByLocale<LegalText> = {
  tr: {
    id: 'data-protection',
    title: 'Veri koruma sözleşmesi',
    parts: [
      {
        heading: 'Kimler arasında',
        text: 'Mağazan, bu pazarı işleten kuruluş ve kurduğun ürünün ürün sayfasında adı yazan geliştiricisi arasında.',
      },
      {
        heading: 'Hangi veriler',
        text: 'Hesabın ve mağazan (ad, e-posta, alan adı), fatura adresin, sipariş kayıtların. Bir uygulama mağazanda yalnızca onayladığın izinlerle çalışır; onaylamadığın hiçbir veriye ulaşamaz.',
      },
      {
        heading: 'Ne için',
        text: 'Siparişi yürütmek, fatura kesmek, ürünü kurup kaldırmak ve destek vermek için: sözleşmenin ifası ve kanuni yükümlülük (6698 sayılı Kanun, m. 5/2). Reklam için kullanılmaz.',
      },
      {
        heading: 'Kime verilir',
        text: 'Ödeme için bankaya ve ödeme kuruluşuna, fatura için yetkili kurumlara, ürünün çalışması için geliştiricisine; onun dışında kimseye verilmez. Kart numaran bizde saklanmaz.',
      },
      {
        heading: 'Ne kadar',
        text: 'Fatura ve sipariş kayıtları kanunun istediği süre boyunca, kurulum kayıtları ürün mağazandayken ve kaldırıldıktan sonra anlaşmazlık süresince saklanır; sonra silinir. Ürünü kaldırınca geliştirici mağaza verilerini siler.',
      },
      {
        heading: 'Hakların',
        text: 'Verilerini öğrenme, düzeltme, silme, itiraz ve zararın giderilmesi haklarına sahipsin (m. 11). Bu pazarı işleten kuruluşa yazman yeter; 30 gün içinde yanıt alırsın.',
      },
    ],
  },
  en: {
    id: 'data-protection',
    title: 'Data-protection agreement',
    parts: [
      {
        heading: 'Between whom',
        text: 'Your shop, the company that runs this marketplace, and the developer named on the page of the item you install.',
      },
      {
        heading: 'Which data',
        text: 'Your account and shop (name, e-mail, domain), your invoice address and your orders. An app works on your shop only within the permissions you approve; it cannot reach anything you did not.',
      },
      {
        heading: 'What for',
        text: 'To carry out the order, issue the invoice, install and remove the item, and give support: performance of a contract and legal duty (Turkish Law 6698, art. 5/2). Never for advertising.',
      },
      {
        heading: 'Who receives it',
        text: 'The bank and the payment provider for the payment, the authorities for the invoice, and the developer as far as the item needs it to work. Nobody else. We do not keep your card number.',
      },
      {
        heading: 'How long',
        text: 'Invoices and orders as long as the law asks; installation records while the item is on your shop and until claims expire; then they are erased. When you uninstall, the developer erases your shop’s data.',
      },
      {
        heading: 'Your rights',
        text: 'You may see, correct and erase your data, object, and claim damages (art. 11). Write to the company that runs this marketplace; you get an answer within 30 days.',
      },
    ],
  },
  ar: {
    id: 'data-protection',
    title: 'اتفاقية حماية البيانات',
    parts: [
      {
        heading: 'بين من',
        text: 'بين متجرك والشركة التي تدير هذه السوق ومطوّر المنتج المذكور في صفحته.',
      },
      {
        heading: 'أي بيانات',
        text: 'حسابك ومتجرك (الاسم والبريد والنطاق) وعنوان فاتورتك وسجل طلباتك. ولا يعمل التطبيق في متجرك إلا ضمن الأذونات التي توافق عليها، ولا يصل إلى ما سواها.',
      },
      {
        heading: 'لأي غرض',
        text: 'لتنفيذ الطلب وإصدار الفاتورة وتثبيت المنتج وإزالته وتقديم الدعم: تنفيذًا للعقد ووفاءً بالتزام قانوني (القانون التركي 6698، المادة 5/2). ولا تُستخدم في الإعلان أبدًا.',
      },
      {
        heading: 'لمن تُعطى',
        text: 'للبنك ومزوّد الدفع لإتمام الدفع، وللجهات المختصة لأجل الفاتورة، وللمطوّر بقدر ما يحتاجه المنتج ليعمل، ولا أحد غيرهم. ولا نحتفظ برقم بطاقتك.',
      },
      {
        heading: 'كم تُحفظ',
        text: 'تُحفظ الفواتير والطلبات المدة التي يفرضها القانون، وسجلات التثبيت ما دام المنتج في متجرك وحتى انقضاء مدة المطالبات، ثم تُمحى. وعند الإزالة يمحو المطوّر بيانات متجرك.',
      },
      {
        heading: 'حقوقك',
        text: 'لك أن تطّلع على بياناتك وتصححها وتمحوها وأن تعترض وتطالب بالتعويض (المادة 11). راسل الشركة التي تدير هذه السوق وستصلك إجابة خلال 30 يومًا.',
      },
    ],
  },
  de: {
    id: 'data-protection',
    title: 'Datenschutzvereinbarung',
    parts: [
      {
        heading: 'Zwischen wem',
        text: 'Zwischen Ihrem Shop, dem Unternehmen, das diesen Marktplatz betreibt, und dem Entwickler, der auf der Seite des Artikels genannt ist, den Sie installieren.',
      },
      {
        heading: 'Welche Daten',
        text: 'Ihr Konto und Ihr Shop (Name, E-Mail-Adresse, Domain), Ihre Rechnungsadresse und Ihre Bestellungen. Eine App arbeitet in Ihrem Shop nur im Rahmen der Berechtigungen, denen Sie zustimmen; auf alles andere kann sie nicht zugreifen.',
      },
      {
        heading: 'Wofür',
        text: 'Um die Bestellung auszuführen, die Rechnung auszustellen, den Artikel zu installieren und zu entfernen und Support zu leisten: Vertragserfüllung und rechtliche Verpflichtung (türkisches Gesetz Nr. 6698, Art. 5/2). Niemals für Werbung.',
      },
      {
        heading: 'Wer sie erhält',
        text: 'Die Bank und der Zahlungsanbieter für die Zahlung, die Behörden für die Rechnung und der Entwickler, soweit der Artikel es zum Funktionieren braucht. Sonst niemand. Ihre Kartennummer speichern wir nicht.',
      },
      {
        heading: 'Wie lange',
        text: 'Rechnungen und Bestellungen so lange, wie das Gesetz es verlangt; Installationsdaten, solange der Artikel in Ihrem Shop ist und bis Ansprüche verjährt sind; danach werden sie gelöscht. Wenn Sie den Artikel deinstallieren, löscht der Entwickler die Daten Ihres Shops.',
      },
      {
        heading: 'Ihre Rechte',
        text: 'Sie können Ihre Daten einsehen, berichtigen und löschen lassen, der Verarbeitung widersprechen und Schadenersatz verlangen (Art. 11). Schreiben Sie an das Unternehmen, das diesen Marktplatz betreibt; Sie erhalten innerhalb von 30 Tagen eine Antwort.',
      },
    ],
  },
  es: {
    id: 'data-protection',
    title: 'Acuerdo de protección de datos',
    parts: [
      {
        heading: 'Entre quiénes',
        text: 'Su tienda, la empresa que gestiona este mercado y el desarrollador que figura en la página del artículo que usted instala.',
      },
      {
        heading: 'Qué datos',
        text: 'Su cuenta y su tienda (nombre, correo, dominio), su dirección de facturación y sus pedidos. Una app trabaja en su tienda solo dentro de los permisos que usted aprueba; no puede acceder a nada que no haya aprobado.',
      },
      {
        heading: 'Para qué',
        text: 'Para tramitar el pedido, emitir la factura, instalar y quitar el artículo y dar soporte: ejecución de un contrato y obligación legal (Ley turca n.º 6698, art. 5/2). Nunca para publicidad.',
      },
      {
        heading: 'Quién los recibe',
        text: 'El banco y el proveedor de pagos, para el pago; las autoridades, para la factura; y el desarrollador, en la medida en que el artículo lo necesite para funcionar. Nadie más. No conservamos su número de tarjeta.',
      },
      {
        heading: 'Cuánto tiempo',
        text: 'Las facturas y los pedidos, el tiempo que exige la ley; los registros de instalación, mientras el artículo esté en su tienda y hasta que prescriban las reclamaciones; después se borran. Cuando usted desinstala el artículo, el desarrollador borra los datos de su tienda.',
      },
      {
        heading: 'Sus derechos',
        text: 'Puede consultar, rectificar y suprimir sus datos, oponerse a su tratamiento y reclamar daños y perjuicios (art. 11). Escriba a la empresa que gestiona este mercado; recibirá una respuesta en un plazo de 30 días.',
      },
    ],
  },
}
