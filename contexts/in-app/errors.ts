import { refusing } from '#lib/refusal.ts'

export const refuse = refusing({
  'in_app.no_address': 422,
  'in_app.product_not_found': 404,
  'in_app.not_for_sale': 422,
  'in_app.return_url': 422,
  'in_app.request_reused': 422,
  'in_app.purchase_not_found': 404,
  'in_app.not_paid': 409,
  'in_app.not_consumable': 422,
  'installs.not_installed': 404,
  'catalog.item_not_found': 404,
  'app.signature_invalid': 401,
  'session.token_invalid': 401,
  'input.invalid': 400,
})
