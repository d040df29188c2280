/** A fictional site: its name, its texts, and its settings of the element. */
export interface Brand {
  id: string;
  name: string;
  kicker: string;
  /** Two lines. */
  headline: [string, string];
  lead: string;
  /** The text of the start button, and the purpose and the reason on the page behind it. */
  begin: string;
  purpose: string;
  why: string;
  /** The default choice of this brand, as a query. */
  query: string;
  offer: { name: string; figure: string; unit: string; facts: [string, string][] };
  steps: { title: string; text: string }[];
  /** The texts for an approved and for a declined customer. */
  approved: { title: string; text: string };
  declined: { title: string; text: string };
  /** The contact for help. */
  contact: string;
  /** As in its style sheet. */
  colors: { accent: string; accentDark: string };
  /** The text of the footer. */
  note: string;
}

const larkspur: Brand = {
  id: 'larkspur',
  name: 'Larkspur',
  kicker: 'The quiet savings bank',
  headline: ['Save a little.', 'Watch it grow.'],
  lead: 'One account, one fair rate, no small print. Opening it takes a few minutes, your passport or card, and your face.',
  begin: 'Open an account',
  purpose: 'Open your savings account',
  why: 'The law asks us to know our customers. It takes a few minutes.',
  query: '',
  offer: {
    name: 'Larkspur Savings',
    figure: '3.10',
    unit: '% a year',
    facts: [
      ['Smallest deposit', '€ 1'],
      ['Notice', 'none'],
      ['Interest paid', 'monthly'],
    ],
  },
  steps: [
    {
      title: 'Show your document',
      text: 'A passport or a card, before your camera. What it says fills the form.',
    },
    { title: 'Take a selfie', text: 'A short, guided take, compared with the picture on your document.' },
    { title: 'Start saving', text: 'We check at once. Most accounts open within a minute.' },
  ],
  approved: {
    title: 'Welcome to Larkspur',
    text: 'Your check is done, and your savings account is open.',
  },
  declined: {
    title: 'We cannot open an account for you',
    text: 'We are sorry. Ask for a person to look at it if you think that this is a mistake.',
  },
  contact: 'help@larkspur.example',
  colors: { accent: '#4b3fb5', accentDark: '#a79dff' },
  note: 'Larkspur is a made-up bank',
};

const quayside: Brand = {
  id: 'quayside',
  name: 'Quayside',
  kicker: 'The market for small makers',
  headline: ['Your stall.', 'Everybody’s town.'],
  lead: 'Sell what you make to people nearby. Larkspur, our bank, verifies sellers once, so that buyers know whom they pay.',
  begin: 'Become a seller',
  purpose: 'Confirm who sells here',
  why: 'Larkspur, our bank, has to know whom it pays. It takes a few minutes.',
  query: 'brand=quayside&look=sharp&fields=few&prefill=yes&document=off',
  offer: {
    name: 'A stall on Quayside',
    figure: '4',
    unit: '% of what you sell',
    facts: [
      ['Monthly fee', 'none'],
      ['Paid out', 'every Friday'],
      ['Sellers verified', 'all of them'],
    ],
  },
  steps: [
    { title: 'Confirm your details', text: 'We know your name from your account. You check it.' },
    { title: 'Take a selfie', text: 'Square corners, other colours, no address: the same check.' },
    { title: 'Open your stall', text: 'Buyers see the mark of a verified seller.' },
  ],
  approved: {
    title: 'Your stall is open',
    text: 'You are a verified seller. Buyers see the mark beside your name.',
  },
  declined: {
    title: 'You cannot sell here yet',
    text: 'We are sorry. Ask for a person to look at it if you think that this is a mistake.',
  },
  contact: 'sellers@quayside.example',
  colors: { accent: '#9c3d12', accentDark: '#ffad7a' },
  note: 'Quayside is a made-up marketplace, whose sellers Larkspur, a made-up bank, checks',
};

export const brands: Record<string, Brand> = { larkspur, quayside };

/** The brand of this name; Larkspur by default. */
export function brandOf(id: string | undefined): Brand {
  return brands[id ?? ''] ?? larkspur;
}
