import type { SessionCase } from '../../contract/case.ts';
import type { DetailsFields } from '../../contract/detailsFields.ts';
import type { Messages } from '../locales/messages.ts';
import type { DetailsDraft, DetailsPage } from '../step/detailsDraft.ts';
import type { CountryInput } from './countryInput.ts';

/** The interface that the pages of the details use. */
export interface FormPort {
  readonly messages: Messages;
  readonly fields: DetailsFields;
  readonly case: SessionCase;
  readonly draft: DetailsDraft;
  /** By the path of the value. */
  readonly typed: Readonly<Record<string, string>>;
  /** The note for a detail that a credential proves; `null` if it was typed. */
  source(path: string): string | null;
  /** The error text of a field. */
  error(path: string): string | undefined;
  type(path: string, value: string): void;
  /** Removes a value that is no longer required. */
  drop(path: string): void;
  /** The combobox of a value; the same object at every render. */
  country(path: string): CountryInput;
  /** Renders the page. */
  update(): Promise<unknown>;
  /** Renders the page, then moves the focus to the field of a value. */
  focus(path: string): void;
  /** Missing or invalid fields in the address format of the chosen country. */
  addressProblems(): FieldProblem[];
  /** The label for the region of an address in a country: state, province, county. */
  readonly regionLabel: (country: string) => string;
  /** Removes values that the chosen country's address format does not have. */
  settleAddress(): void;
  /** Announces a text by the screen reader, until the next key press. */
  announce(message: string): void;
  /** Shows another page of the details. */
  show(page: DetailsPage): void;
}

/** Why a value is not accepted. */
export interface FieldProblem {
  /** Path of the value, such as `address.city`. */
  path: string;
  /** `required`, or a key of the messages' `fieldErrors`. */
  code: string;
  /** The number of excess characters. */
  n?: number;
  /** The character that is not allowed. */
  character?: string;
}
