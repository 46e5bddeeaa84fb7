/** In-app purchases. */
export const inApp = {
  'in_app.asked_by': 'Bunu {app} istiyor.',
  'in_app.kind.permanent': 'Bir kez ödersin, mağazanda kalır.',
  'in_app.kind.consumable': 'Kullandıkça biter, yeniden alabilirsin.',
  'in_app.line': { one: '{product}', other: '{product} × {count}' },
  'in_app.back_after': 'Ödedikten sonra {site} adresine dönersin.',
  'in_app.pay': '{amount} öde',
  'in_app.order_note': 'Sipariş {number}. {app} ödediğini bizden öğrenir, kartını görmez.',
  'in_app.paid_text':
    '{product} artık {domain} mağazasının. {app} bunu bizden öğrenir; dön ve kullan.',
  'in_app.back': '{app} uygulamasına dön',
  'in_app.over':
    'Bu satın alma isteği kapandı. Ücret alınmadı; {app} uygulamasına dönüp yeniden iste.',
  'in_app.price_changed':
    'Bu ürünün fiyatı değişti. Ücret alınmadı; {app} uygulamasına dönüp yeniden iste.',
  'in_app.inside': '{app} içinde',
} as const
