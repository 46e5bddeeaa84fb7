/** Why an item does not fit this shop; separate, because the item page and checkout share it. */
export const fit = {
  'fit.version': 'Mağazanın sürümüne uymuyor',
  'fit.version_note':
    'Bu sürüm {needs} istiyor, mağazanınki {has}. Uyan bir sürüm çıkana dek kurulamaz.',
  'fit.version_none': 'Bu sürüm mağazanın platformu için yapılmamış; kurulamaz.',
  'fit.newer': '{version} sürümü daha yeni bir mağaza istiyor.',
  'fit.newer_note':
    'Mağazanın sürümü {has}, o {needs} istiyor. Mağazana uyan en yeni sürüm {offered}.',
  'fit.coming': '{day} günü mağazanın sürümü {version} olacak.',
  'fit.coming_none':
    'Bunun o sürümle çalışan bir sürümü henüz yok. Geliştiricisine sorabilir, o güne dek başka birine bakabilirsin.',
  'fit.coming_update': 'O günden sonra çalışması için {to} sürümüne güncelle.',
  'fit.missing': 'Mağazanda şu yer yok: {places}',
  'fit.missing_note':
    'Bu ürün onsuz çalışmıyor, bu yüzden mağazana kurulamaz. Satın almadan önce bil.',
  'fit.left_out': {
    one: 'Şu parça kurulmaz, gerisi çalışır: {parts}',
    other: 'Şu parçalar kurulmaz, gerisi çalışır: {parts}',
  },
  'fit.place.1': 'Her sayfada, head bitmeden',
  'fit.place.2': 'Her sayfada, body başında',
  'fit.place.3': 'Her sayfada, body bitmeden',
  'fit.place.4': 'Üyelik onay sayfası',
  'fit.place.5': 'Üyelik onay sayfası, head bitmeden',
  'fit.place.1003': 'Ürün listesi',
  'fit.place.1004': 'Ürün sayfası',
  'fit.place.1054': 'Sepet sayfası',
  'fit.place.100100': 'Siparişin adres adımı',
  'fit.place.100101': 'Siparişin ödeme adımı',
  'fit.place.100102': 'Siparişin onay adımı',
}
