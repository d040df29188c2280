const TAGS: readonly (readonly [start: string, name: string, description: string])[] = [
  ['/cases', 'Cases', 'A verification of one person, from the first input to the decision.'],
  ['/biometrics', 'Biometrics', 'Selfies: a challenge, its capture, and what was measured.'],
  ['/aml', 'AML', 'Screening against sanctions lists and lists of politically exposed persons.'],
  ['/webhook-endpoints', 'Webhook endpoints', 'Where events are sent.'],
  ['/events', 'Events', 'What happened, kept for 90 days, and how it was delivered.'],
  ['/stats', 'Stats', 'How far people get, per day.'],
  ['/keys', 'API keys', 'Keys of back ends: create, roll, revoke.'],
  ['/test', 'Test mode', 'Helpers that exist with keys of test mode alone.'],
  ['/', 'Service', 'The service itself; no key needed.'],
];

/** The groups of the document, in its order. */
export const tags = TAGS.map(([, name, description]) => ({ name, description }));

/** The group that a path belongs to. */
export function tagOf(path: string): string {
  return TAGS.find(([start]) => path.startsWith(start))![1];
}
