import { expect, test } from 'vitest'
import { deferScripts } from './defer-scripts.ts'

const PAGE =
  '<link rel="preload" as="font" href="/f"/><link rel="modulepreload" href="/a.js"/></head><p>rel="modulepreload" ışık القهوة</p>' +
  '<script nonce="n">first()</script><script nonce="n" type="module" async="">import "/a.js"</script> a < b'
const DEFERRED_PAGE =
  '<link rel="preload" as="font" href="/f"/><link rel="arasta-later" href="/a.js"/></head><p>rel="modulepreload" ışık القهوة</p>' +
  '<script nonce="n">first()</script><script nonce="n" type="arasta-later">import "/a.js"</script> a < b'

test('defers the module scripts of a page and leaves everything else as it is', () => {
  expect(deferScripts(PAGE)).toBe(DEFERRED_PAGE)
  expect(deferScripts('</head><script type="module" async="">import "/a.js"</script>')).toBe(
    '</head><script type="arasta-later">import "/a.js"</script>',
  )
})
