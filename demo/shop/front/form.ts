import { html } from 'hono/html'
import { z } from 'zod'
import type { Html } from '../browser-request.ts'
import type { ShopContext, ShopRequest } from './request.ts'
import type { Said } from './texts.ts'

/** What somebody typed, and what is wrong with it, by field. */
export interface Filled {
  values: Record<string, string>
  faults: Record<string, Said>
}
export const untouched = (values: Record<string, string> = {}): Filled => ({ values, faults: {} })

/** Text fields of a posted form; files and repeated fields are left out. */
export async function readForm(c: ShopContext): Promise<Record<string, string>> {
  const body = await c.req.parseBody()
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  )
}

/** Checks a form. The messages of its schema are keys of what the shop says. */
export function checkForm<Schema extends z.ZodType>(
  schema: Schema,
  values: Record<string, string>,
): { data: z.infer<Schema>; filled?: undefined } | { data?: undefined; filled: Filled } {
  const parsed = schema.safeParse(values)
  if (parsed.success) return { data: parsed.data }
  const faults: Record<string, Said> = {}
  for (const issue of parsed.error.issues) faults[String(issue.path[0])] ??= issue.message as Said
  return { filled: { values, faults } }
}

const says = (said: Said) => ({ error: said })

/** A line of text that must be there. */
export const line = (max: number) =>
  z.string(says('missing')).trim().min(1, says('missing')).max(max, says('missing'))
export const emailField = z
  .string(says('missing'))
  .trim()
  .min(1, says('missing'))
  .max(254, says('badEmail'))
  .pipe(z.email(says('badEmail')))
export const phoneField = line(30).refine(
  (value) => /^[+()\d\s./-]+$/.test(value) && value.replace(/\D/g, '').length >= 7,
  says('badPhone'),
)
export const passwordField = z
  .string(says('missing'))
  .min(10, says('badPassword'))
  .max(200, says('badPassword'))
export const choice = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, says('badChoice'))
export const ticked = (said: Said) => z.literal('yes', says(said))

export interface Field {
  name: string
  label: Said
  type?: 'text' | 'email' | 'tel' | 'password'
  autocomplete: string
  hint?: Said
}

/** Label, field, hint and what is wrong, tied together for screen readers. */
export function field({ t }: ShopRequest, { values, faults }: Filled, asked: Field): Html {
  const { name, label, type = 'text', autocomplete, hint } = asked
  const fault = faults[name]
  const described = [hint && `${name}-hint`, fault && `${name}-fault`].filter(Boolean).join(' ')
  return html`<div class="mb-3"><label class="form-label" for="${name}">${t(label)}</label>
  <input class="${fault ? 'form-control is-invalid' : 'form-control'}" id="${name}" name="${name}" type="${type}"
    autocomplete="${autocomplete}" value="${type === 'password' ? '' : (values[name] ?? '')}"${
      type === 'email' || type === 'tel' ? html` dir="ltr"` : ''
    }${described === '' ? '' : html` aria-describedby="${described}"`}${
      fault ? html` aria-invalid="true"` : ''
    } required>
  ${hint ? html`<div class="form-text" id="${name}-hint">${t(hint)}</div>` : ''}${faultText(t, name, fault)}</div>`
}

export const faultText = (t: ShopRequest['t'], name: string, fault: Said | undefined): Html | '' =>
  fault ? html`<div class="invalid-feedback d-block" id="${name}-fault">${t(fault)}</div>` : ''

/** Stands above a form that was sent with faults. */
export const faultNote = (
  { t }: ShopRequest,
  { faults }: Filled,
  said: Said = 'checkFields',
): Html | '' =>
  Object.keys(faults).length === 0
    ? ''
    : html`<div class="alert alert-danger" role="alert">${t(said)}</div>`
