import { deflateRawSync } from 'node:zlib'

/**
 * Files that no package may hold, made by code: nothing here is malware, and everything has the
 * form of it. Whoever reads packages can try each of them in an app and in a theme; a theme and an
 * app may hold different types, so a file says where it is out of place.
 */
export interface HostileFile {
  what: string
  name: string
  content: Buffer
}

const SVG = 'xmlns="http://www.w3.org/2000/svg"'
const XLINK = 'xmlns:xlink="http://www.w3.org/1999/xlink"'
const text = (what: string, name: string, content: string): HostileFile => ({
  what,
  name,
  content: Buffer.from(content),
})
const bytes = (what: string, name: string, hex: string, length = 512): HostileFile => {
  const head = Buffer.from(hex, 'hex')
  return {
    what,
    name,
    content: Buffer.concat([head, Buffer.alloc(Math.max(0, length - head.length))]),
  }
}

/** First bytes of what desktops, servers and browsers run or unpack. */
const FORMATS: readonly [what: string, extension: string, hex: string][] = [
  ['a program of Windows', 'exe', '4d5a90000300000004000000ffff0000b8'],
  ['a program of Delphi', 'exe', '4d5a50000200000004000f00ffff0000b8'],
  ['a library of Windows', 'dll', '4d5a90000300000004000000ffff0000b8'],
  ['a program of Linux', 'elf', '7f454c4602010100'],
  ['a program of macOS', 'macho', 'cffaedfe07000001'],
  ['a fat program of macOS', 'dylib', 'cafebabe00000002'],
  ['a class of Java', 'class', 'cafebabe00000034'],
  ['WebAssembly', 'wasm', '0061736d01000000'],
  ['a link of Windows', 'lnk', '4c0000000114020000000000c000000000000046'],
  ['an OLE document', 'doc', 'd0cf11e0a1b11ae1'],
  ['an installer of Windows', 'msi', 'd0cf11e0a1b11ae1'],
  ['an arj archive', 'arj', '60ea2c001e0601000010'],
  ['a cabinet', 'cab', '4d53434600000000'],
  ['a RAR archive', 'rar', '526172211a0700'],
  ['a 7-Zip archive', '7z', '377abcaf271c0004'],
  ['a gzip archive', 'gz', '1f8b0800000000000003'],
  ['a bzip2 archive', 'bz2', '425a683931415926'],
  ['an xz archive', 'xz', 'fd377a585a000004'],
  ['a zstd archive', 'zst', '28b52ffd2400'],
  ['a cpio archive', 'cpio', 'c771'],
  ['an lzh archive', 'lzh', '21652d6c68352d'],
  ['a compressed help file', 'chm', '4954534603000000'],
  ['a Flash film', 'swf', '465753060000'],
  ['a PDF', 'pdf', '255044462d312e370a'],
  ['an RTF document', 'rtf', '7b5c727466310a'],
  ['TNEF', 'dat', '789f3e22'],
  ['a SIS installer', 'sis', '7a1a2010'],
  ['a Compress archive', 'z', '1f9d90'],
  ['an SZDD file', 'ex_', '535a444488f02733'],
  ['a disk image', 'iso', '00'],
]

/**
 * Names under which such a file would like to be taken for something else, and the kinds of package
 * whose names these are.
 */
const DISGUISES = [
  'photo.png',
  'font.woff2',
  'style.css',
  'notes.txt',
  'data.json',
  'drawing.svg',
  'LICENSE',
  'app.js',
  'film.mp4',
  'icon.ico',
  'photo.jpg',
  'photo.webp',
]

const PROGRAMS: readonly HostileFile[] = FORMATS.flatMap(([what, extension, hex]) => [
  bytes(what, `tool.${extension}`, hex),
  bytes(`${what} without an extension`, 'tool', hex),
  ...DISGUISES.map((name) => bytes(`${what}, called ${name}`, name, hex)),
])

/** Scripts of shells and servers, under their own names and others. */
const SCRIPTS: readonly HostileFile[] = [
  ...['sh', 'bash', 'py', 'pl', 'rb', 'cgi'].map((extension) =>
    text(`a script of ${extension}`, `run.${extension}`, '#!/bin/sh\necho x\n'),
  ),
  ...['php', 'php5', 'phtml', 'phar', 'inc', 'asp', 'aspx', 'jsp', 'shtml'].map((extension) =>
    text(`a server page of ${extension}`, `page.${extension}`, '<?php echo 1;'),
  ),
  ...[
    'bat',
    'cmd',
    'vbs',
    'ps1',
    'reg',
    'hta',
    'wsf',
    'scf',
    'url',
    'desktop',
    'inf',
    'js.bat',
  ].map((extension) =>
    text(`a script of the desktop, ${extension}`, `run.${extension}`, 'echo x\r\n'),
  ),
  ...[
    'x.php.js',
    'x.php.css',
    'x.phtml.txt',
    'x.exe.png',
    'x.html.txt',
    'x.cgi.json',
    'x.svg.css',
    'x.asp.jpg',
    'X.PHP.CSS',
  ].map((name) => text(`a second extension: ${name}`, name, 'a{}')),
  ...[
    '.htaccess',
    '.user.ini',
    '.env',
    '.git/config',
    'css/.htaccess',
    'web.config',
    'Makefile',
    'Dockerfile',
    'x',
  ].map((name) => text(`settings of a server: ${name}`, name, 'AddHandler x .css\n')),
  text('a shell script, called a text', 'notes.txt', '#!/bin/sh\necho x\n'),
  text('a shell script, called a style sheet', 'style.css', '#!/bin/sh\n'),
  text('UTF-16', 'notes.txt', ''.padEnd(2, '\uFEFF') + 'a\0b\0'),
  {
    what: 'a text that is not UTF-8',
    name: 'notes.txt',
    content: Buffer.from([0x61, 0xff, 0xfe, 0x62]),
  },
  {
    what: 'compressed bytes, called a text',
    name: 'notes.txt',
    content: deflateRawSync(Buffer.from('echo x '.repeat(50))),
  },
]

const page = (what: string, body: string): HostileFile =>
  text(what, 'wordpress/hostile/templates/index.html', body)
const PAGES: readonly HostileFile[] = [
  ...[
    'page.html',
    'page.htm',
    'page.xhtml',
    'page.xht',
    'page.mhtml',
    'page.xml',
    'page.xsl',
    'feed.rss',
    'wordpress/hostile/page.html',
    'wordpress/hostile/functions.php',
  ].map((name) => text(`a page of its own: ${name}`, name, '<p>x</p>')),
  ...[
    '<script>1</script>',
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="&#106;avascript:alert(1)">x</a>',
    '<a href="java\tscript:alert(1)">x</a>',
    '<a href=" \u0001javascript:alert(1)">x</a>',
    '<a href="data:text/html,<script>1</script>">x</a>',
    '<iframe src="/"></iframe>',
    '<iframe srcdoc="x"></iframe>',
    '<object data="a"></object>',
    '<embed src="a">',
    '<base href="//x.example/">',
    '<meta http-equiv="refresh" content="0;url=//x.example">',
    '<form action="https://x.example/"><input></form>',
    '<button formaction="//x.example">x</button>',
    '<svg><script>1</script></svg>',
    '<svg><foreignObject><p>x</p></foreignObject></svg>',
    '<math><mtext></mtext></math>',
    '<template><script>1</script></template>',
    '<noscript><p title="</noscript><img src=x onerror=1>"></noscript>',
    '<link rel="stylesheet" href="//x.example/a.css">',
    '<img src="https://x.example/a.png">',
    '<div style="background:url(//x.example/a)">x</div>',
    '<style>@import "//x.example/a.css"</style>',
    '<!-- wp:image {"url":"javascript:alert(1)"} --><p>x</p>',
    '<!-- wp:paragraph {"content":"<img src=x onerror=1>"} -->',
    '<video poster="//x.example/a"></video>',
    '<img srcset="//x.example/a 2x">',
    '<custom-element>x</custom-element>',
    '<p/onclick=alert(1)>x',
  ].map((markup) => page(`a template with ${markup.slice(0, 40)}`, markup)),
]

const drawing = (body: string): HostileFile =>
  text(`a drawing: ${body.slice(0, 60)}`, 'drawing.svg', body)
const DRAWINGS: readonly HostileFile[] = [
  `<svg ${SVG} onload="alert(1)"/>`,
  `<svg ${SVG}><script>1</script></svg>`,
  `<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:script>1</s:script></s:svg>`,
  `<svg ${SVG} xmlns:h="http://www.w3.org/1999/xhtml"><h:script>1</h:script></svg>`,
  `<x xmlns="http://www.w3.org/1999/xhtml"><script>1</script></x>`,
  `<svg ${SVG}><a href="javascript:alert(1)"><text>x</text></a></svg>`,
  `<svg ${SVG} ${XLINK}><a xlink:href="java&#x0A;script:alert(1)"/></svg>`,
  `<svg ${SVG}><foreignObject><p xmlns="http://www.w3.org/1999/xhtml">x</p></foreignObject></svg>`,
  `<svg ${SVG}><image href="https://x.example/a.png"/></svg>`,
  `<svg ${SVG}><use href="//x.example/a.svg#b"/></svg>`,
  `<svg ${SVG}><use href="../../../a.svg#b"/></svg>`,
  `<svg ${SVG}><use href="data:image/svg+xml;base64,${Buffer.from(`<svg id="x" ${SVG} onload="1"/>`).toString('base64')}#x"/></svg>`,
  `<svg ${SVG}><animate attributeName="href" to="javascript:alert(1)"/></svg>`,
  `<svg ${SVG}><set attributeName="onclick" to="1"/></svg>`,
  `<svg ${SVG}><animate attributeName="fill" values="red;javascript:alert(1)"/></svg>`,
  `<?xml-stylesheet href="a.xsl" type="text/xsl"?><svg ${SVG}/>`,
  `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg ${SVG}>&x;</svg>`,
  `<!DOCTYPE svg PUBLIC "><!--" "x"><svg ${SVG}><script>1</script></svg>`,
  `<svg ${SVG}><style>@import "//x.example/a.css";</style></svg>`,
  `<svg ${SVG}><style>.a{fill:url(//x.example/a#b)}</style></svg>`,
  `<svg ${SVG} fill="u\\72l(//x.example/a)"/>`,
  `<svg ${SVG} style="background:url(https://x.example/a)"/>`,
  `<svg ${SVG} xml:base="//x.example/"/>`,
  `<svg ${SVG}><handler xmlns:ev="http://www.w3.org/2001/xml-events" ev:event="load">1</handler></svg>`,
  `<svg ${SVG}><iframe src="/"/></svg>`,
  `<svg ${SVG}><g></svg>`,
  `<svg ${SVG}/><script>1</script>`,
  'no drawing at all',
  `<?xml version="1.0" encoding="utf-7"?><svg ${SVG}/>`,
  `<svg ${SVG}><![CDATA[x]]><script/></svg>`,
  `<svg ${SVG}><SCRIPT>1</SCRIPT></svg>`,
].map(drawing)

const sheet = (body: string): HostileFile =>
  text(`a style sheet: ${body.slice(0, 60)}`, 'more.css', body)
const SHEETS: readonly HostileFile[] = [
  '@import "https://x.example/a.css";',
  '@import url(//x.example/a.css);',
  '@\\69mport "//x.example/a.css";',
  'a{background:url(https://x.example/a)}',
  'a{background:u\\72l("//x.example/a")}',
  'a{background:url(/a.png)}',
  'a{background:url(../../a.png)}',
  'a{background:url(not-there.png)}',
  'a{background:image-set("//x.example/a" 1x)}',
  'a{--b:"//x.example/a";background:image-set(var(--b) 1x)}',
  '@font-face{font-family:x;src:url(//x.example/a.woff2)}',
  'a{background:src("//x.example/a")}',
  'a{background:url(data:text/html,x)}',
  `a{background:url("data:image/svg+xml,${encodeURIComponent(`<svg ${SVG} onload="1"/>`)}")}`,
  'a{width:expression(alert(1))}',
  'a{behavior:url(a.htc)}',
  'a{background:url(javascript:alert(1))}',
  "a{background:url(it's//x)}",
  'a{content:"/*"}b{background:url(//x.example/a)}c{content:"*/"}',
  'a{b{&:hover{background:url(//x.example/a)}}}',
  '/* } */ a{background:url(\\68ttps://x.example/a)}',
  '@media print{@supports (a:b){a{cursor:url(blob:x),auto}}}',
].map(sheet)

/** Everything, in the order in which it was thought of. */
export const HOSTILE_FILES: readonly HostileFile[] = [
  ...PROGRAMS,
  ...SCRIPTS,
  ...PAGES,
  ...DRAWINGS,
  ...SHEETS,
]
