import { countryCodes } from '../../contract/countries.ts';
import { TranscribedField } from '../../contract/documentCheck.ts';
import { stateOf } from '../../document/index.ts';
import { purposes } from '../crypto/purposes.ts';
import type { DataKeyOwner, Vault } from '../crypto/vault.ts';
import { differingFields } from './compareDocument.ts';
import type { ReadFields } from './documentFields.ts';
import { type DateOrder, isSameDate, typedDate } from './typedDate.ts';

export const TRANSCRIBED = TranscribedField.options;

/** `null`: can't be read, or does not stand there. Dates as far as they are known; the state as ISO 3166-1 alpha-2 or its code on documents. */
export type Transcription = Record<TranscribedField, string | null>;

/** A reading, and whether its names may have lost their ends: a zone has no room for long ones. */
export type Reading = Transcription & { isCut?: boolean };

interface Stored {
  check_id: string;
  round: number;
  reviewer: string;
}

const purposeOf = ({ check_id, round, reviewer }: Stored) =>
  purposes.documentTranscription(check_id, round, reviewer);

export const transcription = {
  seal: (vault: Vault, row: DataKeyOwner, key: Stored, fields: Transcription): Uint8Array =>
    vault.seal(row, purposeOf(key), JSON.stringify(fields)),

  open: (vault: Vault, row: DataKeyOwner, stored: Stored & { sealed: Uint8Array }): Transcription =>
    JSON.parse(vault.open(row, purposeOf(stored), stored.sealed).toString()) as Transcription,
};

/**
 * What was typed from the pictures, in one form: dates as dates, a state as its code, a number without spaces.
 * @param typed the texts; `null` for what can't be read.
 * @returns the fields that say nothing, if there are any.
 */
export function readTranscription(
  typed: Transcription,
  today: string,
): { fields: Transcription } | { wrong: TranscribedField[] } {
  const issuingState = typed.issuingState && typedState(typed.issuingState);
  const order: DateOrder = issuingState === 'US' ? 'month_first' : 'day_first';
  const date = (text: string | null, { isPast }: { isPast: boolean }) =>
    text && typedDate(text, { order, isPast, today });
  const fields: Transcription = {
    familyName: typed.familyName,
    givenName: typed.givenName,
    dateOfBirth: date(typed.dateOfBirth, { isPast: true }),
    number: typed.number && plainNumber(typed.number),
    expiresOn: date(typed.expiresOn, { isPast: false }),
    issuingState,
  };
  const wrong = TRANSCRIBED.filter((field) => typed[field] !== null && !fields[field]);
  return wrong.length > 0 ? { wrong } : { fields };
}

/** Spaces and hyphens, which a zone writes as fillers, do not matter. */
function plainNumber(number: string): string {
  return number.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

const names = new Intl.DisplayNames(['en'], { type: 'region' });
const byName = new Map(countryCodes.map((code) => [names.of(code)!.toUpperCase(), code]));

/** The English names of countries. */
export const stateNames: readonly string[] = [...countryCodes.map((code) => names.of(code)!)].sort();

/** A state by its English name or a code of two or three letters; `null` if it is none. */
function typedState(text: string): string | null {
  const name = text.trim().toUpperCase();
  if (countryCodes.includes(name)) return name;
  return byName.get(name) ?? stateCode(name);
}

function stateCode(code: string): string | null {
  const state = stateOf(code);
  return state?.kind === 'country' ? state.country : state && code;
}

/** What the machine read, in the same form. */
export function machineReading(read: ReadFields): Reading {
  return {
    isCut: read.truncated === 'possible',
    familyName: read.familyName || null,
    givenName: read.givenName || null,
    dateOfBirth: read.dateOfBirth.iso,
    number: read.number ? plainNumber(read.number) : null,
    expiresOn: read.expiresOn.iso,
    issuingState: stateCode(read.issuingState),
  };
}

type Named = { [Field in 'familyName' | 'givenName' | 'middleName' | 'dateOfBirth']?: string | null };

/** The details of a person, as far as a document states them, in the same form. */
export function detailsReading({ familyName, givenName, middleName, dateOfBirth }: Named): Transcription {
  return {
    familyName: familyName || null,
    givenName: [givenName, middleName].filter(Boolean).join(' ') || null,
    dateOfBirth: dateOfBirth || null,
    number: null,
    expiresOn: null,
    issuingState: null,
  };
}

/**
 * The fields in which two readings differ; what either of them has not is not compared, nor the end of a name that may be
 * cut off.
 */
export function differingReadings(one: Reading, other: Reading): TranscribedField[] {
  const both = (field: TranscribedField) => one[field] !== null && other[field] !== null;
  const [cut, whole] = other.isCut ? [other, one] : [one, other];
  const compared = {
    ...(both('familyName') && { familyName: whole.familyName! }),
    ...(both('givenName') && { givenName: whole.givenName! }),
  };
  const zone = {
    familyName: (both('familyName') && cut.familyName) || '',
    givenName: (both('givenName') && cut.givenName) || '',
    truncated: cut.isCut ? ('possible' as const) : ('no' as const),
    dateOfBirth: { raw: '', iso: null },
    nationality: '',
  };
  const ofNames: readonly string[] = differingFields(zone, compared);
  return TRANSCRIBED.filter((field) => {
    if (!both(field)) return false;
    if (field === 'familyName' || field === 'givenName') return ofNames.includes(field);
    if (field === 'dateOfBirth' || field === 'expiresOn') return !isSameDate(one[field]!, other[field]!);
    return one[field] !== other[field];
  });
}
