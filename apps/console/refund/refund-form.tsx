import { useEffect, useRef, useState } from 'react'
import { Form, useNavigate, useNavigation } from 'react-router'
import { OPERATOR_REFUND_REASONS } from '#modules/orders/rules.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { ChoiceGroup, RadioCard } from '#ui/choice.tsx'
import { TextField } from '#ui/field.tsx'
import { TextLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { FormKey, SelectField, useFormAnswer } from '../forms.tsx'
import { moneyOf } from '../state-badges.tsx'
import { useWords } from '../words.tsx'
import { addressOf, choiceIn, type RefundChoice } from './choice.ts'
import { EarlierRefunds, isWaiting } from './earlier-refunds.tsx'
import { type Preview, WhatWillHappen } from './what-will-happen.tsx'

/** While somebody types, the server is asked when they stop. */
const TYPING_MS = 300

interface Line {
  id: string
  name: string
  left: number
}

export interface RefundFormProps {
  preview: Preview
  choice: RefundChoice
  lines: readonly Line[]
  store: string
  card: string | null
  back: string
}

/**
 * How much goes back and why, and what will happen then. The choice is in the address: with a
 * script it follows the fields, without one a button shows it. What was not shown is not done.
 */
export function RefundForm(props: RefundFormProps) {
  const { t } = useWords()
  const { preview, choice, lines, back } = props
  const answer = useFormAnswer()
  const { form, follow, isCurrent } = useShownChoice(choice)
  const { happens } = preview
  const isBusy = useNavigation().formMethod === 'POST'
  const item = lines.find((line) => line.id === String(preview.line))?.name ?? ''
  return (
    <Form ref={form} method="post" onChange={follow} noValidate className="grid gap-4">
      <FormKey />
      <input type="hidden" name="shown" value={addressOf(choice)} />
      <input type="hidden" name="shown_amount" value={happens?.amount ?? ''} />
      <input type="hidden" name="shown_line" value={preview.line} />
      {answer?.error && (
        <Notice tone="attention" alert>
          {answer.error.message}
        </Notice>
      )}
      <EarlierRefunds preview={preview} />
      <Fields {...props} />
      <noscript>
        <Button type="submit" formMethod="get" kind="secondary">
          {t('console.refund.look')}
        </Button>
      </noscript>
      {happens && <WhatWillHappen {...props} {...preview} happens={happens} item={item} />}
      <div className="refund-foot">
        <span className="type-sm me-auto text-ink2">{t('console.refund.final')}</span>
        <TextLink href={back} className="type-label min-h-11 content-center">
          {t('console.refund.cancel')}
        </TextLink>
        {happens && !isWaiting(preview) && (
          <Button type="submit" kind="danger" busy={isBusy} disabled={!isCurrent}>
            {t(
              happens.subscription === 'ends_now'
                ? 'console.refund.press_end'
                : 'console.refund.press',
              {
                amount: moneyOf(happens.amount, preview.currency),
              },
            )}
          </Button>
        )}
      </div>
    </Form>
  )
}

/** Lets the address follow the fields; `isCurrent`: what is shown is what the fields say. */
function useShownChoice(shown: RefundChoice) {
  const navigate = useNavigate()
  const navigation = useNavigation()
  const form = useRef<HTMLFormElement>(null)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [typed, setTyped] = useState(addressOf(shown))
  useEffect(() => () => clearTimeout(waiting.current), [])
  const follow = () => {
    if (!form.current) return
    const address = addressOf(choiceIn(new FormData(form.current)))
    setTyped(address)
    clearTimeout(waiting.current)
    waiting.current = setTimeout(() => {
      void navigate(address, { replace: true, preventScrollReset: true })
    }, TYPING_MS)
  }
  return {
    form,
    follow,
    isCurrent: typed === addressOf(shown) && navigation.state !== 'loading',
  }
}

function Fields({ preview, choice, lines }: RefundFormProps) {
  const { t } = useWords()
  const money = (amount: number) => moneyOf(amount, preview.currency)
  const { unused, fault } = preview
  const refundable = lines.filter((line) => line.left > 0)
  const size = (value: RefundChoice['size']) => ({
    name: 'size',
    value,
    defaultChecked: choice.size === value,
    className: 'py-2.5',
  })
  return (
    <>
      {lines.length > 1 && (
        <SelectField
          label={t('console.orders.item')}
          name="line"
          value={String(preview.line)}
          options={refundable.map((line) => ({
            value: line.id,
            name: `${line.name} (${money(line.left)})`,
          }))}
        />
      )}
      <ChoiceGroup label={t('console.refund.size')} className="group">
        <div className="grid gap-2">
          {unused && (
            <RadioCard
              {...size('unused')}
              title={t('console.refund.unused')}
              badge={<Amount text={money(unused.amount)} />}
            >
              {t('console.refund.unused_days', { left: unused.days_left, days: unused.days })}
            </RadioCard>
          )}
          <RadioCard
            {...size('all')}
            title={t('console.refund.all')}
            badge={<Amount text={money(preview.left)} />}
          />
          <RadioCard
            {...size('part')}
            title={t('console.refund.part')}
            badge={<Amount text={t('console.refund.up_to', { amount: money(preview.left) })} />}
          />
        </div>
        <div className="mt-3 hidden group-has-[[value=part]:checked]:block">
          <TextField
            label={t('console.refund.amount', { currency: preview.currency })}
            name="amount"
            defaultValue={choice.amount}
            error={
              choice.size === 'part' && choice.amount !== '' && fault
                ? t(`console.refund.fault.${fault}`, { amount: money(preview.left) })
                : undefined
            }
            inputMode="decimal"
            dir="ltr"
            autoComplete="off"
          />
        </div>
      </ChoiceGroup>
      {fault && choice.size !== 'part' && (
        <Notice tone="attention">
          {t(`console.refund.fault.${fault}`, { amount: money(preview.left) })}
        </Notice>
      )}
      <SelectField
        label={t('console.orders.reason')}
        name="reason"
        value={choice.reason}
        options={OPERATOR_REFUND_REASONS.filter(
          (reason) => reason !== 'goodwill' || preview.is_subscription,
        ).map((value) => ({ value, name: t(`console.orders.why.${value}`) }))}
      />
      {preview.can_end && (
        <Checkbox name="end" value="1" defaultChecked={choice.end}>
          {t('console.refund.end')}
        </Checkbox>
      )}
    </>
  )
}

const Amount = ({ text }: { text: string }) => (
  <span className="figures ms-auto type-label">
    <bdi>{text}</bdi>
  </span>
)
