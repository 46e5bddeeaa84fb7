import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { writeZip } from '../testing/zip-writer.ts'
import type { RawEntry, RawZip } from '../testing/zip-writer.ts'
import { BadZip, readZip } from './zip.ts'

async function read(bytes: Buffer): Promise<Record<string, string>> {
  const files: Record<string, string> = {}
  await readZip(bytes, async (path, content) => {
    files[path] = content.toString('utf8')
  })
  return files
}
const file: RawEntry = { name: 'a.txt', content: 'hello' }

describe('a package', () => {
  test('as a common tool writes it is read: stored, deflated, and streamed with sizes after the data', async () => {
    const zip = new ZipFile()
    zip.addBuffer(Buffer.from('stored'), 'stored.txt', { compress: false })
    zip.addBuffer(Buffer.from('packed '.repeat(500)), 'dir/packed.txt')
    zip.addReadStream(Readable.from([Buffer.from('streamed')]), 'streamed.txt')
    zip.end()
    expect(await read(await buffer(zip.outputStream))).toEqual({
      'stored.txt': 'stored',
      'dir/packed.txt': 'packed '.repeat(500),
      'streamed.txt': 'streamed',
    })
  })

  test('written byte by byte is read, so the refusals below are of what was changed', async () => {
    expect(await read(writeZip([file, { name: 'b/c.js', content: '' }]))).toEqual({
      'a.txt': 'hello',
      'b/c.js': '',
    })
  })

  const refusals: Array<[string, RawEntry[], RawZip?]> = [
    ['a path that climbs out', [{ name: '../a.txt', content: '' }]],
    ['a path that climbs within', [{ name: 'a/../../b.txt', content: '' }]],
    ['an absolute path', [{ name: '/etc/passwd', content: '' }]],
    ['a backslash', [{ name: 'a\\b.txt', content: '' }]],
    ['a letter that is not ASCII', [{ name: 'ş.txt', content: '', flags: 0x800 }]],
    ['a path of 201 bytes', [{ name: `${'a'.repeat(197)}.txt`, content: '' }]],
    ['a folder entry', [{ name: 'folder/', content: '' }]],
    ['a symbolic link', [{ name: 'link', content: '/etc/passwd', mode: 0o120777 }]],
    ['a device', [{ name: 'null', content: '', mode: 0o020666 }]],
    ['the same name twice', [file, file]],
    ['two names that differ by case', [file, { name: 'A.txt', content: '' }]],
    [
      'a file that is also a folder',
      [
        { name: 'a', content: '' },
        { name: 'a/b', content: '' },
      ],
    ],
    ['encryption', [{ ...file, flags: 1 }]],
    ['an unknown compression', [{ ...file, method: 12 }]],
    ['another name in the local header', [{ ...file, local: { name: 'b.txt' } }]],
    ['another size in the local header', [{ ...file, local: { size: 4 } }]],
    ['another checksum in the local header', [{ ...file, local: { crc: 1 } }]],
    ['a second name in an extra field', [{ ...file, extra: Buffer.from([0x75, 0x70, 1, 0, 1]) }]],
    ['data before the entries', [file], { before: Buffer.from('#!/bin/sh\n') }],
    [
      'data between the entries',
      [file, { name: 'b.txt', content: '' }],
      { between: Buffer.from('x') },
    ],
    ['data after the end', [file], { after: Buffer.from('x') }],
    ['a comment', [file], { comment: 'PK' }],
    ['no entry', []],
  ]
  test.each(refusals)('with %s is refused', async (_, entries, zip) => {
    await expect(read(writeZip(entries, zip))).rejects.toThrow(BadZip)
  })

  test('whose bytes do not fit their checksum is refused', async () => {
    const bytes = writeZip([file])
    bytes.write('jello', bytes.indexOf('hello'))
    await expect(read(bytes)).rejects.toThrow(BadZip)
  })

  test.each([
    ['nothing', ''],
    ['a page', '<html>'.repeat(20)],
    ['a cut zip', writeZip([file]).subarray(0, 60)],
  ])('that is %s is refused', async (_, bytes) => {
    await expect(read(Buffer.from(bytes))).rejects.toThrow(BadZip)
  })

  test('that would unpack to more than its header says is refused', async () => {
    const zip = new ZipFile()
    zip.addBuffer(Buffer.alloc(1_000_000), 'bomb.bin')
    zip.end()
    const bytes = await buffer(zip.outputStream)
    for (const at of [
      bytes.indexOf(Buffer.from('PK\x03\x04')) + 22,
      bytes.indexOf(Buffer.from('PK\x01\x02')) + 24,
    ])
      bytes.writeUInt32LE(10, at)
    await expect(read(bytes)).rejects.toThrow(BadZip)
  })
})
