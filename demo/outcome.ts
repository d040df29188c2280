import { type Brand, brandOf } from './brands.ts';
import type { Customer, Notice } from './Customers.ts';
import { type Choice, endOf } from './choice.ts';
import { scenarios } from './scenarios.ts';

/** The text of a brand for a status. */
export interface Outcome {
  status: string;
  /** Whether the status may still change without the customer. */
  isOpen: boolean;
  title: string;
  text: string;
  /** The next page, because no page is a dead end. */
  link: { href: string; text: string };
  /** What the scenario promised, and whether it has come to that; `null` without a promise. */
  promise: { text: string; isKept: boolean } | null;
  /** The events that the back end received, newest first. */
  notices: { time: string; source: string; status: string }[];
}

type OutcomeTexts = Omit<Outcome, 'status' | 'promise' | 'notices'>;

const GO_ON = { href: '/open', text: 'Continue' };
const START_AGAIN = { href: '/open', text: 'Start again' };
const FILE = { href: '/file', text: 'See the file of your case' };

const IN_REVIEW: OutcomeTexts = {
  isOpen: true,
  title: 'A colleague is taking a look',
  text: 'Not everything could be checked automatically. You will hear from us, usually within one working day.',
  link: FILE,
};

function textsOf(status: string, brand: Brand): OutcomeTexts {
  const all: Record<string, OutcomeTexts> = {
    none: {
      isOpen: false,
      title: 'You have not started yet',
      text: 'It takes a few minutes. Have your details and your face ready.',
      link: { href: '/open', text: brand.begin },
    },
    requires_input: {
      isOpen: true,
      title: 'We still need something from you',
      text: 'Your application is saved. You can continue now.',
      link: GO_ON,
    },
    processing: {
      isOpen: true,
      title: 'We are checking your details',
      text: 'This rarely takes longer than a minute. The page tells you as soon as we know.',
      link: FILE,
    },
    in_review: IN_REVIEW,
    approved: { isOpen: false, ...brand.approved, link: FILE },
    declined: {
      isOpen: false,
      ...brand.declined,
      link: {
        href: `mailto:${brand.contact}?subject=Please%20look%20at%20my%20case`,
        text: 'Ask for a person',
      },
    },
    expired: {
      isOpen: false,
      title: 'Your application has expired',
      text: 'Nobody finished it in time. You can begin a new one at any time.',
      link: START_AGAIN,
    },
    canceled: {
      isOpen: false,
      title: 'Your application was canceled',
      text: 'It does not continue. You can begin a new one at any time.',
      link: START_AGAIN,
    },
  };
  // An unknown status is not a success: a human has to look at it.
  return all[status] ?? IN_REVIEW;
}

/** The message to a customer, from the data of the back end. */
export function outcomeOf(customer: Customer): Outcome {
  const status = customer.known?.status ?? 'none';
  const texts = textsOf(status, brandOf(customer.choice.brand));
  const promise = promiseOf(customer.choice, status);
  return { status, ...texts, promise, notices: customer.notices.map(lineOf) };
}

function promiseOf(choice: Choice, status: string): Outcome['promise'] {
  const { scenario } = choice;
  const { name } = scenarios[scenario]!;
  const { ends, reaches } = endOf(choice);
  if (scenario === 'own' || status === 'none') return null;
  return { text: `${name}: ${ends}`, isKept: reaches.includes(status) };
}

function lineOf({ at, source, status, version }: Notice): Outcome['notices'][number] {
  return { time: at.toISOString().slice(11, 19), source: `${source} · version ${version}`, status };
}
