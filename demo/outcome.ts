import type { Customer, Notice } from './Customers.ts';

/** How the bank puts a status to its customer. */
export interface Outcome {
  status: string;
  /** Whether something may still happen by itself. */
  isOpen: boolean;
  title: string;
  text: string;
  /** Where to go on from here. */
  link: { href: string; text: string } | null;
  /** What the back end heard, newest first. */
  heard: { time: string; what: string; status: string }[];
}

const GO_ON = { href: '/open', text: 'Continue' };
const AGAIN = { href: '/open', text: 'Start again' };
const WORDS: Record<string, Omit<Outcome, 'status' | 'heard'>> = {
  none: {
    isOpen: false,
    title: 'You have not begun yet',
    text: 'Opening an account takes a few minutes. Have your details and your face ready.',
    link: { href: '/open', text: 'Open an account' },
  },
  requires_input: {
    isOpen: true,
    title: 'We still need something from you',
    text: 'Your application is saved. Carry on where you stopped.',
    link: GO_ON,
  },
  processing: {
    isOpen: true,
    title: 'We are checking your details',
    text: 'This rarely takes longer than a minute. The page tells you as soon as we know.',
    link: null,
  },
  in_review: {
    isOpen: true,
    title: 'A colleague is having a look',
    text: 'Not everything could be checked by itself. You hear from us, usually within one working day.',
    link: null,
  },
  approved: {
    isOpen: false,
    title: 'Welcome to Larkspur',
    text: 'Your identity is confirmed and your savings account is open.',
    link: null,
  },
  declined: {
    isOpen: false,
    title: 'We cannot open an account for you',
    text: 'We are sorry. Call us if you think that this is a mistake.',
    link: null,
  },
  expired: {
    isOpen: false,
    title: 'Your application has lapsed',
    text: 'It was left for too long. You can begin a new one at any time.',
    link: AGAIN,
  },
  canceled: {
    isOpen: false,
    title: 'Your application was canceled',
    text: 'Nothing was opened. You can begin a new one at any time.',
    link: AGAIN,
  },
};

/** What to tell a customer, from what the back end itself knows. */
export function outcomeOf(customer: Customer): Outcome {
  const status = customer.known?.status ?? 'none';
  // A status that this site does not know yet is work for a human, not a success.
  const words = WORDS[status] ?? WORDS['in_review']!;
  return { status, ...words, heard: customer.heard.map(lineOf) };
}

function lineOf({ at, source, status, version }: Notice): Outcome['heard'][number] {
  return { time: at.toISOString().slice(11, 19), what: `${source} · version ${version}`, status };
}
