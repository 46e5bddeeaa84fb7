-- A card that was saved on the gateway's own page: nobody tells us its expiry.
alter table saved_cards
  alter column expiry_month drop not null,
  alter column expiry_year drop not null,
  add check ((expiry_month is null) = (expiry_year is null));
comment on column saved_cards.expiry_month is
  'Null with expiry_year where the gateway does not tell it.';
