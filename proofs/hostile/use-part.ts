import { lightUse } from './light-use.ts'
import { describeCounts, type HostilePart } from './part.ts'

/** A day of ordinary use in a few minutes: what the server holds afterwards is what it grows to. */
export const usePart: HostilePart = {
  title: 'Light use',
  async run({ sender, sites, sample, isStopping, say }) {
    const rounds = sample ? 2 : 20
    const { answered, installs } = await lightUse({
      sender,
      sites,
      rounds,
      isStopping,
      onRound: (round) => {
        if (round % 5 === 4) say(`${round + 1} rounds`)
      },
    })
    const failed = Object.entries(answered).filter(([status]) => Number(status) >= 400)
    return {
      done: `${rounds} rounds, ${installs} apps on and off; ${describeCounts(answered)}`,
      violations: failed.map(
        ([status, times]) => `${times} answers of ${status} to ordinary requests`,
      ),
    }
  },
}
