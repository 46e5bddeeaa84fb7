import type { Message } from '#lib/locale.ts'
import type { mails as tr } from '../tr/mails.ts'
import { rolloutMails } from './rollout-mails.ts'
import { moveMails } from './move-mails.ts'

export const mails: Record<keyof typeof tr, Message> = {
  ...moveMails,
  ...rolloutMails,
  'mails.site_code.subject': 'The code to connect your site',
  'mails.site_code.lead':
    'Somebody is connecting the site {domain} to {market} and gave this address for its codes. If it is you, type this code on the screen:',
  'mails.site_code.footnote':
    'The code is good for 5 minutes. If it was not you, there is nothing to do: without the code no site is connected with this address.',
  'mails.connect.subject': 'Your {market} sign-in code',
  'mails.connect.lead':
    'Somebody wants to enter {market} with the shop at {host}. If it is you, type this code on the sign-in page:',
  'mails.connect.what':
    'The code is good for 5 minutes and works once. Give it to nobody; {market} never asks you for it.',
  'mails.connect.footnote':
    'If it was not you, there is nothing to do: nobody gets in without the code. You get this mail because your platform has this address as the shop owner’s.',
  'mails.code_shared':
    'Many codes were asked for this address lately. To keep your mailbox usable we send one mail an hour for now; this code works on every sign-in page that you open in this hour.',
  'mails.code_shared.what':
    'The code is good for an hour and works once. Give it to nobody; {market} never asks you for it.',
  'mails.recovery.subject': '{market}: a new password',
  'mails.recovery.lead':
    'A new password was asked for your account. If it was you, choose one below; the link works once, within an hour.',
  'mails.recovery.action': 'Choose a new password',
  'mails.recovery.footnote':
    'If it was not you, there is nothing to do; your password stays as it is.',
  'mails.email_check.subject': '{market}: is this address yours?',
  'mails.email_check.lead':
    'An account of the {market} console uses this address. If it is yours, confirm it; the link works for a day.',
  'mails.email_check.action': 'Confirm my address',
  'mails.email_check.footnote': 'If it is not, there is nothing to do.',
  'mails.change.password_changed': 'Your password was changed',
  'mails.change.recovered': 'A new password was set by a mailed link',
  'mails.change.passkey_added': 'A passkey was added to your account',
  'mails.change.passkey_removed': 'A passkey was removed from your account',
  'mails.change.provider_linked': 'A sign-in provider was linked to your account',
  'mails.change.provider_unlinked': 'A sign-in provider was unlinked from your account',
  'mails.change.app_added': 'An authenticator app was added to your account',
  'mails.change.app_removed': 'The authenticator app was removed from your account',
  'mails.change.backup_codes': 'Your backup codes were renewed',
  'mails.change.token_created': 'An access token was created in your name',
  'mails.change.token_revoked': 'An access token of yours was revoked',
  'mails.change.lead': '{what}.',
  'mails.change.lead_named': '{what}: {name}.',
  'mails.change.where': 'When: {at}. Network address: {address}. Browser: {program}.',
  'mails.change.revoked': 'This no longer opens your account: {list}.',
  'mails.change.not_you':
    'If this was not you, set a new password now: every session ends, and so does whatever else opens the account unless you keep it.',
  'mails.change.action': 'Set a new password',
  'mails.change.footnote':
    'You always get this mail when something that opens your account changes.',
  'mails.invitation.subject': '{team} invites you to {market}',
  'mails.invitation.lead':
    '{name} asks you into the team of {team}. The link works once, within a week.',
  'mails.invitation.action': 'Open the invitation',
  'mails.invitation.footnote':
    'If you do not expect this, ignore it; nothing happens unless you accept.',
  'mails.invitation.market': '{market}’s own team',
  'mails.token_ends.subject': 'The token “{name}” is about to end',
  'mails.token_ends.lead':
    'The access token “{name}” (…{ending}) that you made for {partner} stops working on {day}.',
  'mails.token_ends.what':
    'If a program uses it, make a new one before that day and put it in its place. If none does, there is nothing to do.',
  'mails.token_ends.action': 'Open the tokens',
  'mails.earnings.subject': '{partner}: earnings of {month}',
  'mails.earnings.lead': '{month} is closed for {partner}. Statement {number}, balance {amount}.',
  'mails.earnings.due':
    'We tell you when it has been sent to your account. Refunds that come later stand in the next statement.',
  'mails.earnings.nothing_due':
    'Nothing is to be paid out for this month; the balance goes into the next statement.',
  'mails.earnings.action': 'Open the statement',
  'mails.earnings.footnote':
    'You get this mail because you are an owner or look after the money of the team.',
  'mails.payout.subject': '{partner}: {amount} was sent',
  'mails.payout.lead':
    '{amount}, the balance of statement {number}, was sent on {day}. Reference: {reference}.',
  'mails.owner.why':
    'You get this mail because your platform has this address as the shop owner’s.',
  'mails.update_failed.subject': '{item} could not be updated to {version}',
  'mails.update_failed.lead':
    '{item} on {domain} was to be updated to {version} by itself. It could not be finished and was taken back.',
  'mails.update_failed.kept':
    'Your shop has version {kept} and works as before; there is nothing you must do. We do not try this version again by ourselves, but you can.',
  'mails.update_failed.stuck':
    'The way back to the version before stopped halfway too. The button on its page goes on where it stopped.',
  'mails.update_failed.look': 'See how it stands',
  'mails.stopped.subject': '{item} was stopped by {market}',
  'mails.stopped.lead':
    '{item}, which is installed on {domain}, was stopped: nobody can install or update it. The reason:',
  'mails.stopped.what':
    'We have not touched the copy on your shop. If you do not trust it, uninstall or pause it on its page; your shop is then as it was before.',
  'mails.lifted.subject': '{item} is available again',
  'mails.lifted.lead':
    '{item}, which is installed on {domain}, was looked at and is available again. There is nothing you must do.',
  'mails.review_down.subject': '{item}: the text of your review was removed',
  'mails.review_down.lead':
    'The text of the review that {domain} wrote about {item} is no longer shown; your stars stay. The reasons:',
  'mails.review_down.appeal':
    'If you do not agree, sign in with your store and object on the page “Decisions” until {day}, or write to {address}; somebody who did not decide reads it and answers. You may still go to court.',
  'mails.store_appeal.subject': '{item}: the answer to your objection',
  'mails.store_appeal.upheld':
    'Somebody who did not decide has read the objection of {domain}: the decision stands. The reasons:',
  'mails.store_appeal.reversed':
    'The objection of {domain} was right: the decision was undone. The reasons:',
  'mails.store_appeal.look': 'Open the decision',
  'mails.scripts.subject': '{domain}: a script on the pages of your orders has changed',
  'mails.scripts.lead':
    'We look daily at the scripts that run on the order pages of {domain}. These are not as we put them there:',
  'mails.scripts.changed': '• {item}: {title} (changed)',
  'mails.scripts.gone': '• {item}: {title} (gone)',
  'mails.scripts.what':
    'If it was you, there is nothing to do. If not, take the app off and write to your platform: on these pages your customers type addresses and cards.',
  'mails.scripts.look': 'See the scripts',
  'mails.statement.subject.rejected': '{name} was not accepted',
  'mails.statement.subject.changes_requested': '{name} needs changes',
  'mails.statement.subject.unpublished': '{name} was taken off the market',
  'mails.statement.subject.halted': '{name}: the release was halted',
  'mails.statement.subject.yanked': '{name}: the release was withdrawn',
  'mails.statement.subject.stopped': '{name} was stopped',
  'mails.statement.subject.text_erased': '{name}: the text of a review was removed',
  'mails.statement.decision.rejected': 'On {day} we decided not to accept {name}.',
  'mails.statement.decision.changes_requested':
    'On {day} we decided that {name} cannot be accepted as it is and needs changes.',
  'mails.statement.decision.unpublished':
    'On {day} {name} was taken off the market: it is not shown and new shops cannot install it. Where it is installed it goes on working.',
  'mails.statement.decision.halted':
    'On {day} {name} was halted: this release is offered to no shop.',
  'mails.statement.decision.yanked':
    'On {day} {name} was withdrawn: this release is not offered again and its number cannot be used again.',
  'mails.statement.decision.stopped':
    'On {day} {name} was stopped at once: nobody can install or update it, and the shops that have it were told.',
  'mails.statement.decision.text_erased':
    'On {day} the text of a review of {name} was removed; its stars stay.',
  'mails.statement.without_end': 'The decision holds until it is taken back.',
  'mails.statement.until': 'The decision holds until {day}.',
  'mails.statement.facts': 'What we found:',
  'mails.statement.grounds.contract': 'The ground: your contract with {market}, {rule}.',
  'mails.statement.grounds.law': 'The ground: the law, {rule}.',
  'mails.statement.cause.own': 'We came to it by our own look.',
  'mails.statement.cause.report': 'We looked because somebody reported it.',
  'mails.statement.cause.order': 'We followed an authority’s order.',
  'mails.statement.automated.no': 'No automated means were used.',
  'mails.statement.automated.found': 'An automated check found it; a person decided.',
  'mails.statement.automated.decided': 'An automated check decided.',
  'mails.statement.appeal':
    'If you do not agree, you can object once in the console until {day}; somebody who did not decide reads it and answers with reasons. You can turn to an out-of-court body where there is one, and to a court at any time.',
  'mails.submission.subject.approved': '{name} is published',
  'mails.submission.subject.failed_checks': '{name}: the checks found something',
  'mails.submission.lead.approved':
    '{name} has been reviewed and is published. Stores see it from now on.',
  'mails.submission.lead.failed_checks':
    'The checks of {name} are through and found something to mend. Its page says which rule, where, and how to mend it; then hand it in again.',
  'mails.submission.action': 'Open the submission',
  'mails.submission.footnote': 'You get this mail because you handed it in.',
  'mails.statement.action': 'Open the decision',
  'mails.statement.footnote': 'You get this mail because you are one of the partner’s owners.',
  'mails.appeal.subject': '{name}: the answer to your appeal',
  'mails.appeal.outcome.upheld':
    'We have read your appeal about {name}. The decision stands, for these reasons:',
  'mails.appeal.outcome.reversed':
    'We have read your appeal about {name} and undone the decision, for these reasons:',
  'mails.appeal.footnote': 'A decision can be objected to once. You may still go to court.',
  'mails.partner_mail.subject': 'Verify your support address on {market}',
  'mails.partner_mail.lead':
    '{partner} shows this address as its support address on its developer page on {market}. If the address is yours, press the button; it is good for three days.',
  'mails.partner_mail.action': 'Verify the address',
  'mails.partner_mail.footnote':
    'If you know nothing of this, do nothing: the address counts as verified only when you press.',
  'mails.proof_missing.subject': '{domain}: we cannot find the proof',
  'mails.proof_missing.lead':
    'We cannot find the DNS record or file that shows that {domain} belongs to {partner}. If it is not back by {day}, “Verified” goes from your page.',
  'mails.proof_lapsed.subject': '{domain} is no longer verified',
  'mails.proof_lapsed.lead':
    'The proof for {domain} did not come back; on {day} “Verified” was taken off {partner}’s page. Put the record or the file back and verify again on the profile page.',
  'mails.proof.action': 'Open the profile',
  'mails.question.subject': 'A question about {item}',
  'mails.question.lead':
    'Somebody has asked you something about {item}. Read and answer it in the console.',
  'mails.question.action': 'Open the question',
  'mails.question.footnote': 'You get this mail because you read questions in your team.',
  'mails.developer_answer.lead': '{developer} has answered your question about {item}:',
  'mails.developer_answer.action': 'Write again',
  'mails.developer_answer.footnote':
    '{market} passed this on; {developer} does not see your address. A reply to this mail does not reach them: use the button to write again.',
}
