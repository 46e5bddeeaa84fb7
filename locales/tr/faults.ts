/**
 * Errors that the browser itself must be able to show; others come translated in the response (S8).
 */
export const faults = {
  'errors.unexpected': 'Bir şeyler ters gitti', // S8.1
  'errors.unexpected.description':
    'Sorun bizde. Ödemen ve kurulumların güvende; birazdan yeniden dene.',
  'errors.unsuccessful': 'İşlem tamamlanamadı', // S8.2
  'errors.session.required': 'Önce mağazanla giriş yapmalısın', // S8.4
  'errors.not_found': 'Sayfa bulunamadı', // S8.7
  'errors.not_found.path': 'Sayfa Bulunamadı: {path}', // S8.7
  'errors.back_to_home': 'Bir sorunla karşılaşıldı. Ana sayfaya dön.', // S8.8
  'errors.browser': 'Tarayıcında bir sorun var; başka bir tarayıcı dene ya da güncelle', // S8.9
} as const
