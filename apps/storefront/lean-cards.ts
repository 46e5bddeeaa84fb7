import type { ItemCard } from '#modules/catalog/contract.ts'

/**
 * As many covers as a phone shows at once; where there is more room, the others come as soon as the
 * page has its shape.
 */
export const FIRST_SEEN = 2

/**
 * Cards without the placeholders of pictures that nobody sees at once: those of a page of themes
 * were a third of it. A picture below the first screenful is asked for before it comes into sight,
 * and what stands behind it until then is its ground.
 */
export const withoutHiddenPlaceholders = <Card extends Pick<ItemCard, 'cover'>>(
  cards: readonly Card[],
  seen = 0,
): Card[] =>
  cards.map((card, n) => {
    if (n < seen || !card.cover) return card
    const { desktop, phone } = card.cover
    return {
      ...card,
      cover: {
        desktop: { ...desktop, placeholder: null },
        phone: phone && { ...phone, placeholder: null },
      },
    }
  })
