import type { Message } from '#lib/locale.ts'
import type { consoleErrors as source } from '../tr/console-errors.ts'

export const consoleErrors: Record<keyof typeof source, Message> = {
  'errors.people.sign_in_failed': 'The e-mail or the password is wrong.',
  'errors.people.code_wrong': 'The code is wrong. Enter the newest one from the app.',
  'errors.people.code_over': 'This step is over. Sign in again.',
  'errors.people.link_over':
    'This link no longer works. It may have been used or be too old; ask for a new one.',
  'errors.people.openid_failed': 'Signing in at the provider was not completed. Try again.',
  'errors.people.openid_unknown':
    'Nobody here has this account. Use the address that your invitation went to, or ask for an invitation.',
  'errors.people.openid_unreachable':
    'The sign-in provider cannot be reached just now. Try again in a moment, or sign in with your password.',
  'errors.people.passkey_failed': 'The passkey was not recognised. Try again or use your password.',
  'errors.people.sign_in_again': 'This needs a fresh session. Sign out and in again.',
  'errors.people.email_taken': 'There is an account with this address. Sign in with it.',
  'errors.people.app_code_there': 'An authenticator app is set up already.',
  'errors.people.app_code_missing': 'No authenticator app is set up.',
  'errors.people.not_allowed': 'Your role does not allow this. Ask an owner or admin of the team.',
  'errors.people.other_address':
    'This invitation went to another address. Sign in with that account.',
  'errors.people.sign_in_first':
    'There is an account with this address. Sign in first, then accept.',
  'errors.people.member_already': 'This person is in the team already.',
  'errors.people.last_owner': 'The last owner or admin of a team stays. Name another one first.',
  'errors.people.not_yourself': 'You cannot change your own place; somebody else in the team does.',
  'errors.people.token_invalid': 'This access token is not valid: it is wrong, over or revoked.',
  'errors.people.token_elsewhere': 'This call cannot be made with an access token.',
  'errors.people.token_scope': 'This access token may not do that.',
  'errors.partners.token_many':
    'No more than {n} tokens can be live. Revoke the ones you do not use first.',
  'errors.field.password_wrong': 'The password is wrong',
  'errors.field.other_domain': 'This is not the store’s domain, which is {domain}',
  'errors.statements.appealed_already':
    'This decision was objected to already; that is possible once.',
  'errors.statements.appeal_over': 'The time to object is over.',
  'errors.statements.no_appeal': 'No appeal waits for an answer here.',
  'errors.statements.own_decision':
    'You decided this; somebody else answers the appeal. If there is nobody else, invite somebody.',
  'errors.earnings.day_begun':
    'Something was sold since that day; a rule can begin tomorrow at the earliest.',
  'errors.earnings.rule_there': 'A rule for this partner and market begins on that day already.',
  'errors.earnings.rule_begun': 'A rule that has begun stays; set another from a later day on.',
  'errors.earnings.not_due':
    'Nothing of this statement is to be paid: it was paid, or stands in the next one.',
  'errors.earnings.nothing_left': 'Not so much is left of this sale.',
  'errors.texts.no_draft': 'There is no draft to publish.',
  'errors.texts.not_own': 'This page already shows the text of the release.',
  'errors.texts.unreadable': 'Text could not be read in these colours: {why}.',
  'errors.texts.colour_pair': '{token}: the colours by day and by night go together.',
  'errors.people.second_needed':
    'This market demands a second proof for its operators. Add one to your account first.',
  'errors.texts.second_first': 'Add a second proof to your own account first.',
  'errors.backoffice.not_published': 'This item is not published.',
  'errors.backoffice.not_taken_down': 'This item was not taken down.',
  'errors.backoffice.stopped':
    'This item is stopped (or was never published). Lift the stop first.',
  'errors.backoffice.not_stopped': 'This item is not stopped.',
  'errors.backoffice.release_state': 'The release’s state does not allow this.',
  'errors.backoffice.slug_taken': 'This slug is taken; choose another one.',
  'errors.backoffice.category_full': 'There are items in this category; move them first.',
  'errors.backoffice.refund_refused': 'This cannot go back. Of the payment {left} is left.',
  'errors.backoffice.code_taken': 'There is a coupon with this code.',
  'errors.backoffice.day_begun': 'This day has begun or is about to; choose one after tomorrow.',
  'errors.backoffice.settled_already': 'Somebody has said what this was already.',
  'errors.backoffice.review_state': 'The review’s state does not allow this.',
  'errors.backoffice.answered_already': 'This message was answered already.',
  'errors.backoffice.not_subscribed': 'This address is not subscribed.',
  'errors.backoffice.job_gone': 'This job is not among those given up any more.',
  'errors.backoffice.key_taken': 'There is a key of this name.',
  'errors.backoffice.last_key': 'The last key in force stays; add another one first.',
  'errors.backoffice.asked_already': 'This was asked already and is under way.',
  'errors.backoffice.still_answers':
    'The site still answers, or it was not seen for long enough that it does not.',
  'errors.backoffice.still_installed':
    'Something is still installed on the store; its owner takes it off first.',
  'errors.backoffice.host_taken': 'This host already belongs to a store of this market.',
  'errors.backoffice.connector_address':
    'Give a public https address. Addresses in a private network are set where the market is started (CONNECTOR_ORIGINS).',
  'errors.backoffice.keys_unreadable': 'There are no Ed25519 keys in a JWK set at this address.',
  'errors.backoffice.platform_incomplete':
    'The connector, its credentials, a panel or a key is still missing.',
  'errors.backoffice.platform_retired': 'A retired platform stays retired.',
}
