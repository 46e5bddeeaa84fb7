/**
 * Tables that stay small however many orders, stores, visitors, partners and items a market has.
 * Every other table grows, a new one too.
 */
export const SMALL_TABLES: Readonly<Record<string, string>> = {
  banners: 'what operators show on the front pages',
  bundles: 'each is written by an operator',
  bundle_items: 'eight at most for each of these',
  categories: 'the shelves of the market',
  collections: 'the same',
  currencies: 'those of the market',
  first_operator_links: 'one row',
  figures_run: 'one row',
  figure_medians_run: 'one row',
  figure_category_medians: 'four at most for each category',
  invoice_counters: 'a row for each series and year',
  ledger_days: 'a row for each gateway and day',
  loaded: 'a row for each loader',
  malware_scanner: 'one row',
  market_day: 'one row',
  market_faces: 'a row for each store of the market',
  market_settings: 'one row',
  market_zones: 'a row for each change of the time zone',
  market_texts: 'versions of a few legal texts',
  openid_group_roles: 'a hundred at most, written by an operator',
  openid_group_settings: 'one row',
  operators: 'the market’s own team',
  partner_sign_up: 'one row',
  platform_check_keys: 'of running checks; end with the run',
  platform_key_fetches: 'one for each platform',
  platform_keys: 'a few for each platform',
  platform_plans: 'a few for each platform',
  platforms: 'each is connected by an operator',
  review_log_checks: 'the last few checks',
  scratch_turns: 'a row for each platform',
  sealing_keys: 'each is set by an operator',
  share_rules: 'agreements that operators write',
  shelf_counts: 'a row for each shelf of a market',
  smart_weights: 'one row',
  missed_searches: 'a few thousand: older ones are deleted',
  home_arrangements: 'a row for each time that operators publish a home page',
  home_drafts: 'a row for each market',
  goals: 'each is written by an operator, 24 at most for a market',
  synonym_groups: 'each is written by an operator, a few thousand at most',
  synonym_terms: 'the terms of these',
  tax_rates: 'a row for each country and change',
  // Minutes old at most: what ended is deleted every hour.
  connect_attempts: 'ends after minutes',
  package_uploads: 'ends with the upload',
  pending_entries: 'ends after minutes',
  // What waits to be done within seconds, emptied by a job.
  auto_updates_to_plan: 'waits',
  earnings_due: 'waits',
  figures_due: 'waits',
  item_changes: 'waits',
  item_standings_due: 'waits',
  shelving_due: 'waits',
  // The queue's own, whose jobs are deleted when they are done.
  job_common: 'the queue',
}

/** Partial indexes that hold only what is open or waits, so that all of it may be read. */
export const SHORT_INDEXES: readonly string[] = [
  'auto_updates_due',
  'auto_updates_newer_shop',
  'contact_messages_disputed',
  'contact_messages_new',
  'contact_messages_open',
  'contact_messages_unread',
  'coupon_uses_reserved',
  'shop_looks_due',
  'inbox_summaries_due',
  'installation_runs_one_live',
  'item_watches_due',
  'installations_stuck',
  'invitations_one_open',
  'item_stops_in_force',
  'bulk_runs_open',
  'list_exports_open',
  'ledger_differences_open',
  'mails_due',
  'mails_failed',
  'orders_expiry',
  'platform_check_runs_one',
  'order_lines_use_ends',
  'package_scans_found',
  'owner_notices_due',
  'partner_tokens_remind',
  'payment_attempts_next_look',
  'payout_accounts_waiting',
  'payment_attempts_one_live',
  'newsletter_subscribers_pending',
  'picture_files_left',
  'picture_files_removing',
  'refund_requests_open',
  'refunds_open',
  'review_pictures_waiting',
  'review_reports_open',
  'rollouts_due',
  'rollouts_halted',
  'saved_cards_to_forget',
  'statement_appeals_open',
  'store_data_requests_files',
  'store_data_requests_one_open',
  'store_health_due',
  'submissions_checks',
  'submissions_due',
  'partner_applications_waiting',
  'submissions_open',
  'submissions_queue',
  'submissions_scan_pending',
  'webhook_endpoints_paused',
  'webhook_messages_due',
  'webhook_messages_under_way',
  'webhook_replays_open',
  'wordpress_moves_due',
  'wordpress_sites_leaving',
  'wordpress_sites_silent',
]

const ANY_TABLE = 'any'

export interface AllowedRead {
  /** The file of the product and the function in it that sends the statement. */
  from: string
  tables: readonly string[] | typeof ANY_TABLE
  reason: string
}

/** Statements that read a growing table whole, and why they may. */
export const ALLOWED_READS: readonly AllowedRead[] = [
  {
    from: 'modules/analytics/category-medians.ts insertMedians',
    tables: [
      'figure_days',
      'figure_retention_days',
      'figure_subscription_days',
      'item_categories',
      'items',
    ],
    reason: 'once a day, over every category',
  },
  {
    from: 'modules/apps/access/scripts.ts checkScripts',
    tables: ['side_effects', 'stores'],
    reason: 'hourly, over every store',
  },
  {
    from: 'modules/catalog/pictures/stored-pictures.ts findShownPictures',
    tables: ['item_pictures', 'items'],
    reason: 'hourly, before files are deleted: addresses inside of documents',
  },
  {
    from: 'modules/catalog/pictures/stored-pictures.ts listUncheckedPictures',
    tables: ['picture_files'],
    reason: 'hourly, a page of those that wait longest',
  },
  {
    from: 'modules/publishing/submissions/purge-pictures.ts findDraftedPictures',
    tables: ['listing_drafts', 'partner_profiles'],
    reason: 'the same',
  },
  {
    from: 'modules/publishing/submissions/purge-pictures.ts findSubmittedPictures',
    tables: ['submissions'],
    reason: 'the same',
  },
  {
    from: 'modules/catalog/release-log/sign-releases.ts logMissingReleases',
    tables: ['releases'],
    reason: 'at the start of the market',
  },
  {
    from: 'modules/catalog/release-log/sign-releases.ts signReleasesAgain',
    tables: ['releases'],
    reason: 'when an operator revokes a key',
  },
  {
    from: 'modules/earnings/data.ts firstOpenAt',
    tables: ['earnings_entries'],
    reason: 'hourly, over the entries that no month has closed',
  },
  {
    from: 'modules/earnings/data.ts listToClose',
    tables: ['earnings_entries'],
    reason: 'the same',
  },
  {
    from: 'modules/earnings/payouts/ledger.ts findLedgerFaults',
    tables: ['earnings_entries', 'ledger_balances', 'ledger_entries', 'payout_lines'],
    reason: 'hourly, compares all of the ledger with all that it was made from',
  },
  {
    from: 'modules/earnings/data.ts listDuePayouts',
    tables: ['earnings_statements'],
    reason: 'a row for each partner and month; ends with the first 200 that are due',
  },
  {
    from: 'modules/earnings/statements.ts presentStatements',
    tables: ['earnings_statements'],
    reason: 'a filter of the console: a page of one row for each partner and month',
  },
  {
    from: 'modules/identity/app-code-secrets.ts resealAppCodes',
    tables: ['person_app_codes'],
    reason: 'after the sealing key was changed',
  },
  {
    from: 'server/sealing.ts hasFormerValues',
    tables: ANY_TABLE,
    reason: 'after the sealing key was changed',
  },
  {
    from: 'modules/identity/audit.ts findActors',
    tables: ['people'],
    reason: 'a part of a name, among the people of the console',
  },
  {
    from: 'modules/market/get-operator-home.ts countRows',
    tables: ['partners', 'stores'],
    reason: 'counts all of them, by an index alone',
  },
  {
    from: 'modules/market/get-operator-home.ts run',
    tables: ['items'],
    reason: 'counts all of them',
  },
  {
    from: 'modules/market/get-operator-home.ts findDoneSteps',
    tables: ['items', 'partner_members', 'stores'],
    reason: 'ends at the first row',
  },
  {
    from: 'modules/market/inbox-data.ts countDone',
    tables: ['inbox_marks'],
    reason: 'what was marked by hand in half a year, through its index; older marks are deleted',
  },
  {
    from: 'modules/messaging/operator-messages.ts listSubscribers',
    tables: ['newsletter_subscribers'],
    reason: 'a filter of the console: ends with the page',
  },
  {
    from: 'modules/orders/manage-coupons.ts run',
    tables: ['coupons'],
    reason: 'a filter of the console: ends with the page',
  },
  {
    from: 'modules/orders/operator-orders.ts run',
    tables: ['orders'],
    reason: 'a filter of the console: ends with the page',
  },
  {
    from: 'modules/orders/operator-orders.ts listOrderRows',
    tables: ['orders'],
    reason: 'the same, read for a file of the list',
  },
  {
    from: 'modules/orders/reconciliation.ts dayOfFirstAttempt',
    tables: ['payment_attempts'],
    reason: 'only until the first day was compared',
  },
  {
    from: 'modules/publishing/partners/profile-data.ts listOtherNames',
    tables: ['partners'],
    reason: 'looks for similar names, once for a new name',
  },
  {
    from: 'modules/publishing/partners/profile-data.ts listLikeNames',
    tables: ['partners'],
    reason: 'looks for similar names, once for an application that an operator reads',
  },
  {
    from: 'modules/publishing/submissions/data.ts listKnownNames',
    tables: ['items'],
    reason: 'looks for similar names, once for a submission',
  },
  {
    from: 'modules/installs/automatic-updates.ts planAutomatic',
    tables: ['installations'],
    reason: 'compares what updates itself with the newest releases',
  },
  {
    from: 'modules/reviews/operator-reviews.ts run',
    tables: ['reviews'],
    reason: 'a filter of the console: ends with the page',
  },
  {
    from: 'modules/reviews/operator-reviews.ts listReviewLines',
    tables: ['reviews'],
    reason: 'the same, read for a file of the list',
  },
  {
    from: 'modules/reviews/partner-reviews.ts run',
    tables: ['review_reports'],
    reason: 'what one partner has reported, hashed for a page',
  },
  {
    from: 'modules/reviews/review-log.ts listContents',
    tables: ['reviews', 'review_replies'],
    reason: 'hourly, compares all of it with the log',
  },
]
