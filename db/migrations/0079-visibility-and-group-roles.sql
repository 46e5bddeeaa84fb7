-- Items that are not in any list: reachable by their address only, or for named stores only
-- (docs/decisions/0084).

alter table items add column visibility text not null default 'listed'
  check (visibility in ('listed', 'unlisted', 'private'));
comment on column items.visibility is
  'unlisted: whoever has the address can see and buy it; private: stores in item_stores, and '
  'those that have it. Neither is in shelf or item_words, from which every list and search is '
  'read.';

create table item_stores (
  item_id text not null references items on delete cascade,
  store_id text not null references stores on delete cascade,
  added_at timestamptz(3) not null,
  added_by text not null references people,
  primary key (item_id, store_id)
);
comment on table item_stores is 'Stores that may see, buy and install a private item.';
create index item_stores_store on item_stores (store_id);

-- The only place that says who may see an item; store: null for visitors who are not signed in.
create function may_see_item(item text, visibility text, store text) returns boolean
  language sql stable as $$
  select visibility <> 'private' or (store is not null and (
    exists (select from item_stores named where named.item_id = item and named.store_id = store)
    or exists (select from installations has where has.store_id = store and has.item_id = item
      and has.state <> 'uninstalled')))
$$;

-- An item that is no longer developed from a day on may name the one that replaces it. From that day
-- on it is in no list either.

alter table items add column retires_on date,
  add column successor_id text references items on delete set null,
  add constraint items_successor_check check (successor_id <> id),
  add constraint items_successor_of_retired check (successor_id is null or retires_on is not null);
comment on column items.retires_on is
  'From this day on it is no longer developed and no longer offered in lists.';
comment on column items.successor_id is 'What replaces it, of the same market.';
create index items_retiring on items (retires_on) where retires_on is not null;
create index items_successor on items (successor_id) where successor_id is not null;

-- An item that is not listed has a card, for its page and for stores that have it, but no shelf, no
-- words and no known words. The function is changed where it stands, so that whatever else was
-- changed in it stays.
do $$
declare
  definition text := pg_get_functiondef('shelve_items(text[])'::regprocedure);
  change text[];
begin
  foreach change slice 1 in array array[
    ['item_shelves(i.id, i.market),',
      'case when i.visibility = ''listed'' and (i.retires_on is null or i.retires_on > d.today) '
      'then item_shelves(i.id, i.market) else ''{}'' end,'],
    ['''shelves'', g.shelves[2:]',
      '''shelves'', case when cardinality(g.shelves) > 0 then g.shelves[2:] '
      'else (item_shelves(i.id, i.market))[2:] end'],
    ['where g.number = w.number);',
      'where g.number = w.number and cardinality(g.shelves) > 0);'],
    ['as words offset 0) every',
      'as words offset 0) every where cardinality(g.shelves) > 0'],
    ['where length(said.word) between 4 and 30',
      'where cardinality(g.shelves) > 0 and length(said.word) between 4 and 30']]
  loop
    if position(change[1] in definition) = 0 then
      raise exception 'shelve_items has no %', change[1];
    end if;
    definition := replace(definition, change[1], change[2]);
  end loop;
  execute definition;

  definition := pg_get_functiondef('turn_market_day(date)'::regprocedure);
  change := array['update market_day set today = wanted;', 'update market_day set today = wanted;
  if exists (select from items where retires_on > least(before, wanted)
      and retires_on <= greatest(before, wanted)) then
    perform shelve_items(array(select id from items where retires_on > least(before, wanted)
      and retires_on <= greatest(before, wanted)));
    perform pg_notify(''arasta_changed'', ''market:app market:theme'');
  end if;'];
  if position(change[1] in definition) = 0 then
    raise exception 'turn_market_day has no %', change[1];
  end if;
  execute replace(definition, change[1], change[2]);
end $$;

-- Groups of the OpenID provider become roles of operators at each sign-in by it
-- (docs/decisions/0084).

create table openid_group_settings (
  one boolean primary key default true check (one),
  claim text not null check (claim ~ '^[A-Za-z0-9_.:/-]{1,100}$'),
  scope text not null default '' check (scope ~ '^[A-Za-z0-9_.:/ -]{0,100}$')
);
comment on table openid_group_settings is
  'Where the provider says which groups somebody is in; no row: groups are not read.';
comment on column openid_group_settings.claim is 'Of the ID token or the user info.';
comment on column openid_group_settings.scope is
  'What is asked for besides openid and email, so that it says so.';

create table openid_group_roles (
  group_name text primary key check (length(group_name) between 1 and 200),
  role text not null check (role in ('admin', 'reviewer', 'support', 'finance'))
);
comment on table openid_group_roles is 'Which role a group of the provider gives.';

alter table operators add column from_groups boolean not null default false;
comment on column operators.from_groups is
  'Groups of the provider gave the role, and take it when the group is gone. Roles given by hand '
  'stay.';
