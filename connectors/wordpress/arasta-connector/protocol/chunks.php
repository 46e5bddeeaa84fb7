<?php
namespace Arasta\Connector;

/**
 * On servers without PHP's curl, WordPress writes a file as it came over the line: in chunks (RFC 9112, 7.1), where whoever stands in front of the market sends it so, and says
 * nothing of it. Joins them in place. Neither a package nor a list of keys begins like a chunk, so what came whole stays as it is.
 *
 * @throws Refusal 502 when the last chunk did not come.
 */
function join_chunks( string $file ): void {
	$from = fopen( $file, 'rb' );
	$line = (string) fgets( $from, 64 );
	if ( ! preg_match( '/^[0-9a-fA-F]{1,8}[ \t]*(;[^\r\n]*)?\r\n$/', $line ) ) {
		fclose( $from );
		return;
	}
	$draft = "$file.whole";
	$to    = fopen( $draft, 'wb' );
	$ended = false;
	while ( preg_match( '/^([0-9a-fA-F]{1,8})[ \t]*(;[^\r\n]*)?\r\n$/', $line, $found ) ) {
		$length = (int) hexdec( $found[1] );
		if ( 0 === $length ) {
			$ended = true;
			break;
		}
		if ( $length !== stream_copy_to_stream( $from, $to, $length ) || "\r\n" !== fread( $from, 2 ) ) {
			break;
		}
		$line = (string) fgets( $from, 64 );
	}
	fclose( $from );
	fclose( $to );
	if ( ! $ended || ! rename( $draft, $file ) ) {
		unlink( $draft );
		throw new Refusal( 502, 'package_unreachable', 'the file was cut off on the way' );
	}
}
