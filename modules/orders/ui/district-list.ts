import type { ListedOption, ListedSource } from '#ui/listed-field.tsx'
import { type District, findDistricts } from './districts.ts'
import { addressField } from './payment-form.ts'

type Option = ListedOption & District

const provinceField = (field: HTMLInputElement): HTMLSelectElement | null => {
  const select = field.form?.elements.namedItem(addressField('province'))
  return select instanceof HTMLSelectElement ? select : null
}

/** Suggestions for a district field; choosing one of another province selects that province too. */
export const districtList: ListedSource<Option> = {
  find(typed, field) {
    const province = provinceField(field)?.value ?? ''
    return findDistricts(typed, province).map((district) => ({
      ...district,
      key: `${district.province} ${district.name}`,
      label: district.name,
      ...(district.province !== province && { note: district.province }),
    }))
  },
  choose({ province, name }, field) {
    const select = provinceField(field)
    if (select && select.value !== province) {
      select.value = province
      select.dispatchEvent(new Event('change', { bubbles: true }))
    }
    return name
  },
}
