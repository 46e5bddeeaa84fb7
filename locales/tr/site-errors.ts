/**
 * Errors of site addresses and rules: on the site pages, at sign-in by address, and in API
 * responses.
 */
export const siteErrors = {
  'errors.field.site_rule': 'Bir adres kalıbı ya da bir öğe yaz',
  'errors.field.site_path': 'Kalıp / ile başlar ve boşluk içermez, örneğin /urun/*',
  'errors.field.site_selector': 'Geçerli bir CSS seçici yaz, örneğin .urun-detay',
  'errors.field.shop_address': 'Mağazanın adresini yaz, örneğin magazam.com',
  'errors.site.same_address': 'Site zaten bu adreste',
} as const
