import type { Message } from '#lib/locale.ts'
import type { contact as source } from '../tr/contact.ts'

export const contact: Record<keyof typeof source, Message> = {
  'contact.title': 'Write to us',
  'contact.lead': 'A question, an idea, a fault you have seen: write to us, we answer by email.',
  'contact.about': 'About {name}',
  'contact.fullname': 'Full name',
  'contact.email': 'Email',
  'contact.phone': 'Phone',
  'contact.subject': 'Subject',
  'contact.message': 'Your message',
  'contact.item': 'Item',
  'contact.store': 'Shop',
  'contact.optional': 'optional',
  'contact.phone_hint': 'If you would like us to call; with its country code.',
  'contact.email_hint': 'We send the answer here.',
  'contact.submit': 'Send',
  'contact.sending': 'Sending…',
  'contact.privacy':
    'What you write is used only to answer you, is kept encrypted, and is deleted after two years at the latest.',
  'contact.mistakes': { one: 'Correct {count} field', other: 'Correct {count} fields' },
  'contact.sent': 'Your message has arrived',
  'contact.sent_text': 'We will answer by email.',
  'contact.again': 'Write another message',
  'contact.back': 'Back to the market',
  'contact.back_item': 'Back to {name}',
  'contact.too_fast':
    'That was very quick. Your message is still here; press once more to send it.',
  'contact.leave_empty': 'Leave this field empty',
  'contact.ask_title': 'Ask the developer',
  'contact.ask_lead':
    'Your question goes to {developer}. They see your name and your shop, if you are signed in, but neither your mail address nor your phone; the answer comes by mail through {market}.',
  'contact.ask_other': 'Write to {market} instead',
  'contact.ask_sent': 'The developer has your question',
  'contact.ask_sent_text': 'When they answer, we pass it on to you by mail.',
  'contact.again_title': 'Write to {developer} again',
  'contact.again_lead':
    'It is added to your question about {item}. They do not see your address; the answer comes by mail again.',
  'newsletter.page_lead': 'Write your email address and we send you a link to approve.',
  'newsletter.sent_title': 'Look into your mailbox',
  'newsletter.sent_text':
    'We have sent a link to your address. It is good for 72 hours; the newsletter begins once you approve it. If nothing arrives, look into the junk folder too.',
  'newsletter.again': 'No link? Ask again',
  'newsletter.approve_title': 'Sign up for the newsletter',
  'newsletter.consent':
    "I agree to receive {market}'s monthly email about new apps and themes. I can leave at any time with the link in every email.",
  'newsletter.approve': 'I agree, sign me up',
  'newsletter.approved': 'You are signed up',
  'newsletter.approved_text': 'Every email has a link to leave.',
  'newsletter.over_text': 'You can ask for a new link below.',
  'newsletter.leave_title': 'Leave the newsletter',
  'newsletter.leave_text':
    'One press and it no longer comes. Emails about your shop are not affected.',
  'newsletter.leave': 'Leave the newsletter',
  'newsletter.left': 'You have left the newsletter',
  'newsletter.left_text':
    'We will not send it any more. Should you change your mind, you can sign up again at the foot of any page.',
  'newsletter.home': 'Back to the home page',
}
