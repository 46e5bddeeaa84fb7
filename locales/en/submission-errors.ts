import type { submissionErrors as source } from '../tr/submission-errors.ts'

export const submissionErrors: Record<keyof typeof source, string> = {
  'errors.submissions.package_refused': 'The package was not taken: {why}',
  'errors.submissions.other_item':
    'This package belongs to another item: its manifest says “{prefix}”, the prefix of this item is “{own}”.',
  'errors.submissions.other_kind':
    'The package is of the wrong kind: hand in an app for an app, a theme for a theme.',
  'errors.submissions.channel_differs':
    '{version} does not fit this channel. Beta versions have a hyphen (2.0.0-beta.1), stable ones have none.',
  'errors.submissions.version_taken':
    '{version} is published already and does not change. Give it a new version number.',
  'errors.submissions.open_already':
    'A submission of this item is still open. Withdraw it before you hand in another.',
  'errors.submissions.listing_first':
    'This item was never published. Hand in its listing together with the release.',
  'errors.submissions.sells_inside':
    'The app sells inside, but its listing is not marked so. Mark it and hand both in together.',
  'errors.submissions.nothing_new': 'The listing is the same as the published one.',
  'errors.submissions.over':
    'This submission is decided, or is not at this step any more. Reload the page.',
  'errors.submissions.claimed': 'Another reviewer is looking at this submission.',
  'errors.submissions.not_claimed':
    'Take this submission first; if you had, your time may have run out.',
  'errors.submissions.own_item':
    'You cannot review an item of your own team. Leave it to another reviewer.',
  'errors.submissions.not_passed':
    'Not every check has passed. Where the trial install could not run, tick it if you have looked yourself.',
  'errors.submissions.not_from_here':
    'The release cannot go there from where it is. One that was withdrawn does not come back.',
  'errors.submissions.stopped':
    '{market} has stopped this item. It cannot be published before that is lifted.',
  'errors.submissions.halted_by_market':
    '{market} has halted this release. You can appeal against it; its own people bring it back.',
  'errors.rollouts.not_running':
    'This release does not stand at that stage any more. Reload the page.',
  'errors.rollouts.not_planned':
    'This version is not planned for the platform any more. Reload the page.',
  'errors.rollouts.not_halted': 'This release is not halted.',
  'errors.rollouts.stopped': 'This item is stopped. Lift that first.',
}
