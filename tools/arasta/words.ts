import type { Locale } from '#lib/locale.ts'

/** What the program says by itself; the rules bring their own words. */
const WORDS = {
  usage: {
    tr: `Ne yapılacağını söyle:
  arasta create app|theme <ad> [--author "Adın"]      çalışan ve denetimi geçen bir klasör yazar
  arasta check <klasör|zip> [--json] [--listing <dosya>] [--package-only]
  arasta dev <klasör> [--port 4600] [--set ad=değer]… [--json]      ürünü bir deneme mağazasında gösterir, dosya değişince sayfa yenilenir
  arasta publish <klasör> [--wait] [--with-listing] [--json]      pazara gönderir
  arasta status [önek] [--json]      gönderilenin durumu
publish ve status ARASTA_TOKEN (ve başka bir makinedeki pazar için ARASTA_CONSOLE) değişkenini okur.
Hepsinde: --lang tr|en|ar. Çıkış kodu: 0 oldu, 1 kaldı ya da reddedildi, 2 yapılamadı.`,
    en: `Say what to do:
  arasta create app|theme <name> [--author "Your name"]      writes a folder that runs and passes the check
  arasta check <folder|zip> [--json] [--listing <file>] [--package-only]
  arasta dev <folder> [--port 4600] [--set name=value]… [--json]      shows the item on a demo shop; pages load anew when a file changes
  arasta publish <folder> [--wait] [--with-listing] [--json]      hands it in at the market
  arasta status [prefix] [--json]      how what was handed in stands
publish and status read ARASTA_TOKEN, and ARASTA_CONSOLE for a market on another machine.
With all: --lang tr|en|ar. The exit code is 0 passed, 1 failed or refused, 2 could not be done.`,
    ar: `حدّد المطلوب:
  arasta create app|theme <الاسم> [--author "اسمك"]      ينشئ مجلدًا يعمل ويجتاز الفحص
  arasta check <مجلد|zip> [--json] [--listing <ملف>] [--package-only]
  arasta dev <مجلد> [--port 4600] [--set اسم=قيمة]… [--json]      يعرض المنتج في متجر تجريبي ويحدّث الصفحة عند تغيّر ملف
  arasta publish <مجلد> [--wait] [--with-listing] [--json]      يرسله إلى السوق
  arasta status [البادئة] [--json]      حال ما أُرسل
يقرأ publish وstatus المتغير ARASTA_TOKEN، وARASTA_CONSOLE لسوق على جهاز آخر.
معها كلها: ‎--lang tr|en|ar‎. رمز الخروج: 0 نجح، 1 فشل أو رُفض، 2 تعذّر التنفيذ.`,
  },
  passed: { tr: 'Geçti: {count} kuralın hepsi.', en: 'Passed: all {count} rules.', ar: 'نجح: كل القواعد ({count}).' },
  failed: { tr: 'Kaldı: {failed} kural, {count} kuraldan.', en: 'Failed: {failed} of {count} rules.', ar: 'فشل: {failed} من {count} قاعدة.' },
  could_not_run: { tr: 'Denetlenemedi: {unknown} kural çalışamadı ({count} kuraldan). Bu, geçti demek değildir.', en: 'Could not be checked: {unknown} of {count} rules could not run. That is not a pass.', ar: 'تعذّر الفحص: {unknown} من {count} قاعدة لم تعمل، وهذا لا يعني النجاح.' },
  mend: { tr: 'Çözüm', en: 'Mend', ar: 'الحل' },
  seen: { tr: 'Görülen', en: 'Seen', ar: 'المرصود' },
  unknown: { tr: 'çalışamadı', en: 'could not run', ar: 'لم تعمل' },
  quarantine: { tr: 'Bu paket karantinaya alınır: kimseye verilmez.', en: 'This package would be quarantined: nobody gets it.', ar: 'تُعزل هذه الحزمة: لا تُعطى لأحد.' },
  left: { tr: 'Burada bakılmadı, pazar bakar: {rules}', en: 'Not looked at here, the market does: {rules}', ar: 'لم يُفحص هنا ويفحصه السوق: {rules}' },
  no_listing: { tr: 'Ürün sayfası yok: arasta.listing.json koy, --listing ile göster ya da yalnızca paket için --package-only de.', en: 'There is no listing: add arasta.listing.json, name one with --listing, or say --package-only for the package alone.', ar: 'لا توجد صفحة عرض: أضف arasta.listing.json أو حددها بـ ‎--listing‎ أو استخدم ‎--package-only‎ للحزمة وحدها.' },
  unreadable: { tr: 'Okunamıyor: {why}', en: 'Cannot be read: {why}', ar: 'تعذّرت القراءة: {why}' },
  name: { tr: 'Ad küçük harf, rakam ve tire olsun: hediye-notu', en: 'A name is small letters, digits and hyphens: gift-note', ar: 'الاسم بحروف صغيرة وأرقام وشرطات: gift-note' },
  there: { tr: '{folder} zaten var; üstüne yazılmaz.', en: '{folder} is there already and is not written over.', ar: '{folder} موجود مسبقًا ولن يُستبدل.' },
  written: { tr: '{folder} yazıldı. Sırada: arasta check {folder}', en: '{folder} is written. Next: arasta check {folder}', ar: 'أُنشئ {folder}. التالي: arasta check {folder}' },
  publish_check: { tr: 'Gönderilmedi: denetimden geçmiyor ({rules}). Ayrıntı: arasta check', en: 'Not handed in: it fails the check ({rules}). Details: arasta check', ar: 'لم يُرسل: لم يجتز الفحص ({rules}). التفاصيل: arasta check' },
  publish_no_item: { tr: '{partner} ekibinin “{prefix}” önekli bir ürünü yok, ya da anahtar başka bir ürün için. Ürünü önce konsolda oluştur.', en: '{partner} has no item with the prefix “{prefix}”, or the token is for another one. Make the item in the console first.', ar: 'ليس لدى {partner} منتج ببادئة «{prefix}» أو أن الرمز لمنتج آخر. أنشئ المنتج في لوحة التحكم أولًا.' },
  state_checking: { tr: 'denetleniyor', en: 'being checked', ar: 'قيد الفحص' },
  state_waiting: { tr: 'incelemede sırada', en: 'waiting for a reviewer', ar: 'بانتظار المراجع' },
  state_approved: { tr: 'onaylandı', en: 'approved', ar: 'مقبول' },
  state_rejected: { tr: 'reddedildi', en: 'rejected', ar: 'مرفوض' },
  state_withdrawn: { tr: 'geri çekildi', en: 'withdrawn', ar: 'مسحوب' },
  state_failed_checks: { tr: 'denetimden kaldı', en: 'failed the checks', ar: 'لم يجتز الفحص' },
  state_none: { tr: 'henüz bir şey gönderilmedi', en: 'nothing handed in yet', ar: 'لم يُرسل شيء بعد' },
  market_no_token: { tr: '{token} boş. Konsolda “Erişim anahtarları” sayfasından bir anahtar yap ve bu değişkene koy.', en: '{token} is empty. Make a token on the console’s page “Access tokens” and put it there.', ar: '{token} فارغ. أنشئ رمزًا من صفحة «رموز الوصول» في لوحة التحكم وضعه فيه.' },
  market_malformed_token: { tr: '{token} içindeki bir Arasta anahtarı değil ya da eksik kopyalanmış.', en: 'What {token} holds is no Arasta token, or not the whole of one.', ar: 'ما في {token} ليس رمز Arasta أو أنه ناقص.' },
  market_address: { tr: '{console}={address}: https ile başlayan, yalnız sunucuyu gösteren bir adres olsun.', en: '{console}={address}: an address with https and nothing behind the host, please.', ar: '{console}={address}: يلزم عنوان يبدأ بـ https دون مسار بعد المضيف.' },
  market_unreachable: { tr: '{address} yanıt vermiyor. Pazar çalışıyor mu? Adres {console} değişkeninden gelir.', en: '{address} does not answer. Is the market running? The address comes from {console}.', ar: '{address} لا يجيب. هل السوق يعمل؟ يأتي العنوان من {console}.' },
  dev_options: { tr: '--port bir kapı numarası, --set ad=değer olsun.', en: '--port is a number, --set is name=value.', ar: '‎--port‎ رقم، و‎--set‎ اسم=قيمة.' },
  dev_ready: { tr: 'Deneme mağazası: {url}   ({folder} izleniyor; durdurmak için Ctrl+C)', en: 'The demo shop: {url}   (watching {folder}; Ctrl+C ends it)', ar: 'المتجر التجريبي: {url}   (تُراقب {folder}؛ للإيقاف Ctrl+C)' },
  dev_installed: { tr: '✓ {version} mağazada: {changes}', en: '✓ {version} is on the shop: {changes}', ar: '✓ الإصدار {version} في المتجر: {changes}' },
  dev_failed: { tr: '✗ Kurulamadı, mağazada önceki hali duruyor: {message}', en: '✗ Not installed, the shop keeps what it had: {message}', ar: '✗ لم يُثبّت ويبقى المتجر كما كان: {message}' },
  dev_stopped: { tr: 'Durduruldu; geriye bir şey kalmadı.', en: 'Stopped; nothing is left behind.', ar: 'أُوقف، ولم يبقَ شيء.' },
  dev_port: { tr: '{port} numaralı kapı dolu. Başkasını --port ile ver.', en: 'Port {port} is taken. Name another one with --port.', ar: 'المنفذ {port} مشغول. حدد غيره بـ ‎--port‎.' },
} as const satisfies Record<string, Record<Locale, string>>

export type WordKey = keyof typeof WORDS
export const wordsFor = (locale: Locale) => (key: WordKey): string => WORDS[key][locale]
