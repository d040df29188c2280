import * as z from 'zod/mini';

/** Whether a personal detail is requested. `hidden`: the page does not request it; a back end may still send it. */
export const FieldUse = z.enum(['required', 'optional', 'hidden']);
export type FieldUse = z.infer<typeof FieldUse>;

/** Whether each personal detail is requested. Names and date of birth are always required. */
export const DetailsFields = z.object({
  middleName: FieldUse,
  nativeName: FieldUse,
  nationalities: FieldUse,
  countryOfBirth: FieldUse,
  address: FieldUse,
  email: FieldUse,
  phone: FieldUse,
  nationalId: FieldUse,
});
export type DetailsFields = z.infer<typeof DetailsFields>;

export const defaultDetailsFields: DetailsFields = {
  middleName: 'optional',
  nativeName: 'optional',
  nationalities: 'required',
  countryOfBirth: 'optional',
  address: 'required',
  email: 'hidden',
  phone: 'hidden',
  nationalId: 'hidden',
};
