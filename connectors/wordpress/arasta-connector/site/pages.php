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
				// WordPress has no policy of its own; whoever adds one says its nonce here.
				return 'nonce' === $name ? esc_attr( (string) apply_filters( 'arasta_connector_csp_nonce', '' ) ) : $written;
			}
			return asset_address( $layer['package'], $name ) ?? $written;
		},
		$html
	);
}

/** The public address of a package's file; null when it has none. */
function asset_address( string $hash, string $name ): ?string {
	$package = stored_data()['packages'][ $hash ] ?? null;
	return $package && in_array( $name, $package['files'], true ) && is_passive( $name ) ? packages_address() . "/$hash/$name" : null;
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
