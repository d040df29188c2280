/**
 * The English texts of the first screens and of all errors, which are part of the bundle. `fillText` fills in a
 * `{name}`; a text with plural forms has the keys of `Intl.PluralRules`.
 */
export const enStart = {
  frame: {
    label: 'Identity check',
    progress: 'Step {step} of {of}',
    testMode: 'Test mode',
    close: 'Close',
    loading: 'One moment …',
    back: 'Back',
    language: 'Language',
    continue: 'Continue',
    again: 'Try again',
    backToSite: 'Back to the site',
  },
  consent: {
    title: 'Let’s confirm it’s you',
    lead: 'It takes about two minutes:',
    details: { title: 'Your details' },
    selfie: { title: 'A short selfie' },
    check: { title: 'Comparing with lists' },
  },
  problem: { title: 'That did not work', reference: 'If you ask for help, give this number: {id}' },
  errors: {
    offline: 'You are offline. We will go on when you are online again.',
    connection: 'We could not get through. Check your internet and try again.',
    unavailable: 'The service is busy. Please try again in a moment.',
    session: 'The check could not start. Please open this page again.',
    setup: 'This page does not work right now. It is not your fault. Please tell the site.',
    challenge_expired: 'These photos can’t be used any more. Please take new ones.',
    other: 'Something went wrong on our side. Please try again.',
  },
};
