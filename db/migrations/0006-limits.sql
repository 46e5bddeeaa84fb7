-- How often something was done by somebody: an address of the network, a session, a mailbox. Kept for the length of one window.
create unlogged table limits (
  -- hash of what is limited and whose it is: no address stands here in plain words (D23)
  key bytea primary key,
  used integer not null,
  ends_at timestamptz not null
);
create index limits_ends on limits (ends_at);
