/**
 * A card of the sandbox bank's own (docs/protocols/sandbox-bank.md, section 5): what it does, in
 * which call (0 where money moves, 1 start, 2 look-up, 3 refund), and flags (+1 no challenge in
 * `auto` mode, +2 every time).
 */
export function cardFor(behaviour: string, step: 0 | 1 | 2 | 3, flags = 0): string {
  const body = `490000${behaviour}${step}${flags}00000`
  const sum = [...body].reverse().reduce((total, digit, place) => {
    const weighed = Number(digit) * (place % 2 === 0 ? 2 : 1)
    return total + (weighed > 9 ? weighed - 9 : weighed)
  }, 0)
  return `${body}${(10 - (sum % 10)) % 10}`
}
