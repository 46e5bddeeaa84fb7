import type { Locale } from '#lib/locale.ts'

/** What the program says by itself; the rules bring their own words. */
const WORDS = {
  usage: {
    tr: `Ne yapılacağını söyle:
  arasta create app|theme <ad> [--author "Adın"]      çalışan ve denetimi geçen bir klasör yazar
  arasta check <klasör|zip> [--json] [--listing <dosya>] [--package-only]
Her ikisinde: --lang tr|en|ar. Çıkış kodu: 0 geçti, 1 kaldı, 2 denetlenemedi.`,
    en: `Say what to do:
  arasta create app|theme <name> [--author "Your name"]      writes a folder that runs and passes the check
  arasta check <folder|zip> [--json] [--listing <file>] [--package-only]
With both: --lang tr|en|ar. The exit code is 0 passed, 1 failed, 2 could not be checked.`,
    ar: `حدّد المطلوب:
  arasta create app|theme <الاسم> [--author "اسمك"]      ينشئ مجلدًا يعمل ويجتاز الفحص
  arasta check <مجلد|zip> [--json] [--listing <ملف>] [--package-only]
مع كليهما: ‎--lang tr|en|ar‎. رمز الخروج: 0 نجح، 1 فشل، 2 تعذّر الفحص.`,
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
} as const satisfies Record<string, Record<Locale, string>>

export type WordKey = keyof typeof WORDS
export const wordsFor = (locale: Locale) => (key: WordKey): string => WORDS[key][locale]
