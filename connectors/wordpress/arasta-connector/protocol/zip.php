<?php
namespace Arasta\Connector;

/**
 * Reads a package in the canonical form of the package format, and nothing else: entries stored without compression, one after another from the first byte to
 * the directory, both headers of an entry agree, the directory ends with the file. So there is no room for a second opinion, and nothing is unpacked blindly.
 *
 * @param string   $file  the zip.
 * @param callable $visit takes path, first byte and length of each file.
 * @throws Refusal 422 `bad_package`.
 */
function read_zip( string $file, callable $visit ): void {
	$refuse = function ( string $why ) {
		return new Refusal( 422, 'bad_package', $why );
	};
	$size = filesize( $file );
	$zip  = fopen( $file, 'rb' );
	$take = function ( int $at, int $length ) use ( $zip, $size, $refuse ): string {
		if ( $at < 0 || $length < 0 || $at + $length > $size ) {
			throw $refuse( 'the zip ends too early' );
		}
		fseek( $zip, $at );
		return 0 === $length ? '' : fread( $zip, $length );
	};
	try {
		$end = unpack( 'Vmark/vdisc/vstart/vhere/ventries/Vlength/Vat/vcomment', $take( $size - 22, 22 ) );
		if ( 0x06054b50 !== $end['mark'] || $end['disc'] || $end['start'] || $end['comment'] || $end['here'] !== $end['entries'] || $end['entries'] < 1 || $end['at'] + $end['length'] !== $size - 22 ) {
			throw $refuse( 'not a zip, or not in the canonical form' );
		}
		$seen = array();
		$row  = $end['at'];
		$at   = 0;
		for ( $n = 0; $n < $end['entries']; $n++ ) {
			$entry = unpack( 'Vmark/vmade/vneeds/vflags/vmethod/vtime/vdate/Vcrc/Vpacked/Vsize/vname/vextra/vcomment/vdisc/vinner/Vouter/Voffset', $take( $row, 46 ) );
			$name  = $take( $row + 46, $entry['name'] );
			$row  += 46 + $entry['name'];
			$local = unpack( 'Vmark/vneeds/vflags/vmethod/vtime/vdate/Vcrc/Vpacked/Vsize/vname/vextra', $take( $at, 30 ) );
			$type  = ( $entry['outer'] >> 16 ) & 0170000;
			$plain = 0x02014b50 === $entry['mark'] && 0x04034b50 === $local['mark'] && 0 === $entry['method'] && 0 === ( $entry['flags'] & ~0x800 ) && 0 === $entry['extra'] && 0 === $entry['comment']
				&& $entry['packed'] === $entry['size'] && $entry['offset'] === $at && 0 === $local['extra'] && ( 0 === $type || 0100000 === $type ) && 0 === ( ( $entry['outer'] >> 16 ) & 07000 ) && 0 === ( $entry['outer'] & 0x10 );
			foreach ( array( 'flags', 'method', 'crc', 'packed', 'size', 'name' ) as $field ) {
				$plain = $plain && $entry[ $field ] === $local[ $field ];
			}
			if ( ! $plain || $take( $at + 30, $local['name'] ) !== $name ) {
				throw $refuse( 'an entry is not in the canonical form' );
			}
			require_file_name( $name, $seen );
			$from = $at + 30 + $local['name'];
			if ( $from + $entry['size'] > $end['at'] || crc_of( $zip, $from, $entry['size'] ) !== $entry['crc'] ) {
				throw $refuse( "$name is damaged" );
			}
			$visit( $name, $from, $entry['size'] );
			$at = $from + $entry['size'];
		}
		if ( $at !== $end['at'] || $row !== $size - 22 ) {
			throw $refuse( 'data between the entries' );
		}
	} finally {
		fclose( $zip );
	}
}

/** Paths that stay inside and are not hidden, one of each, also where upper and lower case are the same. */
function require_file_name( string $name, array &$seen ): void {
	$parts = explode( '/', $name );
	$fits  = preg_match( '/^[A-Za-z0-9._\/-]{1,200}$/D', $name ) && ! preg_grep( '/^(?:\.|$)/', $parts ) && ! isset( $seen[ strtolower( $name ) ] );
	if ( ! $fits ) {
		throw new Refusal( 422, 'bad_package', 'not a path of a package, or there twice' );
	}
	$seen[ strtolower( $name ) ] = true;
}

/** @param resource $zip */
function crc_of( $zip, int $from, int $length ): int {
	$sum = hash_init( 'crc32b' );
	fseek( $zip, $from );
	hash_update_stream( $sum, $zip, $length );
	return (int) hexdec( hash_final( $sum ) );
}
