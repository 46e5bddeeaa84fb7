-- What runs on the pages of a shop, with hashes (PCI DSS 6.4.3, 11.6.1).

-- SHA-384 of a package's scripts as browsers write it in `integrity`; made when somebody first asks, and true for ever.
create table package_file_hashes (
  package_sha256 text not null references packages,
  path text not null,
  sha384 text not null check (sha384 ~ '^sha384-[A-Za-z0-9+/]{64}$'),
  primary key (package_sha256, path)
);

-- The daily look at whether a shop still has what we put there.
create table script_checks (
  store_id text primary key references stores,
  -- the row is there before the shop is asked
  began_at timestamptz not null,
  -- null while it is under way, or when the shop did not answer
  checked_at timestamptz,
  -- effects that are not as we put them
  changed text[] not null default '{}'
);
