<?php
/**
 * The slot `theme`. A theme's stylesheet is laid over the site's own theme. A package that brings a WordPress theme along, as a block theme in
 * `wordpress/{prefix}/`, is shown in place of the site's: not by switching, which would rewrite half a dozen options, but by saying so while the layer is there.
 * So the site's own choice is never touched. A block theme is style sheets, JSON and markup; PHP in a package is never written, let alone run.
 *
 * License: GPL-2.0-or-later
 */

namespace Arasta\Connector;

/** The topmost theme; null when there is none. */
function theme_layer(): ?array {
	$layers = shown_layers( 'theme' );
	return $layers ? end( $layers ) : null;
}

/** Folder and name of the WordPress theme that the topmost layer brings along; null when it brings none. */
function brought_theme(): ?array {
	static $found = false;
	if ( false !== $found ) {
		return $found;
	}
	$layer = theme_layer();
	$root  = $layer ? block_theme_root( $layer['package'] ) : '';
	$found = $layer && is_file( "$root/{$layer['prefix']}/style.css" ) && is_file( "$root/{$layer['prefix']}/templates/index.html" ) ? array( 'root' => $root, 'name' => $layer['prefix'], 'address' => packages_address() . "/{$layer['package']}/wordpress" ) : null;
	return $found;
}

function block_theme_root( string $hash ): string {
	$there = glob( packages_folder() . "/private-*/$hash/wordpress", GLOB_ONLYDIR );
	return $there ? $there[0] : '';
}

function register_theme_filters(): void {
	$theme = key_field( 'keys' ) ? brought_theme() : null;
	if ( null === $theme ) {
		return;
	}
	register_theme_directory( $theme['root'] );
	// Its fonts and pictures are asked for where every package's are: the folder of its templates is told to nobody.
	foreach ( array( 'stylesheet_directory_uri', 'template_directory_uri' ) as $filter ) {
		add_filter( $filter, function ( $address, $name ) use ( $theme ) { return $name === $theme['name'] ? "{$theme['address']}/$name" : $address; }, PHP_INT_MAX, 2 );
	}
	add_filter( 'theme_root_uri', function ( $address, $site, $name ) use ( $theme ) { return $name === $theme['name'] ? $theme['address'] : $address; }, PHP_INT_MAX, 3 );
	foreach ( array( 'stylesheet', 'template' ) as $option ) {
		add_filter( "pre_option_$option", function () use ( $theme ) { return $theme['name']; } );
		add_filter( "pre_option_{$option}_root", function () use ( $theme ) { return $theme['root']; } );
	}
}

/** The stylesheet of the topmost theme, after the site's own. */
function show_theme_link(): void {
	$layer = theme_layer();
	if ( null === $layer ) {
		return;
	}
	$content = json_decode( $layer['content'] );
	$file    = is_rtl() && isset( $content->stylesheet_rtl ) ? $content->stylesheet_rtl : $content->stylesheet;
	$address = asset_address( $layer['package'], $file );
	if ( null !== $address ) {
		echo '<link rel="stylesheet" data-role="theme" href="' . esc_url( $address ) . '">' . "\n";
	}
}
