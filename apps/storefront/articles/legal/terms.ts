import type { Articles } from '../article.ts'

/** Terms of use. Version 2026-11-21. */
export const terms: Articles = {
  tr: {
    title: 'Kullanım koşulları',
    lead: '{market_yi} gezen, ürün kuran ve satın alan herkes için geçerli kurallar. Sürüm: 21.11.2026.',
    parts: [
      {
        heading: 'Kim işletiyor',
        paragraphs: [
          'Bu pazarı {operator} işletir ({address}). Bize {mail} adresinden ulaşırsın. Satın aldığın üründe satıcın da odur.',
        ],
      },
      {
        heading: 'Gezmek ve girmek',
        paragraphs: [
          'Her şeye üye olmadan bakabilirsin. Satın almak ve kurmak için mağazanla girersin: e-ticaret panelinden ya da mağazanın kayıtlı e-postasına gelen tek kullanımlık kodla. Kod kimseyle paylaşılmaz.',
        ],
      },
      {
        heading: 'Satın almak',
        paragraphs: [
          'Fiyat, vergisi ve para birimiyle birlikte ödeme sayfasında yazar; onayladığın tutardan fazlası alınmaz. Bir ürünü bir mağaza için alırsın ve o mağazada süresiz kullanırsın. Ayrıntılar mesafeli satış sözleşmesindedir.',
        ],
      },
      {
        heading: 'Kurmak ve kaldırmak',
        paragraphs: [
          'Kurulumdan önce mağazanda neyin değişeceği gösterilir. Kaldırınca ürünün eklediği her şey geri alınır; bu arada başkası bir şeyi değiştirdiyse sana söylenir, üstüne yazılmaz.',
        ],
      },
      {
        heading: 'Geliştiricilerin ürünleri',
        paragraphs: [
          'Her ürünün geliştiricisi sayfasında yazar. Ürünün içindeki açık kaynak parçalar kendi lisanslarına tabidir. Kurallara uymayan ya da zarar veren bir ürün raftan indirilir; nedeni sayfasında yazılır.',
        ],
      },
      {
        heading: 'Yasak olanlar',
        list: [
          'Başkasının mağazasına onun izni olmadan girmeye çalışmak.',
          'Ödemeyi, kuponu ya da sınırları kandırmaya çalışmak.',
          'Yorumları satın almak, satmak ya da hiç kullanmadan yazmak.',
        ],
      },
      {
        heading: 'Sorumluluk',
        paragraphs: [
          'Yasanın tanıdığı tüketici hakların her durumda saklıdır. Bir ürün sayfasında yazdığı gibi çalışmıyorsa önce geliştiricisine, sonuç alamazsan bize yaz.',
        ],
      },
      {
        heading: 'Değişiklik',
        paragraphs: [
          'Koşullar değişirse yeni sürüm tarihiyle burada durur. Daha önce verdiğin onaylar, verildikleri andaki metinle saklanır. Türk hukuku uygulanır.',
        ],
      },
    ],
  },
  en: {
    title: 'Terms of use',
    lead: 'The rules for everybody who browses, installs or buys on {market}. Version of 21 November 2026.',
    parts: [
      {
        heading: 'Who runs it',
        paragraphs: [
          'This market is run by {operator} ({address}). You reach us at {mail}. It is also the seller of what you buy here.',
        ],
      },
      {
        heading: 'Looking around and coming in',
        paragraphs: [
          'You may look at everything without signing in. To buy and install you come in with your shop: from your commerce panel, or with a one-time code that is sent to the mail address your shop is registered with. Do not share the code.',
        ],
      },
      {
        heading: 'Buying',
        paragraphs: [
          'The price with tax and currency stands on the checkout page; no more than you confirmed is taken. You buy an item for one shop and may use it there without end. The distance sale contract has the details.',
        ],
      },
      {
        heading: 'Installing and removing',
        paragraphs: [
          'Before an installation you see what will change on your shop. When you remove an item, everything it added is taken back; if somebody else changed something meanwhile, you are told and it is not overwritten.',
        ],
      },
      {
        heading: 'What developers offer',
        paragraphs: [
          'Every item’s page names its developer. Open-source parts stay under their own licences. An item that breaks the rules or does harm is taken off the shelf, and its page says why.',
        ],
      },
      {
        heading: 'Not allowed',
        list: [
          'Trying to get into somebody else’s shop.',
          'Trying to trick payments, coupons or limits.',
          'Buying or selling reviews, or writing one without having used the item.',
        ],
      },
      {
        heading: 'Liability',
        paragraphs: [
          'Your rights as a consumer under the law are not affected. If an item does not do what its page says, write to its developer first, and to us if that does not help.',
        ],
      },
      {
        heading: 'Changes',
        paragraphs: [
          'If these terms change, the new version stands here with its date. What you agreed to before is kept with the words it had then. Turkish law applies.',
        ],
      },
    ],
  },
  ar: {
    title: 'شروط الاستخدام',
    lead: 'القواعد التي تسري على كل من يتصفح {market} أو يثبّت منها أو يشتري. نسخة 21-11-2026.',
    parts: [
      {
        heading: 'من يديرها',
        paragraphs: [
          'يدير هذه السوق {operator} ({address}). تصل إلينا عبر {mail}. وهو أيضًا بائع ما تشتريه هنا.',
        ],
      },
      {
        heading: 'التصفح والدخول',
        paragraphs: [
          'لك أن ترى كل شيء بلا تسجيل. وللشراء والتثبيت تدخل بمتجرك: من لوحة متجرك، أو برمز لمرة واحدة يصل إلى البريد المسجَّل لمتجرك. لا تُطلع أحدًا على الرمز.',
        ],
      },
      {
        heading: 'الشراء',
        paragraphs: [
          'السعر مع الضريبة والعملة مكتوب في صفحة الدفع، ولا يُؤخذ أكثر مما أكّدته. تشتري المنتج لمتجر واحد وتستخدمه فيه بلا حدّ زمني. والتفاصيل في عقد البيع عن بُعد.',
        ],
      },
      {
        heading: 'التثبيت والإزالة',
        paragraphs: [
          'قبل التثبيت ترى ما سيتغيّر في متجرك. وعند الإزالة يُسترجع كل ما أضافه المنتج؛ وإن غيّر أحد شيئًا في الأثناء فستُخبَر بذلك ولن يُكتب فوقه.',
        ],
      },
      {
        heading: 'منتجات المطورين',
        paragraphs: [
          'صفحة كل منتج تذكر مطوّره. والأجزاء المفتوحة المصدر تبقى على رخصها. والمنتج الذي يخالف القواعد أو يضرّ يُنزل عن الرف، وتقول صفحته لماذا.',
        ],
      },
      {
        heading: 'ما لا يجوز',
        list: [
          'محاولة الدخول إلى متجر غيرك.',
          'محاولة التحايل على الدفع أو القسائم أو الحدود.',
          'شراء التقييمات أو بيعها أو كتابة تقييم بلا استخدام.',
        ],
      },
      {
        heading: 'المسؤولية',
        paragraphs: [
          'حقوقك مستهلكًا بموجب القانون محفوظة في كل حال. وإن لم يعمل المنتج كما تقول صفحته فراسل مطوّره أولًا، ثم راسلنا إن لم يُجدِ ذلك.',
        ],
      },
      {
        heading: 'التغيير',
        paragraphs: [
          'إن تغيّرت الشروط تُعرض النسخة الجديدة هنا بتاريخها. وما وافقت عليه من قبل محفوظ بنصّه حينها. ويسري القانون التركي.',
        ],
      },
    ],
  },
}
