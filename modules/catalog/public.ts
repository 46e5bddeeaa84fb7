import type { Ctx } from '#kernel/context.ts'
import type { ItemDetail } from './contract.ts'
import type { PackageBlobs } from './package-blobs.ts'
import type { MissedSearches } from './missed-searches.ts'
import type { FormerKey, PrivateKey } from './packages/sign-package.ts'
export { type BundleForSale, findBundleForSale } from './bundles.ts'
export {
  changeTaxKind,
  countInstall,
  countStars,
  findItemLook,
  findPartnerOfItem,
  findTaxKind,
  type ItemLook,
  itemName,
  listSitemapFiles,
  listSitemapItems,
  type RatedItem,
  requireRated,
} from './data.ts'
export { HOME_PREVIEW, readHomePreview } from './home-preview.ts'
export { listReleaseHappenings } from './happened.ts'
export { findItems, findReleases } from './find-in-console.ts'
export { createMissedSearches, searchWordsOf } from './missed-searches.ts'
export type { ItemFacts } from './get-item.ts'
export { developerItems, findItemsFor } from './list-items.ts'
export {
  findListedRow,
  findTaken,
  insertDraftItem,
  isReservedSlug,
  listCategoryNames,
  type ListedRow,
  type Listing,
  type ListingPicture,
  type ListingPlan,
  type PlanPeriod,
  type OtherPrices,
  type ListingPrice,
  type ListingText,
  MOST_SLUG,
  PREFIX,
  readListing,
  SLUG,
} from './listing.ts'
export { findItemsBySlug, findTextCoverage } from './merchandising-data.ts'
export {
  type AskingRelease,
  EVERYBODY,
  findShop,
  fitsPlatform,
  fitsShop,
  type Has,
  type ItemVersion,
  latestHere,
  listFits,
  listVersions,
  offeredHere,
  releaseFitsShop,
  releaseHere,
  selectOffer,
  type Shop,
  shopOf,
} from './sale-items.ts'
export { answersSchema, defaultAnswers } from './packages/inputs.ts'
export { servedMediaType } from './packages/inspect-file.ts'
export {
  addressOn,
  type AppProduct,
  type InputProperty,
  type Inputs,
  type Manifest,
  productsOf,
} from './packages/manifest.ts'
export { listPlaceholders, type SettingValue } from './packages/placeholders.ts'
export { readIsolated, type ReadPackage } from './packages/read-isolated.ts'
export {
  listFileHashes,
  listFileSizes,
  readContents,
  readPackageFile,
  readPackageText,
} from './packages/read-package.ts'
export { keySet, signPackage, validKeys } from './packages/sign-package.ts'
export { compareVersions, outcomeOf, type Ranged, satisfiesRange } from './packages/manifest.ts'
export {
  addressOf,
  findOrigins,
  findShownPictures,
  forgetFile,
  storePicture,
  listLeft,
  listRemoving,
  listUncheckedPictures,
  markRemoving,
  recordPictureCheck,
} from './pictures/stored-pictures.ts'
export { encodePhoto } from './pictures/encode-picture.ts'
export { presentVerified } from './present.ts'
export { listHeldPackages, listKeptPictures, listPackages } from './stored-files.ts'
export {
  beginUpload,
  dropHold,
  endHold,
  holdPackage,
  listPrepared,
  type PreparedRelease,
  prepareRelease,
  purgeUploads,
} from './publish-release.ts'
export type { ReleaseState } from './release-log/format.ts'
export {
  currentHead,
  listEntries,
  MAX_ENTRIES as MAX_LOG_ENTRIES,
  proveConsistency,
  proveInclusion,
  proveRelease,
} from './release-log/log.ts'
export {
  changeReleaseState,
  changeReleaseStateIn,
  findStop,
  isStopped,
  lockAndFindStop,
  liftStop,
  publishItemAgain,
  type StateChange,
  stopItem,
  unpublishItem,
} from './release-state.ts'
export {
  advanceRollout,
  beginRollout,
  lockRunning,
  CHECK_SECONDS,
  recordHaltReason,
  type RolloutPlan,
  setNextCheckAt,
} from './rollouts.ts'
export { languagesOf, ownTokensIn } from './rule-pack/sources.ts'
export { isHonestName, skeleton as nameSkeleton } from './rule-pack/name-rules.ts'
export {
  isQuarantined,
  overallVerdict,
  type RuleReport,
  RULES,
  rulesThatLookAt,
  runRules,
} from './rule-pack/pack.ts'
export { LOOK_LIMITS, readCandidate } from './rule-pack/read-candidate.ts'
export {
  type Candidate,
  type CandidateFile,
  finding,
  type Finding,
  type KnownName,
  type ListingCandidate,
  type Rule,
  type Verdict,
} from './rule-pack/rule.ts'
export { type SaidFinding, sayFinding, sayPackageRefusal } from './rule-pack/say.ts'
export {
  findInstalledRelease,
  findInstalledReleases,
  selectPackage,
  findItem,
  findRelease,
  isBuyable,
  type ListedItem,
  type ReleaseFacts,
  requireItem,
  type SaleItem,
  saleItemOf,
  selectSaleItem,
} from './sale-items.ts'
export { capIn, metersIn } from './meter-prices.ts'
export { hasTerms, type Meter, NO_TERMS, type PlanTerms, wrongTier } from './plan-terms.ts'
export {
  listSavedSlugs,
  type SavedNews,
  settleSavedItems,
  storeDataOfCatalog,
} from './saved-items.ts'
export { turnMarketDay } from './shelves.ts'
export { styleRules } from './style-sheet.ts'
export {
  findSuccessor,
  readRetirement,
  type Retirement,
  retirementsOf,
  setRetirement,
} from './retirement.ts'
export {
  listNamedStores,
  MOST_NAMED_STORES,
  maySee,
  maySeeItem,
  nameStore,
  setVisibility,
  storeOf,
  unnameStore,
} from './visibility.ts'
export { writeListings } from './write-listings.ts'

declare module '#kernel/context.ts' {
  interface Services {
    blobs: PackageBlobs
    /** Searches that found nothing; written from time to time. */
    missedSearches: MissedSearches
    signingKey: PrivateKey
    /** Public halves of former signing keys: their signatures stay valid. */
    formerKeys: readonly FormerKey[]
    /**
     * Provided by `reviews`: reviews of an item, `stars` by count, and what the signed-in store may
     * do.
     */
    itemReviews(
      ctx: Ctx,
      itemId: string,
      stars: number[],
    ): Promise<NonNullable<ItemDetail['reviews']>>
  }
}
