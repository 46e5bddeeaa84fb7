<?php
namespace Arasta\Connector;

/**
 * What the protocol needs of the site that it runs on.
 *
 * The store's data is one array (section 4 and 5 of the protocol):
 *   revision  int
 *   places    int     the last place that was given out
 *   effects   list of effects, each with: effect_id, kind, slot, package, prefix, version, content (canonical JSON), sha256, body_sha256, revision, place
 *   turns     effect id => Unix seconds of the last PUT or DELETE
 *   packages  hash => prefix, version, files (list of paths), given (bool: the store has it), used_at (Unix seconds)
 *   keys      the market's public keys: list (kid => base64url x), at (Unix seconds)
 */
interface Host {
	/** Unix seconds. */
	public function now(): int;

	/** The keys that calls are signed with: key id => array( secret, kind 'client' or 'store' ). */
	public function keys(): array;

	/** The handle that is traded for the store's credential. */
	public function store_token(): string;

	public function store_id(): string;

	/** The answer to `GET /stores/{store}`. */
	public function store_facts(): array;

	/** Lists of array( id, name, code ). */
	public function platform_languages(): array;
	public function store_languages(): array;
	public function customer_groups(): array;

	/** Every slot of the store. */
	public function slots(): array;

	/** Why a slot is not there, for engineers. */
	public function why_unsupported( string $slot ): string;

	/** Reads the data. */
	public function read(): array;

	/**
	 * Reads the data, lets `$work` change it, and writes it, alone: nobody else does so meanwhile. Nothing is written when `$work` throws. Answers what `$work` does.
	 *
	 * @param callable $work takes the data by reference.
	 * @return mixed
	 */
	public function change( callable $work );

	/** True when nobody used this nonce before; it is remembered until then. */
	public function remember_nonce( string $nonce, int $until ): bool;

	/** The only origin that packages come from. */
	public function installer(): string;

	/**
	 * Fetches at most `$most` bytes into a file, without following redirects.
	 *
	 * @throws Refusal 502 when nothing comes, 422 when it is more.
	 * @return string the file; the caller removes it.
	 */
	public function fetch( string $url, int $most ): string;

	/** Takes off everything that the market put, and forgets its keys. */
	public function leave(): void;

	/** Takes another id: the one that it had is that of another site. */
	public function renew_id(): void;

	/** The folder of all packages. */
	public function packages_folder(): string;

	/** The folder in which the files of a package lie that pages load. */
	public function package_folder( string $hash ): string;

	/** The folder for files of a package that nobody may find by an address. */
	public function private_folder( string $hash ): string;

	/** The address at which PHP hands out a drawing of a package, with `FILE_POLICY`. */
	public function drawing_address( string $hash, string $name ): string;

	/** Keeps a preview's layers for `$seconds`; answers token, url and pages (section 6). */
	public function keep_preview( array $preview, int $seconds ): array;
}
