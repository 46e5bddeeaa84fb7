import type { Locale } from '#lib/locale.ts'

/** What the program says by itself; the rules bring their own words. */
const MESSAGES = {
  passed: {
    tr: 'Geçti: {count} kuralın hepsi.',
    en: 'Passed: all {count} rules.',
    ar: 'نجح: كل القواعد ({count}).',
  },
  failed: {
    tr: 'Kaldı: {failed} kural, {count} kuraldan.',
    en: 'Failed: {failed} of {count} rules.',
    ar: 'فشل: {failed} من {count} قاعدة.',
  },
  could_not_run: {
    tr: 'Denetlenemedi: {unknown} kural çalışamadı ({count} kuraldan). Bu, geçti demek değildir.',
    en: 'Could not be checked: {unknown} of {count} rules could not run. That is not a pass.',
    ar: 'تعذّر الفحص: {unknown} من {count} قاعدة لم تعمل، وهذا لا يعني النجاح.',
  },
  mend: { tr: 'Çözüm', en: 'Mend', ar: 'الحل' },
  seen: { tr: 'Görülen', en: 'Seen', ar: 'المرصود' },
  unknown: { tr: 'çalışamadı', en: 'could not run', ar: 'لم تعمل' },
  quarantine: {
    tr: 'Bu paket karantinaya alınır: kimseye verilmez.',
    en: 'This package would be quarantined: nobody gets it.',
    ar: 'تُعزل هذه الحزمة: لا تُعطى لأحد.',
  },
  left: {
    tr: 'Burada bakılmadı, pazar bakar: {rules}',
    en: 'Not looked at here, the market does: {rules}',
    ar: 'لم يُفحص هنا ويفحصه السوق: {rules}',
  },
  no_listing: {
    tr: 'Ürün sayfası yok: arasta.listing.json koy, --listing ile göster ya da yalnızca paket için --package-only de.',
    en: 'There is no listing: add arasta.listing.json, name one with --listing, or say --package-only for the package alone.',
    ar: 'لا توجد صفحة عرض: أضف arasta.listing.json أو حددها بـ ‎--listing‎ أو استخدم ‎--package-only‎ للحزمة وحدها.',
  },
  unreadable: { tr: 'Okunamıyor: {why}', en: 'Cannot be read: {why}', ar: 'تعذّرت القراءة: {why}' },
  name: {
    tr: 'Ad küçük harf, rakam ve tire olsun: hediye-notu',
    en: 'A name is small letters, digits and hyphens: gift-note',
    ar: 'الاسم بحروف صغيرة وأرقام وشرطات: gift-note',
  },
  there: {
    tr: '{folder} zaten var; üstüne yazılmaz.',
    en: '{folder} is there already and is not written over.',
    ar: '{folder} موجود مسبقًا ولن يُستبدل.',
  },
  written: {
    tr: '{folder} yazıldı. Sırada: arasta dev {folder}',
    en: '{folder} is written. Next: arasta dev {folder}',
    ar: 'أُنشئ {folder}. التالي: arasta dev {folder}',
  },
  support: {
    tr: '--support https ile başlayan bir adres olsun: mağaza sahipleri sorularını oradan sorar.',
    en: '--support is an address with https, where shop owners ask their questions.',
    ar: '‎--support‎ عنوان يبدأ بـ https يسأل منه أصحاب المتاجر.',
  },
  unknown_command: {
    tr: '“{said}” diye bir komut yok ya da eksik yazıldı.',
    en: '“{said}” is no command, or something is missing behind it.',
    ar: '«{said}» ليس أمرًا أو ينقصه شيء.',
  },
  unknown_option: {
    tr: 'Böyle bir seçenek yok: {said}',
    en: 'There is no such option: {said}',
    ar: 'لا يوجد خيار كهذا: {said}',
  },
  publish_check: {
    tr: 'Gönderilmedi: denetimden geçmiyor ({rules}). Ayrıntı: arasta check',
    en: 'Not handed in: it fails the check ({rules}). Details: arasta check',
    ar: 'لم يُرسل: لم يجتز الفحص ({rules}). التفاصيل: arasta check',
  },
  publish_no_item: {
    tr: '{partner} ekibinin “{prefix}” önekli bir ürünü yok, ya da anahtar başka bir ürün için. Ürünün oluşturulması için klasöre arasta.listing.json koy ve anahtarı tüm ürünler için yap.',
    en: '{partner} has no item with the prefix “{prefix}”, or the token is for another one. For the item to be made, put arasta.listing.json into the folder and use a token for all items.',
    ar: 'ليس لدى {partner} منتج ببادئة «{prefix}» أو أن الرمز لمنتج آخر. ليُنشأ المنتج ضع arasta.listing.json في المجلد واستخدم رمزًا لكل المنتجات.',
  },
  publish_created: {
    tr: '“{prefix}” pazarda yeni: taslak olarak oluşturuldu.',
    en: '“{prefix}” is new to the market: made as a draft.',
    ar: '«{prefix}» جديد في السوق: أُنشئ كمسودة.',
  },
  publish_listing: {
    tr: 'Ürün sayfasında {count} fark pazara yazılıyor:',
    en: 'Differences of the listing, {count}, are written to the market:',
    ar: 'تُكتب فروق صفحة العرض إلى السوق ({count}):',
  },
  publish_listing_would: {
    tr: 'Ürün sayfasında {count} fark pazara yazılacak:',
    en: 'Differences of the listing, {count}, would be written to the market:',
    ar: 'ستُكتب فروق صفحة العرض إلى السوق ({count}):',
  },
  publish_listing_same: {
    tr: 'Ürün sayfası pazardakiyle aynı.',
    en: 'The listing is as it is in the market.',
    ar: 'صفحة العرض مطابقة لما في السوق.',
  },
  publish_category: {
    tr: '“{said}” bu pazarda bir kategori değil. Şunlardan birini arasta.listing.json içindeki "categories" satırına yaz: {known}',
    en: '“{said}” is no category of this market. Write one of these into "categories" in arasta.listing.json: {known}',
    ar: '«{said}» ليست فئة في هذا السوق. اكتب إحدى هذه في ‎"categories"‎ داخل arasta.listing.json: {known}',
  },
  publish_incomplete: {
    tr: 'Gönderilmedi: ürün sayfasında eksikler var. Tamamla ve yeniden çalıştır.',
    en: 'Not handed in: the listing is not complete. Mend it and run this again.',
    ar: 'لم يُرسل: صفحة العرض غير مكتملة. أكملها ثم أعد التشغيل.',
  },
  publish_open: {
    tr: 'Gönderilmedi: {version} hâlâ sonuç bekliyor ({state}). Sonucu bekle, ya da --replace ile onu geri çekip bunu gönder.',
    en: 'Not handed in: {version} is not decided yet ({state}). Wait for it, or take it back and hand this in with --replace.',
    ar: 'لم يُرسل: ‏{version} لم يُحسم بعد ({state}). انتظر النتيجة، أو اسحبه وأرسل هذا بـ ‎--replace‎.',
  },
  publish_planned: {
    tr: 'Deneme: hiçbir şey yazılmadı, {version} gönderilmedi.',
    en: 'A trial: nothing was written, {version} was not handed in.',
    ar: 'تجربة: لم يُكتب شيء ولم يُرسل {version}.',
  },
  publish_planned_new: {
    tr: 'Deneme: ürün pazarda yok; oluşturulup {version} ile gönderilecekti.',
    en: 'A trial: the item is not in the market; it would be made and handed in with {version}.',
    ar: 'تجربة: المنتج ليس في السوق؛ كان سيُنشأ ويُرسل مع {version}.',
  },
  publish_same: {
    tr: '{version} zaten yayında ve her şey aynı: yapacak bir şey yok.',
    en: '{version} is out already and all is the same: nothing to do.',
    ar: '{version} منشور مسبقًا وكل شيء مطابق: لا شيء للتنفيذ.',
  },
  status_none: {
    tr: 'Bu anahtarın henüz bir ürünü yok. Sırada: arasta publish <klasör>',
    en: 'This token has no item yet. Next: arasta publish <folder>',
    ar: 'لا منتجات لهذا الرمز بعد. التالي: arasta publish <المجلد>',
  },
  status_unknown: {
    tr: '“{prefix}” önekli bir ürün yok. Hepsi için: arasta status',
    en: 'There is no item with the prefix “{prefix}”. For all of them: arasta status',
    ar: 'لا منتج ببادئة «{prefix}». لعرض الكل: arasta status',
  },
  state_checking: { tr: 'denetleniyor', en: 'being checked', ar: 'قيد الفحص' },
  state_waiting: { tr: 'incelemede sırada', en: 'waiting for a reviewer', ar: 'بانتظار المراجع' },
  state_approved: { tr: 'onaylandı', en: 'approved', ar: 'مقبول' },
  state_rejected: { tr: 'reddedildi', en: 'rejected', ar: 'مرفوض' },
  state_withdrawn: { tr: 'geri çekildi', en: 'withdrawn', ar: 'مسحوب' },
  state_failed_checks: { tr: 'denetimden kaldı', en: 'failed the checks', ar: 'لم يجتز الفحص' },
  state_none: {
    tr: 'henüz bir şey gönderilmedi',
    en: 'nothing handed in yet',
    ar: 'لم يُرسل شيء بعد',
  },
  market_no_token: {
    tr: '{token} boş. Konsolda “Erişim anahtarları” sayfasından bir anahtar yap ve bu değişkene koy.',
    en: '{token} is empty. Make a token on the console’s page “Access tokens” and put it there.',
    ar: '{token} فارغ. أنشئ رمزًا من صفحة «رموز الوصول» في لوحة التحكم وضعه فيه.',
  },
  market_malformed_token: {
    tr: '{token} içindeki bir Arasta anahtarı değil ya da eksik kopyalanmış.',
    en: 'What {token} holds is no Arasta token, or not the whole of one.',
    ar: 'ما في {token} ليس رمز Arasta أو أنه ناقص.',
  },
  market_address: {
    tr: '{console}={address}: https ile başlayan, yalnız sunucuyu gösteren bir adres olsun.',
    en: '{console}={address}: an address with https and nothing behind the host, please.',
    ar: '{console}={address}: يلزم عنوان يبدأ بـ https دون مسار بعد المضيف.',
  },
  market_unreachable: {
    tr: '{address} yanıt vermiyor. Pazar çalışıyor mu? Adres {console} değişkeninden gelir.',
    en: '{address} does not answer. Is the market running? The address comes from {console}.',
    ar: '{address} لا يجيب. هل السوق يعمل؟ يأتي العنوان من {console}.',
  },
  dev_options: {
    tr: '--port bir kapı numarası, --set ad=değer olsun.',
    en: '--port is a number, --set is name=value.',
    ar: '‎--port‎ رقم، و‎--set‎ اسم=قيمة.',
  },
  dev_ready: {
    tr: 'Deneme mağazası: {url}   ({folder} izleniyor; durdurmak için Ctrl+C)',
    en: 'The demo shop: {url}   (watching {folder}; Ctrl+C ends it)',
    ar: 'المتجر التجريبي: {url}   (تُراقب {folder}؛ للإيقاف Ctrl+C)',
  },
  dev_installed: {
    tr: '✓ {version} mağazada: {changes}',
    en: '✓ {version} is on the shop: {changes}',
    ar: '✓ الإصدار {version} في المتجر: {changes}',
  },
  dev_failed: {
    tr: '✗ Kurulamadı, mağazada önceki hali duruyor: {message}',
    en: '✗ Not installed, the shop keeps what it had: {message}',
    ar: '✗ لم يُثبّت ويبقى المتجر كما كان: {message}',
  },
  dev_stopped: {
    tr: 'Durduruldu; geriye bir şey kalmadı.',
    en: 'Stopped; nothing is left behind.',
    ar: 'أُوقف، ولم يبقَ شيء.',
  },
  dev_port: {
    tr: '{port} numaralı kapı dolu. Başkasını --port ile ver.',
    en: 'Port {port} is taken. Name another one with --port.',
    ar: 'المنفذ {port} مشغول. حدد غيره بـ ‎--port‎.',
  },
} as const satisfies Record<string, Record<Locale, string>>

export type MessageKey = keyof typeof MESSAGES
export const messagesFor =
  (locale: Locale) =>
  (key: MessageKey): string =>
    MESSAGES[key][locale]
