import {
  isRouteErrorResponse,
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunctionArgs,
} from 'react-router'
import type { CheckoutAnswer } from './pay-checkout.ts'

/**
 * A broken connection while paying must neither lose the page nor cause a second payment: the page
 * asks for the outcome under the same key.
 */
export async function clientAction({
  serverAction,
}: ClientActionFunctionArgs): Promise<CheckoutAnswer> {
  try {
    return await serverAction<CheckoutAnswer>()
  } catch (error) {
    if (error instanceof Response || isRouteErrorResponse(error)) throw error
    return {
      kind: 'waiting',
      message: null,
      fieldErrors: {},
      order: null,
      address: null,
      challengeUrl: null,
      offers: null,
      key: null,
      given: {},
      refused: [],
      lost: true,
    }
  }
}

/**
 * The response to a submission has all changes; the page's order and key stay as shown. Another
 * choice from a bundle has an address of its own.
 */
export const shouldRevalidate = ({
  formMethod,
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) =>
  formMethod === undefined ? defaultShouldRevalidate : currentUrl.search !== nextUrl.search
