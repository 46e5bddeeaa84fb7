/** Uninstalling: what is removed, what stays, and changes by others. */
export const leaving = {
  'uninstall.changed': {
    one: 'Parçalardan {count} tanesini biri değiştirmiş.',
    other: 'Parçalardan {count} tanesini biri değiştirmiş.',
  },
  'uninstall.changed_note':
    'Hangisi olduğu aşağıda yazıyor. Mağazanın kendi içeriğine ve başka uygulamaların parçalarına dokunulmaz.',
  'uninstall.stays': 'Yerinde kalan:',
  'uninstall.part.changed':
    'Mağazanda değiştirilmiş. O değişiklik bu parçanın içinde, onunla birlikte gider; gerekliyse önce kopyala.',
  'uninstall.part.gone': 'Mağazandan zaten kaldırılmış; burada yapılacak bir şey yok.',
  'uninstall.data': 'Ayarların ve verilerin ne olsun?',
  'uninstall.keep_note':
    'Ayarların ve uygulamanın mağazan için burada tuttukları durur; yeniden kurarsan hazır olur.',
  'uninstall.delete_note':
    'Ayarların ve uygulamanın burada tuttukları silinir; kendi tuttuklarını silmesi de istenir.',
  'installed.changed_parts': {
    one: '{count} parçasını biri değiştirmiş',
    other: '{count} parçasını biri değiştirmiş',
  },
  'uninstall.reason': 'Neden kaldırıyorsun? (isteğe bağlı)',
  'uninstall.reason.none': 'Söylemek istemiyorum',
  'uninstall.reason.not_needed': 'Artık gerekmiyor',
  'uninstall.reason.too_expensive': 'Pahalı',
  'uninstall.reason.does_not_work': 'Çalışmıyor ya da hata veriyor',
  'uninstall.reason.hard_to_use': 'Kullanması zor',
  'uninstall.reason.slows_down': 'Mağazamı yavaşlatıyor',
  'uninstall.reason.missing_feature': 'Aradığım özellik yok',
  'uninstall.reason.trying_out': 'Yalnızca deniyordum',
  'uninstall.reason.other': 'Başka bir neden',
}
