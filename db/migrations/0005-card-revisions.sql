-- A process keeps the cards that it has read; lists only say which cards they show.
alter table item_cards add column revision text not null
  generated always as (number || ':' || locale || ':' || hashtextextended(card::text, 0)) stored;
comment on column item_cards.revision is
  'Names the item, the language and the content: the same revision is the same card.';
