<?php
namespace Arasta\Connector;

/** A package that no effect names is dropped after a day. */
const KEEP_SECONDS = 86400;

function bad_package( string $why ): Refusal {
	return new Refusal( 422, 'bad_package', $why );
}

/** `PUT /stores/{store}/packages/{sha256}`, and the packages of a preview, which the store is not given. */
function keep_package( Host $host, string $hash, array $offer, bool $give ): array {
	if ( origin_of( $offer['url'] ) !== $host->installer() ) {
		throw bad_package( 'packages come from ' . $host->installer() . ' only' );
	}
	$key = market_key( $host, $offer['key_id'] );
	if ( ! sodium_crypto_sign_verify_detached( from_base64url( $offer['signature'] ), hex2bin( $hash ), $key ) ) {
		throw bad_package( 'the signature does not fit' );
	}
	$there = $host->read()['packages'][ $hash ] ?? null;
	$files = null === $there ? fetch_package( $host, $hash, $offer ) : $there['files'];
	return $host->change(
		function ( array &$data ) use ( $host, $hash, $offer, $give, $files ): array {
			$kept = $data['packages'][ $hash ] ?? array( 'prefix' => $offer['prefix'], 'version' => $offer['version'], 'files' => $files, 'given' => false );
			if ( $kept['prefix'] !== $offer['prefix'] || $kept['version'] !== $offer['version'] ) {
				throw bad_package( 'the package is of another item or version' );
			}
			if ( $give && ! $kept['given'] ) {
				++$data['revision'];
				$kept['given'] = true;
			}
			$kept['used_at']           = $host->now();
			$data['packages'][ $hash ] = $kept;
			return array( 'sha256' => $hash, 'files' => count( $kept['files'] ) );
		}
	);
}

/** Scheme, host and port of an address; an empty text for one that names somebody or is none. */
function origin_of( string $url ): string {
	$parts = parse_url( $url );
	if ( ! is_array( $parts ) || isset( $parts['user'] ) || isset( $parts['pass'] ) || ! isset( $parts['scheme'], $parts['host'] ) || false !== strpos( $url, '\\' ) ) {
		return '';
	}
	$usual = 'https' === strtolower( $parts['scheme'] ) ? 443 : 80;
	$port  = $parts['port'] ?? $usual;
	return strtolower( $parts['scheme'] ) . '://' . strtolower( $parts['host'] ) . ( $port === $usual ? '' : ":$port" );
}

/** The market's public key of that name: 32 bytes. Asked for again when they are five minutes old, or do not have the name. */
function market_key( Host $host, string $kid ): string {
	$known = $host->read()['keys'];
	$age   = $host->now() - $known['at'];
	// Names that nobody knows do not make us ask at each of them.
	if ( $age > 300 || $age < 0 || ( ! isset( $known['list'][ $kid ] ) && $age > 3 ) ) {
		$file = $host->fetch( $host->installer() . '/keys.json', 65536 );
		$read = json_decode( (string) file_get_contents( $file ), true );
		unlink( $file );
		$list = array();
		$gone = array_column( is_array( $read['withdrawn'] ?? null ) ? $read['withdrawn'] : array(), 'kid' );
		foreach ( is_array( $read['keys'] ?? null ) ? $read['keys'] : array() as $key ) {
			if ( is_string( $key['kid'] ?? null ) && 'Ed25519' === ( $key['crv'] ?? '' ) && is_string( $key['x'] ?? null ) && ! in_array( $key['kid'], $gone, true ) ) {
				$list[ $key['kid'] ] = $key['x'];
			}
		}
		$known = array( 'list' => $list, 'at' => $host->now() );
		$host->change(
			function ( array &$data ) use ( $known ) {
				$data['keys'] = $known;
			}
		);
	}
	$key = from_base64url( $known['list'][ $kid ] ?? '' );
	if ( SODIUM_CRYPTO_SIGN_PUBLICKEYBYTES !== strlen( $key ) ) {
		throw bad_package( "the market has no public key $kid" );
	}
	return $key;
}

/** Fetches, checks and unpacks; answers the paths. Two at once do the same work twice, into the same files. */
function fetch_package( Host $host, string $hash, array $offer ): array {
	$file = $host->fetch( $offer['url'], $offer['size'] );
	try {
		if ( hash_file( 'sha256', $file ) !== $hash ) {
			throw bad_package( 'the file has another SHA-256' );
		}
		// Once to look, once to write: nothing of a package that is refused is ever there.
		$entries = array();
		read_zip(
			$file,
			function ( string $name, int $from, int $length ) use ( &$entries ) {
				$entries[ $name ] = array( $from, $length );
			}
		);
		$zip       = fopen( $file, 'rb' );
		$manifests = array_intersect( array( 'arasta.app.json', 'arasta.theme.json' ), array_keys( $entries ) );
		$manifest  = 1 === count( $manifests ) ? json_decode( (string) stream_get_contents( $zip, min( 1048576, $entries[ reset( $manifests ) ][1] ), $entries[ reset( $manifests ) ][0] ), true ) : null;
		if ( ( $manifest['prefix'] ?? null ) !== $offer['prefix'] || ( $manifest['version'] ?? null ) !== $offer['version'] ) {
			fclose( $zip );
			throw bad_package( 'there is no manifest with this prefix and version at the root' );
		}
		$names = array_map( 'strval', array_keys( $entries ) );
		guard_folder( $host->packages_folder() );
		foreach ( $entries as $name => list( $from, $length ) ) {
			place_file(
				$host,
				$hash,
				$offer['prefix'],
				(string) $name,
				$names,
				function ( string $path ) use ( $zip, $from, $length ) {
					write_entry( $zip, $from, $length, $path );
				}
			);
		}
		fclose( $zip );
		return $names;
	} finally {
		unlink( $file );
	}
}

/** @param resource $zip */
function write_entry( $zip, int $from, int $length, string $path ): void {
	make_folder( dirname( $path ) );
	$draft = $path . '.' . bin2hex( random_bytes( 4 ) );
	$out   = fopen( $draft, 'wb' );
	fseek( $zip, $from );
	$written = 0 === $length ? 0 : stream_copy_to_stream( $zip, $out, $length );
	fclose( $out );
	if ( $written !== $length || ! rename( $draft, $path ) ) {
		throw new Refusal( 503, 'no_room', 'the site cannot write files' );
	}
}

/** Packages that no effect has named for a day are dropped; answers their hashes, whose folders the caller removes. */
function drop_packages( Host $host, int $keep_seconds ): array {
	return $host->change(
		function ( array &$data ) use ( $host, $keep_seconds ): array {
			$named = array_column( $data['effects'], 'package' );
			$gone  = array();
			foreach ( $data['packages'] as $hash => $package ) {
				if ( in_array( (string) $hash, $named, true ) || $host->now() - $package['used_at'] < $keep_seconds ) {
					continue;
				}
				unset( $data['packages'][ $hash ] );
				$data['revision'] += (int) $package['given'];
				$gone[]            = (string) $hash;
			}
			return $gone;
		}
	);
}
