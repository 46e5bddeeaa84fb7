import { fold } from '#lib/text.ts'

/** The 81 provinces of Türkiye in plate order: a postal code begins with the plate number. */
const IN_PLATE_ORDER = (
  'Adana,Adıyaman,Afyonkarahisar,Ağrı,Amasya,Ankara,Antalya,Artvin,Aydın,Balıkesir,Bilecik,Bingöl,Bitlis,' +
  'Bolu,Burdur,Bursa,Çanakkale,Çankırı,Çorum,Denizli,Diyarbakır,Edirne,Elazığ,Erzincan,Erzurum,Eskişehir,' +
  'Gaziantep,Giresun,Gümüşhane,Hakkari,Hatay,Isparta,Mersin,İstanbul,İzmir,Kars,Kastamonu,Kayseri,' +
  'Kırklareli,Kırşehir,Kocaeli,Konya,Kütahya,Malatya,Manisa,Kahramanmaraş,Mardin,Muğla,Muş,Nevşehir,Niğde,' +
  'Ordu,Rize,Sakarya,Samsun,Siirt,Sinop,Sivas,Tekirdağ,Tokat,Trabzon,Tunceli,Şanlıurfa,Uşak,Van,Yozgat,' +
  'Zonguldak,Aksaray,Bayburt,Karaman,Kırıkkale,Batman,Şırnak,Bartın,Ardahan,Iğdır,Yalova,Karabük,Kilis,' +
  'Osmaniye,Düzce'
).split(',')

/** Turkish order, spelled out because ICU versions differ. */
const ALPHABET = 'ABCÇDEFGĞHIİJKLMNOÖPRSŞTUÜVYZabcçdefgğhıijklmnoöprsştuüvyz'
const sortKey = (name: string) =>
  [...name].map((letter) => String.fromCharCode(32 + (ALPHABET.indexOf(letter) % 29))).join('')

const folded = new Map(IN_PLATE_ORDER.map((name) => [fold(name), name]))

/** The official name: "istanbul", "ISTANBUL" → "İstanbul"; undefined when unknown. */
export const provinceNamed = (typed: string): string | undefined => folded.get(fold(typed))

export const PROVINCES: readonly string[] = IN_PLATE_ORDER.toSorted((a, b) =>
  sortKey(a) < sortKey(b) ? -1 : 1,
)

export const provinceOfPlate = (plate: number): string => IN_PLATE_ORDER[plate - 1] ?? ''

/** "Bursa" → "16". */
export const plateOf = (province: string): string =>
  String(IN_PLATE_ORDER.indexOf(province) + 1).padStart(2, '0')

/** "16070" → "Bursa"; null when it names no province. */
export const provinceOfPostcode = (postcode: string): string | null =>
  IN_PLATE_ORDER[Number(postcode.slice(0, 2)) - 1] ?? null
