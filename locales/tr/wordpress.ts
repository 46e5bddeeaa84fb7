import { wordpressMove } from './wordpress-move.ts'

/** Connecting a WordPress site, and its settings (D4). */
export const wordpress = {
  ...wordpressMove,
  'wordpress.title': 'WordPress siteni bağla',
  'wordpress.lead':
    'Adresini yaz. Sitende ne olduğuna bakarız, eksik bir şey varsa nasıl tamamlayacağını gösteririz; son sözü WordPress’in kendi sayfasında sen söylersin.',
  'wordpress.address': 'Sitenin adresi',
  'wordpress.address_hint': 'Alan adı ya da sitenin herhangi bir sayfasının adresi olur.',
  'wordpress.go': 'Siteme bak',
  'wordpress.look': 'Yeniden bak',
  'wordpress.step.address': 'Adres',
  'wordpress.step.plugin': 'Eklenti',
  'wordpress.step.approval': 'Onay',
  'wordpress.plugin.title': '{domain} için bir eklenti gerekiyor',
  'wordpress.plugin.old': '{domain} sitesindeki eklentiyi yenile',
  'wordpress.plugin.lead':
    'WordPress dışarıdan uygulama ve tema almaz. Arasta Connector eklentisi alır; sitende başka hiçbir şeyi değiştirmez ve silindiğinde iz bırakmaz.',
  'wordpress.plugin.get': 'Eklentiyi indir',
  'wordpress.plugin.get_note': 'Küçük bir zip dosyası. Açman gerekmez, olduğu gibi yüklenir.',
  'wordpress.plugin.get_press': 'arasta-connector.zip',
  'wordpress.plugin.put': 'WordPress’e yükle',
  'wordpress.plugin.put_note':
    'Yönetim panelinde Eklentiler → Yeni Ekle → Eklenti Yükle yolunu izle, zip dosyasını seç ve kur.',
  'wordpress.plugin.put_press': 'Yükleme sayfasını aç',
  'wordpress.plugin.switch': 'Etkinleştir',
  'wordpress.plugin.switch_note':
    'Kurulum bitince çıkan “Eklentiyi etkinleştir” düğmesine bas, sonra buraya dön.',
  'wordpress.plugin.done': 'Etkinleştirdim, devam et',
  'wordpress.approval.title': '{domain} sitende onayla',
  'wordpress.approval.lead':
    'Şimdi seni sitene götüreceğiz. WordPress, Arasta’nın bağlanmasına izin verip vermediğini soracak. Yönetici olarak girmiş olman gerekir.',
  'wordpress.approval.where': 'Parolanı yalnızca kendi sitene yazarsın; biz onu hiç görmeyiz.',
  'wordpress.approval.once':
    'WordPress’in verdiği uygulama parolasını bir kez kullanır, hemen ardından sileriz.',
  'wordpress.approval.off':
    'Bağlantıyı buradan ya da WordPress’in Ayarlar → Arasta sayfasından istediğin an kesersin.',
  'wordpress.approval.go': 'WordPress’e git ve onayla',
  'wordpress.replaces': 'Onaylarsan {domain} bu tarayıcıda kapanır ve yerine bu site açılır.',
  'wordpress.said.over': 'Bu tarayıcı böyle bir onay beklemiyor',
  'wordpress.said.over.do':
    'Onay başka bir tarayıcıda başlatılmış ya da süresi dolmuş. Hiçbir şey bağlanmadı. WordPress profilinde “Arasta” adlı bir uygulama parolası kaldıysa sil, sonra adresi yeniden yaz.',
  'wordpress.said.other': 'Bu tarayıcıda başka bir mağaza açık',
  'wordpress.said.other.do':
    'Onun yerine geçmek istiyorsan yeniden onayla. WordPress profilinde “Arasta” adlı bir uygulama parolası kaldıysa silebilirsin.',
  'wordpress.said.later': 'Şu an tamamlayamadık',
  'wordpress.said.later.do': 'Biraz bekle, sonra yeniden onayla.',
  'wordpress.failure.unreachable': '{domain} yanıt vermedi',
  'wordpress.failure.unreachable.do':
    'Adres doğru mu, site açık mı, bir güvenlik duvarı bizi engelliyor mu, bir bak; sonra yeniden dene.',
  'wordpress.failure.not_public': '{domain} herkese açık bir ağda değil',
  'wordpress.failure.not_public.do': 'Yalnızca internetten görünen bir siteyi bağlayabiliriz.',
  'wordpress.failure.elsewhere': '{domain} bizi başka bir alan adına yönlendirdi',
  'wordpress.failure.elsewhere.do': 'Sitenin asıl adresini yaz ya da yönlendirmeyi kaldır.',
  'wordpress.failure.no_wordpress': '{domain} adresinde WordPress bulamadık',
  'wordpress.failure.no_wordpress.do':
    'WordPress alan adının kökünde çalışmalı. Adresi gözden geçir.',
  'wordpress.failure.rest_off': 'WordPress var, ama REST arayüzü kapalı',
  'wordpress.failure.rest_off.do':
    'Bir güvenlik eklentisi ya da sunucu kuralı kapatmış olabilir. Orada REST API’yi herkese aç, sonra yeniden baktır.',
  'wordpress.failure.http_only': '{domain} şifreli bağlantı (https) kullanmıyor',
  'wordpress.failure.http_only.do':
    'Uygulama parolası şifresiz yollanmaz. Sunucuna bir sertifika kur, WordPress’te Ayarlar → Genel altındaki iki adresi https:// ile başlat, sonra yeniden baktır.',
  'wordpress.failure.no_plugin': 'Eklenti {domain} sitesinde etkin değil',
  'wordpress.failure.no_plugin.do': 'Aşağıdaki üç adımla kur ve etkinleştir.',
  'wordpress.failure.old_plugin': '{domain} sitesindeki eklenti eski',
  'wordpress.failure.old_plugin.do':
    'Yeni zip dosyasını aynı yoldan yükle ve “Mevcut olanı yenisiyle değiştir” de. Kurulu olanlar yerinde kalır.',
  'wordpress.failure.no_passwords': 'Bu sitede uygulama parolaları kapalı',
  'wordpress.failure.no_passwords.do':
    'Bir güvenlik eklentisi kapatmış olabilir. Bağlanırken aç; bağlandıktan sonra yeniden kapatabilirsin.',
  'wordpress.failure.rejected': 'WordPress’te hayır dedin',
  'wordpress.failure.rejected.do':
    'Hiçbir şey bağlanmadı, hiçbir şey değişmedi. Fikrini değiştirirsen yeniden onayla.',
  'wordpress.failure.stale': 'Bu onay artık geçmez',
  'wordpress.failure.stale.do':
    'Bir onay bir kez ve bir saat içinde geçer. Yeniden onayla; WordPress profilinde “Arasta” adlı bir uygulama parolası kaldıysa sil.',
  'wordpress.failure.bad_password': 'WordPress kendi verdiği parolayı kabul etmedi',
  'wordpress.failure.bad_password.do':
    'Sunucun “Authorization” başlığını WordPress’e geçirmiyor olabilir; barındırma desteğine sor, sonra yeniden onayla.',
  'wordpress.failure.not_allowed': 'Onaylayan kullanıcının yetkisi yetmiyor',
  'wordpress.failure.not_allowed.do': 'WordPress’ten çık, yönetici olarak gir ve yeniden onayla.',
  'wordpress.failure.connected_elsewhere': 'Site başka bir markete bağlı',
  'wordpress.failure.connected_elsewhere.do':
    'Önce orada ya da WordPress’in Ayarlar → Arasta sayfasında o bağlantıyı kes.',
  'wordpress.failure.copy': 'Bu site başka bir sitenin kopyası',
  'wordpress.failure.copy.do':
    'Eklenti, kopyalandığı sitenin kimliğini taşıyor; anahtarları ise başka. Bu bir kopyaysa eklentiyi burada silip yeniden kur, sonra baştan başla. Site taşındıysa eski adresle giriş yap ve taşımaya Sitem sayfasından başla.',
  'wordpress.failure.taken': '{domain} adresi başka bir mağazada kayıtlı',
  'wordpress.failure.taken.do':
    'Önceki bağlantın buysa e-posta koduyla gir ve onu kes. Giremiyorsan bize yaz.',
  'wordpress.site.lead': 'WordPress siten, kurdukların ve bağlantının durumu.',
  'wordpress.places.title': 'Uygulamaların yerleri',
  'wordpress.places.note': 'Uygulamalar bu yerlere parça koyabilir.',
  'wordpress.places.no_woo':
    'WooCommerce bu sitede etkin değil: ürün, sepet ve sipariş sayfalarının yerleri yok. O yerleri isteyen uygulamalar bunu kurulumdan önce söyler.',
  'wordpress.places.there': 'var',
  'wordpress.places.missing': 'yok',
  'wordpress.health.fine': 'Çalışıyor',
  'wordpress.health.trouble': 'Sorun var',
  'wordpress.health.looked': 'Son bakış',
  'wordpress.health.plugin': 'Eklenti',
  'wordpress.health.woo': 'etkin',
  'wordpress.health.no_woo': 'yok',
  'wordpress.health.theme': 'Gösterilen tema',
  'wordpress.health.approved': 'Onaylayan',
  'wordpress.health.settings': 'WordPress’te ayarlar',
  'wordpress.health.anew': 'Yeniden bağla',
  'wordpress.health.unreachable': 'Site yanıt vermiyor',
  'wordpress.health.unreachable.do':
    'Kurduklarının sitede durması bundan etkilenmez; yeni bir şey kurmak için sitenin açılmasını bekle.',
  'wordpress.health.keys_gone': 'Bağlantı WordPress tarafında kesilmiş',
  'wordpress.health.keys_gone.do':
    'Sitede bize ait bir şey kalmadı. Yeniden bağlarsan satın aldıkların seni bekliyor.',
  'wordpress.health.plugin_off': 'Eklenti etkin değil',
  'wordpress.health.plugin_off.do': 'Etkinleştirene kadar kurdukların sitede görünmez.',
  'wordpress.health.old_plugin': 'Eklenti eski',
  'wordpress.health.old_plugin.do': 'Yenisini yükle; kurdukların yerinde kalır.',
  'wordpress.health.closed': 'Site kapalı görünüyor',
  'wordpress.health.closed.do': 'Eklenti siteyi kapalı bildiriyor; açılınca devam edersin.',
  'wordpress.leave.note':
    'Kurduğun her şey siteden kaldırılır, anahtarlar geri verilir ve oturumların kapanır. Kayıtlı kartlar ve adresler silinir. Satın aldıkların siteye aittir: yeniden bağlarsan geri gelir. Eklentiyi sonra silebilirsin.',
} as const
