import type { Message } from '#lib/locale.ts'
import type { wordpressMove as source } from '../tr/wordpress-move.ts'

export const wordpressMove: Record<keyof typeof source, Message> = {
  'wordpress.forget.title': 'Is the site gone, or the plugin deleted?',
  'wordpress.forget.wait':
    'The plugin has been silent since {date}. We look a few times more; if it is still silent after {from}, you can close the site here. Install the plugin again and everything goes on where it was.',
  'wordpress.forget.lead':
    'We looked {count} times since {date}, and the plugin did not answer. Close the site and what is installed ends in our records, its keys are erased, subscriptions that run end as they do with an uninstall, and your sessions end.',
  'wordpress.forget.left':
    'We cannot reach the site, so we can delete nothing there. If the plugin was deleted in WordPress, it left no trace; if only its files were removed by hand, two settings and a table may be left in the database, and files in the folder uploads/arasta.',
  'wordpress.forget.button': 'Close {domain}',
  'wordpress.forget.sure': 'Yes, the site is gone',
  'wordpress.step.proof': 'Old address',
  'wordpress.failure.other_site': 'The site where you approved is not the one of the old address',
  'wordpress.failure.other_site.do':
    'The plugin there does not have the keys of your shop. Bring the old site back, or write to us.',
  'wordpress.failure.same_site': 'Both addresses lead to the same site',
  'wordpress.failure.same_site.do':
    'There is no copy here, so we changed nothing. If the site’s address has changed, say that it moved.',
  'wordpress.failure.original_silent': 'The original site did not answer',
  'wordpress.failure.original_silent.do':
    'Only while it is up can we tell that this is another site. Try again when it is; if the original is gone, say that it moved.',
  'wordpress.choice.title': 'Has the site moved to {domain}, or is it a copy?',
  'wordpress.choice.lead':
    'This site carries the identity of {from}. Only you know which it is; nothing changes until you choose.',
  'wordpress.choice.moved': 'It moved here',
  'wordpress.choice.moved_note':
    'What you bought and installed comes along to {domain}. Whatever stands at {from} of ours is taken off. First you show that the old address is yours, too.',
  'wordpress.choice.moved_press': 'Yes, it moved here',
  'wordpress.choice.copy': 'A copy, a staging site for example',
  'wordpress.choice.copy_note':
    '{from} stays as it is. Every part that came with the copy is taken off {domain}, the plugin forgets the original’s identity, and this site becomes an empty shop of its own. WordPress asks once more.',
  'wordpress.choice.copy_press': 'It is a copy, keep them apart',
  'wordpress.proof.title': 'Is the old address yours, too?',
  'wordpress.proof.lead':
    '{domain} is ready. Before your shop goes there, show that {from} is yours, too: so nobody carries your shop away with a session that was left open.',
  'wordpress.proof.code': 'With a code by email',
  'wordpress.proof.code_note':
    'The code goes to the administration email that {from} told us last. It works even if the old site is gone.',
  'wordpress.proof.code_send': 'Send the code',
  'wordpress.proof.code_sent':
    'We sent the code to the administration email that {from} told us last.',
  'wordpress.proof.code_go': 'Move the site',
  'wordpress.proof.approval': 'Approve in the old WordPress',
  'wordpress.proof.approval_note':
    'If {from} is still up, sign in there as an administrator and approve. Here, too, the password is used once and deleted right away.',
  'wordpress.proof.approval_go': 'Go to the old site and approve',
  'wordpress.proof.none': 'We cannot check the old address just now',
  'wordpress.proof.none.do':
    '{from} does not answer, and the new site does not have its keys. Bring the old site up and let us look again, or move it with its database. If neither is possible, write to us.',
  'wordpress.move.title': 'Is the address of the site changing?',
  'wordpress.move.note':
    'What you bought and installed moves along. Get WordPress ready at the new address first, then type it here; you show that both addresses are yours.',
  'wordpress.move.address': 'New address',
  'wordpress.move.start': 'Start the move',
  'wordpress.move.going': '{from} is moving here',
  'wordpress.move.going.do':
    'Approve in the WordPress of the new address; then we check the old one, too. Until then your shop stays where it is.',
  'wordpress.move.done': 'The site moved here from {from} on {date}',
  'wordpress.move.settling':
    'We are checking that what you installed is in place at the new address.',
  'wordpress.move.telling': 'What you installed is here. We are telling the old address to let go.',
  'wordpress.move.let_go':
    'What you installed is here; nothing of ours is left at the old address.',
  'wordpress.move.kept':
    'What you installed is here. The old address leads to this site or does not answer any more; we touched nothing there.',
}
