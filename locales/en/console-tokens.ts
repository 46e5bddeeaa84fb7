import type { Message } from '#lib/locale.ts'
import type { tokens as source } from '../tr/console-tokens.ts'

export const tokens: Record<keyof typeof source, Message> = {
  'console.tokens.nav': 'Access tokens',
  'console.tokens.lead':
    'What programs come in with that send releases, ask how they stand or read figures.',
  'console.tokens.none': 'No tokens yet',
  'console.tokens.none_lead': 'Make one below for the command line or your build server.',
  'console.tokens.name': 'Name',
  'console.tokens.name_hint': 'Where you will use it: “CI”, “laptop”.',
  'console.tokens.scopes': 'What may it do?',
  'console.tokens.scope.upload': 'Send releases',
  'console.tokens.scope.status': 'See how submissions stand',
  'console.tokens.scope.figures': 'Read figures',
  'console.tokens.item': 'For which item?',
  'console.tokens.all_items': 'All items',
  'console.tokens.days': 'How long should it last?',
  'console.tokens.days.7': '7 days',
  'console.tokens.days.90': '90 days',
  'console.tokens.days.180': '180 days',
  'console.tokens.days.365': '1 year',
  'console.tokens.new': 'New token',
  'console.tokens.new_lead': 'We write to you a week before it ends.',
  'console.tokens.create': 'Make the token',
  'console.tokens.made': 'Your token is ready. Copy it now: it is not shown again.',
  'console.tokens.made_use':
    'Give it to your program in the environment variable ARASTA_TOKEN; never write it into code or a repository.',
  'console.tokens.maker': 'Made by',
  'console.tokens.used': 'Last used',
  'console.tokens.never': 'Never',
  'console.tokens.until': 'Ends',
  'console.tokens.state': 'State',
  'console.tokens.state.live': 'Live',
  'console.tokens.state.over': 'Over',
  'console.tokens.state.revoked': 'Revoked',
  'console.tokens.revoke': 'Revoke',
}
