/**
 * The English texts of the first screens and of whatever can go wrong: they are there before anything was loaded.
 * A `{name}` is filled in by `fillText`; a text with one form for each kind of number has the keys of `Intl.PluralRules`.
 */
export const enStart = {
  frame: {
    label: 'Identity verification',
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
  ask: {
    stop: 'Stop here?',
    leave: 'Close and lose your photos?',
    yes: 'Yes, stop',
    no: 'No, go back',
  },
  consent: {
    title: 'Let’s confirm it’s you',
    lead: 'It takes about two minutes:',
    details: { title: 'Your details', text: 'Name, date of birth, address.' },
    selfie: { title: 'A short selfie', text: 'A few photos while you turn your head a little.' },
    check: { title: 'A check', text: 'Your details are compared with official public lists.' },
    face: 'If you agree, software measures your face in the photos to confirm that you are really there.',
    moreTitle: 'What happens to my data?',
    more: 'Everything is encrypted, used for this verification only, and can be erased for good. The site gets the result.',
    agree: 'Agree and continue',
    decline: 'I don’t agree',
    declineHint: 'Without your agreement the verification ends.',
  },
  problem: { title: 'That did not work', reference: 'Reference: {id}' },
  errors: {
    offline: 'You are offline. We carry on when you are connected again.',
    connection: 'The connection failed. Check it and try again.',
    unavailable: 'The service is busy. Please try again in a moment.',
    session: 'The verification could not start. Reload the page.',
    setup: 'This page is not set up correctly. Please tell the site.',
    challenge_expired: 'These photos can’t be used any more. Please take new ones.',
    other: 'Something went wrong on our side. Please try again.',
  },
};
