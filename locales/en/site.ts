import type { Message } from '#lib/locale.ts'
import type { site as source } from '../tr/site.ts'
import { siteErrors } from './site-errors.ts'

export const site: Record<keyof typeof source, Message> = {
  'site.connect.title': 'Connect your site',
  'site.connect.lead':
    'You need no shop system. You show that the site is yours and add one line to its pages; the market does the rest.',
  'site.connect.name': 'Your name',
  'site.connect.email': 'Your e-mail',
  'site.connect.email_hint':
    'Codes for signing in always go there. We confirm it with a code first.',
  'site.connect.address': 'Address of the site',
  'site.connect.address_hint': 'The domain, or the address of any of its pages.',
  'site.connect.go': 'Continue',
  'site.connect.have': 'Is your site connected already?',
  'site.connect.sign_in': 'Sign in with a code',
  'site.code_sent':
    'If {host} is a connected site, we sent a 6-digit code to the address that was confirmed when it was connected. We do not say here which one that is.',
  'site.wordpress_code_sent':
    'If {host} is a connected site, we sent a 6-digit code to its administration email, the one at Settings → General in WordPress. We do not say here which one that is.',
  'site.steps': 'Steps',
  'site.step.address': 'Address',
  'site.step.mail': 'E-mail',
  'site.step.proof': 'Proof',
  'site.mail.title': 'Type the code from your e-mail',
  'site.mail.sent': 'We sent a 6-digit code to {email}. It is good for 5 minutes.',
  'site.mail.go': 'Confirm the code',
  'site.mail.resent': 'We sent a new code. The one before is void.',
  'site.again': 'Start over',
  'site.proof.title': 'Is {domain} yours?',
  'site.proof.lead':
    'Do one of these, then let us look. This waits until {date}; you may close the page and come back in the same browser.',
  'site.proof.dns': 'Add a DNS record',
  'site.proof.dns_note':
    'Create a TXT record where you manage the domain. It may take minutes or a few hours to be seen everywhere.',
  'site.proof.name': 'Name',
  'site.proof.value': 'Value',
  'site.proof.file': 'Put a file there',
  'site.proof.file_note': 'At this address, a text file with this one line.',
  'site.proof.at': 'Address',
  'site.proof.text': 'The line in it',
  'site.proof.meta': 'Put a tag on your home page',
  'site.proof.meta_note': 'This line belongs into the head of the home page.',
  'site.proof.tag': 'Tag',
  'site.proof.check.dns': 'Look for the record',
  'site.proof.check.file': 'Look for the file',
  'site.proof.check.meta': 'Look for the tag',
  'site.proof.looked': 'Last look: {time}.',
  'site.proof.keep': 'Leave the proof in place: you need it again if the address changes.',
  'site.failure.absent':
    'We found nothing there. If you added it just now, wait a little and let us look again.',
  'site.failure.other_value': 'We found a proof with another value. Replace it with the one below.',
  'site.failure.unreachable':
    'We could not reach the site: it did not answer, or the connection broke.',
  'site.failure.not_public':
    'This address is not on a public network. We can only look at sites that the internet can see.',
  'site.failure.too_large':
    'The page is larger than 1 MB, so we did not read it. Try the DNS record or the file.',
  'site.failure.status':
    'The site refused our request. It may be in maintenance or behind a firewall; a DNS record gets past both.',
  'site.failure.elsewhere':
    'The site sent us on to another domain. Connect that one, or take the redirect away.',
  'site.failure.no_names':
    'The name servers did not answer just now. Let us look again in a moment.',
  'site.title': 'My site',
  'site.lead':
    'One line in its pages shows everything that you install, and leaves no trace of what you uninstall.',
  'site.tag.title': 'The line for your pages',
  'site.tag.note':
    'Put it into the head of every page, once. It names the hash of the file: with one byte changed, the browser does not run it.',
  'site.tag.policy': 'If your site has a content security policy (CSP)',
  'site.tag.policy_note':
    'Add these two sources. Nothing inline and no eval is needed; if you work with a nonce, add it to the line and we pass it on.',
  'site.health.title': 'Health',
  'site.health.seen': 'Last seen',
  'site.health.never': 'Not seen yet',
  'site.health.never_note':
    'Open a page of your site after adding the line. If it still does not show, look at the two lines of the security policy.',
  'site.health.set': 'Set on the page',
  'site.health.newest': 'the newest',
  'site.health.older': 'older; renewed with the next page view',
  'site.health.parts': 'Parts on the site',
  'site.health.proof': 'Proof',
  'site.health.proof_holds': 'in place, {date}',
  'site.health.proof_gone': 'not found any more, {date}',
  'site.health.proof_gone_note': 'Nothing changes, but you need it again if the site moves.',
  'site.health.troubles': 'Trouble of the last three days',
  'site.health.no_troubles': 'none',
  'site.health.look': 'Look now',
  'site.trouble.set': 'The settings did not arrive',
  'site.trouble.signature': 'The signature of the settings did not fit; nothing was shown',
  'site.trouble.expired':
    'The settings that came were old (or the device’s clock is wrong); nothing was shown',
  'site.trouble.file': 'A file did not load; the security policy may have blocked it',
  'site.trouble.part': 'A part could not be put in its place',
  'site.trouble.types': 'The Trusted Types policy does not allow the name “arasta”',
  'site.trouble.where': '{path} · ×{count} · {date}',
  'site.rules.title': 'Which page is which?',
  'site.rules.note':
    'Parts for product lists, product pages and the cart want to know. Tell by clicking on your site, or type it here; the first rule that fits counts.',
  'site.rules.click': 'Show it on my site by clicking',
  'site.rules.click_note':
    'Your site opens with a small panel on top. The link is good for 15 minutes.',
  'site.rules.none': 'No rules: only parts that stand on every page are shown.',
  'site.rules.page': 'Page',
  'site.rules.path': 'Address pattern',
  'site.rules.path_hint': 'For example /product/*  A star stands for anything.',
  'site.rules.has': 'Element on the page (CSS selector)',
  'site.rules.into': 'Blocks go at the end of this element (CSS selector)',
  'site.rules.add': 'Add the rule',
  'site.rules.remove': 'Delete the rule',
  'site.page.home': 'Home page',
  'site.page.list': 'Product list',
  'site.page.product': 'Product page',
  'site.page.cart': 'Cart',
  'site.page.member-confirmation': 'Membership confirmation',
  'site.move.title': 'Is the address changing?',
  'site.move.note':
    'What you bought and installed moves along. You show that both addresses are yours, the old and the new.',
  'site.move.address': 'New address',
  'site.move.start': 'Start the move',
  'site.move.to': 'Moving to {domain}',
  'site.move.old': 'Old address: {domain}',
  'site.move.new': 'New address: {domain}',
  'site.move.proved': 'proved',
  'site.move.open': 'waiting for its proof',
  'site.move.end': 'Give it up',
  'site.leave.title': 'Disconnect the site',
  'site.leave.note':
    'Everything on the site is uninstalled, its key revoked, your sessions end. Saved cards and addresses are deleted. What you bought stays with the site: connect it again and it is there. Then you can delete the line from your pages.',
  'site.leave.button': 'Disconnect {domain}',
  'site.leave.sure': 'Yes, take everything off',
  ...siteErrors,
}
