/**
 * The component of a route that only leads elsewhere. It is never shown, but with it what fails
 * there is a page in its layout; the router answers the failures of a route without a component as
 * JSON, to people too.
 */
export const RedirectRoute = (): null => null
