import { expect, test } from 'vitest'
import { remarksOn } from './remarks.ts'

const BEFORE = "const a = 1\nfetch('https://api.example.com/day')\n"

test('remarks on what new lines of code do: network, fields, storage, new addresses', () => {
  const after = `${BEFORE}form.addEventListener('submit', send)
const day = picker.value
localStorage.day = day
navigator.sendBeacon('https://count.example.net/x', day)
`
  expect(remarksOn('day.js', BEFORE, after)).toEqual([
    { what: 'fields', line: 3, evidence: "'submit'" },
    { what: 'fields', line: 4, evidence: '.value' },
    { what: 'storage', line: 5, evidence: 'localStorage' },
    { what: 'network', line: 6, evidence: 'sendBeacon' },
    { what: 'address', line: 6, evidence: 'count.example.net' },
  ])
})

test('says nothing of lines that were published before, of licences, and of one kind in a file no more than five times', () => {
  expect(remarksOn('day.js', BEFORE, `${BEFORE}const b = 2\n`)).toEqual([])
  expect(remarksOn('LICENSE.txt', '', 'See https://www.apache.org/licenses')).toEqual([])
  const long = Array.from({ length: 400 }, (_, index) => `fetch('/${index}')`).join('\n')
  expect(remarksOn('day.js', '', long)).toHaveLength(5)
})
