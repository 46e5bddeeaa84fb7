-- VAT ids that the authority confirmed (docs/decisions/0057).

alter table addresses
  add column vat_state text check (vat_state in ('waiting', 'confirmed', 'refused')),
  add column vat_answered_at timestamptz,
  add column vat_consultation text check (length(vat_consultation) between 1 and 60),
  add column vat_next_check_at timestamptz,
  add column vat_tries integer not null default 0 check (vat_tries >= 0),
  add constraint addresses_vat_answer check (
    (vat_answered_at is not null) = (coalesce(vat_state, '') in ('confirmed', 'refused'))),
  add constraint addresses_vat_consultation check (
    vat_consultation is null or vat_state = 'confirmed');
comment on column addresses.vat_state is
  'What the EU''s VAT service (VIES) says of tax_number; null: there is nothing to ask.';
comment on column addresses.vat_answered_at is 'When the service last answered.';
comment on column addresses.vat_consultation is
  'The number of the consultation: the proof that the id was confirmed at vat_answered_at.';
comment on column addresses.vat_next_check_at is 'When the service is asked next; null: not by itself.';
comment on column addresses.vat_tries is 'Times since its last answer that the service did not answer.';
create index addresses_vat_due on addresses (country, vat_next_check_at)
  where vat_next_check_at is not null and deleted_at is null;

-- Nobody asked about those of before.
update addresses set vat_state = 'waiting', vat_next_check_at = now()
where invoice_type = 'institutional' and tax_number is not null and deleted_at is null
  and country in ('AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GR', 'HR',
    'HU', 'IE', 'IT', 'LT', 'LU', 'LV', 'MT', 'NL', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK');

-- What owners were told that they pay.
alter table subscriptions
  add column told_minor bigint check (told_minor >= 0),
  add column charge_from timestamptz,
  add constraint subscriptions_charge_from check (charge_from is null or due_order_id is not null);
comment on column subscriptions.told_minor is
  'What the owner agreed to, or was last told, that the next period costs: with tax, without use, in '
  'the currency of its plan.';
comment on column subscriptions.charge_from is
  'The open order is not charged before, because its owner was told late that it is dearer.';

-- Keys of platforms that left their JWK set, and what is kept of handovers, by kind.
alter table platform_keys
  add column from_set boolean not null default false,
  add column left_at timestamptz,
  add constraint platform_keys_left check (left_at is null or from_set);
comment on column platform_keys.from_set is 'It was in the platform''s JWK set, which decides on it.';
comment on column platform_keys.left_at is
  'Since when the set no longer has it: it signs for a day longer.';

alter table platform_handovers add column kind text not null default 'unsigned'
  check (kind in ('unsigned', 'signed', 'whole'));
update platform_handovers set kind = case
  when facts @> '[{"step": "entered"}]' and not facts @> '[{"ok": false}]' then 'whole'
  when facts @> '[{"step": "signed", "ok": true}]' then 'signed'
  else 'unsigned' end;
alter table platform_handovers alter column kind drop default;
comment on column platform_handovers.kind is
  'How far it came. Five of each kind are kept: anybody can send what is not signed.';
create index platform_handovers_kind on platform_handovers (platform_id, kind, id desc);
comment on table platform_handovers is
  'What arrived at the host of a platform that is not open yet, part by part: the last five of each kind.';
