import type { SessionCase } from '../../contract/case.ts';
import type { DetailsFields } from '../../contract/detailsFields.ts';
import type { Messages } from '../locales/messages.ts';
import type { DetailsDraft, DetailsPage } from '../step/detailsDraft.ts';
import type { CountryInput } from './countryInput.ts';

/** The interface from which the pages of the details are built. */
export interface FormPort {
  readonly messages: Messages;
  readonly fields: DetailsFields;
  readonly case: SessionCase;
  readonly draft: DetailsDraft;
  /** By the path of the value. */
  readonly typed: Readonly<Record<string, string>>;
  /** The note for a detail that a credential proves; `null` if it is typed. */
  source(path: string): string | null;
  /** The error text of a field. */
  error(path: string): string | undefined;
  type(path: string, value: string): void;
  /** Forgets a value that is no longer asked for. */
  drop(path: string): void;
  /** The combobox of a value, the same at every render. */
  country(path: string): CountryInput;
  /** Renders. */
  update(): Promise<unknown>;
  /** Renders, then moves the focus to the field of a value. */
  focus(path: string): void;
  /** Missing or invalid fields in the address format of the chosen country. */
  addressProblems(): FieldProblem[];
  /** The label for the region of an address in a country: state, province, county. */
  readonly regionLabel: (country: string) => string;
  /** Drops fields that the chosen country's address format does not have. */
  settleAddress(): void;
  /** Has the screen reader say what holds until the next key. */
  announce(message: string): void;
  /** Goes to another screen of the details. */
  show(page: DetailsPage): void;
}

/** Why a value can't be taken. */
export interface FieldProblem {
  /** `address.city`. */
  path: string;
  /** `required`, or a key of the messages' `fieldErrors`. */
  code: string;
  /** By how many characters it is too long. */
  n?: number;
  /** The character that can't be used. */
  character?: string;
}
