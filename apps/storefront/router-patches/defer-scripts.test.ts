import { expect, test } from 'vitest'
import { deferScripts } from './defer-scripts.ts'

const PAGE =
  '<link rel="preload" as="font" href="/f"/><link rel="modulepreload" href="/a.js"/><p>rel="modulepreload" ışık القهوة</p>' +
  '<script nonce="n">first()</script><script nonce="n" type="module" async="">import "/a.js"</script> a < b'
const DEFERRED_PAGE =
  '<link rel="preload" as="font" href="/f"/><link rel="arasta-later" href="/a.js"/><p>rel="modulepreload" ışık القهوة</p>' +
  '<script nonce="n">first()</script><script nonce="n" type="arasta-later">import "/a.js"</script> a < b'

test('defers the module scripts of a page and leaves everything else as it is', () => {
  const deferred = (html: string) => deferScripts(Buffer.from(html)).toString()
  expect(deferred(PAGE)).toBe(DEFERRED_PAGE)
  expect(deferred('<script type="module" async="">import "/a.js"</script>')).toBe(
    '<script type="arasta-later">import "/a.js"</script>',
  )
})
