-- Module analytics. Views and daily figures. A day is one of Istanbul. An item's day on which
-- something happened is noted and added up again from the source tables, so repetition and delay do
-- no harm.

create table item_views (
  item_id text not null references items on delete cascade,
  day date not null,
  platform_id smallint not null,
  views integer not null check (views > 0),
  primary key (item_id, day, platform_id)
);
comment on table item_views is
  'Views of item pages, counted by the web processes: no cookie, no address, no visitor.';

create table figure_days (
  item_id text not null references items on delete cascade,
  day date not null,
  platform_id smallint not null,
  country text not null,
  version text not null,
  views integer not null,
  installs integer not null,
  uninstalls integer not null,
  ratings integer not null,
  stars integer not null,
  primary key (item_id, day, platform_id, country, version)
);
comment on table figure_days is
  'Daily figures of an item. Empty country or version: unknown. Country is that of the store''s '
  'invoice address; version is of the release installed or removed.';
create index figure_days_day on figure_days (day);

create table figure_money_days (
  item_id text not null references items on delete cascade,
  day date not null,
  platform_id smallint not null,
  country text not null,
  currency char(3) not null,
  orders integer not null,
  paid_minor bigint not null,
  refunded_minor bigint not null,
  primary key (item_id, day, platform_id, country, currency)
);
comment on table figure_money_days is 'Daily revenue of an item.';
create index figure_money_days_day on figure_money_days (day);

create table figure_reason_days (
  item_id text not null references items on delete cascade,
  day date not null,
  reason text not null,
  uninstalls integer not null,
  primary key (item_id, day, reason)
);
comment on table figure_reason_days is 'Reasons of uninstalls by day.';
comment on column figure_reason_days.reason is 'Empty: none was given.';
create index figure_reason_days_day on figure_reason_days (day);

create table figure_market_days (
  market text not null check (market in ('app', 'theme')),
  day date not null,
  platform_id smallint not null,
  country text not null,
  views integer not null,
  installs integer not null,
  uninstalls integer not null,
  ratings integer not null,
  stars integer not null,
  primary key (market, day, platform_id, country)
);
comment on table figure_market_days is 'Daily figures of a whole market, without versions.';

create table figure_market_money_days (
  market text not null check (market in ('app', 'theme')),
  day date not null,
  platform_id smallint not null,
  country text not null,
  currency char(3) not null,
  orders integer not null,
  paid_minor bigint not null,
  refunded_minor bigint not null,
  primary key (market, day, platform_id, country, currency)
);
comment on table figure_market_money_days is 'Daily revenue of a whole market.';

create table figure_market_reason_days (
  market text not null check (market in ('app', 'theme')),
  day date not null,
  reason text not null,
  uninstalls integer not null,
  primary key (market, day, reason)
);
comment on table figure_market_reason_days is 'Reasons of uninstalls of a whole market by day.';

create table figures_due (
  id bigint generated always as identity primary key,
  item_id text not null,
  day date not null
);
comment on table figures_due is
  'Days to be added up. Writers only insert, so that nobody waits; the job deletes.';
create index figures_due_day on figures_due (day, id);

create table figures_run (
  one_row boolean primary key default true check (one_row),
  at timestamptz not null
);
comment on table figures_run is 'When the job last ran: whoever locks the row runs it.';
insert into figures_run (at) values ('2000-01-01');

-- Day of a moment in Istanbul.
create function figure_day(at timestamptz) returns date language sql immutable parallel safe
  return (at at time zone 'Europe/Istanbul')::date;

-- A moment that changed is noted for its old and its new day.
create function note_figures_of(item text, before timestamptz, after timestamptz) returns void
  language sql as $$
  insert into figures_due (item_id, day) select item, figure_day(at)
    from unnest(array[before, after]) at where at is not null and before is distinct from after
$$;

create function note_figures_of_installation() returns trigger language plpgsql as $$
begin
  perform note_figures_of(new.item_id, case when tg_op = 'UPDATE' then old.installed_at end,
    new.installed_at);
  perform note_figures_of(new.item_id, case when tg_op = 'UPDATE' then old.uninstalled_at end,
    new.uninstalled_at);
  return null;
end $$;
create trigger note_figures
  after insert or update of installed_at, uninstalled_at on installations
  for each row execute function note_figures_of_installation();

create function note_figures_of_order() returns trigger language plpgsql as $$
begin
  perform note_figures_of(new.item_id, case when tg_op = 'UPDATE' then old.paid_at end,
    new.paid_at);
  return null;
end $$;
create trigger note_figures
  after insert or update of paid_at on orders for each row execute function note_figures_of_order();

create function note_figures_of_refund() returns trigger language plpgsql as $$
begin
  perform note_figures_of(item_id, case when tg_op = 'UPDATE'
    and old.state = new.state then old.ended_at end, new.ended_at) from orders
    where id = new.order_id;
  return null;
end $$;
create trigger note_figures
  after insert or update of ended_at, state on refunds
  for each row execute function note_figures_of_refund();

create function note_figures_of_review() returns trigger language plpgsql as $$
begin
  perform note_figures_of(new.item_id, null, new.created_at);
  return null;
end $$;
create trigger note_figures
  after insert or update of stars on reviews for each row execute function note_figures_of_review();
