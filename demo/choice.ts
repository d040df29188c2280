import { brands } from './brands.ts';
import { type Control, type Scenario, scenarios } from './scenarios.ts';

/** Faults that are not outcomes of the service, but of its environment. */
const FAULTS = [
  'own',
  'document',
  'wallet',
  'wallet_link',
  'handoff',
  'hosted_link',
  'real_name',
  'camera_refused',
  'second_tab',
  'backend_away',
  'session_over',
  'webhook_lost',
];

/** The languages of the element, BCP 47. */
export const languages =
  'en bg hr cs da nl et fi fr de el hu ga it lv lt mt pl pt-PT ro sk sl es sv nb is tr uk ru sr-Cyrl sr-Latn sq mk bs ca ka hy kk ar he fa ur hi bn ta te mr gu id ms fil vi th ko ja zh-Hans zh-Hant pt-BR es-419 sw am af'.split(
    ' ',
  );

/** Each control with the values that it can have; the first is the default. */
export const options: Record<Control, string[]> = {
  scenario: Object.keys(scenarios),
  brand: Object.keys(brands),
  camera: ['any', 'test', 'test-1', 'test-2', 'test-3', 'real'],
  look: ['soft', 'sharp', 'plain'],
  theme: ['auto', 'light', 'dark'],
  language: ['auto', ...languages],
  mode: ['inline', 'modal'],
  frame: ['full', 'phone'],
  fields: ['usual', 'few', 'many'],
  prefill: ['no', 'yes'],
  // An account at a bank is opened with a document; who has none goes to a person.
  document: ['require', 'offer', 'off'],
  attempts: ['3', '1', '2', '5'],
  age: ['18', '0', '16', '21', '25', '65'],
  spoof: ['review', 'decline'],
};

export type Choice = Record<Control, string>;

/** The controls that determine the case itself. The others only change the look of its page. */
const OF_CASE: Control[] = ['scenario', 'brand', 'fields', 'prefill', 'document', 'attempts', 'age', 'spoof'];
const CONTROLS = Object.keys(options) as Control[];

/**
 * Parses the choice from a URL. An invalid value becomes the default, and one with which the scenario would not do what it
 * says becomes the one that it needs.
 */
export function readChoice(query: URLSearchParams): Choice {
  const read = (control: Control, allowed: readonly string[]) => {
    const value = query.get(control);
    if (value !== null && allowed.includes(value)) return value;
    const fallback = options[control][0]!;
    return allowed.includes(fallback) ? fallback : allowed[0]!;
  };
  const scenario = read('scenario', options.scenario);
  const all = CONTROLS.map((control) => [control, read(control, allowedBy(scenario, control))]);
  return Object.fromEntries(all) as Choice;
}

/** The values that a control may have in a scenario. */
export function allowedBy(scenario: string, control: Control): readonly string[] {
  return scenarios[scenario]!.needs?.[control] ?? options[control];
}

/** The query of a choice: values that differ from the default. */
export function queryOf(choice: Choice): string {
  const changed = CONTROLS.filter((control) => choice[control] !== options[control][0]);
  return new URLSearchParams(changed.map((control) => [control, choice[control]])).toString();
}

/** Whether a query contains a choice. */
export function isChosen(query: URLSearchParams): boolean {
  return CONTROLS.some((control) => query.has(control));
}

/** Whether both choices are for the same case. */
export function isSameCase(one: Choice, other: Choice): boolean {
  return OF_CASE.every((control) => one[control] === other[control]);
}

/** Whether a wallet is offered as an alternative to typing. */
export function asksWallet({ scenario }: Choice): boolean {
  return scenario.startsWith('wallet') || scenario.startsWith('credential_');
}

const PERSON = {
  givenName: 'Ada',
  familyName: 'Lovelace',
  dateOfBirth: '1985-12-10',
  nationalities: ['GB'],
  address: { line1: '12 St James’s Square', city: 'London', postalCode: 'SW1Y 4JH', country: 'GB' },
};

/** The outcome that a scenario forces, where it is not that of its own name. */
const FORCES: Record<string, string> = { desk: 'AML_POSSIBLE' };

const FIELDS = {
  few: { middleName: 'hidden', nationalities: 'hidden', countryOfBirth: 'hidden', address: 'hidden' },
  many: { countryOfBirth: 'required', email: 'required', phone: 'optional' },
} as const;

/**
 * What a choice comes to: what its scenario promises, unless one of its rules decides before.
 * @param now milliseconds since 1970.
 */
export function endOf(choice: Choice, now = Date.now()): Pick<Scenario, 'ends' | 'reaches'> {
  const { scenario, age, spoof } = choice;
  const born = caseOf(choice).prefill?.dateOfBirth;
  const years = born ? Math.floor((now - Date.parse(born)) / YEAR_MS) : null;
  if (years !== null && years < Number(age) && scenario !== 'underage')
    return { ends: `declined by the rule: ${years} years old, ${age} at least`, reaches: ['declined'] };
  if (scenario === 'spoof' && spoof === 'decline')
    return { ends: 'declined by the rule, without a reviewer', reaches: ['declined'] };
  return scenarios[scenario]!;
}

const YEAR_MS = 365.2425 * 86_400_000;

/** A person of the lists that the service has loaded. */
export interface ListedPerson {
  givenName: string;
  familyName: string;
  dateOfBirth: string;
  nationalities: string[];
}

/**
 * The effect of the choice on the case: rules that differ from the defaults, and prefilled details.
 * @param listed the person of the scenario with a listed name.
 */
export function caseOf(choice: Choice, listed: ListedPerson | null = null) {
  const { scenario, fields, prefill, document, attempts, age, spoof } = choice;
  const policy = {
    ...(document !== 'off' && { document: document as 'offer' | 'require' }),
    ...(asksWallet(choice) && { credential: 'offer' as const }),
    ...(scenario === 'handoff' && { handoff: 'force' as const }),
    ...(attempts !== options.attempts[0] && { maxSelfieAttempts: Number(attempts) }),
    ...(age !== options.age[0] && { minAge: Number(age) }),
    ...(spoof === 'decline' && { onSpoof: 'decline' as const }),
    ...((fields === 'few' || fields === 'many') && { fields: FIELDS[fields] }),
  };
  const isForced = !FAULTS.includes(scenario);
  const person = scenario === 'real_name' && listed ? { ...PERSON, ...listed } : PERSON;
  const familyName = isForced ? `IDVTEST_${FORCES[scenario] ?? scenario.toUpperCase()}` : person.familyName;
  const { nationalities, address, ...name } = person;
  const optional = fields === 'few' ? {} : { nationalities, address };
  return {
    ...(Object.keys(policy).length > 0 && { policy }),
    ...((isForced || prefill === 'yes' || scenario === 'real_name') && {
      prefill: { ...name, ...optional, familyName },
    }),
  };
}
