-- Figures that people look at. What happened stands where it always stood (installations, orders, refunds, reviews); here it is added up by
-- the day of Istanbul, so that a year is read in milliseconds. A day of an item that something happened on is noted and then added up anew from
-- what is there: twice, late or after a stop makes no difference.

-- Why an owner took an item off; nobody has to say.
alter table installations add column uninstall_reason text
  check (uninstall_reason in ('not_needed', 'too_expensive', 'does_not_work', 'hard_to_use', 'slows_down', 'missing_feature', 'trying_out', 'other'));

-- Pages of an item that people looked at, as the web processes have counted them: no cookie, no address, nobody.
create table item_views (
  item_id text not null references items on delete cascade,
  day date not null,
  platform_id smallint not null,
  views integer not null check (views > 0),
  primary key (item_id, day, platform_id)
);

-- '' where it is not known. Country: of the store's address for invoices. Version: of the release that was put on, or taken off.
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
create index figure_money_days_day on figure_money_days (day);

create table figure_reason_days (
  item_id text not null references items on delete cascade,
  day date not null,
  -- '': none was given
  reason text not null,
  uninstalls integer not null,
  primary key (item_id, day, reason)
);
create index figure_reason_days_day on figure_reason_days (day);

-- The same of a whole market, without versions.
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

create table figure_market_reason_days (
  market text not null check (market in ('app', 'theme')),
  day date not null,
  reason text not null,
  uninstalls integer not null,
  primary key (market, day, reason)
);

-- Days to be added up. Only ever added to by those who do something, so that nobody waits for anybody; taken away by the job.
create table figures_due (
  id bigint generated always as identity primary key,
  item_id text not null,
  day date not null
);
create index figures_due_day on figures_due (day, id);
-- When the job ran last: who holds the row runs it.
create table figures_run (one_row boolean primary key default true check (one_row), at timestamptz not null);
insert into figures_run (at) values ('2000-01-01');

create index installations_figures_in on installations (item_id, installed_at) where installed_at is not null;
create index installations_figures_out on installations (item_id, uninstalled_at) where uninstalled_at is not null;
create index installations_live on installations (item_id, release_id) where state <> 'uninstalled';
create index installation_runs_figures on installation_runs (installation_id, turn) where kind = 'install';
create index orders_figures on orders (item_id, paid_at) where paid_at is not null;
create index addresses_newest on addresses (store_id, created_at desc);

create function figure_day(at timestamptz) returns date language sql immutable parallel safe
  return (at at time zone 'Europe/Istanbul')::date;

-- A moment that moved is noted where it was and where it is.
create function note_figures_of(item text, before timestamptz, after timestamptz) returns void language sql as $$
  insert into figures_due (item_id, day) select item, figure_day(at) from unnest(array[before, after]) at where at is not null and before is distinct from after
$$;

create function note_figures_of_installation() returns trigger language plpgsql as $$
begin
  perform note_figures_of(new.item_id, case when tg_op = 'UPDATE' then old.installed_at end, new.installed_at);
  perform note_figures_of(new.item_id, case when tg_op = 'UPDATE' then old.uninstalled_at end, new.uninstalled_at);
  return null;
end $$;
create trigger note_figures after insert or update of installed_at, uninstalled_at on installations for each row execute function note_figures_of_installation();

create function note_figures_of_order() returns trigger language plpgsql as $$
begin
  perform note_figures_of(new.item_id, case when tg_op = 'UPDATE' then old.paid_at end, new.paid_at);
  return null;
end $$;
create trigger note_figures after insert or update of paid_at on orders for each row execute function note_figures_of_order();

create function note_figures_of_refund() returns trigger language plpgsql as $$
begin
  perform note_figures_of(item_id, case when tg_op = 'UPDATE' and old.state = new.state then old.ended_at end, new.ended_at) from orders where id = new.order_id;
  return null;
end $$;
create trigger note_figures after insert or update of ended_at, state on refunds for each row execute function note_figures_of_refund();

create function note_figures_of_review() returns trigger language plpgsql as $$
begin
  perform note_figures_of(new.item_id, null, new.created_at);
  return null;
end $$;
create trigger note_figures after insert or update of stars on reviews for each row execute function note_figures_of_review();

-- What happened before this was here.
insert into figures_due (item_id, day)
select distinct item_id, day from (
  select item_id, figure_day(installed_at) as day from installations where installed_at is not null
  union all select item_id, figure_day(uninstalled_at) from installations where uninstalled_at is not null
  union all select item_id, figure_day(paid_at) from orders where paid_at is not null
  union all select orders.item_id, figure_day(refunds.ended_at) from refunds join orders on orders.id = refunds.order_id where refunds.ended_at is not null
  union all select item_id, figure_day(created_at) from reviews
) happened;
