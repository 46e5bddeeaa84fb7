<?php
/**
 * The site as the protocol sees it. A WordPress site is one store on a platform of its own.
 *
 * License: GPL-2.0-or-later
 */

namespace Arasta\Connector;

class WordPress_Host implements Host {
	public function now(): int {
		return time();
	}

	public function keys(): array {
		$keys = key_field( 'keys' );
		return is_array( $keys ) ? $keys : array();
	}

	public function store_token(): string {
		// Without a connection nobody can guess it.
		return (string) ( key_field( 'store_token' ) ?? bin2hex( random_bytes( 16 ) ) );
	}

	public function store_id(): string {
		return (string) key_field( 'store_id' );
	}

	public function installer(): string {
		return (string) key_field( 'installer' );
	}

	public function store_facts(): array {
		$home  = wp_parse_url( home_url() );
		$owner = get_user_by( 'id', (int) key_field( 'user_id' ) );
		return array(
			'id'               => $this->store_id(),
			'name'             => wp_specialchars_decode( (string) get_option( 'blogname' ), ENT_QUOTES ),
			'domain'           => $home['host'] . ( isset( $home['port'] ) ? ":{$home['port']}" : '' ),
			'url'              => home_url(),
			'locale'           => language_of( get_locale() ),
			'currency'         => function_exists( 'get_woocommerce_currency' ) ? get_woocommerce_currency() : 'USD',
			'is_os2'           => false,
			'status'           => key_field( 'closed' ) ? 'closed' : 'active',
			'platform_version' => platform_version(),
			'contact_email'    => (string) get_option( 'admin_email' ),
			'contact_name'     => $owner ? $owner->display_name : (string) get_option( 'blogname' ),
		);
	}

	public function platform_languages(): array {
		$codes = array_unique( array_merge( array( 'en', 'tr', 'ar', 'de', 'fr', 'es' ), array_map( __NAMESPACE__ . '\\language_of', $this->locales() ) ) );
		return array_map( __NAMESPACE__ . '\\named_language', array_values( $codes ) );
	}

	public function store_languages(): array {
		return array_map( __NAMESPACE__ . '\\named_language', array_values( array_unique( array_map( __NAMESPACE__ . '\\language_of', $this->locales() ) ) ) );
	}

	private function locales(): array {
		return array_merge( array( get_locale() ), get_available_languages() );
	}

	/** Roles are what WordPress has of groups. */
	public function customer_groups(): array {
		$groups = array();
		foreach ( wp_roles()->get_names() as $code => $name ) {
			$groups[] = array( 'id' => (string) $code, 'name' => translate_user_role( $name ), 'code' => (string) $code );
		}
		return $groups;
	}

	public function slots(): array {
		$codes = class_exists( 'WooCommerce' ) ? array_merge( array( 1, 2, 3 ), array_keys( SHOP_HOOKS ) ) : array( 1, 2, 3 );
		return array_merge(
			array_map(
				function ( int $code ): string {
					return "placement:$code";
				},
				$codes
			),
			array( 'theme' )
		);
	}

	public function why_unsupported( string $slot ): string {
		$code = (int) substr( $slot, strlen( 'placement:' ) );
		return isset( SHOP_HOOKS[ $code ] ) && 0 === strpos( $slot, 'placement:' ) ? "$slot is a place of the shop, and WooCommerce is not active on this site" : "this site has no $slot for that";
	}

	public function read(): array {
		return stored_data();
	}

	public function change( callable $work ) {
		global $wpdb;
		$lock = 'arasta_' . substr( md5( DB_NAME . $wpdb->prefix ), 0, 24 );
		if ( '1' !== (string) $wpdb->get_var( $wpdb->prepare( 'SELECT GET_LOCK(%s, 20)', $lock ) ) ) {
			throw new Refusal( 503, 'busy', 'another call takes too long' );
		}
		try {
			forget_cached_options();
			$data   = stored_data();
			$before = $data;
			$answer = $work( $data );
			if ( $data !== $before ) {
				// Escaped to ASCII, so that an old database keeps every letter.
				update_option( DATA_OPTION, json_encode( $data, JSON_UNESCAPED_SLASHES ) );
			}
			return $answer;
		} finally {
			$wpdb->query( $wpdb->prepare( 'SELECT RELEASE_LOCK(%s)', $lock ) );
		}
	}

	public function remember_nonce( string $nonce, int $until ): bool {
		global $wpdb;
		if ( 0 === random_int( 0, 49 ) ) {
			$wpdb->query( $wpdb->prepare( 'DELETE FROM ' . nonce_table() . ' WHERE until_time < %d', time() ) );
		}
		return 1 === $wpdb->query( $wpdb->prepare( 'INSERT IGNORE INTO ' . nonce_table() . ' (nonce, until_time) VALUES (%s, %d)', hash( 'sha256', $nonce ), $until ) );
	}

	public function fetch( string $url, int $most ): string {
		require_once ABSPATH . 'wp-admin/includes/file.php';
		$file   = wp_tempnam( 'arasta' );
		// With room for the marks of chunks, which may come along.
		$room   = $most + intdiv( $most, 8 ) + 1024;
		$answer = wp_remote_get( $url, array( 'timeout' => 50, 'redirection' => 0, 'stream' => true, 'filename' => $file, 'limit_response_size' => $room, 'decompress' => false, 'headers' => array( 'accept-encoding' => 'identity' ) ) );
		$why    = null;
		try {
			join_chunks( $file );
		} catch ( Refusal $refusal ) {
			$why = $refusal;
		}
		clearstatcache( true, $file );
		$announced = is_wp_error( $answer ) ? '' : (string) wp_remote_retrieve_header( $answer, 'content-length' );
		$size      = (int) filesize( $file );
		if ( is_wp_error( $answer ) ) {
			$why = new Refusal( 502, 'package_unreachable', $answer->get_error_message() );
		} elseif ( 200 !== wp_remote_retrieve_response_code( $answer ) ) {
			$why = new Refusal( 502, 'package_unreachable', "$url answered " . wp_remote_retrieve_response_code( $answer ) );
		} elseif ( $size > $most ) {
			$why = new Refusal( 422, 'bad_package', 'the file is larger than its announced size' );
		} elseif ( '' !== $announced && $size < (int) $announced ) {
			$why = new Refusal( 502, 'package_unreachable', 'the file was cut off on the way' );
		}
		if ( $why ) {
			unlink( $file );
			throw $why;
		}
		return $file;
	}

	public function leave(): void {
		$this->change(
			function ( array &$data ) {
				$data['revision'] += count( $data['effects'] );
				$data['effects']   = array();
				$data['keys']      = NOTHING_YET['keys'];
			}
		);
		update_option( KEYS_OPTION, array( 'store_id' => $this->store_id() ), false );
		drop_unused( 0 );
	}

	public function renew_id(): void {
		update_option( KEYS_OPTION, array( 'store_id' => new_store_id() ) + (array) get_option( KEYS_OPTION ), false );
	}

	public function packages_folder(): string {
		return packages_folder();
	}

	public function private_folder( string $hash ): string {
		return private_packages_folder() . "/$hash";
	}

	public function drawing_address( string $hash, string $name ): string {
		return drawing_address( $hash, $name );
	}

	public function package_folder( string $hash ): string {
		return packages_folder() . "/$hash";
	}

	public function keep_preview( array $preview, int $seconds ): array {
		return keep_preview( $preview, $seconds );
	}
}

/** Another process may have written since this one read. */
function forget_cached_options(): void {
	wp_cache_delete( 'alloptions', 'options' );
	wp_cache_delete( DATA_OPTION, 'options' );
	wp_cache_delete( 'notoptions', 'options' );
}

/** `tr` of `tr_TR`. */
function language_of( string $locale ): string {
	return strtolower( substr( $locale, 0, 2 ) );
}

function named_language( string $code ): array {
	$names = array( 'en' => 'English', 'tr' => 'Türkçe', 'ar' => 'العربية', 'de' => 'Deutsch', 'fr' => 'Français', 'es' => 'Español' );
	return array( 'id' => $code, 'name' => $names[ $code ] ?? $code, 'code' => $code );
}

/** Three numbers, as ranges of packages compare them: `6.1.9`, `6.2.0` of `6.2`. */
function platform_version(): string {
	preg_match( '/^(\d+)(?:\.(\d+))?(?:\.(\d+))?/', (string) get_bloginfo( 'version' ), $found );
	return sprintf( '%d.%d.%d', $found[1] ?? 0, $found[2] ?? 0, $found[3] ?? 0 );
}
