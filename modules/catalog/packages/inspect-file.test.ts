import { expect, test } from 'vitest'
import { isRefusal } from '#lib/refusal.ts'
import { fileNameProblem, servedMediaType } from './inspect-file.ts'
import type { PackageRefusalCode } from './problems.ts'
import { readPackage } from './read-package.ts'
import { forgePackage, type ForgedEntry } from './zip-forge.support.ts'

const TINY_PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const cases: [string, PackageRefusalCode, readonly ForgedEntry[]][] = [
  [
    'a file that runs as its owner (setuid)',
    'package.special_file',
    [{ name: 'a.js', mode: 0o104755 }],
  ],
  [
    'a file that runs as its group (setgid)',
    'package.special_file',
    [{ name: 'a.js', mode: 0o102755 }],
  ],
  ['a hidden file', 'package.hidden_file', [{ name: '.htaccess' }]],
  ['a hidden folder', 'package.hidden_file', [{ name: 'a/.git/config.txt' }]],
  ['a type that packages do not hold', 'package.file_type', [{ name: 'a.bin' }]],
  ['a server page', 'package.file_type', [{ name: 'x.php' }]],
  ['a page of its own', 'package.file_type', [{ name: 'x.xhtml' }]],
  ['a file without a type', 'package.file_type', [{ name: 'Makefile' }]],
  ['two extensions', 'package.two_extensions', [{ name: 'x.php.js', content: 'void 0' }]],
  [
    'two extensions that are both allowed',
    'package.two_extensions',
    [{ name: 'a.svg.png', content: TINY_PNG }],
  ],
  [
    'a program called a picture',
    'package.content_differs',
    [{ name: 'photo.png', content: Buffer.from('MZP\0\x02\0\0\0') }],
  ],
  [
    'a picture called a script',
    'package.content_differs',
    [{ name: 'a.css', content: 'GIF89a=1;' }],
  ],
  [
    'a shell script called a text',
    'package.content_differs',
    [{ name: 'a.txt', content: '#!/bin/sh\nrm -r ~\n' }],
  ],
  ['a text with a zero byte', 'package.content_differs', [{ name: 'a.txt', content: 'a\0b' }]],
  [
    'a text that stops being UTF-8',
    'package.content_differs',
    [
      {
        name: 'a.js',
        content: Buffer.concat([Buffer.alloc(1_200_000, 0x20), Buffer.from([0xff])]),
      },
    ],
  ],
  [
    'a script in a drawing',
    'package.active_content',
    [{ name: 'a.svg', content: '<svg xmlns="http://www.w3.org/2000/svg" onload="a()"/>' }],
  ],
  [
    'a style sheet from elsewhere',
    'package.outside_address',
    [{ name: 'a.css', content: '@import "//cdn.example/a.css";' }],
  ],
  [
    'a drawing that is cut off',
    'package.broken_markup',
    [{ name: 'a.svg', content: '<svg xmlns="http://www.w3.org/2000/svg"><g>' }],
  ],
]

test.each(cases)('%s is refused by the package reader', async (_name, code, entries) => {
  const refusal = await readPackage({ bytes: forgePackage(entries) }).catch(
    (error: unknown) => error,
  )
  expect(isRefusal(refusal) && refusal.code).toBe(code)
})

test('a package that was checked at publishing is read again without the checks', async () => {
  const opened = await readPackage({ bytes: forgePackage([{ name: 'x.php' }]) }, { judge: false })
  expect(opened.files.map((file) => file.path)).toContain('x.php')
})

test('a name has one extension; versions, languages and suffixes of tools do not count', () => {
  for (const path of [
    'app.min.js',
    'bootstrap.rtl.min.css',
    'lib-1.2.3.js',
    'lib.1.2.3.min.mjs',
    'flatpickr.ar.js',
    'a.module.js',
    'a.js.map',
    'licences/driver.js.txt',
    'LICENSE',
    'licences/COPYING',
    'A.PNG',
  ]) {
    expect(fileNameProblem(path, 'app'), path).toBeNull()
  }
  for (const path of [
    'x.php.js',
    'x.PhP.js',
    'a.svg.png',
    'a.html.txt',
    'x.php.js.map',
    'a.exe.css',
    'x.phtml.min.js',
    'a.js.css',
    'a.d.ts.js',
  ])
    expect(fileNameProblem(path, 'app')?.code, path).toBe('package.two_extensions')
  for (const path of [
    'a.ts',
    'a.d.ts',
    'a.php',
    'a.phar',
    'a.xhtml',
    'a.xml',
    'a.svgz',
    'a.wasm',
    'a.pdf',
    'a.sh',
    'a.lnk',
    'a.html',
    'web.config',
    'Makefile',
    'a',
  ])
    expect(fileNameProblem(path, 'app')?.code, path).toBe('package.file_type')
})

test('a theme has no scripts or video, and HTML pages only where WordPress reads block templates', () => {
  for (const path of ['a.js', 'a.mjs', 'a.mp4', 'page.html', 'wordpress/a/page.html'])
    expect(fileNameProblem(path, 'theme')?.code, path).toBe('package.file_type')
  for (const path of [
    'a.css',
    'fonts/a.woff2',
    'wordpress/a/templates/index.html',
    'wordpress/a/parts/header.html',
    'wordpress/a/theme.json',
  ])
    expect(fileNameProblem(path, 'theme'), path).toBeNull()
})

test('only files that pages load are served, each under one content type', () => {
  expect(['a.js', 'a.css', 'a.svg', 'a.min.js', 'LICENSE', 'a.woff2'].map(servedMediaType)).toEqual(
    [
      'text/javascript; charset=utf-8',
      'text/css; charset=utf-8',
      'image/svg+xml',
      'text/javascript; charset=utf-8',
      'text/plain; charset=utf-8',
      'font/woff2',
    ],
  )
  expect(
    [
      'arasta.app.json',
      'arasta.theme.json',
      '.htaccess',
      'a/.b/c.js',
      'x.php',
      'x.php.js',
      'wordpress/a/templates/index.html',
      'a.xhtml',
      'a.wasm',
    ].map(servedMediaType),
  ).toEqual(Array(9).fill(null))
})
