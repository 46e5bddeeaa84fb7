import type { Message } from '#lib/locale.ts'
import type { errors as source } from '../tr/errors.ts'

export const errors: Record<keyof typeof source, Message> = {
  'errors.start': 'The page could not start. Check your connection, then try again.',
  'errors.session.unverified': 'Session could not be verified',
  'errors.session.token_invalid': 'The session information is not valid or has expired',
  'errors.session.login': 'Error in login information, sign in again',
  'errors.session.store_changed':
    'This tab was opened for another shop. Open it again from your panel, or reload this page.',
  'errors.form.under_way': 'This form is being worked on. Wait a moment, then reload the page.',
  'errors.form.sent_already':
    'This form was sent before with other content. Reload the page and fill it in again.',
  'errors.session.store_mismatch': 'The shop information does not belong to this session',
  'errors.session.store_closed': 'The shop is closed at the moment; you go on here once it opens',
  'errors.session.link_refused':
    'The sign-in link from your panel has expired or was used before. To continue with your shop, open {market} again from your panel.',
  'errors.session.link_other_store':
    'This sign-in link is for another shop; here you are signed in as {store}. For the other shop, open {market} again from its panel.',
  'errors.input.invalid': 'Some fields are missing or not right',
  'errors.input.malformed': 'The request could not be read',
  'errors.request.foreign_origin': 'This request came from another site and was refused',
  'errors.method.not_allowed': 'This address does not take that kind of request',
  'errors.body.too_large': 'What was sent is too large',
  'errors.body.too_slow': 'What was sent did not arrive in time. Please try again.',
  'errors.headers.too_many': 'The request has too many headers',
  'errors.pages.too_many':
    'You opened too many pages in a short time. Try again in {seconds} seconds.',
  'errors.busy': 'We are very busy right now. Please try again in a few seconds.',
  'errors.rate.limited': 'Too many tries. Try again in {seconds} seconds.',
  'errors.unavailable': 'We cannot answer right now; try again in a moment',
  'errors.platform.unavailable': "Your shop's server does not answer; try again in a moment",
  'errors.platform.not_found': 'No platform has this number',
  'errors.newsletter.link_unknown': 'This link is not valid',
  'errors.newsletter.link_expired': 'This link has expired',
  'errors.catalog.item_not_found': 'There is no such item, or it is no longer listed',
  'errors.catalog.item_delisted': '“{name}” was taken off the market',
  'errors.checkout.no_seller':
    'Nothing can be bought here yet: who sells has not been written down. What is free can be installed.',
  'errors.catalog.not_installable':
    'This cannot be installed yet: it is listed, but there is no package',
  'errors.checkout.order_not_completed': 'Order could not be completed',
  'errors.checkout.coupon_invalid': 'Invalid coupon',
  'errors.checkout.coupon_ended':
    'Your coupon is no longer valid, so the total has changed. Nothing was charged; look at the new total and confirm again.',
  'errors.checkout.card_invalid': 'Card information is missing or invalid',
  'errors.checkout.permissions_required': 'You need to approve permissions',
  'errors.checkout.consent_required': 'Agree to the terms to go on',
  'errors.checkout.address_required': 'An address is needed to deliver the invoice',
  'errors.checkout.address_not_found': 'This address was not found',
  'errors.checkout.too_many_addresses': 'You can keep 20 addresses at most; remove one first',
  'errors.checkout.order_not_found': 'There is no such order',
  'errors.checkout.no_receipt': 'There is no document for this order',
  'errors.checkout.order_not_payable': 'This order can no longer be paid',
  'errors.checkout.already_owned': 'Your shop owns this already; it is not charged again',
  'errors.checkout.plan_not_for_sale': 'This plan cannot be bought yet',
  'errors.checkout.total_changed':
    'The total has changed. Nothing was charged; look at the new total and agree again.',
  'errors.checkout.payment_in_flight':
    'A payment for this order is on its way; wait for its result',
  'errors.checkout.key_reused': 'This payment request was repeated with other details',
  'errors.checkout.bank_unreachable':
    'The bank could not be reached. Your card was not charged; try again in a moment.',
  'errors.request.challenge_over':
    'Your bank’s verification page opens only once. Go back to your order and start the payment again.',
  'errors.checkout.too_many_attempts': 'Too many cards were tried. Try again in {minutes} minutes.',
  'errors.decline.insufficient_funds':
    'The card has not enough balance or limit. Try another card.',
  'errors.decline.card_declined':
    'Your bank did not approve the payment. Try another card or call your bank.',
  'errors.decline.expired_card': 'The card has expired. Try another card.',
  'errors.decline.invalid_card': 'The card number is not valid. Type it again.',
  'errors.decline.invalid_cvc': 'The security code is wrong. Type it again.',
  'errors.decline.three_d_failed':
    "Your bank's verification was not finished. Nothing was charged; try again.",
  'errors.decline.not_permitted':
    'This card is closed to online payments. Ask your bank to open it, or try another card.',
  'errors.decline.suspected_fraud':
    'Your bank did not approve the payment. Try another card or call your bank.',
  'errors.decline.limit': "The card's limit is exceeded. Try another card.",
  'errors.decline.gateway_error':
    'The bank could not process the payment. Nothing was charged; try again.',
  'errors.reviews.never_installed': 'Only shops that have installed it can review it',
  'errors.reviews.too_late':
    'It was uninstalled more than 45 days ago, so it can no longer be reviewed',
  'errors.reviews.already_written':
    'Your shop has reviewed this already; you can change that review',
  'errors.reviews.not_written': 'Your shop has no review here',
  'errors.reviews.not_found': 'This review is no longer here',
  'errors.app.signature_invalid': 'The app’s signature is not valid',
  'errors.in_app.no_address': 'This app has no address to be opened at',
  'errors.in_app.product_not_found': 'The app sells no such product',
  'errors.in_app.not_for_sale': 'This app cannot sell at the moment',
  'errors.in_app.return_url': 'The return address must be the app’s own or the shop’s',
  'errors.in_app.request_reused': 'This request id was used for another request',
  'errors.in_app.purchase_not_found': 'There is no such purchase',
  'errors.in_app.not_paid': 'This purchase is not paid',
  'errors.in_app.not_consumable': 'This product is bought once and stays; it is not used up',
  'errors.installs.not_entitled': 'Buy it first, then install it',
  'errors.installs.permissions_required': 'You need to approve permissions',
  'errors.installs.agreement_required': 'Accept the data-protection agreement to install',
  'errors.installs.order_steps_required': 'Agree separately to the code on the pages of an order',
  'errors.installs.inputs_invalid': 'Some install settings are missing or not right',
  'errors.installs.busy': 'Work on this item is under way; wait until it is finished',
  'errors.installs.unfinished': 'Earlier work was left unfinished; finish the uninstall first',
  'errors.installs.not_installed': 'This item is not installed on your shop',
  'errors.installs.already_installed': 'This item is installed on your shop already',
  'errors.installs.unsupported':
    'This does not go with your shop: its version is too old, or it lacks a place this item uses',
  'errors.installs.not_for_storefront':
    "This theme does not support your shop's storefront generation",
  'errors.installs.no_preview': 'This platform has no example shop to preview on',
  'errors.installs.release_not_found': 'There is no version {version}, or it was withdrawn',
  'errors.installs.same_release': 'Your shop has this version already',
  'errors.installs.lower_release': 'Your shop has version {installed}; {version} is older',
  'errors.installs.not_os2': 'This address is only for shops with a second-generation storefront',
  'errors.installs.paused': 'This item is paused; resume it first',
  'errors.installs.not_paused': 'This item is not paused',
  'errors.installs.changed_on_store':
    'Somebody changed a part of this item on your shop; decide first what becomes of it',
  'errors.installs.nothing_changed': 'This part is in its place; there is nothing to do',
  'errors.installs.nothing_unfinished': 'No work was left unfinished',
  'errors.installs.pause_failed': 'The pause is not finished; try again',
  'errors.installs.resume_failed': 'It did not come back completely; try again',
  'errors.installs.repair_failed': 'The part could not be put back; try again',
  'errors.installs.update_failed': 'The update could not be finished; the version before goes on',
  'errors.installs.restore_failed':
    'The way back to the version before could not be finished either',
  'errors.installs.stopped': '{market} has stopped this item; your shop is as it was',
  'errors.installs.failed': 'The install could not be finished; your shop is as it was',
  'errors.installs.uninstall_failed': 'The uninstall is not finished; try again',
  'errors.installs.store_unreachable': 'Your shop could not be reached',
  'errors.installs.site_gone':
    'There was no plugin on the site: nobody could be asked there, so it ended in our records only',
  'errors.site.still_answers':
    'This site still answers, or we have not seen for long enough that it does not',
  'errors.installs.changed_meanwhile':
    'Somebody else has changed this place of your shop; it was left alone',
  'errors.webhooks.no_address': 'This app has no address at which it is told anything',
  'errors.webhooks.message_not_found': 'There is no such message for this shop',
  'errors.webhooks.under_way': 'This message is being sent right now',
  'errors.webhooks.address_gone': 'The app’s address is gone; say first that it is there again',
  'errors.webhooks.data_asked': 'The app was asked already; you can ask again in a day',
  'errors.rights.required':
    'This app cannot work without this right. You can pause it or take it off.',
  'errors.rights.not_asked_for': 'The app does not ask for such a right',
  'errors.rights.no_access': 'The app has no access by web services',
  'errors.rights.unknown_client': 'No app of this shop asks for this connection',
  'errors.rights.redirect_uri': 'The app wants the answer at an address that it did not register',
  'errors.rights.scope_missing': 'This app was not given that right',
  'errors.app.token_invalid': 'The access token is not valid',
  'errors.field.card_number': 'Check the card number',
  'errors.field.cvc': 'Check the security code',
  'errors.field.expired': 'The card has expired',
  'errors.field.tax_number':
    'A tax number has 10 digits, or is an 11-digit Turkish identity number',
  'errors.field.tax_number_missing': {
    one: 'A tax number has 10 digits; {count} is missing',
    other: 'A tax number has 10 digits; {count} are missing',
  },
  'errors.field.identity_number': 'This Turkish identity number is not valid',
  'errors.field.zip_code': 'A postcode has 5 digits',
  'errors.field.province': 'Choose a province from the list',
  'errors.field.zip_code_province': 'Postcodes of {province} begin with {plate}',
  'errors.field.country': 'Choose a country from the list',
  'errors.field.vat_number':
    'This is not a valid VAT number of the chosen country; leave the field empty if you have none',
  'errors.field.postal_code': 'This is not a postal code of the chosen country',
  'errors.site.not_here':
    'This market is for the shops of its own platform. Other sites are not connected here.',
  'errors.site.mail_first': 'Confirm your e-mail first',
  'errors.site.not_proved': 'We did not find the proof',
  'errors.site.already_connected':
    'This site is connected already. Sign in with a code; if you cannot read its mail any more, write to us.',
  'errors.wordpress.not_ready':
    'This site is not ready to be connected yet; let us look again first',
  'errors.site.not_a_site': 'This is not a connected site',
  'errors.site.rule_invalid': 'The rule is incomplete or wrong',
  'errors.site.too_many_rules': 'There are too many rules; delete one first',
  'errors.site.address_invalid': 'Type the new address as a domain',
  'errors.site.no_move': 'There is no move under way; start it again',
  'errors.connect.over': 'This code has expired or was used. Type your shop’s address again.',
  'errors.connect.code_wrong': {
    one: 'That is not the code. {count} try is left.',
    other: 'That is not the code. {count} tries are left.',
  },
  'errors.connect.no_tries_left':
    'The code was wrong too often. Start again with your shop’s address.',
  'errors.connect.other_store':
    '{domain} is signed in in this browser now. Confirm that you want to take its place.',
  'errors.connect.too_soon': 'You can ask for another code in {seconds} seconds.',
  'errors.connect.too_many_codes':
    'You have asked for too many codes. Start again with your shop’s address.',
  'errors.platform.paused':
    'This platform takes no new stores, orders or installations at the moment. What is installed keeps working.',
}
