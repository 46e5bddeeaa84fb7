<?php
/**
 * Where the connector keeps things in WordPress: two options and one table. `forget()` takes all of it away again.
 *
 * License: GPL-2.0-or-later
 */

namespace Arasta\Connector;

/** What the store holds (see `Host`), as JSON. */
const DATA_OPTION = 'arasta_connector_data';

/** Keys, ids and the market's address; not loaded with every page. */
const KEYS_OPTION = 'arasta_connector_keys';

/** The version of the plugin that wrote the files of packages. */
const FILES_OPTION = 'arasta_connector_files';

function nonce_table(): string {
	global $wpdb;
	return $wpdb->prefix . 'arasta_connector_nonces';
}

/** The folder of packages, inside the uploads, so that the web server hands the files out by itself. */
function packages_folder(): string {
	return wp_upload_dir( null, false )['basedir'] . '/arasta';
}

/**
 * A folder in it whose name nobody knows. WordPress reads block templates by their names, so they cannot be called something harmless; nobody is told an address of them, and a server that lists
 * folders shows an empty page in place of the list.
 */
function private_packages_folder(): string {
	$there = glob( packages_folder() . '/private-*', GLOB_ONLYDIR );
	if ( $there ) {
		return $there[0];
	}
	$made = packages_folder() . '/private-' . bin2hex( random_bytes( 16 ) );
	guard_folder( packages_folder() );
	make_folder( $made );
	return $made;
}

function packages_address(): string {
	return wp_upload_dir( null, false )['baseurl'] . '/arasta';
}

function new_store_id(): string {
	return 'wp-' . bin2hex( random_bytes( 10 ) );
}

/** Makes the table, the option and the daily tidying. */
function activate(): void {
	global $wpdb;
	$wpdb->query( 'CREATE TABLE IF NOT EXISTS ' . nonce_table() . ' (nonce CHAR(64) NOT NULL PRIMARY KEY, until_time BIGINT NOT NULL) ' . $wpdb->get_charset_collate() );
	add_option( DATA_OPTION, wp_json_encode( NOTHING_YET ) );
	add_option( FILES_OPTION, VERSION );
	add_option( KEYS_OPTION, array( 'store_id' => new_store_id() ), '', false );
	if ( ! wp_next_scheduled( 'arasta_connector_tidy' ) ) {
		wp_schedule_event( time() + DAY_IN_SECONDS, 'daily', 'arasta_connector_tidy' );
	}
}

/** Pages are as without the connector while it is off; what was put is kept for when it comes back. */
function deactivate(): void {
	wp_clear_scheduled_hook( 'arasta_connector_tidy' );
}

/** Takes away everything that the connector ever wrote. */
function forget(): void {
	global $wpdb;
	$wpdb->query( 'DROP TABLE IF EXISTS ' . nonce_table() );
	$packages = stored_data()['packages'];
	delete_option( DATA_OPTION );
	foreach ( $packages as $package ) {
		forget_theme( $package );
	}
	delete_option( KEYS_OPTION );
	delete_option( FILES_OPTION );
	$wpdb->query( "DELETE FROM {$wpdb->options} WHERE option_name LIKE '\_transient\_arasta\_preview\_%' OR option_name LIKE '\_transient\_timeout\_arasta\_preview\_%'" );
	wp_cache_delete( 'alloptions', 'options' );
	remove_folder( packages_folder() );
}

function remove_folder( string $folder ): void {
	if ( ! is_dir( $folder ) ) {
		return;
	}
	$inside = new \RecursiveIteratorIterator( new \RecursiveDirectoryIterator( $folder, \FilesystemIterator::SKIP_DOTS ), \RecursiveIteratorIterator::CHILD_FIRST );
	foreach ( $inside as $one ) {
		$one->isDir() && ! $one->isLink() ? rmdir( $one->getPathname() ) : unlink( $one->getPathname() );
	}
	rmdir( $folder );
}

/** Once a day: packages that nothing names, nonces that are too old to come back. */
function tidy(): void {
	global $wpdb;
	drop_unused( defined( 'ARASTA_CONNECTOR_KEEP_SECONDS' ) ? (int) ARASTA_CONNECTOR_KEEP_SECONDS : KEEP_SECONDS );
	$wpdb->query( $wpdb->prepare( 'DELETE FROM ' . nonce_table() . ' WHERE until_time < %d', time() ) );
}

/** Packages that nothing has named for so long go, and with a theme's what WordPress wrote down for it. */
function drop_unused( int $seconds ): void {
	$host   = new WordPress_Host();
	$before = $host->read()['packages'];
	foreach ( drop_packages( $host, $seconds ) as $hash ) {
		remove_folder( $host->package_folder( $hash ) );
		remove_folder( $host->private_folder( $hash ) );
		forget_theme( $before[ $hash ] );
	}
	if ( is_dir( packages_folder() ) && ! array_filter( (array) scandir( packages_folder() ), __NAMESPACE__ . '\\is_package_folder' ) ) {
		remove_folder( packages_folder() );
	}
}

function is_package_folder( string $name ): bool {
	return 1 === preg_match( HASH_FORM, $name );
}

/** What an earlier version of the plugin wrote is put to where it lies now. */
function replace_files(): void {
	if ( VERSION === get_option( FILES_OPTION ) ) {
		return;
	}
	$host = new WordPress_Host();
	foreach ( stored_data()['packages'] as $hash => $package ) {
		$folder = $host->package_folder( (string) $hash );
		guard_folder( packages_folder() );
		foreach ( $package['files'] as $name ) {
			// Sorted as they are, and a style sheet is read again only when it still has its own addresses.
			$old = "$folder/$name";
			if ( ! is_file( $old ) ) {
				continue;
			}
			place_file(
				$host,
				(string) $hash,
				$package['prefix'],
				$name,
				$package['files'],
				function ( string $path ) use ( $old ) {
					if ( $path !== $old ) {
						put_file( $path, (string) file_get_contents( $old ) );
					}
				}
			);
			if ( ! is_passive( $name ) ) {
				unlink( $old );
			}
		}
	}
	update_option( FILES_OPTION, VERSION );
}

/** WordPress keeps settings for every theme that it ever showed; those of a theme that the site has by itself are the owner's. */
function forget_theme( array $package ): void {
	$name = $package['prefix'];
	if ( in_array( "wordpress/$name/style.css", $package['files'], true ) && ! is_dir( WP_CONTENT_DIR . "/themes/$name" ) && ! in_array( $name, array_column( stored_data()['effects'], 'prefix' ), true ) ) {
		delete_option( "theme_mods_$name" );
	}
}

/** @return mixed a field of the keys option */
function key_field( string $name ) {
	$keys = get_option( KEYS_OPTION );
	return is_array( $keys ) ? ( $keys[ $name ] ?? null ) : null;
}

/** The store's data without a lock, as pages need it. */
function stored_data(): array {
	$data = json_decode( (string) get_option( DATA_OPTION ), true );
	return is_array( $data ) ? $data + NOTHING_YET : NOTHING_YET;
}
