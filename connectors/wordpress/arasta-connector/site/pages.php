<?php
/**
 * What the site's pages show: the layers of each placement, by WordPress's own hooks. Without layers a page is as it would be without the connector, but for
 * `data-page` at its body, which apps read.
 *
 * License: GPL-2.0-or-later
 */

namespace Arasta\Connector;

/** Placements that only a shop has: WooCommerce's hook, and the word of the page on which it counts. */
const SHOP_HOOKS = array(
	1003   => array( 'woocommerce_after_main_content', 'list' ),
	1004   => array( 'woocommerce_after_main_content', 'product' ),
	1054   => array( 'woocommerce_after_cart', 'cart' ),
	100100 => array( 'woocommerce_after_checkout_form', 'order-address' ),
	100101 => array( 'woocommerce_review_order_after_payment', 'order-address' ),
	100102 => array( 'woocommerce_thankyou', 'order-approve' ),
);

function register_pages(): void {
	if ( ! key_field( 'keys' ) ) {
		return;
	}
	add_action( 'init', __NAMESPACE__ . '\\answer_file', 0 );
	add_action( 'wp_head', __NAMESPACE__ . '\\show_visits_script', 0 );
	add_action( 'wp_head', function () { show_placement( 1 ); }, PHP_INT_MAX );
	add_action( 'wp_head', __NAMESPACE__ . '\\show_theme_link', 1000 );
	add_action( 'wp_body_open', function () { show_placement( 2 ); }, 1 );
	add_action( 'wp_footer', function () { show_placement( 3 ); }, PHP_INT_MAX );
	foreach ( SHOP_HOOKS as $code => list( $hook, $word ) ) {
		add_action(
			$hook,
			function () use ( $code, $word ) {
				if ( page_word() === $word ) {
					show_placement( $code );
				}
			},
			5
		);
	}
	add_action(
		'template_redirect',
		function () {
			if ( ! is_feed() && ! is_robots() && ! is_trackback() ) {
				ob_start( __NAMESPACE__ . '\\mark_body' );
			}
		},
		0
	);
}

/** What kind of page this is, in the protocol's words and, beyond the shop, in our own. */
function page_word(): string {
	if ( class_exists( 'WooCommerce' ) ) {
		if ( is_product() ) {
			return 'product';
		}
		if ( is_shop() || is_product_taxonomy() ) {
			return 'list';
		}
		if ( is_cart() ) {
			return 'cart';
		}
		if ( is_checkout() ) {
			return is_order_received_page() ? 'order-approve' : 'order-address';
		}
	}
	if ( is_front_page() || is_home() ) {
		return 'home';
	}
	return is_single() ? 'post' : ( is_page() ? 'page' : ( is_404() ? 'missing' : 'archive' ) );
}

/** The layers of a slot: the store's, and above them a preview's. */
function shown_layers( string $slot ): array {
	$preview = current_preview();
	$own     = layers_of( stored_data(), $slot );
	if ( null === $preview ) {
		return $own;
	}
	$items = array_column( $preview['layers'], 'prefix' );
	$kept  = array_filter(
		$own,
		function ( array $layer ) use ( $preview, $items ): bool {
			// An item that the store has already, perhaps in another version, is not shown twice.
			return ! $preview['alone'] && ! in_array( $layer['prefix'], $items, true );
		}
	);
	return array_merge( array_values( $kept ), layers_of( array( 'effects' => $preview['layers'] ), $slot ) );
}

/** Before everything of items, so that it sees their errors; never in a preview. */
function show_visits_script(): void {
	if ( null === current_preview() ) {
		echo visits_script( stored_data(), page_word(), (string) key_field( 'installer' ), policy_nonce() ); // phpcs:ignore WordPress.Security.EscapeOutput
	}
}

/** WordPress has no policy of its own; whoever adds one says its nonce here. */
function policy_nonce(): string {
	return (string) apply_filters( 'arasta_connector_csp_nonce', '' );
}

function show_placement( int $code ): void {
	// The market signed this markup, and the owner approved it: it is the app.
	echo placement_markup( shown_layers( "placement:$code" ), __NAMESPACE__ . '\\fill' ); // phpcs:ignore WordPress.Security.EscapeOutput
}

/** `{{asset:…}}`, `{{store:locale}}` and `{{csp:nonce}}`; a name that is not known stays as it is. */
function fill( string $html, array $layer ): string {
	return preg_replace_callback(
		'/\{\{(asset|store|csp):([^{}\s]+)\}\}/',
		function ( array $found ) use ( $layer ): string {
			list( $written, $kind, $name ) = $found;
			if ( 'store' === $kind ) {
				return 'locale' === $name ? language_of( determine_locale() ) : $written;
			}
			if ( 'csp' === $kind ) {
				return 'nonce' === $name ? esc_attr( policy_nonce() ) : $written;
			}
			return asset_address( $layer['package'], $name ) ?? $written;
		},
		$html
	);
}

/** The public address of a package's file; null when it has none. */
function asset_address( string $hash, string $name ): ?string {
	$package = stored_data()['packages'][ $hash ] ?? null;
	if ( ! $package || ! in_array( $name, $package['files'], true ) ) {
		return null;
	}
	return is_passive( $name ) ? packages_address() . "/$hash/$name" : ( is_drawing( $name ) ? drawing_address( $hash, $name ) : null );
}

function drawing_address( string $hash, string $name ): string {
	return home_url( '/?arasta-file=' . rawurlencode( "$hash/$name" ) );
}

/** Hands out a drawing: in a sandbox, so that it is nobody's page when it is opened by itself. */
function answer_file(): void {
	if ( ! isset( $_GET['arasta-file'] ) || ! is_string( $_GET['arasta-file'] ) ) {
		return;
	}
	list( $hash, $name ) = array_pad( explode( '/', wp_unslash( $_GET['arasta-file'] ), 2 ), 2, '' );
	$package             = stored_data()['packages'][ $hash ] ?? null;
	$file                = $package && in_array( $name, $package['files'], true ) && is_drawing( $name ) ? drawing_path( packages_folder() . "/$hash", $name ) : '';
	header_remove( 'Set-Cookie' );
	header( 'Content-Security-Policy: ' . FILE_POLICY );
	header( 'X-Content-Type-Options: nosniff' );
	header( 'X-Robots-Tag: noindex' );
	if ( '' === $file || ! is_file( $file ) ) {
		status_header( 404 );
		header( 'Content-Type: text/plain; charset=utf-8' );
		header( 'Cache-Control: no-store' );
		exit;
	}
	status_header( 200 );
	header( 'Content-Type: image/svg+xml' );
	header( 'Content-Length: ' . filesize( $file ) );
	header( 'Cache-Control: public, max-age=31536000, immutable' );
	readfile( $file );
	exit;
}

/** Apps read at the body what page they are on. A theme that forgets `wp_body_open` gets placement 2 all the same. */
function mark_body( string $page ): string {
	$product = 'product' === page_word() ? ' data-product-id="' . (int) get_queried_object_id() . '"' : '';
	$missed  = did_action( 'wp_body_open' ) ? '' : placement_markup( shown_layers( 'placement:2' ), __NAMESPACE__ . '\\fill' );
	return preg_replace_callback(
		'/<body\b([^>]*)>/i',
		function ( array $found ) use ( $product, $missed ): string {
			return '<body data-page="' . page_word() . "\"$product{$found[1]}>$missed";
		},
		$page,
		1
	) ?? $page;
}
