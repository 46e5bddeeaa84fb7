import { useId } from 'react'
import { useRouteLoaderData } from 'react-router'

/**
 * One key of every form as it is shown. The root makes a new seed whenever the page's data are read
 * anew, which is after every press: a second press of what was shown before has the first one's
 * key, and a form that is shown again has another. First among the fields: the server looks for it
 * there.
 */
export function FormKey() {
  const root = useRouteLoaderData<{ seed: string }>('root')
  const id = useId().replaceAll(/\W/g, '')
  return root ? <input type="hidden" name="form_key" value={`${root.seed}-${id}`} /> : null
}
