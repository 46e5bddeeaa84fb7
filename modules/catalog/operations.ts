import type { ConsoleCtx, Ctx } from '#kernel/context.ts'
import type { DefinedOperation } from '#kernel/define-operation.ts'
import { getItem } from './get-item.ts'
import { listItems } from './list-items.ts'
import {
  getHome,
  listBanners,
  listCategories,
  listCollections,
  listGoals,
  listPartnerCategories,
} from './list-merchandising.ts'
import { describeDrawing, removeDrawing, setDrawing, undoDrawing } from './operator-drawings.ts'
import {
  changeHomeDraft,
  discardHomeDraft,
  getHomeArrangement,
  publishHome,
  restoreHome,
} from './operator-home.ts'
import {
  changeGoal,
  createGoal,
  deleteGoal,
  getMarketGoal,
  listMarketGoals,
} from './operator-goals.ts'
import {
  changeBundle,
  createBundle,
  deleteBundle,
  findItemsForBundle,
  getOperatorBundle,
  listBundles,
  publishBundle,
  setBundleItems,
  withdrawBundle,
} from './operator-bundles.ts'
import {
  changeBanner,
  changeCategory,
  changeCollection,
  setCollectionItems,
  createBanner,
  createCategory,
  createCollection,
  deleteBanner,
  deleteCategory,
  deleteCollection,
  describeBannerPicture,
  getCollection,
  getShelves,
  orderShelves,
  mergeTag,
  removeBannerPicture,
  setBannerPicture,
} from './operator-merchandising.ts'
import {
  changeSynonyms,
  createSynonyms,
  deleteSynonyms,
  dismissMissedSearch,
  getSynonyms,
  listMissedSearches,
  listSynonyms,
  testSearch,
  undoSynonyms,
} from './operator-search.ts'
import { listSavedItems, removeSavedItem, saveItem } from './saved-items.ts'
import { getBundle, listBundles as listOfferedBundles } from './store-bundles.ts'
import { listSuggestions } from './suggestions.ts'

/** Of the storefronts and their API. */
export const marketOperations: readonly DefinedOperation<Ctx>[] = [
  listItems,
  listSuggestions,
  getItem,
  listCategories,
  getHome,
  listGoals,
  listCollections,
  listBanners,
  listOfferedBundles,
  getBundle,
  listPartnerCategories,
  saveItem,
  removeSavedItem,
  listSavedItems,
]

/** Of the console and its API. */
export const consoleOperations: readonly DefinedOperation<ConsoleCtx>[] = [
  listSynonyms,
  getSynonyms,
  createSynonyms,
  changeGoal,
  createGoal,
  deleteGoal,
  getMarketGoal,
  listMarketGoals,
  changeSynonyms,
  deleteSynonyms,
  undoSynonyms,
  testSearch,
  listMissedSearches,
  dismissMissedSearch,
  getHomeArrangement,
  changeHomeDraft,
  discardHomeDraft,
  publishHome,
  restoreHome,
  setDrawing,
  describeDrawing,
  removeDrawing,
  undoDrawing,
  getShelves,
  orderShelves,
  createCategory,
  changeCategory,
  deleteCategory,
  mergeTag,
  createCollection,
  getCollection,
  changeCollection,
  setCollectionItems,
  deleteCollection,
  createBanner,
  changeBanner,
  deleteBanner,
  setBannerPicture,
  describeBannerPicture,
  removeBannerPicture,
  listBundles,
  getOperatorBundle,
  findItemsForBundle,
  createBundle,
  changeBundle,
  setBundleItems,
  publishBundle,
  withdrawBundle,
  deleteBundle,
]
