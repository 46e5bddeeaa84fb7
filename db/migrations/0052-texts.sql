-- Pages of text that operators write, and facts of the market that its pages name. Until there is a row, the texts that came with the release and
-- the settings of the environment hold.

-- Every version that was ever saved. Published ones stand; the newest of them is shown. Without content: the text of the release again.
create table market_texts (
  path text not null check (path ~ '^/[a-z]+(/[a-z-]+)?$'),
  version integer not null check (version > 0),
  -- by language: title, lead, body
  content jsonb check (jsonb_typeof(content) = 'object'),
  written_by text not null references people,
  written_at timestamptz not null,
  published_at timestamptz,
  primary key (path, version)
);
create unique index market_texts_one_draft on market_texts (path) where published_at is null;
create index market_texts_shown on market_texts (path, version desc) where published_at is not null;

create function keep_market_text() returns trigger language plpgsql as $$
begin
  if old.published_at is not null then raise exception 'a text that was published stands' using errcode = 'restrict_violation'; end if;
  return coalesce(new, old);
end $$;
create trigger keep_published before update or delete on market_texts for each row execute function keep_market_text();

create function note_market_text() returns trigger language plpgsql as $$
begin
  if new.published_at is not null then perform pg_notify('arasta_changed', 'texts market:app market:theme'); end if;
  return null;
end $$;
create trigger note_change after insert or update on market_texts for each row execute function note_market_text();

create table market_settings (
  one_row boolean primary key default true check (one_row),
  -- name, address, mail, taxOffice, taxNumber of who runs the market; null: as the environment says
  operator jsonb check (jsonb_typeof(operator) = 'object'),
  -- colours, radii and fonts in place of the design's own; null: as the environment says
  brand jsonb check (jsonb_typeof(brand) = 'object'),
  -- operators come in with a second proof only
  operators_need_second boolean not null default false,
  changed_at timestamptz not null
);
insert into market_settings (changed_at) values (now());

create function note_market_settings() returns trigger language plpgsql as $$
begin
  perform pg_notify('arasta_changed', 'settings');
  return null;
end $$;
create trigger note_change after update on market_settings for each row execute function note_market_settings();
