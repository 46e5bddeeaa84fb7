import type { Message } from '#lib/locale.ts'
import type { wordpress as source } from '../tr/wordpress.ts'
import { wordpressMove } from './wordpress-move.ts'

export const wordpress: Record<keyof typeof source, Message> = {
  ...wordpressMove,
  'wordpress.title': 'Connect your WordPress site',
  'wordpress.lead':
    'Type its address. We look what is there and show you how to add what is missing; the last word is yours, on a page of your own WordPress.',
  'wordpress.address': 'Address of the site',
  'wordpress.address_hint': 'The domain, or the address of any of its pages.',
  'wordpress.go': 'Look at my site',
  'wordpress.look': 'Look again',
  'wordpress.step.address': 'Address',
  'wordpress.step.plugin': 'Plugin',
  'wordpress.step.approval': 'Approval',
  'wordpress.plugin.title': '{domain} needs a plugin',
  'wordpress.plugin.old': 'Renew the plugin on {domain}',
  'wordpress.plugin.lead':
    'WordPress takes no apps or themes from outside. The Arasta Connector plugin does; it changes nothing else on your site and leaves no trace when you delete it.',
  'wordpress.plugin.get': 'Download the plugin',
  'wordpress.plugin.get_note':
    'A small zip file. There is no need to open it, it is uploaded as it is.',
  'wordpress.plugin.get_press': 'arasta-connector.zip',
  'wordpress.plugin.put': 'Upload it to WordPress',
  'wordpress.plugin.put_note':
    'In the admin area go to Plugins → Add New → Upload Plugin, choose the zip file and install it.',
  'wordpress.plugin.put_press': 'Open the upload page',
  'wordpress.plugin.switch': 'Activate it',
  'wordpress.plugin.switch_note':
    'Press “Activate Plugin” when it has been installed, then come back here.',
  'wordpress.plugin.done': 'It is active, go on',
  'wordpress.approval.title': 'Approve on {domain}',
  'wordpress.approval.lead':
    'We now take you to your site. WordPress will ask whether Arasta may connect. You need to be signed in there as an administrator.',
  'wordpress.approval.where': 'You type your password on your own site only; we never see it.',
  'wordpress.approval.once':
    'We use the application password that WordPress gives us once and delete it right away.',
  'wordpress.approval.off':
    'You can end the connection at any time, here or in WordPress at Settings → Arasta.',
  'wordpress.approval.go': 'Go to WordPress and approve',
  'wordpress.replaces':
    'If you approve, {domain} is signed out in this browser and this site takes its place.',
  'wordpress.said.over': 'This browser is not waiting for such an approval',
  'wordpress.said.over.do':
    'It was begun in another browser, or it is over. Nothing was connected. If an application password called “Arasta” is left in your WordPress profile, delete it, then type the address again.',
  'wordpress.said.other': 'Another shop is signed in in this browser',
  'wordpress.said.other.do':
    'Approve again if you want to take its place. If an application password called “Arasta” is left in your WordPress profile, you can delete it.',
  'wordpress.said.later': 'We could not finish just now',
  'wordpress.said.later.do': 'Wait a little, then approve again.',
  'wordpress.failure.unreachable': '{domain} did not answer',
  'wordpress.failure.unreachable.do':
    'Check that the address is right, that the site is up and that no firewall keeps us out, then try again.',
  'wordpress.failure.not_public': '{domain} is not on a public network',
  'wordpress.failure.not_public.do': 'We can only connect a site that the internet can see.',
  'wordpress.failure.elsewhere': '{domain} sent us on to another domain',
  'wordpress.failure.elsewhere.do': 'Type the site’s real address, or take the redirect away.',
  'wordpress.failure.no_wordpress': 'We found no WordPress at {domain}',
  'wordpress.failure.no_wordpress.do':
    'WordPress has to run at the root of the domain. Check the address.',
  'wordpress.failure.rest_off': 'WordPress is there, but its REST interface is off',
  'wordpress.failure.rest_off.do':
    'A security plugin or a rule of the server may have switched it off. Open the REST API to everybody there, then let us look again.',
  'wordpress.failure.http_only': '{domain} has no encrypted connection (https)',
  'wordpress.failure.http_only.do':
    'An application password is not sent in the clear. Install a certificate, make both addresses at Settings → General begin with https://, then let us look again.',
  'wordpress.failure.no_plugin': 'The plugin is not active on {domain}',
  'wordpress.failure.no_plugin.do': 'Install and activate it in the three steps below.',
  'wordpress.failure.old_plugin': 'The plugin on {domain} is old',
  'wordpress.failure.old_plugin.do':
    'Upload the new zip file the same way and choose “Replace current with uploaded”. What is installed stays in place.',
  'wordpress.failure.no_passwords': 'Application passwords are off on this site',
  'wordpress.failure.no_passwords.do':
    'A security plugin may have switched them off. Switch them on while you connect; afterwards you may switch them off again.',
  'wordpress.failure.rejected': 'You said no in WordPress',
  'wordpress.failure.rejected.do':
    'Nothing was connected and nothing has changed. Approve again if you change your mind.',
  'wordpress.failure.stale': 'This approval no longer counts',
  'wordpress.failure.stale.do':
    'An approval counts once, and within an hour. Approve again; if an application password called “Arasta” is left in your WordPress profile, delete it.',
  'wordpress.failure.bad_password': 'WordPress did not accept the password that it gave us',
  'wordpress.failure.bad_password.do':
    'Your server may not pass the “Authorization” header on to WordPress; ask your hosting company, then approve again.',
  'wordpress.failure.not_allowed': 'The user who approved may not do this',
  'wordpress.failure.not_allowed.do':
    'Sign out of WordPress, sign in as an administrator and approve again.',
  'wordpress.failure.connected_elsewhere': 'The site is connected to another market',
  'wordpress.failure.connected_elsewhere.do':
    'End that connection first, there or in WordPress at Settings → Arasta.',
  'wordpress.failure.copy': 'This site is a copy of another one',
  'wordpress.failure.copy.do':
    'The plugin carries the identity of the site that it was copied from, but not its keys. If this is a copy, delete the plugin here, install it anew and start over. If the site has moved, sign in with the old address and start the move at My site.',
  'wordpress.failure.taken': '{domain} belongs to another shop here',
  'wordpress.failure.taken.do':
    'If it is an earlier connection of yours, sign in with an email code and end it. If you cannot, write to us.',
  'wordpress.site.lead': 'Your WordPress site, what stands on it and how its connection is doing.',
  'wordpress.places.title': 'Places for apps',
  'wordpress.places.note': 'Apps can put parts in these places.',
  'wordpress.places.no_woo':
    'WooCommerce is not active on this site, so the places on product, cart and order pages are not there. An app that needs them says so before it is installed.',
  'wordpress.places.there': 'there',
  'wordpress.places.missing': 'not there',
  'wordpress.health.fine': 'Working',
  'wordpress.health.trouble': 'Needs attention',
  'wordpress.health.looked': 'Last look',
  'wordpress.health.plugin': 'Plugin',
  'wordpress.health.woo': 'active',
  'wordpress.health.no_woo': 'not there',
  'wordpress.health.theme': 'Theme shown',
  'wordpress.health.approved': 'Approved by',
  'wordpress.health.settings': 'Settings in WordPress',
  'wordpress.health.anew': 'Connect again',
  'wordpress.health.unreachable': 'The site does not answer',
  'wordpress.health.unreachable.do':
    'What you installed stays on it. To install something new, wait until it is up again.',
  'wordpress.health.keys_gone': 'The connection was ended in WordPress',
  'wordpress.health.keys_gone.do':
    'Nothing of ours is left on the site. Connect it again and what you bought is waiting for you.',
  'wordpress.health.plugin_off': 'The plugin is not active',
  'wordpress.health.plugin_off.do':
    'Until you activate it, nothing that you installed is shown on the site.',
  'wordpress.health.old_plugin': 'The plugin is old',
  'wordpress.health.old_plugin.do': 'Upload the new one; what you installed stays in place.',
  'wordpress.health.closed': 'The site says that it is closed',
  'wordpress.health.closed.do':
    'The plugin reports it as closed; you can go on when it is open again.',
  'wordpress.leave.note':
    'Everything that you installed is taken off the site, the keys are given back, your sessions end. Saved cards and addresses are deleted. What you bought stays with the site: connect it again and it is there. Then you can delete the plugin.',
}
