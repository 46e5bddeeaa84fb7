/** Parts of the queue that a reviewer can look at; the page reads this without the contract. */
export const SHOWN = ['waiting', 'mine', 'checking', 'decided'] as const
