/** What the partner's side of the console refuses with. Put into words on the server. */
export const portalErrors = {
  'errors.partners.draft_changed': 'Bu sayfayı {person} senden sonra değiştirdi. Yazdıkların duruyor; aşağıda iki metni karşılaştır ve yeniden kaydet.',
  'errors.field.slug_taken': 'Bu adres alınmış',
  'errors.field.slug_reserved': 'Bu kelimeyi pazar kendi sayfaları için kullanıyor',
  'errors.field.slug_malformed': 'Küçük Latin harfleri, rakamlar ve tek tire; en az 2 karakter',
  'errors.field.prefix_taken': 'Bu ön ek alınmış',
  'errors.field.prefix_malformed': 'Harfle başlar; küçük Latin harfleri, rakamlar ve tek tire',
  'errors.field.https': 'https:// ile başlayan tam bir adres yaz',
  'errors.field.colour': '#0b737e gibi altı haneli bir renk yaz',
  'errors.field.three': 'En fazla üç tane seç',
} as const
