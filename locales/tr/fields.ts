/** S5.7: field errors of every form. `{n}` is a number, `{field}` the field’s label. */
export const fields = {
  'errors.field.required': 'Bu alan zorunlu',
  'errors.field.confirm': 'Sürdürmek için kutuyu işaretle',
  'errors.field.email': 'Geçerli bir e-posta adresi yaz',
  'errors.field.min': 'En az {n} karakter olmalı',
  'errors.field.max': 'En çok {n} karakter olabilir',
  'errors.field.invalid': '{field} geçerli değil.',
  'errors.field.phone': 'Telefonu ülke koduyla yaz, örneğin +90 5xx xxx xx xx',
  'errors.field.card_here': 'Buraya kart numarası yazma: bu alan saklanır',
} as const
