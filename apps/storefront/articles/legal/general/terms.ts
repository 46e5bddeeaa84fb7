import type { Articles } from '../../article.ts'

/** Of markets outside of Türkiye; clauses by country. Version 2026-11-26. */
export const terms: Articles = {
  en: {
    title: 'Terms of use',
    lead: 'The rules for everybody who browses, installs or buys on {market}. Version of 26 November 2026.',
    parts: [
      {
        heading: 'Who runs it',
        paragraphs: [
          'This market is run by {operator} ({address}). You reach us at {mail}. It is also the seller of what you buy here.',
        ],
      },
      {
        heading: 'Looking around and signing in',
        paragraphs: [
          'You may look at everything without signing in. To buy and install you come in with your shop: from the admin panel of your platform, or with a one-time code that is sent to the mail address your shop is registered with. Do not share the code.',
        ],
      },
      {
        heading: 'Buying',
        paragraphs: [
          'The price, its tax and its currency stand on the checkout page; no more than you confirmed is taken. You buy an item for one shop and may use it there without end. The sales contract has the details.',
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
          'Every item’s page names its developer. Open-source parts stay under their own licenses. An item that breaks the rules or does harm is taken off the market, and its page says why.',
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
          'We are liable without limit for intent and gross negligence, for injury to life, body or health, and where the law does not allow a limit. Otherwise we are liable for the breach of an essential duty only, up to the damage that is typical and could be foreseen.',
          'If an item does not do what its page says, write to its developer first, and to us if that does not help.',
        ],
      },
      { heading: 'Complaints', paragraphs: ['{complaints}'] },
      {
        heading: 'Changes and law',
        paragraphs: [
          'If these terms change, the new version stands here with its date. What you agreed to before is kept with the words it had then. {applicable_law}',
        ],
      },
    ],
  },
  de: {
    title: 'Allgemeine Geschäftsbedingungen',
    lead: 'Die Regeln für alle, die auf {market} stöbern, installieren oder kaufen. Fassung vom 26. November 2026.',
    parts: [
      {
        heading: 'Betreiber',
        paragraphs: [
          'Dieser Marktplatz wird von {operator} ({address}) betrieben, erreichbar unter {mail}. Der Betreiber ist auch der Verkäufer dessen, was Sie hier kaufen.',
        ],
      },
      {
        heading: 'Ansehen und anmelden',
        paragraphs: [
          'Alles lässt sich ohne Anmeldung ansehen. Zum Kaufen und Installieren melden Sie sich mit Ihrem Shop an: aus der Verwaltung Ihrer Plattform oder mit einem Einmalcode, der an die bei Ihrem Shop hinterlegte E-Mail-Adresse gesendet wird. Geben Sie den Code nicht weiter.',
        ],
      },
      {
        heading: 'Kaufen',
        paragraphs: [
          'Preis, Steuer und Währung stehen auf der Kassenseite; mehr als der bestätigte Betrag wird nicht abgebucht. Ein Artikel wird für einen Shop gekauft und darf dort zeitlich unbegrenzt genutzt werden. Näheres regelt der Kaufvertrag.',
        ],
      },
      {
        heading: 'Installieren und entfernen',
        paragraphs: [
          'Vor einer Installation sehen Sie, was sich in Ihrem Shop ändert. Beim Entfernen wird alles zurückgenommen, was der Artikel hinzugefügt hat; hat inzwischen jemand anderes etwas geändert, werden Sie darauf hingewiesen und es wird nicht überschrieben.',
        ],
      },
      {
        heading: 'Angebote der Entwickler',
        paragraphs: [
          'Auf der Seite jedes Artikels steht sein Entwickler. Quelloffene Bestandteile stehen unter ihren eigenen Lizenzen. Ein Artikel, der gegen die Regeln verstößt oder Schaden anrichtet, wird vom Marktplatz genommen, und seine Seite nennt den Grund.',
        ],
      },
      {
        heading: 'Nicht erlaubt',
        list: [
          'Der Versuch, in einen fremden Shop zu gelangen.',
          'Der Versuch, Zahlungen, Gutscheine oder Grenzen zu umgehen.',
          'Bewertungen zu kaufen oder zu verkaufen oder eine zu schreiben, ohne den Artikel benutzt zu haben.',
        ],
      },
      {
        heading: 'Haftung',
        paragraphs: [
          'Wir haften unbeschränkt für Vorsatz und grobe Fahrlässigkeit, für die Verletzung von Leben, Körper und Gesundheit und soweit das Gesetz keine Beschränkung zulässt. Im Übrigen haften wir nur für die Verletzung wesentlicher Vertragspflichten, begrenzt auf den vorhersehbaren, vertragstypischen Schaden.',
          'Hält ein Artikel nicht, was seine Seite verspricht, wenden Sie sich zuerst an den Entwickler und, wenn das nicht hilft, an uns.',
        ],
      },
      { heading: 'Beschwerden', paragraphs: ['{complaints}'] },
      {
        heading: 'Änderungen und anwendbares Recht',
        paragraphs: [
          'Ändern sich diese Bedingungen, steht die neue Fassung mit ihrem Datum hier. Wozu Sie vorher zugestimmt haben, bleibt im damaligen Wortlaut erhalten. {applicable_law}',
        ],
      },
    ],
  },
  ar: {
    title: 'شروط الاستخدام',
    lead: 'قواعد لكل من يتصفح {market} أو يثبّت أو يشتري منه. نسخة 26-11-2026.',
    parts: [
      {
        heading: 'من يديره',
        paragraphs: [
          'يدير هذا السوق {operator} ({address})، وتصل إليه على {mail}. وهو أيضًا بائع ما تشتريه هنا.',
        ],
      },
      {
        heading: 'التصفح والدخول',
        paragraphs: [
          'لك أن تتصفح كل شيء دون تسجيل دخول. وللشراء والتثبيت تدخل بمتجرك: من لوحة منصتك، أو برمز لمرة واحدة يُرسل إلى البريد المسجل لمتجرك. لا تشارك الرمز.',
        ],
      },
      {
        heading: 'الشراء',
        paragraphs: [
          'السعر وضريبته وعملته مذكورة في صفحة الدفع، ولا يُحصَّل أكثر مما أكدته. تشتري المنتج لمتجر واحد ولك استخدامه فيه دون حد زمني. والتفاصيل في عقد البيع.',
        ],
      },
      {
        heading: 'التثبيت والإزالة',
        paragraphs: [
          'قبل التثبيت ترى ما سيتغير في متجرك. وعند الإزالة يُسحب كل ما أضافه المنتج؛ وإن غيّر غيره شيئًا في الأثناء تُبلَّغ بذلك ولا يُكتب فوقه.',
        ],
      },
      {
        heading: 'ما يقدمه المطورون',
        paragraphs: [
          'تذكر صفحة كل منتج مطوّره. وتبقى الأجزاء المفتوحة المصدر خاضعة لرخصها. والمنتج الذي يخالف القواعد أو يسبب ضررًا يُرفع من السوق وتذكر صفحته السبب.',
        ],
      },
      {
        heading: 'غير مسموح',
        list: [
          'محاولة الدخول إلى متجر غيرك.',
          'محاولة التحايل على الدفع أو القسائم أو الحدود.',
          'شراء التقييمات أو بيعها، أو كتابة تقييم دون استخدام المنتج.',
        ],
      },
      {
        heading: 'المسؤولية',
        paragraphs: [
          'نحن مسؤولون دون حد عن العمد والإهمال الجسيم وحيث لا يجيز النظام أي حد. وفيما عدا ذلك تقتصر مسؤوليتنا على الإخلال بالتزام جوهري وفي حدود الضرر المتوقع عادةً.',
          'إن لم يفعل المنتج ما تقوله صفحته فراسل مطوّره أولًا، ثم راسلنا إن لم يُجدِ ذلك.',
        ],
      },
      { heading: 'الشكاوى', paragraphs: ['{complaints}'] },
      {
        heading: 'التغييرات والقانون الساري',
        paragraphs: [
          'إن تغيرت هذه الشروط نُشرت النسخة الجديدة هنا بتاريخها. وما وافقت عليه قبلها محفوظ بنصه حينها. {applicable_law}',
        ],
      },
    ],
  },
}
