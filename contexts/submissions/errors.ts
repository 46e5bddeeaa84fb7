import { refusing } from '#lib/refusal.ts'

export const refuse = refusing({
  'submissions.package_refused': 422,
  'submissions.other_item': 422,
  'submissions.other_kind': 422,
  'submissions.channel_differs': 422,
  'submissions.version_taken': 409,
  'submissions.open_already': 409,
  'submissions.listing_first': 422,
  'submissions.sells_inside': 422,
  'submissions.nothing_new': 422,
  'submissions.over': 409,
  'submissions.claimed': 409,
  'submissions.not_claimed': 409,
  'submissions.own_item': 403,
  'submissions.not_passed': 409,
  'submissions.not_from_here': 409,
  'submissions.stopped': 409,
  'submissions.halted_by_market': 409,
  'input.invalid': 400,
  'not_found': 404,
})
