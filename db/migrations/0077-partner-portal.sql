-- What partners see of their items: the delivery log of webhooks with replay, and a feed of what
-- happened (docs/decisions/0083).

create table webhook_replays (
  id text primary key check (id ~ '^whr_[0-9a-z]{20}$'),
  item_id text not null references items,
  type text check (length(type) <= 40),
  from_at timestamptz(3) not null,
  until_at timestamptz(3) not null,
  messages integer not null default 0 check (messages >= 0),
  asked_at timestamptz(3) not null,
  done_at timestamptz(3),
  check (from_at < until_at)
);
comment on table webhook_replays is
  'A partner has everything that failed in a span of time sent again: a job puts the messages back '
  'into the queue.';
comment on column webhook_replays.type is 'Only messages about this event; null: all of them.';
comment on column webhook_replays.messages is 'How many the job has put back so far.';
comment on column webhook_replays.done_at is 'All of them are in the queue.';
create unique index webhook_replays_open on webhook_replays (item_id) where done_at is null;
create index webhook_replays_newest on webhook_replays (item_id, asked_at desc);
create index webhook_replays_age on webhook_replays (asked_at);

alter table webhook_messages
  add column item_id text references items,
  add column replayed_at timestamptz(3),
  add column replay_id text references webhook_replays on delete set null;
update webhook_messages set item_id = webhook_endpoints.item_id
  from webhook_endpoints where webhook_endpoints.id = webhook_messages.endpoint_id;
-- The release before does not know the column.
create function name_item_of_webhook() returns trigger language plpgsql as $$
begin
  select item_id into new.item_id from webhook_endpoints where id = new.endpoint_id;
  return new;
end $$;
create trigger name_item_of_webhook before insert on webhook_messages
  for each row when (new.item_id is null) execute function name_item_of_webhook();
alter table webhook_messages
  alter column item_id set not null,
  alter column occurred_at type timestamptz(3),
  alter column installation_id drop not null,
  alter column sequence drop not null,
  add constraint webhook_messages_test_check
    check ((installation_id is null) = (type = 'webhook.test')
      and (sequence is null) = (installation_id is null));
comment on column webhook_messages.item_id is 'Of its endpoint: lists read by it.';
comment on column webhook_messages.installation_id is 'Null for a test event, which is about none.';
comment on column webhook_messages.replayed_at is
  'It was put back into the queue to be sent again, with the same id and body; its tries since then '
  'say so to the receiver.';
comment on column webhook_messages.replay_id is 'The replay of a span of time that did so last.';
create index webhook_messages_of_item on webhook_messages (item_id, occurred_at desc, id desc);
create index webhook_messages_of_event on webhook_messages (item_id, type, occurred_at desc, id desc);
create index webhook_messages_undelivered on webhook_messages (item_id, occurred_at desc, id desc)
  where state <> 'delivered';
create index webhook_messages_replay on webhook_messages (replay_id) where replay_id is not null;

alter table webhook_endpoints
  add column failing_since timestamptz(3),
  add column told_at timestamptz(3);
comment on column webhook_endpoints.failing_since is
  'The first failed try after the last success; null while tries succeed.';
comment on column webhook_endpoints.told_at is 'When the partner got a mail that it fails.';
create index webhook_endpoints_newest on webhook_endpoints (item_id, created_at desc, id);
create index webhook_endpoints_failing on webhook_endpoints (item_id, failing_since)
  where failing_since is not null;
create index webhook_endpoints_told on webhook_endpoints (item_id, told_at)
  where told_at is not null;

create table webhook_health (
  endpoint_id text not null references webhook_endpoints on delete cascade,
  hour timestamptz(3) not null,
  tries integer not null check (tries > 0),
  failed integer not null check (failed between 0 and tries),
  primary key (endpoint_id, hour)
);
comment on table webhook_health is 'Tries by endpoint and hour, for the share that failed.';
create index webhook_health_age on webhook_health (hour);

-- What happened to the items of a partner, in one list: written by triggers in the transaction of
-- the event, so that no module can forget it.
create table partner_events (
  id bigint generated always as identity primary key,
  partner_id text not null references partners,
  item_id text references items on delete cascade,
  kind text not null check (kind in ('installed', 'uninstalled', 'install_failed', 'reviewed',
    'asked', 'refunded', 'paid_out')),
  at timestamptz(3) not null,
  store_id text references stores,
  subject_id text not null,
  facts jsonb not null default '{}',
  check ((item_id is null) = (kind = 'paid_out'))
);
comment on table partner_events is
  'What happened to the items of a partner, for its feed; deleted after a year.';
comment on column partner_events.store_id is
  'Null where the partner may not know it: who asks a question tells what they like.';
comment on column partner_events.subject_id is
  'Of the installation, run, review, question, refund or payout.';
comment on column partner_events.facts is
  'Reason of an uninstall, failure of an install, stars of a review, amount and currency.';
create index partner_events_newest on partner_events (partner_id, at desc, id desc);
create index partner_events_of_kind on partner_events (partner_id, kind, at desc, id desc);
create index partner_events_of_item on partner_events (item_id, at desc, id desc);
create index partner_events_age on partner_events (at);

create function note_partner_event(item text, what text, moment timestamptz, store text,
  subject text, said jsonb) returns void language sql as $$
  insert into partner_events (partner_id, item_id, kind, at, store_id, subject_id, facts)
    select partner_id, id, what, moment, store, subject, jsonb_strip_nulls(said) from items
    where id = item
$$;

create function note_event_of_installation() returns trigger language plpgsql as $$
begin
  if new.installed_at is not null
    and (tg_op = 'INSERT' or old.installed_at is distinct from new.installed_at) then
    perform note_partner_event(new.item_id, 'installed', new.installed_at, new.store_id, new.id,
      '{}');
  end if;
  if new.uninstalled_at is not null and new.installed_at is not null
    and (tg_op = 'INSERT' or old.uninstalled_at is distinct from new.uninstalled_at) then
    perform note_partner_event(new.item_id, 'uninstalled', new.uninstalled_at, new.store_id, new.id,
      jsonb_build_object('reason', new.uninstall_reason));
  end if;
  return null;
end $$;
create trigger note_event
  after insert or update of installed_at, uninstalled_at on installations
  for each row execute function note_event_of_installation();

create function note_event_of_run() returns trigger language plpgsql as $$
begin
  if new.kind = 'install' and new.state = 'failed' and (tg_op = 'INSERT' or old.state <> new.state)
  then
    perform note_partner_event(item_id, 'install_failed', coalesce(new.finished_at, new.created_at),
      store_id, new.id, jsonb_build_object('failure', new.failure))
      from installations where id = new.installation_id;
  end if;
  return null;
end $$;
create trigger note_event
  after insert or update of state on installation_runs
  for each row execute function note_event_of_run();

create function note_event_of_review() returns trigger language plpgsql as $$
begin
  perform note_partner_event(new.item_id, 'reviewed', new.created_at, new.store_id, new.id,
    jsonb_build_object('stars', new.stars));
  return null;
end $$;
create trigger note_event
  after insert on reviews for each row execute function note_event_of_review();

create function note_event_of_question() returns trigger language plpgsql as $$
begin
  if new.partner_id is not null and new.item_id is not null and new.thread_of is null then
    perform note_partner_event(new.item_id, 'asked', new.created_at, null, new.id, '{}');
  end if;
  return null;
end $$;
create trigger note_event
  after insert on contact_messages for each row execute function note_event_of_question();

create function note_event_of_refund() returns trigger language plpgsql as $$
begin
  if new.state = 'succeeded' and (tg_op = 'INSERT' or old.state <> new.state) then
    perform note_partner_event(line.item_id, 'refunded', new.ended_at, orders.store_id, new.id,
      jsonb_build_object('amount_minor', new.amount_minor, 'currency', new.currency))
      from order_lines line join orders on orders.id = line.order_id
      where line.order_id = new.order_id and line.place = new.line_place;
  end if;
  return null;
end $$;
create trigger note_event
  after insert or update of state on refunds
  for each row execute function note_event_of_refund();

create function note_event_of_payout() returns trigger language plpgsql as $$
begin
  if new.state = 'paid' and (tg_op = 'INSERT' or old.state <> new.state) then
    insert into partner_events (partner_id, kind, at, subject_id, facts)
      select new.partner_id, 'paid_out', new.ended_at, new.id,
        jsonb_build_object('amount_minor', new.amount_minor, 'currency', currency)
      from payout_batches where id = new.batch_id;
  end if;
  return null;
end $$;
create trigger note_event
  after insert or update of state on payout_lines
  for each row execute function note_event_of_payout();

-- The last three months before the feed began.
insert into partner_events (partner_id, item_id, kind, at, store_id, subject_id, facts)
  select items.partner_id, items.id, past.kind, past.at, past.store_id, past.subject_id,
    jsonb_strip_nulls(past.facts)
  from (
    select item_id, 'installed' as kind, installed_at as at, store_id, id as subject_id,
      '{}'::jsonb as facts
      from installations where installed_at >= now() - interval '90 days'
    union all
    select item_id, 'uninstalled', uninstalled_at, store_id, id,
      jsonb_build_object('reason', uninstall_reason)
      from installations
      where uninstalled_at >= now() - interval '90 days' and installed_at is not null
    union all
    select one.item_id, 'install_failed', run.finished_at, one.store_id, run.id,
      jsonb_build_object('failure', run.failure)
      from installation_runs run join installations one on one.id = run.installation_id
      where run.kind = 'install' and run.state = 'failed'
        and run.finished_at >= now() - interval '90 days'
    union all
    select item_id, 'reviewed', created_at, store_id, id, jsonb_build_object('stars', stars)
      from reviews where created_at >= now() - interval '90 days'
    union all
    select line.item_id, 'refunded', refunds.ended_at, orders.store_id, refunds.id,
      jsonb_build_object('amount_minor', refunds.amount_minor, 'currency', refunds.currency)
      from refunds join orders on orders.id = refunds.order_id
      join order_lines line on line.order_id = refunds.order_id and line.place = refunds.line_place
      where refunds.state = 'succeeded' and refunds.ended_at >= now() - interval '90 days'
  ) past join items on items.id = past.item_id;
insert into partner_events (partner_id, item_id, kind, at, subject_id)
  select items.partner_id, items.id, 'asked', asked.created_at, asked.id
  from contact_messages asked join items on items.id = asked.item_id
  where asked.partner_id is not null and asked.thread_of is null
    and asked.created_at >= now() - interval '90 days';
insert into partner_events (partner_id, kind, at, subject_id, facts)
  select line.partner_id, 'paid_out', line.ended_at, line.id,
    jsonb_build_object('amount_minor', line.amount_minor, 'currency', batch.currency)
  from payout_lines line join payout_batches batch on batch.id = line.batch_id
  where line.state = 'paid' and line.ended_at >= now() - interval '90 days';

create table partner_feeds (
  id text primary key check (id ~ '^fed_[0-9a-z]{20}$'),
  partner_id text not null references partners,
  person_id text not null references people on delete cascade,
  item_id text references items on delete cascade,
  locale text not null check (length(locale) between 2 and 10),
  token_hash bytea not null unique,
  created_at timestamptz(3) not null,
  used_at timestamptz(3)
);
comment on table partner_feeds is
  'Secret addresses at which programs read a partner''s feed, each of one member, with what that '
  'member may see; deleted when it is revoked.';
comment on column partner_feeds.item_id is 'Only this item; null: all of the partner.';
comment on column partner_feeds.locale is 'The language of its sentences.';
comment on column partner_feeds.used_at is 'When it was last read, to the hour.';
create index partner_feeds_of_partner on partner_feeds (partner_id, created_at desc);
create index partner_feeds_of_person on partner_feeds (person_id);

-- Searches that led to an item, without visitors: see docs/figures.md.
create table item_search_terms (
  item_id text not null references items on delete cascade,
  month date not null check (extract(day from month) = 1),
  words text not null check (length(words) between 2 and 80),
  typed text not null check (length(typed) between 1 and 120),
  visits integer not null check (visits > 0),
  visitors text[] not null check (cardinality(visitors) < 5),
  is_common boolean not null,
  primary key (item_id, month, words),
  check (not is_common or visitors = '{}')
);
comment on table item_search_terms is
  'With which words people came to the page of an item, by month; deleted after a year.';
comment on column item_search_terms.words is 'In one form of writing.';
comment on column item_search_terms.typed is 'As somebody typed them.';
comment on column item_search_terms.visitors is
  'Keyed hashes of the networks of the first four visitors of the month, another key each month; '
  'forgotten with the fifth.';
comment on column item_search_terms.is_common is
  'Five visitors came by it: only then the partner sees it.';
create index item_search_terms_age on item_search_terms (month);

-- Of the installs of a day, those that were still there after a week and after 30 days.
create table figure_retention_days (
  item_id text not null references items on delete cascade,
  day date not null,
  installs integer not null,
  kept_7 integer not null,
  kept_30 integer not null,
  primary key (item_id, day)
);
comment on table figure_retention_days is
  'By the day of the install. What was not uninstalled yet counts as kept: a day is final 30 days '
  'later.';
create index figure_retention_days_day on figure_retention_days (day);

-- An uninstall changes the day of its install too.
create or replace function note_figures_of_installation() returns trigger language plpgsql as $$
begin
  perform note_figures_of(new.item_id, case when tg_op = 'UPDATE' then old.installed_at end,
    new.installed_at);
  perform note_figures_of(new.item_id, case when tg_op = 'UPDATE' then old.uninstalled_at end,
    new.uninstalled_at);
  if tg_op = 'UPDATE' and old.uninstalled_at is distinct from new.uninstalled_at
    and new.installed_at is not null then
    insert into figures_due (item_id, day) values (new.item_id, figure_day(new.installed_at));
  end if;
  return null;
end $$;
insert into figures_due (item_id, day)
  select distinct item_id, figure_day(installed_at) from installations
  where installed_at >= now() - interval '70 days';

create table figure_category_medians (
  category_id text not null references categories on delete cascade,
  metric text not null check (metric in ('conversion', 'churn', 'trials', 'kept_30')),
  median numeric(8, 1) not null,
  partners integer not null check (partners >= 5),
  primary key (category_id, metric)
);
comment on table figure_category_medians is
  'The middle one of the values of the partners of a category, in per cent, where at least five have '
  'one; computed anew each day.';
create table figure_medians_run (
  one_row boolean primary key default true check (one_row),
  at timestamptz not null
);
comment on table figure_medians_run is 'When the medians were last computed: whoever locks the row does it.';
insert into figure_medians_run (at) values ('2000-01-01');

-- Support threads of a partner: who of the team has one, and answers written before.
alter table contact_messages add column assigned_to text references people on delete set null,
  add constraint contact_messages_assigned_check check (assigned_to is null or partner_id is not null);
comment on column contact_messages.assigned_to is 'Who of the partner''s team answers it.';
create index contact_messages_assigned on contact_messages (partner_id, assigned_to, last_at desc, id desc)
  where assigned_to is not null;
create index contact_messages_open on contact_messages (partner_id, last_at, id)
  where partner_state <> 'done' and thread_of is null and spam_at is null;

create table partner_canned_answers (
  id text primary key check (id ~ '^can_[0-9a-z]{20}$'),
  partner_id text not null references partners,
  title text not null check (length(title) between 1 and 100),
  body text not null check (length(body) between 2 and 5000),
  changed_at timestamptz(3) not null,
  unique (partner_id, title)
);
comment on table partner_canned_answers is
  'Answers that a partner''s team gives often; whoever answers a question begins with one.';
