/** A WordPress site that moves, or is a copy of another (D4). */
export const wordpressMove = {
  'wordpress.forget.title': 'Site gitti mi, eklenti mi silindi?',
  'wordpress.forget.wait':
    'Eklenti {date} itibarıyla yanıt vermiyor. Birkaç kez daha bakacağız; {from} sonrasında da yanıt gelmezse siteyi buradan kapatabilirsin. Eklentiyi yeniden kurarsan her şey kaldığı yerden sürer.',
  'wordpress.forget.lead':
    'Eklenti {date} itibarıyla yanıt vermiyor; o zamandan beri {count} kez baktık. Siteyi kapatırsan kurulumlar bizde sona erer, anahtarlar silinir, süren abonelikler kaldırma sırasındaki gibi biter ve oturumların kapanır.',
  'wordpress.forget.left':
    'Siteye ulaşamadığımız için orada bir şey silemeyiz. Eklenti WordPress’ten silindiyse ondan iz kalmaz; yalnızca dosyaları elle silindiyse veritabanında iki ayarla bir tablo, uploads/arasta klasöründe dosyalar kalmış olabilir.',
  'wordpress.forget.button': '{domain} sitesini kapat',
  'wordpress.forget.sure': 'Evet, site gitti',
  'wordpress.step.proof': 'Eski adres',
  'wordpress.failure.other_site': 'Onayladığın site eski adresteki site değil',
  'wordpress.failure.other_site.do':
    'Oradaki eklenti mağazanın anahtarlarını taşımıyor. Eski siteyi geri aç ya da bize yaz.',
  'wordpress.failure.same_site': 'İki adres de aynı siteyi açıyor',
  'wordpress.failure.same_site.do':
    'Ortada bir kopya yok, bu yüzden hiçbir şeyi değiştirmedik. Sitenin adresi değiştiyse taşındığını seç.',
  'wordpress.failure.original_silent': 'Asıl site yanıt vermedi',
  'wordpress.failure.original_silent.do':
    'Bunun ayrı bir site olduğunu ancak asıl site açıkken anlayabiliriz. Açılınca yeniden dene; asıl site artık yoksa taşındığını seç.',
  'wordpress.choice.title': '{domain} taşındı mı, yoksa bir kopya mı?',
  'wordpress.choice.lead':
    'Bu site, {from} sitesinin kimliğini taşıyor. Hangisi olduğunu yalnızca sen bilirsin; sen seçmeden hiçbir şey değişmez.',
  'wordpress.choice.moved': 'Taşındı',
  'wordpress.choice.moved_note':
    'Satın aldıkların ve kurdukların {domain} adresine geçer. {from} adresinde duran her şeyimiz kaldırılır. Önce eski adresin de senin olduğunu göstereceksin.',
  'wordpress.choice.moved_press': 'Evet, buraya taşındı',
  'wordpress.choice.copy': 'Kopya, örneğin bir deneme sitesi',
  'wordpress.choice.copy_note':
    '{from} olduğu gibi kalır. {domain} üzerinde kopyayla gelen her parça kaldırılır, eklenti asıl sitenin kimliğini unutur ve bu site boş, ayrı bir mağaza olur. WordPress bir kez daha onay ister.',
  'wordpress.choice.copy_press': 'Bu bir kopya, ayrı tut',
  'wordpress.proof.title': 'Eski adres de senin mi?',
  'wordpress.proof.lead':
    '{domain} hazır. Mağazayı oraya geçirmeden önce {from} adresinin de sana ait olduğunu göster; böylece kimse açık kalmış bir oturumla mağazanı götüremez.',
  'wordpress.proof.code': 'E-posta koduyla',
  'wordpress.proof.code_note':
    'Kod, {from} sitesinin bize son bildirdiği yönetim e-postasına gider. Eski site kapanmış olsa da olur.',
  'wordpress.proof.code_send': 'Kodu gönder',
  'wordpress.proof.code_sent':
    'Kodu {from} sitesinin bize son bildirdiği yönetim e-postasına gönderdik.',
  'wordpress.proof.code_go': 'Siteyi taşı',
  'wordpress.proof.approval': 'Eski WordPress’te onayla',
  'wordpress.proof.approval_note':
    '{from} hâlâ açıksa oraya yönetici olarak gir ve onayla. Parola yine bir kez kullanılır ve hemen silinir.',
  'wordpress.proof.approval_go': 'Eski siteye git ve onayla',
  'wordpress.proof.none': 'Eski adresi şu an doğrulayamıyoruz',
  'wordpress.proof.none.do':
    '{from} yanıt vermiyor ve yeni sitede onun anahtarları yok. Eski siteyi açıp yeniden baktır ya da veritabanıyla birlikte taşı. İkisi de olmuyorsa bize yaz.',
  'wordpress.move.title': 'Sitenin adresi değişiyor mu?',
  'wordpress.move.note':
    'Satın aldıkların ve kurdukların birlikte taşınır. Önce WordPress’ini yeni adreste hazırla, sonra adresi buraya yaz; iki adresin de senin olduğunu göstereceksin.',
  'wordpress.move.address': 'Yeni adres',
  'wordpress.move.start': 'Taşımaya başla',
  'wordpress.move.going': '{from} buraya taşınıyor',
  'wordpress.move.going.do':
    'Yeni adresteki WordPress’te onayla; ardından eski adresi de doğrularız. O ana kadar mağazan olduğu yerde kalır.',
  'wordpress.move.done': 'Site {date} günü {from} adresinden taşındı',
  'wordpress.move.settling': 'Kurduklarının yeni adreste yerinde olup olmadığına bakıyoruz.',
  'wordpress.move.telling': 'Kurdukların burada. Eski adrese bırakmasını söylüyoruz.',
  'wordpress.move.let_go': 'Kurdukların burada; eski adreste bizden bir şey kalmadı.',
  'wordpress.move.kept':
    'Kurdukların burada. Eski adres de bu siteyi açıyor ya da artık yanıt vermiyor; orada bir şeye dokunmadık.',
} as const
