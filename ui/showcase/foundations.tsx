import { AppIcon, ThemeIcon } from '../app-icon.tsx'
import { archPath } from '../arches.tsx'
import { Badge, Chip } from '../badge.tsx'
import { Button, IconButton } from '../button.tsx'
import { Icon } from '../icon.tsx'
import { ChoiceGroup, RadioCard, Segmented, Switch } from '../choice.tsx'
import { Checkbox, FacetRadio, ListCheckbox, Radio } from '../checkbox.tsx'
import { SelectField, TextArea, TextField } from '../field.tsx'
import { ListedField } from '../listed-field.tsx'
import { PlainPrice, Price } from '../amount.tsx'
import { Rating, Stars } from '../stars.tsx'
import { StarChoice } from '../star-choice.tsx'
import { RatingBars } from '../rating-bars.tsx'
import { TextLink } from '../link.tsx'
import { appDrawings } from './samples.ts'
import { Shows } from './section.tsx'
import type { Shown } from './section.tsx'

const COLOURS: [string, string][] = [
  ['Paper', 'fill-paper'],
  ['Card', 'fill-card'],
  ['Stone', 'fill-stone'],
  ['Stone 2', 'fill-stone2'],
  ['Line', 'fill-line'],
  ['Line 2', 'fill-line2'],
  ['Ink 2', 'fill-ink2'],
  ['Ink', 'fill-ink'],
  ['Action', 'fill-action'],
  ['Turquoise', 'fill-turquoise'],
  ['Turquoise light', 'fill-turquoise-light'],
  ['Turquoise tint', 'fill-turquoise-tint'],
  ['Coral', 'fill-coral'],
  ['Coral tint', 'fill-coral-tint'],
  ['Green', 'fill-green'],
  ['Green tint', 'fill-green-tint'],
  ['Sun', 'fill-sun'],
]

/** Colors, type, buttons, fields, chips, prices, icons. */
export function FoundationSections({ words }: Shown) {
  const { sections, specimen, buttons, fields, chips, prices } = words
  return (
    <>
      <Shows name={sections.colour}>
        <ul className="flex flex-wrap gap-3">
          {COLOURS.map(([name, fill]) => (
            <li key={name} className="w-16">
              <svg aria-hidden="true" viewBox="-.5 -.5 65 73" className="block w-full">
                <path d={archPath(64, 72, 27)} className={`${fill} stroke-line`} />
              </svg>
              <p className="type-xs mt-1 text-ink2" lang="en">
                {name}
              </p>
            </li>
          ))}
        </ul>
      </Shows>
      <Shows name={sections.type}>
        <div className="grid gap-6 lg:grid-cols-[1.5fr_1fr]">
          <div className="grid gap-3">
            <p className="type-d1">{specimen.d1}</p>
            <p className="type-d2">{specimen.d2}</p>
            <p className="type-d3">{specimen.d3}</p>
            <p className="type-d1">{words.hard.marks}</p>
          </div>
          <div className="grid content-start gap-3">
            <p className="type-lead">{specimen.lead}</p>
            <p className="type-body">{specimen.body}</p>
            <p className="type-sm text-ink2">{specimen.small}</p>
            <p className="type-body strong figures" dir="auto">
              {specimen.amounts}
            </p>
            <p className="type-body">
              <TextLink href="#">{prices.reviews}</TextLink>
            </p>
            <p className="type-body" lang="ar" dir="rtl">
              ماذا يحتاج متجرك؟ خط وزيرمتن
            </p>
          </div>
        </div>
      </Shows>
      <Shows name={sections.buttons}>
        <div className="flex flex-wrap items-center gap-3">
          <Button size="large">{buttons.pay}</Button>
          <Button>{buttons.pay}</Button>
          <Button busy>{buttons.busy}</Button>
          <Button disabled>{buttons.off}</Button>
          <Button kind="secondary">{buttons.open}</Button>
          <Button kind="quiet">{buttons.later}</Button>
          <Button kind="danger" icon="trash">
            {buttons.uninstall}
          </Button>
          <Button kind="danger-quiet">{buttons.uninstall}</Button>
          <Button size="small">{buttons.update}</Button>
          <Button size="small" kind="secondary" icon="undo">
            {buttons.back}
          </Button>
          <IconButton icon="search" label={words.shell.search} />
        </div>
      </Shows>
      <Shows name={sections.fields}>
        <div className="grid gap-5 md:grid-cols-2 lg:grid-cols-4">
          <TextField label={fields.shop} defaultValue="magaza-1.demo.localhost" dir="ltr" />
          <TextField
            label={fields.tax}
            defaultValue="123 456 78"
            error={fields.taxError}
            inputMode="numeric"
            dir="ltr"
          />
          <TextField
            label={fields.coupon}
            defaultValue="ARASTA10"
            hint={fields.couponHint}
            note={fields.optional}
            dir="ltr"
          />
          <TextField
            label={fields.email}
            hint={fields.emailHint}
            type="email"
            autoComplete="email"
            dir="ltr"
            after={<Icon name="card" size={24} />}
          />
          <SelectField
            label={fields.country}
            choices={fields.countries.map((label) => ({ value: label, label }))}
          />
          <ListedField
            label={fields.country}
            listLabel={fields.country}
            countWords={String}
            load={async () => ({
              find: (typed) =>
                fields.countries
                  .filter((name) => name.startsWith(typed))
                  .map((name) => ({ key: name, label: name })),
              choose: ({ label }) => label,
            })}
          />
          <TextArea label={fields.message} className="md:col-span-1 lg:col-span-2" />
          <TextField
            label={fields.shop}
            defaultValue="magaza-1.demo.localhost"
            dir="ltr"
            disabled
          />
        </div>
        <div className="mt-5 flex flex-wrap items-center gap-x-7 gap-y-2">
          <Checkbox name="a" defaultChecked>
            {fields.checked}
          </Checkbox>
          <Checkbox name="b">{fields.unchecked}</Checkbox>
          <ChoiceGroup label={fields.kind} hidden className="flex gap-7">
            <Radio name="c" value="1" defaultChecked>
              {fields.chosen}
            </Radio>
            <Radio name="c" value="2">
              {fields.other}
            </Radio>
          </ChoiceGroup>
          <FacetRadio name="f" value="1" count="12" defaultChecked>
            {fields.chosen}
          </FacetRadio>
          <FacetRadio name="f" value="2" count="0" disabled>
            {fields.other}
          </FacetRadio>
          <ListCheckbox name="g" value="1">
            {fields.unchecked}
          </ListCheckbox>
          <Switch label={fields.allow} on={fields.allowed} off={fields.refused} defaultChecked />
          <Switch label={fields.allow} on={fields.allowed} off={fields.refused} />
        </div>
        <ChoiceGroup label={fields.kind} error={fields.chooseError} className="mt-4">
          <div className="flex gap-7">
            <Radio name="e" value="1">
              {fields.chosen}
            </Radio>
            <Radio name="e" value="2">
              {fields.other}
            </Radio>
          </div>
        </ChoiceGroup>
        <Checkbox name="d" error={fields.agreeError} className="mt-2">
          {fields.agree}
        </Checkbox>
        <div className="mt-5 flex flex-wrap gap-5">
          <Segmented
            label={fields.device}
            name="device"
            defaultValue="desktop"
            segments={(['desktop', 'tablet', 'phone'] as const).map((value, n) => ({
              value,
              label: fields.devices[n]!,
              icon: value,
            }))}
          />
          <Segmented
            label={fields.kind}
            name="kind"
            defaultValue="b"
            segments={[
              { value: 'a', label: fields.person },
              { value: 'b', label: fields.company },
            ]}
          />
        </div>
        <ChoiceGroup label={fields.address} className="mt-5">
          <div className="grid gap-3 md:grid-cols-2">
            <RadioCard
              name="address"
              value="1"
              title={fields.saved}
              badge={<Badge>{fields.person}</Badge>}
            >
              {fields.savedText}
            </RadioCard>
            <RadioCard name="address" value="2" title={fields.fresh} defaultChecked>
              {fields.freshText}
            </RadioCard>
          </div>
        </ChoiceGroup>
      </Shows>
      <Shows name={sections.chips}>
        <div className="flex flex-wrap items-center gap-2.5">
          <Chip href="#" removes={`${chips.removes}: ${chips.light}`}>
            {chips.light}
          </Chip>
          <Chip href="#" removes={`${chips.removes}: ${chips.rtl}`}>
            {chips.rtl}
          </Chip>
          <Badge>{chips.institutional}</Badge>
          <Badge tone="turquoise">{chips.running}</Badge>
          <Badge tone="green" icon="check">
            {chips.works}
          </Badge>
          <Badge tone="coral">{chips.newPermission}</Badge>
          <Badge tone="coral">{chips.sale}</Badge>
        </div>
      </Shows>
      <Shows name={sections.prices}>
        <div className="flex flex-wrap items-baseline gap-x-6 gap-y-4">
          <Price text={prices.list} />
          <Price text={prices.monthly} per={prices.per} />
          <Price text={prices.sale} before={prices.before} beforeLabel={prices.was} />
          <Price text={prices.free} free />
          <Price text={prices.inApp} />
          <PlainPrice text={prices.list} terms={prices.terms} />
          <PlainPrice text={prices.sale} before={prices.before} beforeLabel={prices.was} />
          <Stars value={5} label={prices.ratingLabel} />
          <Stars value={3.4} label={prices.ratingLabel} />
          <Rating text={prices.ratingText} label={prices.ratingLabel}>
            <TextLink href="#">{prices.reviews}</TextLink>
          </Rating>
        </div>
        <div className="mt-5 flex flex-wrap items-start gap-x-12 gap-y-5">
          <RatingBars
            className="w-60"
            rows={[150, 26, 6, 3, 1].map((count, n) => ({
              stars: 5 - n,
              count,
              label: `${5 - n}`,
              href: n < 3 ? '#' : undefined,
              current: n === 1,
            }))}
          />
          <StarChoice
            label={prices.reviews}
            name="stars"
            words={['1', '2', '3', '4', '5']}
            defaultValue={4}
          />
          <StarChoice
            label={prices.reviews}
            name="stars-none"
            words={['1', '2', '3', '4', '5']}
            error={prices.ratingLabel}
          />
        </div>
      </Shows>
      <Shows name={sections.icons}>
        <div className="flex flex-wrap gap-3.5">
          {Object.entries(appDrawings).map(([name, src]) => (
            <AppIcon key={name} src={src} />
          ))}
          <AppIcon />
          <AppIcon src={appDrawings.date} size={28} />
          <AppIcon src={appDrawings.date} size={48} />
          <AppIcon src={appDrawings.date} size={88} />
          <ThemeIcon colour="#78c2ad" />
        </div>
      </Shows>
    </>
  )
}
