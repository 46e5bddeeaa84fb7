/** After a payment: mails and the document. Server only. */
export const receipts = {
  'receipt.mail.refund_subject': '{amount} geri ödendi',
  'receipt.mail.refund':
    '{number} numaralı {item} siparişin için {amount} kartına geri gönderildi.',
  'receipt.mail.leaves':
    '{item} {day} günü mağazandan kaldırılacak; mağazan önceki hâline döner. O güne kadar kullanmayı sürdürebilirsin.',
  'receipt.mail.stays': '{item} mağazanda kalıyor, kullanmayı sürdürebilirsin.',
  'receipt.mail.statement': 'Tutarın kart ekstrende görünmesi bankana göre birkaç gün sürebilir.',
  'receipt.mail.unwanted_subject': 'Fazladan gelen {amount} geri gönderildi',
  'receipt.mail.unwanted':
    '{number} numaralı {item} siparişi için fazladan {amount} ödeme geldi. Sipariş bu ödemeyi istemiyordu; hepsini kartına geri gönderdik. Senin bir şey yapmana gerek yok.',
  'receipt.mail.orders': 'Siparişlerini gör',
  'receipt.mail.why':
    'Bu e-posta, {number} numaralı siparişin fatura adresinde bu e-posta yazdığı için geldi. Sorun varsa: {mail}',
  'ledger.mail.subject': {
    one: '{day}: defterlerde {count} fark',
    other: '{day}: defterlerde {count} fark',
  },
  'ledger.mail.lead':
    'Ödeme kuruluşunun ({gateway}) defteri ile bizimki bu günde tutmuyor. Her fark, ne olduğu yazılana kadar açık kalır.',
  'ledger.mail.line': '{what}: {order}. Bizde {ours}, onlarda {theirs}.',
  'ledger.mail.what':
    'Açık farklar: npm run money -- differences. Açıklamak için: npm run money -- explain <fark> --note "…".',
  'ledger.kind.charge_unknown': 'Bilmediğimiz tahsilat',
  'ledger.kind.charge_missing': 'Onlarda olmayan tahsilat',
  'ledger.kind.amount_differs': 'Tutar farklı',
  'ledger.kind.refund_differs': 'Geri ödeme farklı',
  'ledger.kind.money_held': 'Geri verilemeyen para',
  'ledger.kind.not_asked': 'Sorulamayan ödeme',
  'card_page.subject': 'Kart yazılan sayfa değişmiş ({origin})',
  'card_page.lead':
    '{origin} adresinde kart yazılan sayfa, hazırlandığı gibi gelmiyor. Farklar aşağıda.',
  'card_page.do':
    'Yeni bir sürüm kurmadıysan ödemeyi durdur ve araya kimin girdiğine bak: vekil sunucu, CDN, sunucunun diski.',
  'ledger.not_asked.subject': 'Sonucu sorulamayan bir ödeme var ({gateway})',
  'ledger.not_asked.lead':
    '{order} numaralı siparişin ödemesi ({attempt}) {gateway} ile başlamıştı ve sonucu belli değil. Bu ödeme kuruluşunun anahtarları artık ayarlarda yok; o yüzden kimseye sorulamıyor.',
  'ledger.not_asked.do':
    '{gateway} anahtarlarını ayarlara geri koy: ödeme kendiliğinden sonuçlanır. Ya da ödeme kuruluşunun panelinden bak ve ne olduğunu yaz.',
  'receipt.mail.subject': 'Ödemen alındı: {item}',
  'receipt.mail.paid': '{item} artık {domain} mağazasının. Ödemen için teşekkürler.',
  'receipt.mail.sums': 'Ara toplam: {subtotal}\nKDV: {tax}\nToplam: {total}',
  'receipt.mail.sums_discount':
    'Ara toplam: {subtotal}\nİndirim: {discount}\nKDV: {tax}\nToplam: {total}',
  'receipt.mail.charged': 'Vade farkı (bankanın): {surcharge}\nKarttan çekilen: {charged}',
  'receipt.mail.facts': 'Sipariş: {number}\nKart: {card}\nFatura adı: {name}',
  'receipt.mail.support': 'Ücretsiz tema desteğin {day} gününe kadar sürer.',
  'receipt.mail.attached': 'Faturan ve onayladığın metinler bu e-postanın ekinde.',
  'receipt.mail.free_subject': 'Siparişin tamamlandı: {item}',
  'receipt.mail.free':
    '{item} artık {domain} mağazanın. Kuponun bütün tutarı karşıladı; senden hiçbir ücret alınmadı.',
  'receipt.mail.free_facts':
    'Sipariş: {number}\nÜcret alınmadığı için bu siparişin faturası yok. Onayladığın metinler bu postanın ekinde.',
  'receipt.file.credit_note': 'arasta-iade-{number}.pdf',
  'receipt.file.invoice': 'arasta-fatura-{number}.pdf',
  'receipt.file.agreed': 'arasta-sozlesmeler-{number}.html',
  'invoice.title.invoice': 'Fatura ve makbuz',
  'invoice.title.credit_note': 'İade faturası',
  'invoice.number': 'Numara: {number}',
  'invoice.issued': 'Tarih: {day}',
  'invoice.of': 'İlgili fatura: {number}',
  'invoice.seller': 'Satıcı',
  'invoice.buyer': 'Alıcı',
  'invoice.tax_number': 'Vergi no: {number}',
  'invoice.tax_office': '{office} vergi dairesi, no: {number}',
  'invoice.identity_number': 'T.C. kimlik no: {number}',
  'invoice.what': 'Ürün',
  'invoice.quantity': 'Miktar',
  'invoice.unit_price': 'Birim fiyat',
  'invoice.subtotal': 'Ara toplam',
  'invoice.discount': 'İndirim',
  'invoice.discount_coupon': 'Kupon {code}',
  'invoice.net': 'KDV matrahı',
  'invoice.tax': 'KDV %{rate}',
  'invoice.total': 'Toplam',
  'invoice.total_back': 'İade edilen',
  'invoice.surcharge': 'Vade farkı ({count} taksit)',
  'invoice.charged': 'Karttan çekilen',
  'invoice.order': 'Sipariş numarası',
  'invoice.paid_by': 'Ödeme',
  'invoice.back_to': 'İade edildiği yer',
  'invoice.card': '{brand} kart {digits}',
  'invoice.card_only': 'Kart',
  'invoice.paid_on': 'Ödeme günü',
  'invoice.back_on': 'İade günü',
  'invoice.support': 'Ücretsiz desteğin sonu',
  'invoice.local':
    'Satıcının kendi sıra numaralı belgesidir. Bir e-Fatura / e-Arşiv entegratörü bağlı değilken düzenlenmiştir.',
} as const
