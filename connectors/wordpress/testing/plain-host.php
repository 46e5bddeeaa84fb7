<?php
/**
 * The plugin's protocol without WordPress: a folder, one JSON file under a lock. For tests that take seconds:
 *   PHP_CLI_SERVER_WORKERS=6 FOLDER=… INSTALLER=… NOW_FILE=… php -S localhost:8123 plain-host.php
 *
 * License: GPL-2.0-or-later
 */

namespace Arasta\Connector;

require_once __DIR__ . '/../arasta-connector/protocol/load.php';

class Plain_Host implements Host {
	private string $folder;

	public function __construct( string $folder ) {
		$this->folder = $folder;
	}

	public function now(): int {
		return (int) file_get_contents( $this->folder . '/now' );
	}

	public function keys(): array {
		return array( 'client' => array( 'kind' => 'client', 'secret' => 'the client secret' ), 'key-1' => array( 'kind' => 'store', 'secret' => 'the store secret' ) );
	}

	public function store_token(): string {
		return 'the-store-token-of-the-only-store';
	}

	public function store_id(): string {
		return is_file( $this->folder . '/id' ) ? (string) file_get_contents( $this->folder . '/id' ) : 'only';
	}

	public function store_facts(): array {
		$host = $_SERVER['HTTP_HOST'];
		return array( 'id' => $this->store_id(), 'name' => 'Plain host', 'domain' => $host, 'url' => "http://$host", 'locale' => 'en', 'currency' => 'EUR', 'is_os2' => false, 'status' => 'active', 'platform_version' => '1.0.0' );
	}

	public function platform_languages(): array {
		return array( array( 'id' => 'en', 'name' => 'English', 'code' => 'en' ), array( 'id' => 'tr', 'name' => 'Türkçe', 'code' => 'tr' ) );
	}

	public function store_languages(): array {
		return array( array( 'id' => 'en', 'name' => 'English', 'code' => 'en' ) );
	}

	public function customer_groups(): array {
		return array();
	}

	public function slots(): array {
		return array( 'placement:1', 'placement:2', 'placement:3', 'theme' );
	}

	public function why_unsupported( string $slot ): string {
		return "there is no $slot here";
	}

	public function read(): array {
		$data = json_decode( (string) @file_get_contents( $this->folder . '/data.json' ), true );
		return is_array( $data ) ? $data : NOTHING_YET;
	}

	public function change( callable $work ) {
		$lock = fopen( $this->folder . '/lock', 'c' );
		flock( $lock, LOCK_EX );
		try {
			$data   = $this->read();
			$answer = $work( $data );
			file_put_contents( $this->folder . '/data.json.new', json_encode( $data ) );
			rename( $this->folder . '/data.json.new', $this->folder . '/data.json' );
			return $answer;
		} finally {
			fclose( $lock );
		}
	}

	public function remember_nonce( string $nonce, int $until ): bool {
		// Only one can make a file.
		$file = @fopen( $this->folder . '/nonce-' . hash( 'sha256', $nonce ), 'x' );
		return false !== $file && fclose( $file );
	}

	public function installer(): string {
		return (string) getenv( 'INSTALLER' );
	}

	public function fetch( string $url, int $most ): string {
		$context = stream_context_create( array( 'http' => array( 'follow_location' => 0, 'timeout' => 50, 'ignore_errors' => true, 'header' => 'Connection: close' ) ) );
		$in      = @fopen( $url, 'rb', false, $context );
		$head    = $in ? stream_get_meta_data( $in )['wrapper_data'] : array();
		if ( ! $in || ! preg_match( '/ 200 /', $head[0] ) ) {
			throw new Refusal( 502, 'package_unreachable', "$url does not answer" );
		}
		$file = tempnam( $this->folder, 'fetch' );
		$out  = fopen( $file, 'wb' );
		$size = stream_copy_to_stream( $in, $out, $most + 1 );
		fclose( $out );
		$length = (int) preg_replace( '/\D/', '', implode( '', preg_grep( '/^content-length:/i', $head ) ) );
		if ( $size > $most || $size < $length && $length <= $most ) {
			unlink( $file );
			throw $size > $most ? new Refusal( 422, 'bad_package', 'the file is larger than announced' ) : new Refusal( 502, 'package_unreachable', 'cut off' );
		}
		return $file;
	}

	public function leave(): void {
		$this->change(
			function ( array &$data ) {
				$data = NOTHING_YET;
			}
		);
	}

	public function renew_id(): void {
		file_put_contents( $this->folder . '/id', 'copy-' . bin2hex( random_bytes( 4 ) ) );
	}

	public function packages_folder(): string {
		return $this->folder . '/packages';
	}

	public function private_folder( string $hash ): string {
		return $this->folder . "/packages/private/$hash";
	}

	public function drawing_address( string $hash, string $name ): string {
		return "/drawing/$hash/$name";
	}

	public function package_folder( string $hash ): string {
		return $this->folder . "/packages/$hash";
	}

	public function keep_preview( array $preview, int $seconds ): array {
		throw new Refusal( 503, 'no_pages', 'there are no pages here' );
	}
}

$target = (string) $_SERVER['REQUEST_URI'];
$path   = (string) preg_replace( array( '/\?.*$/', '#^/connector#' ), '', $target );
$names  = array();
foreach ( array( 'arasta-key-id', 'arasta-timestamp', 'arasta-nonce', 'arasta-signature' ) as $name ) {
	$names[ $name ] = (string) ( $_SERVER[ 'HTTP_' . strtoupper( strtr( $name, '-', '_' ) ) ] ?? '' );
}
$body                   = (string) file_get_contents( 'php://input', false, null, 0, MOST_BYTES + 1 );
list( $status, $value ) = answer_call( new Plain_Host( (string) getenv( 'FOLDER' ) ), new Call( $_SERVER['REQUEST_METHOD'], $target, $path, $body, $names ) );
http_response_code( $status );
header( 'Content-Type: application/json; charset=utf-8' );
echo json_encode( $value, JSON_PLAIN );
