-- A tag is a shelf like a category, only smaller: items stand on it, lists are read from it, its names are words of its items. It is no way into the
-- market: tags stand behind all categories, so the first of an item's shelves stays what it was.
alter table categories
  add column is_tag boolean not null default false,
  -- another tag took its place: everything that still names this one means that one
  add column merged_into text references categories,
  add constraint categories_tags_behind check (case when is_tag then position >= 10000 and drawing is null else position < 10000 end),
  add constraint categories_only_tags_merge check (merged_into is null or (is_tag and merged_into <> id));
create index categories_merged on categories (merged_into) where merged_into is not null;

-- A draft or a submission that was written before two tags became one names the old one still.
create function follow_merged_tag() returns trigger language plpgsql as $$
declare
  target text := (select merged_into from categories where id = new.category_id);
begin
  if target is null then return new; end if;
  new.category_id := target;
  if exists (select from item_categories where item_id = new.item_id and category_id = target) then return null; end if;
  return new;
end $$;
create trigger follow_merged_tag before insert on item_categories for each row execute function follow_merged_tag();
