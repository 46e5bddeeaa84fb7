/** Refusals of submitting, checking and reviewing. Translated on the server. */
export const submissionErrors = {
  'errors.submissions.package_refused': 'Paket kabul edilmedi: {why}',
  'errors.submissions.other_item':
    'Bu paket başka bir ürünün: bildirimde “{prefix}” yazıyor, bu ürünün öneki “{own}”.',
  'errors.submissions.other_kind':
    'Paketin türü bu ürüne uymuyor: uygulama ürününe uygulama, tema ürününe tema yükle.',
  'errors.submissions.channel_differs':
    '{version} bu kanala uymuyor. Beta sürümlerin numarasında tire olur (2.0.0-beta.1), kararlı olanlarda olmaz.',
  'errors.submissions.version_taken':
    '{version} zaten yayımlandı ve değişmez. Yeni bir sürüm numarası ver.',
  'errors.submissions.open_already':
    'Bu ürünün sonuçlanmamış bir gönderimi var. Yenisi için önce onu geri çek.',
  'errors.submissions.listing_first':
    'Bu ürün hiç yayımlanmadı. Sürümle birlikte tanıtımı da gönder.',
  'errors.submissions.sells_inside':
    'Uygulama içinde satış var ama tanıtımda işaretli değil. Tanıtımda işaretleyip birlikte gönder.',
  'errors.submissions.nothing_new': 'Tanıtımda yayımlanandan farklı bir şey yok.',
  'errors.submissions.over': 'Bu gönderim sonuçlandı ya da artık bu adımda değil. Sayfayı yenile.',
  'errors.submissions.claimed': 'Bu gönderime başka bir denetçi bakıyor.',
  'errors.submissions.not_claimed': 'Önce bu gönderimi üstüne al; aldıysan süren dolmuş olabilir.',
  'errors.submissions.own_item':
    'Kendi ekibinin ürününü denetleyemezsin. Başka bir denetçi baksın.',
  'errors.submissions.not_passed':
    'Geçmeyen denetimler var. Çalışamayan deneme kurulumunun yerine kendin baktıysan işaretle.',
  'errors.submissions.not_from_here':
    'Sürüm bu durumdan oraya geçemez. Geri çekilen bir sürüm geri gelmez.',
  'errors.submissions.stopped': '{market} bu ürünü durdurdu. Durdurma kalkmadan yayımlanamaz.',
  'errors.submissions.halted_by_market':
    'Bu sürümü {market} durdurdu. Karara itiraz edebilirsin; sürümü yeniden açmak {market_nin} elinde.',
  'errors.rollouts.not_running': 'Sürüm artık bu aşamada değil. Sayfayı yenile.',
  'errors.rollouts.not_planned': 'Bu sürüm artık bu platform için planlı değil. Sayfayı yenile.',
  'errors.rollouts.not_halted': 'Bu sürüm durdurulmuş değil.',
  'errors.rollouts.stopped': 'Bu ürün durdurulmuş. Önce onu kaldır.',
} as const
