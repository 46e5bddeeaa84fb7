import type { Locale } from '#lib/locale.ts'

export const COMMANDS = ['create', 'dev', 'check', 'publish', 'status'] as const
export type Command = (typeof COMMANDS)[number]
export const isCommand = (text: string | undefined): text is Command =>
  (COMMANDS as readonly (string | undefined)[]).includes(text)

const ALL: Record<Locale, string> = {
  tr: `arasta: mağazalar için uygulama ya da tema yap, dene, pazara gönder.

  arasta create app|theme <ad>   çalışan bir ürünün olduğu bir klasör yazar
  arasta dev <klasör>            ürünü bu makinede bir deneme mağazasında gösterir
  arasta check <klasör>          pazarın soracağı kuralları çalıştırır
  arasta publish <klasör>        pazara gönderir: ürünü, sayfasını ve sürümünü
  arasta status [önek]           gönderdiğinin durumunu söyler

İlk ürününse sıra budur: create, dev, check, publish, status.
Biri hakkında daha fazlası: arasta <komut> --help

Hepsinde: --json (programlar için), --lang tr|en|ar. Sürüm: arasta --version
Çıkış kodu: 0 oldu; 1 kaldı ya da reddedildi, nedeni yazar; 2 denenemedi (anahtar yok, ağ yok, komut yanlış).`,
  en: `arasta: make an app or a theme for shops, try it, and hand it in at a market.

  arasta create app|theme <name>   writes a folder with an item that runs already
  arasta dev <folder>              shows it on a demo shop on this machine
  arasta check <folder>            runs the rules that the market will ask
  arasta publish <folder>          hands it in: the item, its page and its release
  arasta status [prefix]           says what became of it

For a first item this is the order: create, dev, check, publish, status.
More about one of them: arasta <command> --help

With all: --json (for programs), --lang tr|en|ar. The version: arasta --version
Exit code: 0 it went well; 1 it failed or was refused, the words say why; 2 it could not be tried (no token, no network, a wrong command).`,
  ar: `arasta: اصنع تطبيقًا أو قالبًا للمتاجر وجرّبه وأرسله إلى السوق.

  arasta create app|theme <الاسم>   ينشئ مجلدًا فيه منتج يعمل
  arasta dev <المجلد>               يعرضه في متجر تجريبي على هذا الجهاز
  arasta check <المجلد>             يشغّل القواعد التي سيسأل عنها السوق
  arasta publish <المجلد>           يرسله إلى السوق: المنتج وصفحته وإصداره
  arasta status [البادئة]           يخبرك بحال ما أرسلته

إن كان هذا أول منتج لك فالترتيب: create ثم dev ثم check ثم publish ثم status.
للمزيد عن أمر: ‎arasta <الأمر> --help‎

مع الكل: ‎--json‎ (للبرامج) و‎--lang tr|en|ar‎. الإصدار: ‎arasta --version‎
رمز الخروج: 0 نجح؛ 1 فشل أو رُفض والسبب مكتوب؛ 2 تعذّرت المحاولة (لا رمز، لا شبكة، أمر خاطئ).`,
}

const EACH: Record<Command, Record<Locale, string>> = {
  create: {
    tr: `arasta create app|theme <ad> [--author "Adın"] [--support https://…]

<ad> adında bir klasör yazar. İçindeki ürün çalışır ve denetimi geçer: uygulama ürün sayfalarına bir not koyar, tema Bootstrap üstünde bir görünümdür.
  package/              mağazalara giden: değiştireceğin yer
  arasta.listing.json   pazardaki sayfası: metinler, kategori, fiyat, resimler
  arasta.notes.json     bu sürümde yeni olan
  --author    lisansta ve sayfada duracak ad
  --support   mağaza sahiplerinin soru soracağı sayfa
Var olan bir klasörün üstüne yazmaz.`,
    en: `arasta create app|theme <name> [--author "Your name"] [--support https://…]

Writes a folder of that name. The item in it runs and passes the check: the app puts a note onto product pages, the theme is a look on Bootstrap.
  package/              what shops get: what you will change
  arasta.listing.json   its page in the market: texts, category, price, pictures
  arasta.notes.json     what is new in this version
  --author    the name in the licence and on the page
  --support   the page where shop owners ask their questions
A folder that is there is never written over.`,
    ar: `arasta create app|theme <الاسم> [--author "اسمك"] [--support https://…]

ينشئ مجلدًا بهذا الاسم فيه منتج يعمل ويجتاز الفحص: التطبيق يضع ملاحظة في صفحات المنتجات، والقالب مظهر مبني على Bootstrap.
  package/              ما تحصل عليه المتاجر، وهو ما ستغيّره
  arasta.listing.json   صفحته في السوق: النصوص والفئة والسعر والصور
  arasta.notes.json     الجديد في هذا الإصدار
  --author    الاسم في الترخيص وفي الصفحة
  --support   الصفحة التي يسأل منها أصحاب المتاجر
لا يُكتب فوق مجلد موجود.`,
  },
  dev: {
    tr: `arasta dev <klasör> [--set ad=değer]… [--port 4600]

Ürünü bir deneme mağazasında gösterir. Mağaza bu programın içindedir: pazar, veritabanı, hesap, ağ gerekmez. Dosya değişince açık sayfa yenilenir.
  --set    kurulum formundaki bir sorunun cevabı, gerektiği kadar
  --port   mağazanın kapısı; verilmezse 4600, o doluysa boş bir kapı
Ctrl+C bitirir ve geriye bir şey bırakmaz. --json ile her satır bir nesne: ready, installed, warning, failed, stopped.`,
    en: `arasta dev <folder> [--set name=value]… [--port 4600]

Shows the item on a demo shop. The shop comes with this program: no market, no database, no account, no network. When a file changes, open pages load anew.
  --set    the answer to a question of the install form, as often as needed
  --port   where the shop stands; else 4600, or a free one when that is taken
Ctrl+C ends it and leaves nothing behind. With --json one object a line: ready, installed, warning, failed, stopped.`,
    ar: `arasta dev <المجلد> [--set اسم=قيمة]… [--port 4600]

يعرض المنتج في متجر تجريبي. المتجر داخل هذا البرنامج: لا سوق ولا قاعدة بيانات ولا حساب ولا شبكة. تُحدَّث الصفحات المفتوحة عند تغيّر ملف.
  --set    جواب سؤال في نموذج التثبيت، بعدد ما يلزم
  --port   منفذ المتجر؛ وإلا 4600 أو منفذ خالٍ إن كان مشغولًا
ينهيه Ctrl+C دون أن يترك شيئًا. مع ‎--json‎ كائن في كل سطر: ready وinstalled وwarning وfailed وstopped.`,
  },
  check: {
    tr: `arasta check <klasör|zip> [--listing <dosya>] [--package-only]

Pazarın kurallarını burada çalıştırır: burada geçen, orada aynı nedenle kalmaz. Kalan her kural yerini ve çözümünü söyler.
  --listing        ürün sayfası klasörün yanında değilse dosyası
  --package-only   yalnızca paketin kuralları
Çıkış kodu: 0 geçti, 1 kaldı, 2 bilinmiyor (bir kural çalışamadı ya da sayfa yok).`,
    en: `arasta check <folder|zip> [--listing <file>] [--package-only]

Runs the market's rules here: what passes here is not refused there for the same reason. Each rule that fails says where, and how to mend it.
  --listing        the listing, where it is not beside the package
  --package-only   the rules for the package alone
Exit code: 0 passed, 1 failed, 2 nobody knows (a rule could not run, or there is no listing).`,
    ar: `arasta check <مجلد|zip> [--listing <ملف>] [--package-only]

يشغّل قواعد السوق هنا: ما ينجح هنا لا يُرفض هناك للسبب نفسه. كل قاعدة تفشل تذكر المكان وطريقة الإصلاح.
  --listing        صفحة العرض إن لم تكن بجانب الحزمة
  --package-only   قواعد الحزمة وحدها
رمز الخروج: 0 نجح، 1 فشل، 2 غير معروف (قاعدة لم تعمل أو لا توجد صفحة عرض).`,
  },
  publish: {
    tr: `arasta publish <klasör> [--dry-run] [--wait] [--replace] [--package-only] [--with-listing]

Klasörü pazara gönderir. Ürün orada yoksa oluşturur; sayfasındaki farkları önce gösterir, sonra yazar; sürümü inceleme sırasına koyar. Yeniden çalıştırınca yalnız değişeni gönderir.
  --dry-run        yalnızca ne yapılacağını söyler
  --wait           pazarın kendi denetimleri bitene kadar bekler
  --replace        sonucu beklenen önceki gönderimi geri çeker
  --package-only   ürün sayfasına dokunmaz
  --with-listing   konsoldaki sayfa taslağını da gönderir
ARASTA_TOKEN: konsolun “Erişim anahtarları” sayfasından, sürüm gönderme ve durum görme yetkili. ARASTA_CONSOLE: pazarın konsolu, verilmezse bu makinedeki.
Çıkış kodu: 0 gönderildi ya da zaten aynı, 1 kaldı ya da reddedildi, 2 sorulamadı.`,
    en: `arasta publish <folder> [--dry-run] [--wait] [--replace] [--package-only] [--with-listing]

Hands the folder in. Makes the item where the market has none; shows what differs in its page and writes that; puts the release into the queue. Run again, it sends only what has changed.
  --dry-run        only says what would be done
  --wait           stays until the market's own checks are over
  --replace        takes back what was handed in before and is not decided
  --package-only   leaves the item's page alone
  --with-listing   hands in the page's draft in the console, too
ARASTA_TOKEN: from the console's page “Access tokens”, one that may send releases and see how submissions stand. ARASTA_CONSOLE: the market's console, else the one on this machine.
Exit code: 0 handed in, or all is the same already; 1 failed or refused; 2 nobody could be asked.`,
    ar: `arasta publish <المجلد> [--dry-run] [--wait] [--replace] [--package-only] [--with-listing]

يرسل المجلد إلى السوق. ينشئ المنتج إن لم يكن هناك، ويعرض فروق صفحته ثم يكتبها، ويضع الإصدار في قائمة المراجعة. عند إعادة تشغيله يرسل ما تغيّر فقط.
  --dry-run        يخبرك بما سيُفعل فقط
  --wait           ينتظر انتهاء فحوص السوق
  --replace        يسحب ما أُرسل سابقًا ولم يُحسم
  --package-only   لا يلمس صفحة المنتج
  --with-listing   يرسل مسودة الصفحة في لوحة التحكم أيضًا
ARASTA_TOKEN: من صفحة «رموز الوصول» في لوحة التحكم، بصلاحية إرسال الإصدارات ورؤية الحال. ARASTA_CONSOLE: لوحة تحكم السوق، وإلا التي على هذا الجهاز.
رمز الخروج: 0 أُرسل أو كل شيء مطابق، 1 فشل أو رُفض، 2 تعذّر السؤال.`,
  },
  status: {
    tr: `arasta status [önek]

Her ürünün son gönderiminin durumu: denetleniyor, sırada, onaylandı, reddedildi (nedeniyle). Önekle yalnız o ürün.
ARASTA_TOKEN ve ARASTA_CONSOLE publish ile aynı. Çıkış kodu: 0 yolunda, 1 biri reddedildi, kaldı ya da geri çekildi, 2 sorulamadı ya da öyle bir ürün yok.`,
    en: `arasta status [prefix]

How what was handed in last stands, item by item: being checked, waiting, approved, rejected (and why). With a prefix, that item alone.
ARASTA_TOKEN and ARASTA_CONSOLE as for publish. Exit code: 0 all is well, 1 one was rejected, failed or was taken back, 2 nobody could be asked or there is no such item.`,
    ar: `arasta status [البادئة]

حال آخر ما أُرسل من كل منتج: قيد الفحص، بالانتظار، مقبول، مرفوض (مع السبب). مع البادئة ذلك المنتج وحده.
ARASTA_TOKEN وARASTA_CONSOLE كما في publish. رمز الخروج: 0 كل شيء بخير، 1 رُفض أحدها أو فشل أو سُحب، 2 تعذّر السؤال أو لا منتج كهذا.`,
  },
}

/** What the program does, or what one command does. */
export const helpFor = (command: Command | null, locale: Locale): string =>
  (command === null ? ALL : EACH[command])[locale]
