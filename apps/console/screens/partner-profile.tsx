import { hasPartnerRight } from '#kernel/actor.ts'
import { useState } from 'react'
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import {
  changePartnerProfile,
  changePartnerSeller,
  checkPartnerDomain,
  getPartnerProfile,
  getPartnerProofs,
  removePartnerLogo,
  sendPartnerMailCheck,
  setPartnerLogo,
} from '#modules/publishing/partners/profile-contract.ts'
import type { Locale } from '#lib/locale.ts'
import { LinkButton } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { useDates } from '../dates.ts'
import { PageHeader } from '../page-header.tsx'
import { PostForm, ButtonForm, useFormRevision, useFormAnswer } from '../forms.tsx'
import { Section } from '../section.tsx'
import { cropOf, fileOf, textOf, readForm, localeFieldsOf } from '../read-form.ts'
import { CropField } from '../listing/crop-field.tsx'
import { useUnsaved } from '../listing/unsaved.ts'
import {
  ProfileFields,
  savedFields,
  SellerFields,
  aboutIn,
  ProfilePreview,
  ProfileTodo,
  type Typed,
} from '../profile/profile-fields.tsx'
import { ProofsPanel } from '../profile/proofs-panel.tsx'
import { consoleContext } from '../screen-context.ts'
import { useShell } from '../shell.tsx'
import { useWords } from '../words.tsx'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  const partner = params.partner ?? ''
  const [profile, proofs] = await Promise.all([
    screen.call(getPartnerProfile, { params: { partner } }),
    screen.call(getPartnerProofs, { params: { partner } }),
  ])
  return {
    profile,
    proofs,
    may: hasPartnerRight(
      screen.person?.partners.find((one) => one.id === partner)?.role,
      'publish',
    ),
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { screen, form, text, submit } = await readForm(context, request)
  const [name, partner] = [text('form'), params.partner ?? '']
  const revision = Number(text('revision'))
  switch (name) {
    case 'profile':
      return submit(changePartnerProfile, {
        params: { partner },
        body: {
          revision,
          name: text('name'),
          ...localeFieldsOf(form, 'about'),
          website: text('website').trim(),
          support_email: text('support_email'),
          support_url: text('support_url').trim(),
          privacy_url: text('privacy_url').trim(),
        },
      })
    case 'seller':
      return submit(changePartnerSeller, {
        params: { partner },
        body: {
          revision,
          legal_name: text('legal_name'),
          legal_address: text('legal_address'),
          tax_office: text('tax_office'),
          tax_number: text('tax_number'),
          registry_number: text('registry_number'),
          registered_mail: text('registered_mail'),
          phone: text('phone'),
        },
      })
    case 'logo':
      return submit(setPartnerLogo, {
        params: { partner },
        query: cropOf(form),
        upload: (await fileOf(form, 'file')) ?? new Uint8Array(),
      })
    case 'domain':
      return submit(checkPartnerDomain, { params: { partner } })
    case 'mail':
      return submit(sendPartnerMailCheck, { params: { partner } })
    case 'remove-logo':
      return submit(removePartnerLogo, { params: { partner } })
    default:
      throw screen.refusal('input.malformed')
  }
}

/** A partner's profile in parts, next to a preview of its page. */
export default function PartnerProfile() {
  const { t, locale } = useWords()
  const dates = useDates()
  const { profile, proofs, may } = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  const { sites } = useShell()
  const [typed, setTyped] = useState<Typed | null>(null)
  const about = useFormRevision(answer, 'profile', profile.revision)
  const seller = useFormRevision(answer, 'seller', profile.revision)
  const unsaved = useUnsaved(answer, t('portal.leave'))
  const saved = savedFields(profile)
  const wrote = (form: string) =>
    answer?.form === form &&
    answer.done && (
      <Notice tone="done" alert className="mb-5">
        {t('portal.profile.saved')}
      </Notice>
    )
  const shown = typed ?? {
    language: locale,
    name: profile.name,
    about: aboutIn(profile.about, locale),
  }
  return (
    <>
      <PageHeader
        title={t('portal.profile')}
        lead={t('portal.profile.lead')}
        end={
          profile.listed && (
            <LinkButton
              kind="secondary"
              size="small"
              icon="external"
              href={`${sites.app}/developers/${profile.slug}`}
            >
              {t('portal.profile.view')}
            </LinkButton>
          )
        }
      />
      <ProfileTodo missing={profile.missing} fields={profile.fields} />
      <div className="mt-7 grid items-start gap-6 lg:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]">
        <div className="grid min-w-0 gap-6">
          <Section title={t('portal.profile.about.title')}>
            {!may && <Notice className="mb-5">{t('portal.item.read_only')}</Notice>}
            {wrote('profile')}
            {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only updates the preview */}
            <div
              onSubmit={() => unsaved.sent('profile')}
              onInput={(event) => {
                unsaved.mark('profile')
                const field = event.target as HTMLTextAreaElement
                const given = field.form && new FormData(field.form)
                const language =
                  (/^about_(\w+)$/.exec(field.name)?.[1] as Locale | undefined) ?? shown.language
                if (given)
                  setTyped({
                    language,
                    name: textOf(given, 'name'),
                    about: textOf(given, `about_${language}`),
                  })
              }}
            >
              <PostForm
                key={about.key}
                stays
                name="profile"
                answer={answer}
                submit={t('portal.profile.save')}
                mayPress={may}
                hidden={{ revision: String(about.revision) }}
              >
                <ProfileFields writing={{ form: 'profile', answer, saved, may }} />
              </PostForm>
            </div>
          </Section>
          <Panel as="section" label={t('portal.profile.seller.title')}>
            <PanelPart>
              <h2 id="seller" className="type-d4 scroll-mt-24">
                {t('portal.profile.seller.title')}
              </h2>
              <p className="type-sm mt-1 mb-5 text-ink2">{t('portal.profile.seller.lead')}</p>
              {wrote('seller')}
              {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only tracks unsaved input */}
              <div onSubmit={() => unsaved.sent('seller')} onInput={() => unsaved.mark('seller')}>
                <PostForm
                  key={seller.key}
                  stays
                  name="seller"
                  answer={answer}
                  submit={t('portal.profile.save')}
                  mayPress={may}
                  hidden={{ revision: String(seller.revision) }}
                >
                  <SellerFields writing={{ form: 'seller', answer, saved, may }} />
                </PostForm>
              </div>
            </PanelPart>
          </Panel>
          <ProofsPanel proofs={proofs} may={may} answer={answer} />
          {may && (
            <Panel as="section" label={t('portal.profile.logo.title')}>
              <PanelPart>
                <h2 id="logo" className="type-d4 scroll-mt-24">
                  {t('portal.profile.logo.title')}
                </h2>
                <p className="type-sm mt-1 mb-5 text-ink2">{t('portal.profile.logo.lead')}</p>
                {wrote('logo')}
                <PostForm
                  name="logo"
                  answer={answer}
                  submit={t('portal.profile.logo.add')}
                  kind="secondary"
                  files
                >
                  <CropField place="icon" error={undefined} />
                </PostForm>
                {profile.logo !== null && (
                  <div className="mt-4">
                    <ButtonForm
                      name="remove-logo"
                      hidden={{}}
                      label={t('portal.profile.logo.remove')}
                      about={profile.name}
                    />
                  </div>
                )}
              </PanelPart>
            </Panel>
          )}
        </div>
        <div className="min-w-0 lg:sticky lg:top-6">
          <ProfilePreview profile={profile} shown={shown} />
          {profile.changed && (
            <p className="type-sm mt-3 text-ink2">
              <bdi>
                {t('portal.profile.saved_by', {
                  person: profile.changed.by,
                  time: dates.time(profile.changed.at),
                })}
              </bdi>
            </p>
          )}
        </div>
      </div>
    </>
  )
}
