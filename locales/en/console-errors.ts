import type { Message } from '#lib/messages.ts'
import type { consoleErrors as source } from '../tr/console-errors.ts'

export const consoleErrors: Record<keyof typeof source, Message> = {
  'errors.people.sign_in_failed': 'The e-mail or the password is wrong.',
  'errors.people.code_wrong': 'The code is wrong. Enter the newest one from the app.',
  'errors.people.code_over': 'This step is over. Sign in again.',
  'errors.people.link_over': 'This link no longer works. It may have been used or be too old; ask for a new one.',
  'errors.people.passkey_failed': 'The passkey was not recognised. Try again or use your password.',
  'errors.people.sign_in_again': 'This needs a fresh session. Sign out and in again.',
  'errors.people.email_taken': 'There is an account with this address. Sign in with it.',
  'errors.people.app_code_there': 'An authenticator app is set up already.',
  'errors.people.app_code_missing': 'No authenticator app is set up.',
  'errors.people.not_allowed': 'Your role does not allow this. Ask an owner or admin of the team.',
  'errors.people.other_address': 'This invitation went to another address. Sign in with that account.',
  'errors.people.sign_in_first': 'There is an account with this address. Sign in first, then accept.',
  'errors.people.member_already': 'This person is in the team already.',
  'errors.people.last_owner': 'The last owner or admin of a team stays. Name another one first.',
  'errors.people.not_yourself': 'You cannot change your own place; somebody else in the team does.',
  'errors.people.token_invalid': 'This access token is not valid: it is wrong, over or revoked.',
  'errors.people.token_elsewhere': 'This call cannot be made with an access token.',
  'errors.people.token_scope': 'This access token may not do that.',
  'errors.partners.token_many': 'No more than {n} tokens can be live. Revoke the ones you do not use first.',
  'errors.field.password_wrong': 'The password is wrong',
  'errors.statements.appealed_already': 'This decision was objected to already; that is possible once.',
  'errors.statements.appeal_over': 'The time to object is over.',
  'errors.statements.no_appeal': 'No appeal waits for an answer here.',
  'errors.statements.own_decision': 'You decided this; somebody else answers the appeal. If there is nobody else, invite somebody.',
}
