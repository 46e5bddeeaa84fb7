<?php
/**
 * Previews (section 6): a request with the header `arasta-preview` is answered with layers that the store does not have.
 *
 * License: GPL-2.0-or-later
 */

namespace Arasta\Connector;

function preview_name( string $token ): string {
	return 'arasta_preview_' . hash( 'sha256', $token );
}

/** The preview that this request is for; null for everybody else's. */
function current_preview( ?array $begun = null ): ?array {
	static $preview = null;
	$preview        = $begun ?? $preview;
	return $preview;
}

/** Looks for the header before WordPress has read a cookie; ends what a preview does not do. */
function begin_preview(): void {
	if ( ! isset( $_SERVER['HTTP_ARASTA_PREVIEW'] ) ) {
		return;
	}
	$kept = json_decode( (string) get_transient( preview_name( (string) $_SERVER['HTTP_ARASTA_PREVIEW'] ) ), true );
	if ( ! is_array( $kept ) || ! key_field( 'keys' ) ) {
		http_response_code( 410 );
		header( 'arasta-preview: over' );
		// Kept by a cache, it would be shown to everybody else at that address.
		header( 'Cache-Control: private, no-store' );
		header( 'Vary: arasta-preview' );
		if ( ! defined( 'DONOTCACHEPAGE' ) ) {
			define( 'DONOTCACHEPAGE', true );
		}
		exit;
	}
	if ( ! in_array( $_SERVER['REQUEST_METHOD'] ?? '', array( 'GET', 'HEAD' ), true ) ) {
		http_response_code( 405 );
		header( 'Allow: GET, HEAD' );
		header( 'Cache-Control: private, no-store' );
		header( 'Vary: arasta-preview' );
		exit;
	}
	$_COOKIE = array();
	current_preview( $kept );
	if ( ! defined( 'DONOTCACHEPAGE' ) ) {
		define( 'DONOTCACHEPAGE', true );
	}
	add_action(
		'template_redirect',
		function () {
			header( 'Cache-Control: private, no-store' );
			header( 'Vary: arasta-preview', false );
			header_remove( 'Set-Cookie' );
		},
		PHP_INT_MAX
	);
	add_filter(
		'locale',
		function ( string $locale ) use ( $kept ): string {
			// Only a language that the site has.
			$fitting = array_filter(
				array_merge( array( $locale ), get_available_languages() ),
				function ( string $one ) use ( $kept ): bool {
					return language_of( $one ) === $kept['locale'];
				}
			);
			return $fitting ? reset( $fitting ) : $locale;
		}
	);
}

/** Keeps a preview beside the store; answers what section 6 says. */
function keep_preview( array $preview, int $seconds ): array {
	$token = base64url( random_bytes( 24 ) );
	set_transient( preview_name( $token ), json_encode( $preview, JSON_UNESCAPED_SLASHES ), $seconds );
	return array(
		'token'      => $token,
		'url'        => origin_of( home_url() ),
		'expires_in' => $seconds,
		'assets'     => array(),
		'pages'      => pages_to_show(),
	);
}

/** Pages that are worth looking at, as a visitor sees them. */
function pages_to_show(): array {
	$found = array( 'home' => home_url( '/' ) );
	if ( class_exists( 'WooCommerce' ) ) {
		$products         = wc_get_products( array( 'limit' => 1, 'status' => 'publish' ) );
		$found['list']    = wc_get_page_permalink( 'shop' );
		$found['product'] = $products ? $products[0]->get_permalink() : false;
		$found['cart']    = wc_get_page_permalink( 'cart' );
	}
	$posts          = get_posts( array( 'numberposts' => 1, 'has_password' => false ) );
	$pages          = get_pages( array( 'number' => 1, 'exclude' => array( (int) get_option( 'page_on_front' ), (int) get_option( 'page_for_posts' ) ) ) );
	$found['post']  = $posts ? get_permalink( $posts[0] ) : false;
	$found['page']  = $pages ? get_permalink( $pages[0] ) : false;
	$answer         = array();
	foreach ( $found as $word => $address ) {
		if ( is_string( $address ) && origin_of( $address ) === origin_of( home_url() ) ) {
			$query    = wp_parse_url( $address, PHP_URL_QUERY );
			$answer[] = array( 'page' => $word, 'path' => ( wp_parse_url( $address, PHP_URL_PATH ) ?: '/' ) . ( $query ? "?$query" : '' ) );
		}
	}
	return $answer;
}
