import { describe, expect, test } from 'vitest'
import { findEvaluation, NotAScript } from './script-check.ts'

const evaluates = (text: string): boolean => findEvaluation(text).length > 0

describe('a script that runs text as code is found in all forms (PKG-3)', () => {
  test.each([
    'eval(a)',
    '(0, eval)(a)',
    "window['eval'](a)",
    'globalThis["ev" + "al"](a)',
    'self[`ev${"al"}`](a)',
    'top.eval(a)',
    'const e = eval; e(a)',
    'const w = window; w.eval(a)',
    'const { eval: e } = window; e(a)',
    'const { eval } = globalThis',
    'let e; e = eval; e(a)',
    'run(eval)',
    '[eval][0](a)',
    "const k = 'eval'; this[k](a)",
    "window[['ev', 'al'].join('')](a)",
    "window['lave'.split('').reverse().join('')](a)",
    "window[atob('ZXZhbA==')](a)",
    'window[String.fromCharCode(101, 118, 97, 108)](a)',
    "window['ev'.concat('al')](a)",
    "window['\\x65val'](a)",
    'ev\\u0061l(a)',
    "Reflect.get(window, 'eval')(a)",
    'eval?.(a)',
    'new Function(a)()',
    "Function('a', b)",
    'const F = Function; new F(a)',
    'Function.apply(null, a)',
    "window['Function'](a)",
    'Reflect.construct(Function, [a])',
    "Function('return this.x')()",
    "[].at.constructor('return 1')()",
    'a.constructor.constructor(b)()',
    "a['constructor']['constructor'](b)",
    '(() => {}).constructor(a)',
    '(async () => {}).constructor(a)',
    'Object.getPrototypeOf(async function () {}).constructor(a)',
    "const C = a.b.constructor; C('return 1')()",
    'Function.prototype.constructor(a)',
    "''.sub.constructor(a)",
    "setTimeout('run()', 5)",
    "setInterval('run(' + a + ')', 5)",
    'window.setTimeout(`run(${a})`)',
    "const code = 'run()'; setTimeout(code)",
    "import('https://cdn.example/a.js')",
    "import('data:text/javascript,1')",
    'import(a)',
    "import('/other/' + a)",
    'import(`../${a}.js`)',
    "import('lodash')",
    "new Worker('data:text/javascript,1')",
    'document.write(a)',
    'window.document.writeln(a)',
    "const d = document; d['wri' + 'te'](a)",
    "a.setAttribute('onclick', b)",
    // In a module `<!--` begins no comment.
    'let c = 1\nb = a<!--c, eval(d)',
  ])('%s', (text) => {
    expect(evaluates(text)).toBe(true)
  })
})

describe('similar but harmless code passes', () => {
  test.each([
    "const root = Function('return this')(); retrieval(root); list.eval(2)",
    'setTimeout(() => evaluate(), 5)',
    'setTimeout(run, 5)',
    'a instanceof Function',
    "typeof Function === 'function'",
    'Function.prototype.toString.call(a)',
    'Function.toString.call(a)',
    'new this.constructor(a)',
    'this.constructor.name',
    'class A { eval() { return this.eval } }',
    '({ eval: 1 }).a',
    "'eval(a)' // eval(a)",
    "import('./later.js')",
    'import(`./parts/${name}.js`)',
    "import(new URL('./a.js', import.meta.url))",
    'const { library } = document.currentScript.dataset; import(library)',
    "import './a.js'; export * from './b.js'",
    'response.write(a)',
    "a.setAttribute('aria-label', b)",
    'return 1',
    'with (a) { b() }',
    "a['b'](c)",
    'async () => { await a }',
  ])('%s', (text) => {
    expect(evaluates(text)).toBe(false)
  })

  test('text that is neither a script nor a module is reported as unparsable', () => {
    for (const text of [
      'const a: string = 1',
      '<p>x</p>',
      'GIF89a=1;;)',
      'import a from "b"; with (c) {}',
    ])
      expect(() => findEvaluation(text), text).toThrow(NotAScript)
  })
})
