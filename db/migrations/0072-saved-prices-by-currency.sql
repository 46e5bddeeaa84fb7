-- A saved item may cost less in another currency than the one in which it was saved: what the store
-- was told of has a currency of its own.

alter table item_watches add column told_currency char(3);
update item_watches set told_currency = currency where told_minor is not null;
alter table item_watches
  add constraint item_watches_told check ((told_minor is null) = (told_currency is null));
comment on column item_watches.told_currency is 'Of `told_minor`.';
