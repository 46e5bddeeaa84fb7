/** Refusals of the partner's side of the console. Translated on the server. */
export const portalErrors = {
  'errors.partners.draft_changed':
    'Bu sayfayı {person} senden sonra değiştirdi. Yazdıkların duruyor; aşağıda iki metni karşılaştır ve yeniden kaydet.',
  'errors.field.slug_taken': 'Bu adres alınmış',
  'errors.field.slug_reserved': 'Bu kelimeyi pazar kendi sayfaları için kullanıyor',
  'errors.field.slug_malformed': 'Küçük Latin harfleri, rakamlar ve tek tire; en az 2 karakter',
  'errors.field.prefix_taken': 'Bu ön ek alınmış',
  'errors.field.prefix_malformed': 'Harfle başlar; küçük Latin harfleri, rakamlar ve tek tire',
  'errors.field.https': 'https:// ile başlayan tam bir adres yaz',
  'errors.field.colour': '#0b737e gibi altı haneli bir renk yaz',
  'errors.field.three': 'En fazla üç tane seç',
  'errors.field.five': 'En fazla beş tane seç',
  'errors.partners.picture_svg':
    'SVG yüklenemez: içinde çalışan kod olabilir. Resmi PNG olarak dışa aktar.',
  'errors.partners.picture_mixed':
    'Bu dosya hem resim hem başka bir şey. Resmi bir resim programında yeniden kaydet.',
  'errors.partners.picture_unreadable':
    'Bu dosya okunabilir bir resim değil. PNG, JPEG, WebP ya da AVIF yükle.',
  'errors.partners.picture_large': 'Resim çok büyük: bir kenarı en fazla {most} piksel olabilir.',
  'errors.partners.picture_small':
    'Kalan parça {width} piksel geniş; en az {least} olmalı. Daha büyük bir resim seç ya da parçayı büyüt.',
  'errors.partners.picture_many': 'En fazla {most} resim olabilir. Önce birini kaldır.',
  'errors.field.amount': 'Plana uyan bir tutar yaz: 249,90',
  'errors.field.percent': '1 ile 100 arası bir yüzde yaz',
  'errors.field.past': 'Gelecekte bir gün seç',
  'errors.field.code_taken': 'Bu kod kullanılıyor',
  'errors.field.code_malformed': 'Latin harfleri ve rakamlar, 3–40 karakter',
  'errors.field.name_taken': 'Başka bir geliştirici bu adı kullanıyor',
  'errors.field.name_claims': 'Ad, resmî ya da başkasının markası gibi duruyor; kendi adını yaz',
  'errors.field.company_tax_number': 'Şirketin vergi numarası 10 hanelidir; kontrol et',
  'errors.field.personal_number':
    'Bu bir T.C. kimlik numarası; herkese görünür, buraya yazma. MERSİS ya da sicil numaranı yaz',
  'errors.partners.developer_not_found':
    'Böyle bir geliştirici yok ya da henüz yayında bir şeyi yok.',
  'errors.partners.no_site': 'Önce web siteni yaz ve kaydet.',
  'errors.partners.no_support_mail': 'Önce destek e-postanı yaz ve kaydet.',
  'errors.partners.proof_nowhere':
    '{domain} için ne kaydı ne dosyayı bulduk. DNS kaydının yayılması bir saati bulabilir; sonra yeniden dene.',
  'errors.partners.proof_unreachable': '{domain} adresine ulaşamadık. Biraz sonra yeniden dene.',
  'errors.partners.mail_link_over':
    'Bu bağlantı artık geçerli değil. Profil sayfasından yenisini iste.',
  'errors.partners.message_spam': 'Bu soru spam olarak bildirildi; yanıtlanmaz.',
  'errors.contact.link_over': 'Bu bağlantı geçerli değil. Öğenin sayfasından yeniden sorabilirsin.',
} as const
