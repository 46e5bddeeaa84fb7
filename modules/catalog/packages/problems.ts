import type { Locale } from '#lib/locale.ts'
import { refusing } from '#lib/refusal.ts'

/**
 * Reasons for refusing a package, each with its own code and text. The params `path`, `limit`,
 * `detail` and `kind` fill PACKAGE_MESSAGES.
 */
export const PACKAGE_REFUSALS = {
  'package.not_a_zip': 422,
  'package.broken_zip': 422,
  'package.too_large': 422,
  'package.too_many_files': 422,
  'package.file_too_large': 422,
  'package.expands_too_much': 422,
  'package.path_outside': 422,
  'package.path_absolute': 422,
  'package.path_backslash': 422,
  'package.path_invalid': 422,
  'package.name_twice': 422,
  'package.name_conflict': 422,
  'package.link': 422,
  'package.folder_entry': 422,
  'package.special_file': 422,
  'package.encrypted': 422,
  'package.unsupported_zip': 422,
  'package.data_before': 422,
  'package.data_after': 422,
  'package.data_between': 422,
  'package.entries_overlap': 422,
  'package.headers_differ': 422,
  'package.size_differs': 422,
  'package.checksum_differs': 422,
  'package.nested_archive': 422,
  'package.manifest_missing': 422,
  'package.manifest_twice': 422,
  'package.manifest_unreadable': 422,
  'package.manifest_invalid': 422,
  'package.file_missing': 422,
  'package.too_costly': 422,
  'package.hidden_file': 422,
  'package.file_type': 422,
  'package.two_extensions': 422,
  'package.content_differs': 422,
  'package.active_content': 422,
  'package.outside_address': 422,
  'package.broken_markup': 422,
} as const

export type PackageRefusalCode = keyof typeof PACKAGE_REFUSALS

export const refusePackage = refusing(PACKAGE_REFUSALS)

/** Turns errors of yauzl into a refusal, except errors of the file system (they have a `code`). */
export async function orBroken<T>(path: string, reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (error) {
    if (!(error instanceof Error) || 'code' in error) throw error
    throw refusePackage('package.broken_zip', { params: { detail: `${path}: ${error.message}` } })
  }
}

/** `{path}` is the file, `{limit}` a limit with its unit, `{detail}` is for engineers. */
export const PACKAGE_MESSAGES: Record<Locale, Record<`errors.${PackageRefusalCode}`, string>> = {
  tr: {
    'errors.package.not_a_zip':
      'Bu dosya bir zip değil ya da yarım kalmış. Paketi yeniden oluşturup yükle.',
    'errors.package.broken_zip': 'Zip dosyası okunamıyor: {detail}',
    'errors.package.too_large': 'Paket çok büyük. En fazla {limit} olabilir.',
    'errors.package.too_many_files':
      'Pakette çok fazla dosya var. En fazla {limit} dosya olabilir.',
    'errors.package.file_too_large': '{path} çok büyük. Bir dosya en fazla {limit} olabilir.',
    'errors.package.expands_too_much':
      '{path} açılınca {limit} katından fazla büyüyor. Böyle sıkıştırılmış dosya kabul etmiyoruz.',
    'errors.package.path_outside': '{path} paketin dışına çıkıyor. Adlarda ".." kullanma.',
    'errors.package.path_absolute': '{path} tam yol. Adlar paketin köküne göre yazılmalı.',
    'errors.package.path_backslash': '{path} ters bölü içeriyor. Klasörleri "/" ile ayır.',
    'errors.package.path_invalid':
      '{path} kabul edilen bir ad değil. Yalnızca A–Z, a–z, 0–9, nokta, alt çizgi ve tire kullan; en fazla 200 karakter.',
    'errors.package.name_twice':
      '{path} iki kez var. Yalnızca büyük küçük harfi farklı adlar da aynı sayılır.',
    'errors.package.name_conflict': '{path} hem dosya hem klasör adı.',
    'errors.package.link': '{path} bir bağlantı. Bağlantının yerine dosyanın kendisini koy.',
    'errors.package.folder_entry':
      '{path} bir klasör kaydı. Zip yalnızca dosya içermeli ("zip -D").',
    'errors.package.special_file':
      '{path} sıradan bir dosya değil ya da özel izinleri var (setuid, setgid).',
    'errors.package.encrypted': '{path} şifreli. Paketi şifresiz oluştur.',
    'errors.package.unsupported_zip': 'Zip desteklemediğimiz bir özellik kullanıyor: {detail}',
    'errors.package.data_before': 'Zip kaydından önce başka veri var. Dosya yalnızca zip olmalı.',
    'errors.package.data_after':
      'Zip kaydından sonra başka veri ya da açıklama var. Dosya yalnızca zip olmalı.',
    'errors.package.data_between': 'Zip kayıtlarının arasında gizli veri var ({path}).',
    'errors.package.entries_overlap': '{path} başka bir kaydın üstüne biniyor.',
    'errors.package.headers_differ':
      '{path} için zip iki ayrı şey söylüyor. Paketi başka bir araçla yeniden oluştur.',
    'errors.package.size_differs': '{path} yazdığından farklı boyutta.',
    'errors.package.checksum_differs': '{path} bozulmuş: sağlama toplamı tutmuyor.',
    'errors.package.nested_archive':
      '{path} bir arşiv. Pakette arşiv olamaz; içindekileri doğrudan koy.',
    'errors.package.manifest_missing':
      'Paketin kökünde arasta.app.json ya da arasta.theme.json yok.',
    'errors.package.manifest_twice':
      'Pakette hem arasta.app.json hem arasta.theme.json var. Biri kalsın.',
    'errors.package.manifest_unreadable': '{path} okunamıyor: {detail}',
    'errors.package.manifest_invalid': '{path} kurallara uymuyor: {detail}',
    'errors.package.file_missing': 'Bildirimde adı geçen {path} pakette yok.',
    'errors.package.too_costly':
      'Paketi okumak çok uzun sürdü ya da çok bellek istedi. Daha az dosyayla veya daha küçük bir manifestle yeniden dene.',
    'errors.package.hidden_file':
      '{path} gizli bir dosya. Adı noktayla başlayan dosya ve klasörleri paketten çıkar.',
    'errors.package.file_type':
      '{path}: “{detail}” türünde dosya bu tür bir pakette olamaz. Kabul edilen türler package-format.md dosyasında yazar.',
    'errors.package.two_extensions':
      '{path} iki uzantı taşıyor; sunucular “{detail}” dosyası sanabilir. Adı tire ile yaz.',
    'errors.package.content_differs': '{path} adının söylediği türde değil; içeriği: {detail}.',
    'errors.package.active_content': '{path} tarayıcıda çalışacak bir şey içeriyor: {detail}',
    'errors.package.outside_address': '{path} pakette olmayan bir adresi yüklüyor: {detail}',
    'errors.package.broken_markup': '{path} çözümlenemiyor: {detail}',
  },
  en: {
    'errors.package.not_a_zip':
      'This file is not a zip, or it was cut short. Build the package again and upload it.',
    'errors.package.broken_zip': 'The zip cannot be read: {detail}',
    'errors.package.too_large': 'The package is too large. The limit is {limit}.',
    'errors.package.too_many_files': 'The package holds too many files. The limit is {limit}.',
    'errors.package.file_too_large': '{path} is too large. The limit for one file is {limit}.',
    'errors.package.expands_too_much':
      '{path} grows more than {limit} times when unpacked. Files compressed like this are not accepted.',
    'errors.package.path_outside': '{path} leads out of the package. Names must not contain "..".',
    'errors.package.path_absolute':
      '{path} is an absolute path. Names start at the root of the package.',
    'errors.package.path_backslash': '{path} contains a backslash. Separate folders with "/".',
    'errors.package.path_invalid':
      '{path} is not an accepted name. Use A–Z, a–z, 0–9, dot, underscore and hyphen, 200 characters at most.',
    'errors.package.name_twice':
      '{path} is there twice. Names that differ only by case count as the same.',
    'errors.package.name_conflict': '{path} is the name of a file and of a folder.',
    'errors.package.link': '{path} is a link. Put the file itself in its place.',
    'errors.package.folder_entry':
      '{path} is a folder entry. The zip must hold files only ("zip -D").',
    'errors.package.special_file':
      '{path} is not a regular file, or has special permissions (setuid, setgid).',
    'errors.package.encrypted': '{path} is encrypted. Build the package without a password.',
    'errors.package.unsupported_zip': 'The zip uses something we do not support: {detail}',
    'errors.package.data_before':
      'There is other data before the zip. The file must be a zip and nothing else.',
    'errors.package.data_after':
      'There is other data or a comment after the zip. The file must be a zip and nothing else.',
    'errors.package.data_between': 'There is hidden data between the entries of the zip ({path}).',
    'errors.package.entries_overlap': '{path} overlaps another entry.',
    'errors.package.headers_differ':
      'The zip says two different things about {path}. Build the package with another tool.',
    'errors.package.size_differs': '{path} has another size than the zip says.',
    'errors.package.checksum_differs': '{path} is damaged: its checksum does not match.',
    'errors.package.nested_archive':
      '{path} is an archive. A package cannot hold archives; put in what is inside.',
    'errors.package.manifest_missing':
      'There is no arasta.app.json or arasta.theme.json at the root of the package.',
    'errors.package.manifest_twice':
      'The package holds both arasta.app.json and arasta.theme.json. Keep one.',
    'errors.package.manifest_unreadable': '{path} cannot be read: {detail}',
    'errors.package.manifest_invalid': '{path} does not follow the rules: {detail}',
    'errors.package.file_missing': 'The manifest names {path}, but the package does not hold it.',
    'errors.package.too_costly':
      'Reading the package took too long or too much memory. Try again with fewer files or a smaller manifest.',
    'errors.package.hidden_file':
      '{path} is a hidden file. Leave out files and folders whose names begin with a dot.',
    'errors.package.file_type':
      '{path}: files of type “{detail}” are not accepted in this kind of package. package-format.md lists the types that are.',
    'errors.package.two_extensions':
      '{path} has two extensions; servers may take it for a “{detail}” file. Use a hyphen in its name.',
    'errors.package.content_differs':
      '{path} is not of the type that its name says. Its content is: {detail}.',
    'errors.package.active_content': '{path} contains something that a browser would run: {detail}',
    'errors.package.outside_address':
      '{path} loads an address that is not a file of the package: {detail}',
    'errors.package.broken_markup': '{path} cannot be parsed: {detail}',
  },
  ar: {
    'errors.package.not_a_zip': 'هذا الملف ليس zip أو أنه ناقص. أنشئ الحزمة من جديد ثم ارفعها.',
    'errors.package.broken_zip': 'تعذّرت قراءة ملف zip: {detail}',
    'errors.package.too_large': 'الحزمة كبيرة جدًا. الحد الأقصى {limit}.',
    'errors.package.too_many_files': 'في الحزمة ملفات أكثر من اللازم. الحد الأقصى {limit}.',
    'errors.package.file_too_large': 'الملف {path} كبير جدًا. الحد الأقصى للملف الواحد {limit}.',
    'errors.package.expands_too_much':
      'الملف {path} يكبر عند فكّه أكثر من {limit} مرة. لا نقبل ملفات مضغوطة بهذا الشكل.',
    'errors.package.path_outside': 'المسار {path} يخرج من الحزمة. لا تستعمل ".." في الأسماء.',
    'errors.package.path_absolute': 'المسار {path} مطلق. يجب أن تبدأ الأسماء من جذر الحزمة.',
    'errors.package.path_backslash': 'في {path} شرطة مائلة عكسية. افصل المجلدات بالعلامة "/".',
    'errors.package.path_invalid':
      'الاسم {path} غير مقبول. استعمل A–Z وa–z و0–9 والنقطة والشرطة والشرطة السفلية، بحد أقصى 200 حرف.',
    'errors.package.name_twice':
      'الملف {path} مكرّر. الأسماء التي تختلف في حالة الأحرف فقط تُعدّ اسمًا واحدًا.',
    'errors.package.name_conflict': 'الاسم {path} لملف ولمجلد في الوقت نفسه.',
    'errors.package.link': 'العنصر {path} رابط. ضع الملف نفسه مكانه.',
    'errors.package.folder_entry': 'العنصر {path} مجلد. يجب أن يحتوي zip على ملفات فقط ("zip -D").',
    'errors.package.special_file':
      'العنصر {path} ليس ملفًا عاديًا أو له أذونات خاصة (setuid وsetgid).',
    'errors.package.encrypted': 'الملف {path} مشفّر. أنشئ الحزمة من دون كلمة مرور.',
    'errors.package.unsupported_zip': 'يستعمل ملف zip ميزة لا ندعمها: {detail}',
    'errors.package.data_before': 'هناك بيانات أخرى قبل محتوى zip. يجب أن يكون الملف zip فقط.',
    'errors.package.data_after':
      'هناك بيانات أخرى أو تعليق بعد محتوى zip. يجب أن يكون الملف zip فقط.',
    'errors.package.data_between': 'هناك بيانات مخفية بين عناصر zip ({path}).',
    'errors.package.entries_overlap': 'العنصر {path} يتداخل مع عنصر آخر.',
    'errors.package.headers_differ':
      'يذكر ملف zip معلومتين مختلفتين عن {path}. أنشئ الحزمة بأداة أخرى.',
    'errors.package.size_differs': 'حجم {path} يختلف عمّا هو مكتوب في zip.',
    'errors.package.checksum_differs': 'الملف {path} تالف: المجموع الاختباري لا يطابق.',
    'errors.package.nested_archive':
      'الملف {path} أرشيف. لا يمكن أن تحتوي الحزمة على أرشيفات؛ ضع محتواه مباشرة.',
    'errors.package.manifest_missing': 'لا يوجد arasta.app.json أو arasta.theme.json في جذر الحزمة.',
    'errors.package.manifest_twice':
      'في الحزمة arasta.app.json وarasta.theme.json معًا. أبقِ واحدًا منهما.',
    'errors.package.manifest_unreadable': 'تعذّرت قراءة {path}: {detail}',
    'errors.package.manifest_invalid': 'الملف {path} لا يتبع القواعد: {detail}',
    'errors.package.file_missing': 'يذكر البيان الملف {path} لكنه غير موجود في الحزمة.',
    'errors.package.too_costly':
      'استغرقت قراءة الحزمة وقتًا طويلًا أو احتاجت إلى ذاكرة كبيرة. جرّب من جديد بملفات أقل أو ببيان أصغر.',
    'errors.package.hidden_file':
      'الملف {path} مخفي. احذف الملفات والمجلدات التي تبدأ أسماؤها بنقطة.',
    'errors.package.file_type':
      'الملف {path}: النوع “{detail}” غير مقبول في هذا النوع من الحزم. الأنواع المقبولة مذكورة في package-format.md.',
    'errors.package.two_extensions':
      'للملف {path} امتدادان، وقد تعدّه الخوادم ملف “{detail}”. استعمل شرطة في الاسم.',
    'errors.package.content_differs':
      'الملف {path} ليس من النوع الذي يدل عليه اسمه. محتواه: {detail}.',
    'errors.package.active_content': 'في الملف {path} شيء يشغّله المتصفح: {detail}',
    'errors.package.outside_address': 'يحمّل الملف {path} عنوانًا ليس من ملفات الحزمة: {detail}',
    'errors.package.broken_markup': 'تعذّر تحليل الملف {path}: {detail}',
  },
}
