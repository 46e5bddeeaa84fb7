import type { Check } from '../check.ts'
import { ask } from '../faults.ts'
import { requireRefusal, describeAnswer, type Kit } from '../kit.ts'
import type { Offer } from '../market.ts'
import { hostileZips, packageOf, writeZip } from '../packages.ts'

/** Section 3: packages. */

let count = 0
const nameOf = (kit: Kit) => `${kit.prefix}-p${++count}`

/** A package that must be refused, and that the store does not have afterwards. */
async function refused(
  kit: Kit,
  anchor: string,
  what: string,
  offer: Offer,
  { hash = offer.sha256, status = 422, code = 'bad_package' } = {},
): Promise<void> {
  const before = await kit.state()
  requireRefusal(anchor, await kit.putPackage(offer, hash), status, code, what)
  const after = await kit.state()
  ask(
    anchor,
    !after.packages.includes(hash) || before.packages.includes(hash),
    `the store has the package all the same: ${what}`,
  )
  ask(
    's5-revision',
    after.revision === before.revision,
    `the revision grew by a package that was refused: ${what}`,
  )
}

export const packageChecks: readonly Check[] = [
  {
    id: 'package',
    part: 'repeated',
    says: 'a package that is right is kept, and again is harmless',
    asks: ['s3-package', 's3-package-again', 's5-revision'],
    async run(kit) {
      const name = nameOf(kit)
      const offer = await kit.market.offer(
        packageOf(name, { 'app.js': 'void 1', 'deep/in/style.css': 'p{}' }),
        name,
      )
      const before = await kit.state()
      const first = await kit.putPackage(offer)
      ask(
        's3-package',
        first.status === 200 && first.json.sha256 === offer.sha256 && first.json.files === 3,
        `a package of three files was answered ${describeAnswer(first)} ${first.text.slice(0, 120)}`,
      )
      const middle = await kit.state()
      ask(
        's3-package',
        middle.packages.includes(offer.sha256),
        '"packages" of the state lacks the package',
      )
      ask(
        's5-revision',
        middle.revision === before.revision + 1,
        'the revision did not grow by one with the package',
      )
      const second = await kit.putPackage(offer)
      ask(
        's3-package-again',
        second.status === 200 && second.json.files === 3,
        `the same package again was answered ${describeAnswer(second)}`,
      )
      ask(
        's3-package-again',
        (await kit.state()).revision === middle.revision,
        'the same package again was a change',
      )
    },
  },
  {
    id: 'package-at-once',
    part: 'concurrent',
    says: 'a package that is put three times at once is there once',
    asks: ['s3-package-again', 's3-at-once'],
    async run(kit) {
      const name = nameOf(kit)
      const offer = await kit.market.offer(packageOf(name, { 'app.js': 'void 2' }), name)
      const answers = await Promise.all([1, 2, 3].map(() => kit.putPackage(offer)))
      const wrong = answers.find((answer) => answer.status !== 200)
      ask(
        's3-package-again',
        !wrong,
        `one of three at once was answered ${wrong ? describeAnswer(wrong) : ''}`,
      )
      ask(
        's3-at-once',
        (await kit.state()).packages.filter((one) => one === offer.sha256).length === 1,
        'the package is not there once',
      )
    },
  },
  {
    id: 'package-hash',
    part: 'hostile',
    says: 'bytes of another hash are refused',
    asks: ['s3-package-hash'],
    async run(kit) {
      const name = nameOf(kit)
      const right = await kit.market.offer(packageOf(name, { 'app.js': 'void 3' }), name)
      const wrong = await kit.market.offer(packageOf(name, { 'app.js': 'void 4' }), name)
      // Signed for its hash, with the address of other bytes.
      await refused(
        kit,
        's3-package-hash',
        'a package whose bytes have another hash than the path',
        { ...right, url: wrong.url, size: wrong.size },
      )
    },
  },
  {
    id: 'package-signature',
    part: 'hostile',
    says: 'a package that the market did not sign is refused',
    asks: ['s3-package-signature'],
    async run(kit) {
      const [one, two] = [nameOf(kit), nameOf(kit)]
      const offer = await kit.market.offer(packageOf(one, { 'app.js': 'void 5' }), one)
      const other = await kit.market.offer(packageOf(two, { 'app.js': 'void 6' }), two)
      await refused(kit, 's3-package-signature', 'a signature of another package', {
        ...offer,
        signature: other.signature,
      })
      await refused(kit, 's3-package-signature', 'a signature of zeros', {
        ...offer,
        signature: 'A'.repeat(86),
      })
      await refused(kit, 's3-package-signature', 'a key that the market does not have', {
        ...offer,
        key_id: 'kit-nobody',
      })
    },
  },
  {
    id: 'package-elsewhere',
    part: 'hostile',
    says: 'only the market is asked for packages',
    asks: ['s3-package-origin'],
    async run(kit) {
      const name = nameOf(kit)
      const offer = await kit.market.offer(packageOf(name, { 'app.js': 'void 7' }), name)
      await refused(kit, 's3-package-origin', "an address that is not the market's", {
        ...offer,
        url: `${kit.market.trapOrigin}${new URL(offer.url).pathname}`,
      })
      await refused(kit, 's3-package-origin', "an address inside the platform's own network", {
        ...offer,
        url: 'http://169.254.169.254/latest/meta-data',
      })
      const host = new URL(kit.market.trapOrigin)
      await refused(kit, 's3-package-origin', "an address that only begins like the market's", {
        ...offer,
        url: `${kit.market.origin}@${host.host}/packages/x.zip`,
      })
      const led = await kit.market.offer(packageOf(name, { 'app.js': 'void 8' }), name, {
        manner: 'redirect',
      })
      const answer = await kit.putPackage(led)
      ask(
        's3-package-origin',
        answer.status >= 400,
        `a package to which the market leads by a redirect was answered ${describeAnswer(answer)}`,
      )
      const strayed = await kit.market.strayed()
      ask(
        's3-package-origin',
        strayed.length === 0,
        `the platform asked elsewhere: ${strayed.join(', ')}`,
      )
    },
  },
  {
    id: 'package-size',
    part: 'hostile',
    says: 'more bytes than were announced are refused',
    asks: ['s3-package-size'],
    async run(kit) {
      const name = nameOf(kit)
      const offer = await kit.market.offer(packageOf(name, { 'app.js': 'void 9' }), name)
      await refused(kit, 's3-package-size', 'a package of more bytes than "size"', {
        ...offer,
        size: offer.size - 1,
      })
    },
  },
  {
    id: 'package-zip',
    part: 'hostile',
    says: 'what is no package, or leads out of its folder, is refused',
    asks: ['s3-package-zip'],
    async run(kit) {
      for (const { what, bytes } of hostileZips) {
        const name = nameOf(kit)
        await refused(kit, 's3-package-zip', what, await kit.market.offer(bytes(name), name))
      }
    },
  },
  {
    id: 'package-manifest',
    part: 'hostile',
    says: 'a package whose manifest is of another item or version, or missing, is refused',
    asks: ['s3-package-manifest'],
    async run(kit) {
      const [one, two] = [nameOf(kit), nameOf(kit)]
      await refused(
        kit,
        's3-package-manifest',
        'a manifest of another prefix',
        await kit.market.offer(packageOf(one, { 'app.js': 'a' }), two),
      )
      await refused(
        kit,
        's3-package-manifest',
        'a manifest of another version',
        await kit.market.offer(packageOf(one, { 'app.js': 'b' }), one, { version: '9.9.9' }),
      )
      await refused(
        kit,
        's3-package-manifest',
        'a package without a manifest',
        await kit.market.offer(writeZip([{ name: 'app.js', content: 'void 0' }]), one),
      )
      await refused(
        kit,
        's3-package-manifest',
        'a manifest that is not JSON',
        await kit.market.offer(writeZip([{ name: 'arasta.app.json', content: '{' }]), one),
      )
      await refused(
        kit,
        's3-package-manifest',
        'a manifest that is not at the root',
        await kit.market.offer(
          writeZip([
            {
              name: 'in/arasta.app.json',
              content: JSON.stringify({ format: 1, kind: 'app', prefix: one, version: '1.0.0' }),
            },
          ]),
          one,
        ),
      )
    },
  },
  {
    id: 'package-unreachable',
    part: 'slow',
    says: 'a package that cannot be fetched is 502, and is taken when it can',
    asks: ['s3-package-unreachable'],
    async run(kit) {
      const name = nameOf(kit)
      const bytes = packageOf(name, { 'app.js': 'void 10' })
      for (const manner of ['not_found', 'cut'] as const) {
        await refused(
          kit,
          's3-package-unreachable',
          `a package that is ${manner === 'cut' ? 'cut off on the way' : 'not there'}`,
          await kit.market.offer(bytes, name, { manner }),
          { status: 502, code: 'package_unreachable' },
        )
      }
      const answer = await kit.putPackage(await kit.market.offer(bytes, name))
      ask(
        's3-package-unreachable',
        answer.status === 200,
        `the package was refused when it could be fetched at last: ${describeAnswer(answer)}`,
      )
    },
  },
  {
    id: 'package-slowly',
    part: 'slow',
    says: 'a package that comes slowly is taken, and other calls are answered meanwhile',
    asks: ['s3-in-time', 's3-at-once', 's3-package'],
    async run(kit) {
      const name = nameOf(kit)
      const putting = kit.putPackage(
        await kit.market.offer(packageOf(name, { 'app.js': 'void 11' }), name, {
          manner: 'slowly',
        }),
      )
      const meanwhile = await kit.ofStore('GET', '/state')
      ask(
        's3-in-time',
        meanwhile.status === 200 && meanwhile.ms < 8000,
        `while a package was coming slowly, the state was answered ${describeAnswer(meanwhile)} after ${Math.round(meanwhile.ms)} ms`,
      )
      const answer = await putting
      ask(
        's3-package',
        answer.status === 200,
        `a package that takes two seconds was answered ${describeAnswer(answer)}`,
      )
    },
  },
  {
    id: 'package-new-key',
    part: 'slow',
    says: 'a key that the market has since a moment is asked for',
    asks: ['s3-package-keys'],
    async run(kit) {
      const name = nameOf(kit)
      await kit.item()
      const offer = await kit.market.offer(packageOf(name, { 'app.js': 'void 12' }), name, {
        key: await kit.market.addKey(),
      })
      let answer = await kit.putPackage(offer)
      for (let turn = 0; turn < 4 && answer.status !== 200; turn += 1) {
        await kit.wait(5)
        answer = await kit.putPackage(offer)
      }
      ask(
        's3-package-keys',
        answer.status === 200,
        `20 seconds after the market began to sign with a new key, a package signed with it was answered ${describeAnswer(answer)}`,
      )
    },
  },
  {
    id: 'package-withdrawn-key',
    part: 'slow',
    says: 'a key that the market withdrew is not believed after five minutes',
    asks: ['s3-package-keys'],
    needs: ['patience'],
    async run(kit) {
      const [one, two] = [nameOf(kit), nameOf(kit)]
      const key = await kit.market.addKey()
      await kit.wait(6)
      const before = await kit.putPackage(
        await kit.market.offer(packageOf(one, { 'app.js': 'void 13' }), one, { key }),
      )
      ask(
        's3-package-keys',
        before.status === 200,
        `a package signed with a new key was answered ${describeAnswer(before)}`,
      )
      await kit.market.withdrawKey(key)
      await kit.wait(310)
      await refused(
        kit,
        's3-package-keys',
        'a key that was withdrawn five minutes ago',
        await kit.market.offer(packageOf(two, { 'app.js': 'void 14' }), two, { key }),
      )
    },
  },
]
