/** An installation: state, actions, history. */
export const lifecycle = {
  'installation.all': 'Bütün yüklü olanlar',
  'installation.state': 'Durumu',
  'installation.stuck_note': 'Yeniden denediğinde kaldığı yerden sürer; yarım kalan bir şey olmaz.',
  'installation.paused': 'Duraklatıldı',
  'installation.paused_note':
    'Mağazanda görünmüyor. Ayarların, izinlerin ve verilerin duruyor; devam ettirince her parça eski yerine gelir.',
  'installation.resume': 'Devam ettir',
  'installation.pause': 'Duraklat',
  'installation.pause_note': 'Duraklatınca mağazandan çekilir, hiçbir şey silinmez.',
  'installation.rights': 'Hakları',
  'installation.waits': '{version} sürümü seni bekliyor',
  'installation.waits.consent':
    'Daha fazla izin istiyor. Sen onaylayana dek {from} çalışmayı sürdürür.',
  'installation.waits.order_steps':
    'Sipariş sayfalarına yeni kod koymak istiyor. Sen onaylayana dek {from} çalışmayı sürdürür.',
  'installation.waits.answers':
    'Yanıtlaman gereken yeni ayarları var. O zamana dek {from} çalışmayı sürdürür.',
  'installation.waits.agreement':
    'Yeni bir veri koruma sözleşmesi var. Onaylayana dek {from} çalışmayı sürdürür.',
  'installation.waits.changed':
    'Mağazanda bir parçasını biri değiştirmiş. Sen karar verene dek {from} çalışmayı sürdürür.',
  'installation.waits.unsupported': 'Mağazana uymuyor. {from} çalışmayı sürdürür.',
  'installation.auto_failed': '{version} sürümüne kendiliğinden geçilemedi',
  'installation.automatic': 'Kendiliğinden güncelleme',
  'installation.automatic.off': 'Kapalı',
  'installation.automatic.off_note': 'Her güncellemeye sen karar verirsin.',
  'installation.automatic.minor': 'Küçük sürümler',
  'installation.automatic.minor_note':
    'Düzeltmeler kendiliğinden gelir; büyük sürüme sen karar verirsin.',
  'installation.automatic.all': 'Hepsi',
  'installation.automatic.all_note': 'Her yeni sürüm kendiliğinden gelir.',
  'installation.automatic_note':
    'Daha fazla izin isteyen bir sürüm hiçbir zaman kendiliğinden gelmez. Bitmeyen bir güncelleme geri alınır ve sana söylenir.',
  'installation.previews': 'Deneme sürümlerini de al',
  'installation.previews_note':
    '2.0.0-beta.1 gibi, henüz denenen sürümler; hata çıkabilir. Boş bırakırsan sana yalnızca bitmiş sürümler sunulur.',
  'installation.automatic_save': 'Seçimi kaydet',
  'installation.changed': 'Biri burayı değiştirmiş',
  'installation.changed_note':
    'Mağazanda bu parçalar gönderildiği gibi durmuyor. Üstlerine yazmadık; ne olacağına sen karar ver.',
  'installation.changed_settled':
    'Bunları kendi hâllerinde bıraktın; güncellemeler de onlara dokunmaz.',
  'installation.changed.changed': 'değiştirilmiş',
  'installation.changed.gone': 'kaldırılmış',
  'installation.changed.kept': 'böyle kalıyor',
  'installation.keep.changed': 'Değişikliği bırak',
  'installation.keep.gone': 'Kaldırılmış kalsın',
  'installation.put': 'Bizimkini geri koy',
  'installation.versions': 'Sürümler',
  'installation.versions_note':
    'Geri döndüğünde o sürümdeki ayarların da geri gelir. Önce planı görürsün.',
  'installation.version_here': 'mağazanda',
  'history.title': 'Ne oldu, ne zaman',
  'history.install': 'Kuruldu',
  'history.install_version': '{to} kuruldu',
  'history.update': '{from} sürümünden {to} sürümüne geçildi',
  'history.rights': 'Hakları değişti',
  'history.restore': 'Bitmeyen güncelleme geri alındı',
  'history.pause': 'Duraklatıldı',
  'history.resume': 'Devam ettirildi',
  'history.repair': 'Değiştirilen parça geri kondu',
  'history.uninstall': 'Kaldırıldı',
  'history.undo': 'Bitmeyen kurulum geri alındı',
  'history.by.owner': 'mağaza sahibi',
  'history.by.automatic': 'kendiliğinden',
  'history.by.market': '{market}',
  'installed.pausing': 'Duraklatılıyor',
  'installed.paused': 'Duraklatıldı',
  'installed.resuming': 'Devam ettiriliyor',
  'installed.attention': 'Seni bekleyen',
  'installed.attention_none': 'Seni bekleyen bir şey yok',
  'installed.fix': 'Çöz',
  'installed.fix_of': '{item}: çöz',
}
