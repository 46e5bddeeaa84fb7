import type { Message } from '#lib/locale.ts'
import type { contactMails as source } from '../tr/contact-mails.ts'

export const contactMails: Record<keyof typeof source, Message> = {
  'contact.mail.subject': 'Contact form: {subject}',
  'contact.mail.note': "The sender's address was not verified. A reply goes to it. Record: {id}",
  'newsletter.mail.subject': 'Approve your newsletter',
  'newsletter.mail.text':
    'Somebody asked for the {market} newsletter with this address. If it was you, approve it; the link is good for 72 hours.',
  'newsletter.mail.action': 'Approve',
  'newsletter.mail.note':
    'If it was not you, there is nothing to do; without your approval no newsletter comes.',
  'newsletter.mail.known_subject': 'You are signed up already',
  'newsletter.mail.known_text':
    'Somebody asked for the {market} newsletter with this address again. You are signed up already; there is nothing to do.',
  'newsletter.mail.leave': 'Leave the newsletter',
  'newsletter.mail.welcome_subject': 'You are signed up',
  'newsletter.mail.welcome_text':
    'We have your approval. You can leave at any time with the link below; the button of your mail program works too.',
}
