-- The console's inbox, told once a day by mail and to a webhook, as each person prefers
-- (docs/decisions/0074).

create table inbox_summaries (
  person_id text primary key references people on delete cascade,
  by_mail boolean not null,
  webhook_sealed text,
  hour smallint not null check (hour between 0 and 23),
  next_at timestamptz,
  fault text check (length(fault) between 1 and 300),
  check ((by_mail or webhook_sealed is not null) = (next_at is not null))
);
comment on table inbox_summaries is 'How an operator is told what waits, once a day.';
comment on column inbox_summaries.webhook_sealed is
  'Address that takes a message as Slack does; who knows it can write there.';
comment on column inbox_summaries.hour is 'Of the day in the time zone of the market.';
comment on column inbox_summaries.fault is 'Why the webhook could not be told last time.';
create index inbox_summaries_due on inbox_summaries (next_at) where next_at is not null;
