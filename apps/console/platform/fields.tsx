import { useState } from 'react'
import { FACE_RULES } from '#modules/market/rules.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { ChoiceGroup, RadioCard, Switch } from '#ui/choice.tsx'
import { TextArea, TextField } from '#ui/field.tsx'
import { BrandFields } from '../brand-fields.tsx'
import { ButtonForm, PostForm, useField } from '../forms.tsx'
import { LanguageList } from '../language-fields.tsx'
import { CropField } from '../listing/crop-field.tsx'
import type { FormAnswer } from '../read-form.ts'
import { useShell } from '../shell.tsx'
import { useWords } from '../words.tsx'
import { PlatformLogo } from './logo.tsx'
import type { Platform } from './types.ts'

interface Fields {
  one: Platform
  answer: FormAnswer | undefined
}

/** Name, letters and color, with the logo as it will be drawn. */
export function LookFields({
  one,
  answer,
}: {
  one: Pick<Platform, 'name' | 'letters' | 'ground' | 'logo'>
  answer: FormAnswer | undefined
}) {
  const { t } = useWords()
  const field = useField(answer, 'look')
  const [letters, setLetters] = useState(field('letters', one.letters).defaultValue)
  const [ground, setGround] = useState(field('ground', one.ground).defaultValue)
  const [name, setName] = useState(field('name', one.name).defaultValue)
  return (
    <>
      <TextField
        {...field('name', one.name)}
        label={t('console.platform.name')}
        hint={t('console.platform.name_hint')}
        maxLength={60}
        autoComplete="off"
        required
        className="max-w-120"
        onChange={(event) => setName(event.target.value)}
      />
      <div className="grid max-w-120 gap-5 md:grid-cols-2">
        <TextField
          {...field('letters', one.letters)}
          label={t('console.platform.letters')}
          hint={t('console.platform.letters_hint')}
          maxLength={2}
          autoComplete="off"
          required
          onChange={(event) => setLetters(event.target.value)}
        />
        <TextField
          {...field('ground', one.ground)}
          label={t('console.platform.ground')}
          hint={t('console.platform.ground_hint')}
          type="color"
          required
          onChange={(event) => setGround(event.target.value)}
        />
      </div>
      <div
        aria-hidden="true"
        className="flex w-fit max-w-full items-center gap-3 rounded-control-lg border border-line bg-stone px-4 py-3"
      >
        <PlatformLogo of={{ letters, ground, logo: one.logo }} className="size-12" />
        <span className="type-body strong min-w-0 wrap-anywhere">
          <bdi>{name || '…'}</bdi>
        </span>
      </div>
    </>
  )
}

export const ENTRY_KINDS = ['panel', 'wordpress', 'site'] as const

export function EntryFields() {
  const { t } = useWords()
  return (
    <ChoiceGroup label={t('console.platform.entry')}>
      <div className="grid max-w-160 gap-3">
        {ENTRY_KINDS.map((value) => (
          <RadioCard
            key={value}
            name="entry"
            value={value}
            title={t(`console.platform.entry.${value}`)}
            defaultChecked={value === 'panel'}
          >
            {t(`console.platform.entry.${value}_lead`)}
          </RadioCard>
        ))}
      </div>
    </ChoiceGroup>
  )
}

export function AddressFields({ one, answer }: Fields) {
  const { t } = useWords()
  const field = useField(answer, 'addresses')
  const plain = { dir: 'ltr', autoComplete: 'off', spellCheck: false } as const
  return (
    <>
      <input type="hidden" name="entry" value={one.entry} />
      <div className="grid gap-5 lg:grid-cols-2">
        <TextField
          {...field('app_host', one.hosts.app ?? '')}
          {...plain}
          label={t('console.platform.app_host')}
          hint={t('console.platform.app_host_hint')}
          maxLength={253}
        />
        <TextField
          {...field('theme_host', one.hosts.theme ?? '')}
          {...plain}
          label={t('console.platform.theme_host')}
          hint={t('console.platform.theme_host_hint')}
          maxLength={253}
        />
      </div>
      {one.entry === 'panel' && (
        <>
          <TextField
            {...field('connector', one.connector ?? '')}
            {...plain}
            label={t('console.platform.connector')}
            hint={t('console.platform.connector_hint')}
            inputMode="url"
            maxLength={500}
          />
          <TextArea
            {...field('panels', one.panels.join('\n'))}
            label={t('console.platforms.panels')}
            hint={t('console.platform.panels_hint')}
            dir="ltr"
            spellCheck={false}
            rows={2}
            maxLength={4000}
          />
          <TextField
            {...field('panel_host_rule', one.panel_host_rule ?? '')}
            {...plain}
            label={t('console.platform.rule')}
            note={t('console.platform.optional')}
            hint={t('console.platform.rule_hint')}
            maxLength={500}
          />
          <div className="grid gap-5 lg:grid-cols-2">
            <TextField
              {...field('demonstration_store', one.demonstration_store ?? '')}
              {...plain}
              label={t('console.platform.demonstration')}
              note={t('console.platform.optional')}
              hint={t('console.platform.demonstration_hint')}
              maxLength={200}
            />
            <TextField
              {...field('scratch_store', one.scratch_store ?? '')}
              {...plain}
              label={t('console.platform.scratch')}
              note={t('console.platform.optional')}
              hint={t('console.platform.scratch_hint')}
              maxLength={200}
            />
          </div>
        </>
      )}
    </>
  )
}

export function PriceFields({ one, answer }: Fields) {
  const { t } = useWords()
  const field = useField(answer, 'prices')
  return (
    <>
      <Switch
        name="with_tax"
        value="1"
        label={t('console.platforms.with_tax')}
        on={t('console.platforms.with_tax')}
        off={t('console.platforms.with_tax')}
        defaultChecked={one.prices_include_tax}
      />
      <TextField
        {...field('home_country', one.home_country)}
        label={t('console.platforms.country')}
        dir="ltr"
        maxLength={2}
        autoComplete="off"
        required
        className="max-w-100"
      />
      <TextField
        {...field('currency', one.currency)}
        label={t('console.platforms.currency')}
        dir="ltr"
        maxLength={3}
        autoComplete="off"
        required
        className="max-w-100"
      />
    </>
  )
}

/** The market's name and colors at the stores of this platform. */
export function FaceFields({ one, answer }: Fields) {
  const { t } = useWords()
  const { branding } = useShell()
  const field = useField(answer, 'face')
  const colours = Object.fromEntries(
    Object.entries(one.colours).map(([token, [light, dark]]) => [token, { light, dark }]),
  )
  return (
    <>
      <TextField
        {...field('market_name', one.market_name ?? '')}
        label={t('console.settings.face_name')}
        hint={t('console.platform.face_hint')}
        dir="auto"
        maxLength={FACE_RULES.name.max}
        placeholder={branding.name}
        autoComplete="off"
        className="max-w-120"
      />
      <BrandFields form="face" answer={answer} colours={colours} />
    </>
  )
}

/** All languages of the market, or some of them. */
export function LanguagesHere({ one }: Pick<Fields, 'one'>) {
  const { t } = useWords()
  const { languages } = useShell()
  const [isEverywhere, setEverywhere] = useState(one.languages === null)
  return (
    <>
      <Checkbox
        name="everywhere"
        value="1"
        checked={isEverywhere}
        onChange={(event) => setEverywhere(event.target.checked)}
      >
        {t('console.platform.languages_all')}
      </Checkbox>
      {/* Whoever chooses languages means no longer all of them. */}
      <div onChange={() => setEverywhere(false)}>
        <LanguageList of={languages} chosen={one.languages ?? languages} />
      </div>
    </>
  )
}

/** A picture in place of the drawn letters. */
export function LogoForms({ one, answer }: Fields) {
  const { t } = useWords()
  const isMissing = answer?.form === 'logo' && answer.error?.fieldErrors?.['file'] !== undefined
  return (
    <div className="grid items-start gap-5 md:grid-cols-[auto_minmax(0,1fr)]">
      <PlatformLogo of={one} className="size-16" />
      <div className="grid gap-4">
        <PostForm
          key={one.logo}
          name="logo"
          answer={answer}
          submit={t('console.settings.logo_send')}
          kind="secondary"
          files
        >
          <CropField place="icon" error={isMissing ? t('console.field.required') : undefined} />
        </PostForm>
        {one.logo !== null && (
          <ButtonForm
            name="remove-logo"
            hidden={{}}
            label={t('console.settings.logo_remove')}
            about={one.name}
          />
        )}
      </div>
    </div>
  )
}
