<?php
namespace Arasta\Connector;

/**
 * What becomes of a package's files. The web server hands out by itself only what no browser shows as a page; drawings go through PHP in a sandbox; block templates lie where nobody finds
 * them by an address. Everything else is never written. (Arasta checks packages, too: this holds for whatever it may have missed.)
 */

/** Handed out by the web server. None of these runs when it is opened. */
const PASSIVE_FILES = array( 'css', 'js', 'mjs', 'map', 'json', 'txt', 'vtt', 'png', 'jpg', 'jpeg', 'gif', 'webp', 'avif', 'ico', 'woff', 'woff2', 'ttf', 'otf', 'mp4', 'webm', 'mp3' );

/** Under this policy a drawing that is opened as a page runs nothing and is of no origin. */
const FILE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** Web servers may choose a handler by any part of a name (`x.php.js`), so only the last one may be something that a server acts on. */
const ACTED_ON = '/^(?:php\d?|pht|phtml?|phps|phar|inc|hphp|s?html?|shtm|stm|xht|xhtml|xml|xsl|svgz?|aspx?|as[achm]x|cer|jspx?|f?cgi|pl|pm|py|rb|lua|sh|bash|exe|com|bat|cmd|dll|scr|hta|jar|var|htaccess|gz|z|br)$/';

/** May the web server hand the file out by itself? The manifest may not be read, and hidden files are none. */
function is_passive( string $name ): bool {
	return has_plain_name( $name ) && in_array( extension_of( $name ), PASSIVE_FILES, true );
}

/** A drawing: shown in pages, and a page of its own when it is opened. */
function is_drawing( string $name ): bool {
	return has_plain_name( $name ) && 'svg' === extension_of( $name );
}

/** A file of the WordPress theme that a theme's package brings along. WordPress reads its templates from the disk, by their names. */
function is_of_block_theme( string $name, string $prefix ): bool {
	$folder = "wordpress/$prefix/";
	if ( 0 !== strpos( $name, $folder ) || ! has_plain_name( $name ) ) {
		return false;
	}
	return is_passive( $name ) || (bool) preg_match( '/^(?:templates|parts)\/[A-Za-z0-9_\/-]+\.html$/D', substr( $name, strlen( $folder ) ) );
}

function has_plain_name( string $name ): bool {
	if ( preg_match( '/^arasta\.(app|theme)\.json$|(^|\/)\./i', $name ) ) {
		return false;
	}
	$parts = explode( '.', strtolower( basename( $name ) ) );
	return ! preg_grep( ACTED_ON, array_slice( $parts, 1, -1 ) );
}

function extension_of( string $name ): string {
	return strtolower( pathinfo( $name, PATHINFO_EXTENSION ) );
}

/** Where a drawing lies: under a name that web servers send as bytes, and browsers keep instead of showing. */
function drawing_path( string $folder, string $name ): string {
	return "$folder/$name.bin";
}

/**
 * Writes one file of a package to where it may lie; most of what is not for pages goes nowhere.
 *
 * @param string   $name  its path in the package.
 * @param string[] $names all paths of the package.
 */
function place_file( Host $host, string $hash, string $prefix, string $name, array $names, callable $read ): void {
	$folder = $host->package_folder( $hash );
	if ( is_of_block_theme( $name, $prefix ) ) {
		$read( $host->private_folder( $hash ) . "/$name" );
	}
	if ( is_drawing( $name ) ) {
		$read( drawing_path( $folder, $name ) );
	} elseif ( is_passive( $name ) ) {
		$read( "$folder/$name" );
		if ( 'css' === extension_of( $name ) ) {
			lead_to_drawings( $host, $hash, "$folder/$name", $name, $names );
		}
	}
}

/** Style sheets name drawings by where they lie beside them; here they are elsewhere. */
function lead_to_drawings( Host $host, string $hash, string $file, string $name, array $names ): void {
	$css = (string) file_get_contents( $file );
	$led = preg_replace_callback(
		'/url\(\s{0,20}(["\']?)([A-Za-z0-9._\/-]{1,200}\.svg)(#[A-Za-z0-9._-]{0,100})?\1\s{0,20}\)/i',
		function ( array $found ) use ( $host, $hash, $name, $names ): string {
			$target = beside( $name, $found[2] );
			return null !== $target && in_array( $target, $names, true ) && is_drawing( $target ) ? 'url("' . $host->drawing_address( $hash, $target ) . ( $found[3] ?? '' ) . '")' : $found[0];
		},
		$css
	);
	if ( is_string( $led ) && $led !== $css ) {
		put_file( $file, $led );
	}
}

/** The path in the package that a relative address means; null when it leads out. */
function beside( string $name, string $address ): ?string {
	$parts = array_slice( explode( '/', $name ), 0, -1 );
	foreach ( explode( '/', $address ) as $part ) {
		if ( '..' === $part && ! $parts ) {
			return null;
		}
		if ( '..' === $part ) {
			array_pop( $parts );
		} elseif ( '.' !== $part ) {
			$parts[] = $part;
		}
	}
	return implode( '/', $parts );
}

function make_folder( string $folder ): void {
	if ( ! is_dir( $folder ) && ! mkdir( $folder, 0755, true ) && ! is_dir( $folder ) ) {
		throw new Refusal( 503, 'no_room', 'the site cannot write files' );
	}
}

/** Whole or not at all, for who reads it meanwhile. */
function put_file( string $path, string $content ): void {
	make_folder( dirname( $path ) );
	$draft = $path . '.' . bin2hex( random_bytes( 4 ) );
	if ( strlen( $content ) !== file_put_contents( $draft, $content ) || ! rename( $draft, $path ) ) {
		throw new Refusal( 503, 'no_room', 'the site cannot write files' );
	}
}

/** What web servers read: the folder's files are shown and never run. A server that reads neither has the names above, which are enough. */
const SERVER_FILES = array(
	'.htaccess'  => "# Arasta: files of packages are shown and never run.\n<IfModule mod_headers.c>\nHeader set Content-Security-Policy \"" . FILE_POLICY . "\"\nHeader set X-Content-Type-Options \"nosniff\"\n</IfModule>\n"
		. "SetHandler default-handler\n<FilesMatch \"\\.(?i:php\\d?|pht|phtml?|phps|phar|s?html?|xht|xhtml|xml|svgz?)(?:\\.|$)\">\nForceType application/octet-stream\n</FilesMatch>\n",
	'web.config' => "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<configuration><system.webServer><httpProtocol><customHeaders>\n<add name=\"Content-Security-Policy\" value=\"" . FILE_POLICY . "\" />\n"
		. "<remove name=\"X-Content-Type-Options\" />\n<add name=\"X-Content-Type-Options\" value=\"nosniff\" />\n</customHeaders></httpProtocol></system.webServer></configuration>\n",
	// No list of what is here.
	'index.html' => '',
);

function guard_folder( string $folder ): void {
	foreach ( SERVER_FILES as $name => $content ) {
		if ( ! is_file( "$folder/$name" ) || file_get_contents( "$folder/$name" ) !== $content ) {
			put_file( "$folder/$name", $content );
		}
	}
}
