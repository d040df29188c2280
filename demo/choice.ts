import { brands } from './brands.ts';

/** A possible course of a verification, in words. */
export interface Scenario {
  name: string;
  /** Its result, for the list. */
  ends: string;
  group: keyof typeof groups;
  /** The statuses of the case at which it has come to its result. */
  reaches: readonly string[];
  /** The values that its controls may have, so that it does what it says; the first one is set in place of another. */
  needs?: Partial<Record<Control, readonly string[]>>;
}

/** The scenarios by how they end, in the order of the list. */
export const groups = {
  well: 'Ends well',
  again: 'Is asked again',
  person: 'A person decides',
  world: 'The world fails',
} as const;

/** A wallet is offered only to people whose details are not known. */
const NOTHING_KNOWN = { prefill: ['no'] } as const;
/** Who is in the test wallet is younger than the oldest rule. */
const OLD_ENOUGH = { age: ['18', '0', '16', '21', '25'] } as const;
/** Who has one attempt is not asked again. */
const MORE_ATTEMPTS = { attempts: ['3', '2', '5'] } as const;
/** Thea, whom the test wallet offers first, has the first of the drawn faces, which a case with a wallet shows by itself. */
const FACE_OF_THEA = { camera: ['any', 'test', 'test-1'] } as const;
const BY_REVIEWER = 'typed instead, a reviewer decides';

/** The outcomes that test mode can force, and the faults that can be simulated. */
export const scenarios: Record<string, Scenario> = {
  own: {
    name: 'Your own details',
    ends: 'checked as they are',
    group: 'well',
    reaches: ['approved', 'in_review', 'declined'],
  },
  approve: { name: 'All is well', ends: 'approved', group: 'well', reaches: ['approved'] },
  wallet: {
    name: 'Details from a wallet',
    ends: 'proven, compared with the portrait, approved',
    group: 'well',
    reaches: ['approved'],
    needs: { ...NOTHING_KNOWN, ...FACE_OF_THEA, ...OLD_ENOUGH },
  },
  wallet_link: {
    name: 'A wallet behind a link',
    ends: 'the same in a browser without its own way to wallets',
    group: 'well',
    reaches: ['approved'],
    needs: { ...NOTHING_KNOWN, ...FACE_OF_THEA, ...OLD_ENOUGH },
  },
  handoff: {
    name: 'A phone for this computer',
    ends: 'the phone takes the selfie, the computer goes on by itself',
    group: 'well',
    reaches: ['approved'],
  },
  hosted_link: {
    name: 'A link instead of a page',
    ends: 'the service’s own page does it all, then leads back',
    group: 'well',
    reaches: ['approved'],
  },
  slow_10: {
    name: 'Slow checks',
    ends: 'approved after ten seconds',
    group: 'well',
    reaches: ['approved'],
  },
  second_tab: {
    name: 'A second tab',
    ends: 'finished in one tab, the other goes on to the end',
    group: 'well',
    reaches: ['approved'],
  },
  selfie_retry_1: {
    name: 'A poor selfie first',
    ends: 'asked again, then approved',
    group: 'again',
    reaches: ['approved'],
    needs: MORE_ATTEMPTS,
  },
  face_mismatch: {
    name: 'Another face than the reference',
    ends: 'asked again, declined after the last attempt',
    group: 'again',
    reaches: ['declined'],
    needs: MORE_ATTEMPTS,
  },
  credential_other_face: {
    name: 'Another face than the portrait',
    ends: 'asked again, declined after the last attempt',
    group: 'again',
    reaches: ['declined'],
    needs: MORE_ATTEMPTS,
  },
  camera_refused: {
    name: 'The camera is refused',
    ends: 'another way is offered',
    group: 'again',
    reaches: ['in_review'],
    // A test face needs no camera, so nothing would be refused.
    needs: { camera: ['real'] },
  },
  spoof: {
    name: 'A picture of a picture',
    ends: 'a reviewer decides',
    group: 'person',
    reaches: ['in_review'],
  },
  aml_possible: {
    name: 'A similar name on a list',
    ends: 'a reviewer decides',
    group: 'person',
    reaches: ['in_review'],
  },
  aml_sanction: {
    name: 'A name on a sanctions list',
    ends: 'a reviewer decides',
    group: 'person',
    reaches: ['in_review'],
  },
  aml_pep: {
    name: 'A politically exposed person',
    ends: 'a reviewer decides',
    group: 'person',
    reaches: ['in_review'],
  },
  real_name: {
    name: 'A name of the lists that are loaded',
    ends: 'found on them, a reviewer decides',
    group: 'person',
    reaches: ['in_review'],
    needs: OLD_ENOUGH,
  },
  desk: {
    name: 'You are the reviewer',
    ends: 'in review, until you decide it at the desk',
    group: 'person',
    reaches: ['in_review', 'approved', 'declined'],
  },
  review_approve: {
    name: 'A reviewer approves',
    ends: 'in review, approved after ten seconds',
    group: 'person',
    reaches: ['approved'],
  },
  review_decline: {
    name: 'A reviewer declines',
    ends: 'in review, declined after ten seconds',
    group: 'person',
    reaches: ['declined'],
  },
  credential_revoked: {
    name: 'A credential that was revoked',
    ends: BY_REVIEWER,
    group: 'person',
    reaches: ['in_review'],
  },
  credential_expired: {
    name: 'A credential that has expired',
    ends: BY_REVIEWER,
    group: 'person',
    reaches: ['in_review'],
  },
  credential_untrusted: {
    name: 'A credential of an unknown issuer',
    ends: BY_REVIEWER,
    group: 'person',
    reaches: ['in_review'],
  },
  credential_no_portrait: {
    name: 'A credential without a portrait',
    ends: 'a reviewer decides',
    group: 'person',
    reaches: ['in_review'],
  },
  underage: { name: 'Too young', ends: 'declined', group: 'world', reaches: ['declined'] },
  aml_down: {
    name: 'The lists cannot be read',
    ends: 'waits for the lists, a reviewer decides after 15 minutes',
    group: 'world',
    reaches: ['processing'],
  },
  error_503: {
    name: 'The service fails once',
    ends: 'sent again by itself, then approved',
    group: 'world',
    reaches: ['approved'],
  },
  backend_away: {
    name: 'Your back end is away',
    ends: 'a message with a button to try again',
    group: 'world',
    reaches: ['approved'],
  },
  session_over: {
    name: 'The session runs out',
    ends: 'renewed, nothing typed is lost',
    group: 'world',
    reaches: ['approved'],
  },
  webhook_lost: {
    name: 'A webhook is lost',
    ends: 'delivered again, or found by asking',
    group: 'world',
    reaches: ['approved'],
  },
};

/** Faults that are not outcomes of the service, but of its environment. */
const FAULTS = [
  'own',
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
  attempts: ['3', '1', '2', '5'],
  age: ['18', '0', '16', '21', '25', '65'],
  spoof: ['review', 'decline'],
};

export type Control =
  | 'scenario'
  | 'brand'
  | 'camera'
  | 'look'
  | 'theme'
  | 'language'
  | 'mode'
  | 'frame'
  | 'fields'
  | 'prefill'
  | 'attempts'
  | 'age'
  | 'spoof';
export type Choice = Record<Control, string>;

/** The controls that determine the case itself. The others only change the look of its page. */
const OF_CASE: Control[] = ['scenario', 'brand', 'fields', 'prefill', 'attempts', 'age', 'spoof'];
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
  const { scenario, fields, prefill, attempts, age, spoof } = choice;
  const policy = {
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
