import type { Check } from '../check.ts'
import { ask, NothingToCheck } from '../faults.ts'
import { requireRefusal, describeAnswer, type Kit, type Slot } from '../kit.ts'
import type { Offer } from '../market.ts'
import { canonicalJson, sha256 } from '../signed-calls.ts'

/** Sections 3 to 5: one effect, put, read and taken off. */

export const effectOf = (
  offer: Offer,
  html: string,
  slot = 'placement:3',
  kind = 'design_block',
) => ({
  kind,
  slot,
  package: offer.sha256,
  item: { prefix: offer.prefix, version: offer.version },
  content: { html },
})

export const layersOf = async (kit: Kit, slot = 'placement:3'): Promise<string[]> =>
  (await kit.slotOf(slot)).layers.map((layer) => layer.effect_id)

export function askSameSlot(anchor: string, now: Slot, before: Slot, when: string): void {
  ask(
    anchor,
    canonicalJson(now) === canonicalJson(before),
    `${now.slot} is not as it was ${when}: hash ${now.sha256.slice(0, 12)}… with ${now.layers.length} layers, before ${before.sha256.slice(0, 12)}… with ${before.layers.length}`,
  )
}

export const effectChecks: readonly Check[] = [
  {
    id: 'effect',
    part: 'happy',
    says: 'an effect stands in its slot as it was sent, and its hashes are those of sections 3 and 5',
    asks: [
      's3-effect',
      's4-tracking-code',
      's4-design-block',
      's5-layer-hash',
      's5-slot-hash',
      's5-canonical',
      's5-revision',
      's4-layers',
      's3-effect-read',
    ],
    async run(kit) {
      const offer = await kit.item()
      for (const kind of ['tracking_code', 'design_block']) {
        const before = await kit.slotOf('placement:3')
        const { revision } = await kit.state()
        const id = kit.newEffectId()
        const html = '<p class="kit">İğne, “çivi” — عربي & <b>1</b></p>\n'
        const answer = await kit.putWell(id, effectOf(offer, html, 'placement:3', kind))
        const hash = sha256(canonicalJson({ html }))
        ask(
          's5-layer-hash',
          answer.sha256 === hash,
          `"sha256" of the answer is not over the canonical JSON of the content: ${String(answer.sha256)}, expected ${hash}`,
        )
        ask(
          's3-effect',
          answer.effect_id === id &&
            answer.kind === kind &&
            answer.slot === 'placement:3' &&
            Number.isInteger(answer.place),
          `the answer is not of the form of section 3: ${JSON.stringify(answer)}`,
        )
        ask(
          's5-revision',
          answer.revision === revision + 1,
          `the revision went from ${revision} to ${String(answer.revision)}`,
        )
        const slot = await kit.slotOf('placement:3')
        const layer = slot.layers.at(-1)
        ask(
          's4-layers',
          slot.layers.length === before.layers.length + 1 && layer?.effect_id === id,
          'the effect is not the last layer of its slot',
        )
        ask(
          's5-layer-hash',
          layer.sha256 === hash &&
            layer.place === answer.place &&
            layer.item.prefix === offer.prefix,
          'the layer in the state differs from the answer',
        )
        ask(
          's5-base-hash',
          slot.base_sha256 === before.base_sha256,
          'the base of the slot changed with a layer',
        )
        if (before.layers.length === 0 && before.base_sha256 === sha256('')) {
          ask(
            's5-slot-hash',
            slot.sha256 === sha256(`<!--arasta:${id}-->${html}<!--/arasta:${id}-->`),
            'the hash of the slot is not over its markup with the comments of section 4',
          )
        }
        const read = await kit.ofStore('GET', `/effects/${id}`)
        ask(
          's3-effect-read',
          read.status === 200 &&
            canonicalJson(read.json.content) === canonicalJson({ html }) &&
            read.json.package === offer.sha256 &&
            canonicalJson(read.json.item) ===
              canonicalJson({ prefix: offer.prefix, version: offer.version }),
          `what stands there was read as ${read.text.slice(0, 200)}`,
        )
        await kit.remove(id)
        askSameSlot(
          's4-layers-removed',
          await kit.slotOf('placement:3'),
          before,
          'before the effect came',
        )
      }
    },
  },
  {
    id: 'effect-again',
    part: 'repeated',
    says: 'the same effect again answers the same and changes nothing',
    asks: ['s3-effect-again', 's5-revision'],
    async run(kit) {
      const id = kit.newEffectId()
      const effect = effectOf(await kit.item(), '<p>again</p>')
      const first = await kit.putWell(id, effect)
      // The same value in another order of keys is the same effect.
      const turned = Object.fromEntries(Object.entries(effect).reverse())
      for (const again of [effect, turned]) {
        const answer = await kit.put(id, again)
        ask(
          's3-effect-again',
          answer.status === 200 && canonicalJson(answer.json) === canonicalJson(first),
          `the same effect again was answered ${describeAnswer(answer)} ${answer.text.slice(0, 160)}`,
        )
      }
      ask(
        's5-revision',
        (await kit.state()).revision === first.revision,
        'the same effect again was a change',
      )
    },
  },
  {
    id: 'effect-at-once',
    part: 'concurrent',
    says: 'an effect that is put five times at once is there once',
    asks: ['s3-effect-again', 's3-at-once', 's5-revision'],
    async run(kit) {
      const effect = effectOf(await kit.item(), '<p>five</p>')
      const { revision } = await kit.state()
      const id = kit.newEffectId()
      const answers = await Promise.all(Array.from({ length: 5 }, () => kit.put(id, effect)))
      const wrong = answers.find((answer) => answer.status !== 200)
      ask(
        's3-effect-again',
        !wrong,
        `one of five at once was answered ${wrong ? describeAnswer(wrong) : ''}`,
      )
      ask(
        's3-at-once',
        (await layersOf(kit)).filter((one) => one === id).length === 1,
        'the layer is not there once',
      )
      ask(
        's5-revision',
        (await kit.state()).revision === revision + 1,
        `the revision grew by ${(await kit.state()).revision - revision} with one effect`,
      )
    },
  },
  {
    id: 'effects-at-once',
    part: 'concurrent',
    says: 'eight effects at once are all there, each at a place of its own',
    asks: ['s3-at-once', 's4-place-once', 's5-revision'],
    async run(kit) {
      const offer = await kit.item()
      const before = await kit.state()
      const ids = Array.from({ length: 8 }, () => kit.newEffectId())
      const answers = await Promise.all(
        ids.map((id, at) =>
          kit.put(
            id,
            effectOf(offer, `<p>${at}</p>`, at % 2 === 0 ? 'placement:3' : 'placement:1'),
          ),
        ),
      )
      const wrong = answers.find((answer) => answer.status !== 200)
      ask(
        's3-at-once',
        !wrong,
        `one of eight at once was answered ${wrong ? describeAnswer(wrong) : ''}`,
      )
      const there = new Set(
        (await kit.state()).slots.flatMap((slot) => slot.layers.map((layer) => layer.effect_id)),
      )
      ask(
        's3-at-once',
        ids.every((id) => there.has(id)),
        `${ids.filter((id) => !there.has(id)).length} of eight effects that were put at once are lost`,
      )
      ask(
        's4-place-once',
        new Set(answers.map((answer) => answer.json.place)).size === 8,
        'two of eight effects were given one place',
      )
      ask(
        's5-revision',
        (await kit.state()).revision === before.revision + 8,
        'the revision did not grow by eight',
      )
      await Promise.all(ids.map((id) => kit.remove(id)))
      const after = await kit.state()
      ask(
        's4-layers-removed',
        canonicalJson(after.slots) === canonicalJson(before.slots),
        'taken off at once, something was left',
      )
    },
  },
  {
    id: 'effect-differs',
    part: 'hostile',
    says: 'the same id with another body is refused',
    asks: ['s3-effect-differs'],
    async run(kit) {
      const offer = await kit.item()
      const id = kit.newEffectId()
      const first = await kit.putWell(id, effectOf(offer, '<p>one</p>'))
      for (const other of [
        effectOf(offer, '<p>two</p>'),
        effectOf(offer, '<p>one</p>', 'placement:1'),
        effectOf(offer, '<p>one</p>', 'placement:3', 'tracking_code'),
      ]) {
        requireRefusal(
          's3-effect-differs',
          await kit.put(id, other),
          409,
          'effect_differs',
          'the same id with another body',
        )
      }
      const layer = (await kit.slotOf('placement:3')).layers.find((one) => one.effect_id === id)
      ask('s3-effect-differs', layer?.sha256 === first.sha256, 'the refused body stands there')
    },
  },
  {
    id: 'effect-refused',
    part: 'hostile',
    says: "an effect without a package, of another's, or in a slot that is not there, is refused",
    asks: ['s3-unsupported-slot', 's3-package-missing', 's3-bad-effect', 's3-effect-id'],
    async run(kit) {
      const offer = await kit.item()
      const another = await kit.item('another')
      const { revision } = await kit.state()
      const put = (effect: object) => kit.put(kit.newEffectId(), effect)
      requireRefusal(
        's3-unsupported-slot',
        await put(effectOf(offer, 'x', 'placement:99')),
        422,
        'unsupported_slot',
        'a placement that there is not',
      )
      requireRefusal(
        's3-unsupported-slot',
        await put(effectOf(offer, 'x', 'theme')),
        422,
        'unsupported_slot',
        'a design block in the slot of the theme',
      )
      requireRefusal(
        's3-package-missing',
        await put({ ...effectOf(offer, 'x'), package: '0'.repeat(64) }),
        409,
        'package_missing',
        'an effect of a package that was not put',
      )
      requireRefusal(
        's3-bad-effect',
        await put({
          ...effectOf(offer, 'x'),
          item: { prefix: another.prefix, version: another.version },
        }),
        422,
        'bad_effect',
        'an effect of one item with the package of another',
      )
      requireRefusal(
        's3-bad-effect',
        await put({ ...effectOf(offer, 'x'), item: { prefix: offer.prefix, version: '9.9.9' } }),
        422,
        'bad_effect',
        'an effect of a version that its package is not',
      )
      for (const id of ['x'.repeat(81), 'a.b', 'a%20b', '%2e%2e']) {
        const answer = await kit.ofStore('PUT', `/effects/${id}`, { body: effectOf(offer, 'x') })
        ask(
          's3-effect-id',
          answer.status === 400 || answer.status === 404,
          `an effect with the id ${id.slice(0, 20)} was answered ${describeAnswer(answer)}`,
        )
      }
      ask(
        's5-revision',
        (await kit.state()).revision === revision,
        'the revision grew by effects that were refused',
      )
    },
  },
  {
    id: 'effect-removed',
    part: 'repeated',
    says: 'an effect is taken off once, and is not there any more',
    asks: ['s3-effect-delete', 's3-effect-delete-again', 's3-unknown-effect', 's5-revision'],
    async run(kit) {
      const id = kit.newEffectId()
      const put = await kit.putWell(id, effectOf(await kit.item(), '<p>gone</p>'))
      const first = await kit.remove(id)
      ask(
        's3-effect-delete',
        first.status === 200 && first.json.removed === true && first.json.effect_id === id,
        `taking off an effect was answered ${describeAnswer(first)} ${first.text.slice(0, 120)}`,
      )
      const again = await kit.remove(id)
      ask(
        's3-effect-delete-again',
        again.status === 200 && again.json.removed === false,
        `taking off what is not there was answered ${describeAnswer(again)} ${again.text.slice(0, 120)}`,
      )
      ask(
        's5-revision',
        (await kit.state()).revision === Number(put.revision) + 1,
        'taking off an effect twice is one change',
      )
      requireRefusal(
        's3-unknown-effect',
        await kit.ofStore('GET', `/effects/${id}`),
        404,
        'unknown_effect',
        'an effect that was taken off',
      )
    },
  },
  {
    id: 'effect-overtaken',
    part: 'slow',
    says: 'a call that was stuck on the way does not undo what was asked after it',
    asks: ['s3-overtaken'],
    async run(kit) {
      const effect = effectOf(await kit.item(), '<p>late</p>')
      const [id, newer] = [kit.newEffectId(), kit.newEffectId()]
      await kit.putWell(id, effect)
      requireRefusal(
        's3-overtaken',
        await kit.remove(id, { timestamp: kit.now() - 60 }),
        409,
        'overtaken',
        'taking off, signed a minute before the effect was put',
      )
      ask(
        's3-overtaken',
        (await layersOf(kit)).includes(id),
        'the effect was taken off by a call that was stuck on the way',
      )
      await kit.putWell(newer, effect, { replaces: id })
      requireRefusal(
        's3-overtaken',
        await kit.put(id, effect, {}, { timestamp: kit.now() - 60 }),
        409,
        'overtaken',
        'a PUT of an effect that was replaced since',
      )
      await kit.remove(newer)
      requireRefusal(
        's3-overtaken',
        await kit.put(newer, effect, {}, { timestamp: kit.now() - 60 }),
        409,
        'overtaken',
        'a PUT of an effect that was taken off since',
      )
      const near = await kit.put(newer, effect, {}, { timestamp: kit.now() - 3 })
      ask(
        's3-overtaken',
        near.status === 200,
        `clocks may differ by 5 seconds, and a PUT signed 3 seconds before was answered ${describeAnswer(near)}`,
      )
      await kit.remove(newer)
    },
  },
  {
    id: 'effect-of-another-store',
    part: 'hostile',
    says: "one store's effects are not another's",
    asks: ['s2-own-store', 's3-effect-delete-again'],
    needs: ['other'],
    async run(kit) {
      if (!kit.other) throw new NothingToCheck('there is no other store')
      const id = kit.newEffectId()
      await kit.putWell(id, effectOf(await kit.item(), '<p>mine</p>'))
      const theirs = await kit.stateOf(kit.other)
      ask(
        's2-own-store',
        !theirs.slots.some((slot) => slot.layers.some((layer) => layer.effect_id === id)),
        'another store shows the effect, too',
      )
      const answer = await kit.call(
        kit.other.key,
        'DELETE',
        `/stores/${kit.other.id}/effects/${id}`,
      )
      ask(
        's3-effect-delete-again',
        answer.json.removed === false,
        `another store took it off: ${describeAnswer(answer)}`,
      )
      ask(
        's2-own-store',
        (await layersOf(kit)).includes(id),
        'the effect is gone, taken off by another store',
      )
    },
  },
]
