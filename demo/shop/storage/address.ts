export interface Address {
  fullName: string
  email: string
  phone: string
  street: string
  district: string
  city: string
  country: string
}
